package io.shardkit.merge;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.testing.RowText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;

/**
 * The same rows twice in one database: all in {@code t_all}, and spread over {@code t_0} and up. One of these is always
 * empty.
 */
final class MergedTables implements AutoCloseable {
    private static final int TABLES = 4;

    private final Dialect dialect;
    private final Connection connection;

    MergedTables(DataSource dataSource) throws SQLException {
        this.connection = dataSource.getConnection();
        this.dialect = Dialect.of(connection.getMetaData());
    }

    Dialect dialect() {
        return dialect;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void create(String columns) throws SQLException {
        for (String table : tables()) {
            execute("DROP TABLE IF EXISTS " + table);
            execute("CREATE TEMPORARY TABLE " + table + " (" + columns + ")");
        }
    }

    /** Inserts each row into the whole and into one of the tables. */
    void insert(Random random, List<String> rows) throws SQLException {
        List<List<String>> spread = new ArrayList<>();
        for (int i = 0; i < TABLES - 1; i++) {
            spread.add(new ArrayList<>());
        }
        for (String row : rows) {
            spread.get(random.nextInt(spread.size())).add(row);
        }
        insert("t_all", rows);
        for (int i = 0; i < spread.size(); i++) {
            insert("t_" + i, spread.get(i));
        }
    }

    private void insert(String table, List<String> rows) throws SQLException {
        if (!rows.isEmpty()) {
            execute("INSERT INTO " + table + " VALUES (" + String.join("), (", rows) + ")");
        }
    }

    private static List<String> tables() {
        List<String> names = new ArrayList<>(List.of("t_all"));
        for (int i = 0; i < TABLES; i++) {
            names.add("t_" + i);
        }
        return names;
    }

    /** Returns the answer of one query over the whole; {@code #} stands for the table. */
    List<String> expected(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.replace("#", "t_all"))) {
            List<String> lines = new ArrayList<>();
            while (rows.next()) {
                lines.add(RowText.line(rows, rows.getMetaData().getColumnCount()));
            }
            return lines;
        }
    }

    private Merger merger() throws SQLException {
        return new Merger(dialect, JdbcDrivers.named(connection.getMetaData().getDriverName()));
    }

    /** Returns what the merge makes of the answers of the tables. */
    List<String> merged(MergeSpec spec, RowLimit limit, String sql) throws SQLException {
        List<Statement> statements = new ArrayList<>();
        List<ResultSet> results = new ArrayList<>();
        try {
            for (int i = 0; i < TABLES; i++) {
                Statement statement = connection.createStatement();
                statements.add(statement);
                results.add(statement.executeQuery(sql.replace("#", "t_" + i)));
            }
            List<String> lines = new ArrayList<>();
            try (RowCursor cursor = merger().merge(spec, limit, results)) {
                while (cursor.next()) {
                    lines.add(RowText.line(cursor.row(), cursor.visibleColumns()));
                }
            }
            return lines;
        } finally {
            for (Statement statement : statements) {
                statement.close();
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

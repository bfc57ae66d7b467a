package io.shardkit.differential.server;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.RowText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The same rows in one table {@code o}, and by {@code k} and {@code id} in four on two data sources. */
final class SpreadTable {
    /** Stands for the database that has all rows in one table. */
    static final int WHOLE = -1;

    private SpreadTable() {}

    static ShardingRuleBuilder rule() {
        return rule(null);
    }

    /** @param keys what fills a column where it is left out, or null */
    static ShardingRuleBuilder rule(@Nullable KeyGeneration keys) {
        return TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "o",
                        "ds{0..1}.o_{0..1}",
                        new ShardingStrategy("k", new ModAlgorithm(2)),
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        keys));
    }

    static DataSource engine(DataSource first, DataSource second, ShardingRule rule, Executor executor)
            throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", first);
        sources.put("ds1", second);
        return ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
    }

    /**
     * Returns the statements that make the tables of one database and fill them.
     *
     * @param source the number of the data source, or {@link #WHOLE}
     * @param columns the definitions of the columns after {@code id} and {@code k}
     * @param rows the number of rows; the {@code k} of each row is half of its {@code id}
     * @param values gives literals for the columns by {@code id}
     */
    static List<String> statements(int source, String columns, int rows, IntFunction<String> values) {
        List<String> tables = source == WHOLE ? List.of("o") : List.of("o_0", "o_1");
        List<String> statements = new ArrayList<>();
        for (String table : tables) {
            statements.add("DROP TABLE IF EXISTS " + table);
            statements.add(
                    "CREATE TABLE " + table + " (id BIGINT NOT NULL PRIMARY KEY, k BIGINT NOT NULL, " + columns + ")");
        }
        for (int id = 0; id < rows; id++) {
            int k = id / 2;
            if (source == WHOLE || k % 2 == source) {
                statements.add("INSERT INTO " + tables.get(id % tables.size()) + " VALUES (" + id + ", " + k + ", "
                        + values.apply(id) + ")");
            }
        }
        return statements;
    }

    static void execute(DataSource database, List<String> statements) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** A line for each column, with what its metadata says, and then one for each row, sorted unless by the query. */
    static List<String> read(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData columns = result.getMetaData();
            List<String> lines = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                lines.add(column(columns, i));
            }
            lines.addAll(rows(result, sql));
            return lines;
        }
    }

    /** A line for each row, sorted unless by the query. */
    static List<String> rows(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            return rows(result, sql);
        }
    }

    private static List<String> rows(ResultSet result, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        while (result.next()) {
            rows.add(RowText.line(result, result.getMetaData().getColumnCount()));
        }
        if (!sql.contains("ORDER BY")) {
            Collections.sort(rows);
        }
        return rows;
    }

    private static String column(ResultSetMetaData columns, int column) throws SQLException {
        return String.join(
                " ",
                columns.getColumnLabel(column),
                columns.getColumnName(column),
                columns.getTableName(column),
                columns.getColumnTypeName(column),
                "type " + columns.getColumnType(column),
                columns.getColumnClassName(column),
                "precision " + columns.getPrecision(column),
                "scale " + columns.getScale(column),
                "size " + columns.getColumnDisplaySize(column),
                "nullable " + columns.isNullable(column),
                "signed " + columns.isSigned(column),
                "case " + columns.isCaseSensitive(column));
    }
}

package io.shardkit.execute.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.execute.ShardConnection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows, all of whose values are carried as text, into one table: many of them as a batch where the driver sends
 * that as one message, else as statements of literals. Not thread-safe.
 */
final class TextWriter implements CopyWriter {
    /** Enough to make the round trip cheap, and few enough for the rows that follow to be read meanwhile. */
    private static final int ENOUGH_ROWS = 1000;

    /** Far below what the servers take as one packet by default. */
    private static final int MOST_CHARACTERS = 256 * 1024;

    /** Fewer are not worth preparing a statement. */
    private static final int LEAST_VALUES_OF_BATCH = 2000;

    /** The rows that are remembered so as not to be written twice. */
    private static final int MOST_KNOWN = 20_000;

    private final ShardConnection home;
    private final Dialect dialect;
    private final boolean[] bare;
    private final String start;
    private final boolean batches;
    private final boolean distinct;
    private @Nullable PreparedStatement batch;

    TextWriter(ShardConnection home, Dialect dialect, String table, List<Column> columns, boolean distinct)
            throws SQLException {
        this.distinct = distinct;
        this.home = home;
        this.dialect = dialect;
        this.bare = new boolean[columns.size()];
        for (int i = 0; i < bare.length; i++) {
            bare[i] = dialect.writesBare(columns.get(i).typeName());
        }
        this.start = "INSERT INTO " + table + " VALUES ";
        DatabaseMetaData own = home.connection().getMetaData();
        this.batches = JdbcDrivers.named(own.getDriverName()).sendsBatchesWhole(own);
    }

    @Override
    public Collector collector() {
        return new Texts();
    }

    private final class Texts implements Collector {
        private final Set<List<@Nullable String>> known = new HashSet<>();
        private List<@Nullable String[]> rows = new ArrayList<>();
        private int characters;

        @Override
        public long add(ResultSet source) throws SQLException {
            @Nullable String[] row = new String[bare.length];
            int length = 0;
            for (int i = 0; i < row.length; i++) {
                String value = source.getString(i + 1);
                row[i] = value;
                length += value == null ? 0 : value.length();
            }
            if (!distinct || isNew(row)) {
                rows.add(row);
                characters += length;
            }
            return length;
        }

        /** Duplicates of rows that came late are written again, so that memory stays small. */
        private boolean isNew(@Nullable String[] row) {
            List<@Nullable String> values = Arrays.asList(row);
            return known.size() < MOST_KNOWN ? known.add(values) : !known.contains(values);
        }

        @Override
        public boolean isFull() {
            return rows.size() >= ENOUGH_ROWS || characters >= MOST_CHARACTERS;
        }

        @Override
        public Chunk take() {
            List<@Nullable String[]> chunk = rows;
            rows = new ArrayList<>();
            characters = 0;
            return () -> write(chunk);
        }
    }

    private void write(List<@Nullable String[]> rows) throws SQLException {
        if (batches && rows.size() * bare.length >= LEAST_VALUES_OF_BATCH) {
            writeBatch(rows);
        } else if (!rows.isEmpty()) {
            writeLiterals(rows);
        }
    }

    private void writeBatch(List<@Nullable String[]> rows) throws SQLException {
        PreparedStatement insert = batch;
        if (insert == null) {
            insert = home.connection().prepareStatement(start + "(" + "?, ".repeat(bare.length - 1) + "?)");
            batch = insert;
        }
        for (@Nullable String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                insert.setString(i + 1, row[i]);
            }
            insert.addBatch();
        }
        home.calling(insert, insert::executeBatch);
        CopyWriter.checkExact(insert, dialect);
    }

    private void writeLiterals(List<@Nullable String[]> rows) throws SQLException {
        StringBuilder sql = new StringBuilder(start);
        for (@Nullable String[] row : rows) {
            sql.append(sql.length() == start.length() ? "" : ",");
            for (int i = 0; i < row.length; i++) {
                String value = row[i];
                sql.append(i == 0 ? '(' : ',');
                sql.append(value == null ? "NULL" : bare[i] ? value : dialect.literal(value));
            }
            sql.append(')');
        }
        try (Statement statement = home.connection().createStatement()) {
            statement.setEscapeProcessing(false);
            home.calling(statement, () -> statement.executeUpdate(sql.toString()));
            CopyWriter.checkExact(statement, dialect);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() throws SQLException {
        if (batch != null) {
            batch.close();
        }
    }
}

package io.shardkit.execute.gather;

import io.shardkit.catalog.CarriedValue;
import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.Deadline;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes rows into one table, many in one statement. Not thread-safe. */
final class RowWriter implements CopyWriter {
    private static final int MOST_ROWS = 500;
    private static final int MOST_PARAMETERS = 8000;
    private static final int MOST_BYTES = 256 * 1024;
    private static final int BYTES_OF_OBJECT = 8;

    private final ShardConnection home;
    private final String head;
    private final List<Column> columns;
    private final boolean generates;
    private final Tail tail;
    private final PlacingStatements statements;
    private final int rowsPerStatement;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private @Nullable PreparedStatement full;

    private long written;
    private Deadline deadline = Deadline.in(0);

    /**
     * The part of a statement after its rows.
     *
     * @param sql the SQL
     * @param parameters sets its parameters, from a number on
     */
    record Tail(String sql, Setter parameters) {
        static final Tail NONE = new Tail("", (target, first) -> {});
    }

    /** Sets parameters of a statement, from a number on. */
    @FunctionalInterface
    interface Setter {
        void apply(PreparedStatement target, int first) throws SQLException;
    }

    /** Writes rows with all columns of a table, each value as it is. */
    RowWriter(ShardConnection home, Dialect dialect, String table, List<Column> columns) {
        this(home, "INSERT INTO " + table, columns, false, Tail.NONE, new PlacingStatements() {
            @Override
            public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
                return connection.prepareStatement(sql);
            }

            @Override
            public void wrote(PreparedStatement statement) throws SQLException {
                CopyWriter.checkExact(statement, dialect);
            }
        });
    }

    /**
     * @param head the text before VALUES
     * @param generates whether a generated value follows those of the columns
     */
    RowWriter(
            ShardConnection home,
            String head,
            List<Column> columns,
            boolean generates,
            Tail tail,
            PlacingStatements statements) {
        this.home = home;
        this.head = head;
        this.columns = columns;
        this.generates = generates;
        this.tail = tail;
        this.statements = statements;
        this.rowsPerStatement = Math.max(1, Math.min(MOST_ROWS, MOST_PARAMETERS / columns.size()));
    }

    @Override
    public Collector collector() {
        return new Values();
    }

    private final class Values implements Collector {
        private List<@Nullable Object[]> taken = new ArrayList<>();
        private long bytes;

        @Override
        public long add(ResultSet source) throws SQLException {
            @Nullable Object[] row = read(source, columns);
            taken.add(row);
            long length = 0;
            for (Object value : row) {
                length += length(value);
            }
            bytes += length;
            return length;
        }

        @Override
        public boolean isFull() {
            return taken.size() >= rowsPerStatement || bytes >= MOST_BYTES;
        }

        @Override
        public Chunk take() {
            List<@Nullable Object[]> chunk = taken;
            taken = new ArrayList<>();
            bytes = 0;
            return () -> {
                for (@Nullable Object[] row : chunk) {
                    RowWriter.this.add(row);
                }
            };
        }
    }

    /** About how many bytes a value takes; those of numbers and times are alike. */
    private static int length(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length();
        }
        return value instanceof byte[] bytes ? bytes.length : value == null ? 0 : BYTES_OF_OBJECT;
    }

    /** The values of the current row, as their carriers take them. */
    static @Nullable Object[] read(ResultSet source, List<Column> columns) throws SQLException {
        @Nullable Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = CarriedValue.read(source, i + 1, columns.get(i));
        }
        return row;
    }

    /** Takes a row, with its generated value if there are such. */
    void add(@Nullable Object[] row) throws SQLException {
        rows.add(row);
        if (rows.size() == rowsPerStatement) {
            if (full == null) {
                full = prepare(rowsPerStatement);
            }
            write(full);
        }
    }

    @Override
    public void flush() throws SQLException {
        if (!rows.isEmpty()) {
            try (PreparedStatement rest = prepare(rows.size())) {
                write(rest);
            }
        }
    }

    /** Gives all statements from now on one deadline. */
    void limit(Deadline point) {
        deadline = point;
    }

    private PreparedStatement prepare(int count) throws SQLException {
        int width = columns.size() + (generates ? 1 : 0);
        String row = "(" + String.join(", ", Collections.nCopies(width, "?")) + ")";
        return statements.prepare(
                home.connection(), head + " VALUES " + String.join(", ", Collections.nCopies(count, row)) + tail.sql());
    }

    private void write(PreparedStatement insert) throws SQLException {
        int parameter = 1;
        for (@Nullable Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                if (i < columns.size()) {
                    CarriedValue.set(insert, parameter, columns.get(i), row[i]);
                } else {
                    insert.setObject(parameter, row[i]);
                }
                parameter++;
            }
        }
        tail.parameters().apply(insert, parameter);
        deadline.limit(insert);
        written += home.calling(insert, insert::executeUpdate);
        statements.wrote(insert);
        rows.clear();
    }

    /** Returns the number of rows that the database says were written. */
    long written() {
        return written;
    }

    @Override
    public void close() throws SQLException {
        if (full != null) {
            full.close();
        }
    }
}

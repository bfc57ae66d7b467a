package io.shardkit.execute.gather;

import io.shardkit.dialect.driver.RowLoad;
import io.shardkit.execute.ShardConnection;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Sends rows, all of whose values are carried as text, to a statement that takes many at once. Not thread-safe. */
final class LoadWriter implements CopyWriter {
    /** Enough to make the round trip cheap, and few enough for the rows that follow to be read meanwhile. */
    private static final int ENOUGH_CHARACTERS = 128 * 1024;

    private final ShardConnection home;
    private final RowLoad load;
    private final String sql;
    private final int columns;

    /** @param sql the statement that takes the rows, as {@link io.shardkit.dialect.facts.TemporaryTables#load} */
    LoadWriter(ShardConnection home, RowLoad load, String sql, int columns) {
        this.home = home;
        this.load = load;
        this.sql = sql;
        this.columns = columns;
    }

    @Override
    public Collector collector() {
        return new Lines();
    }

    private final class Lines implements Collector {
        private StringBuilder lines = new StringBuilder();

        @Override
        public long add(ResultSet source) throws SQLException {
            int before = lines.length();
            for (int i = 1; i <= columns; i++) {
                if (i > 1) {
                    lines.append('\t');
                }
                String value = source.getString(i);
                if (value == null) {
                    lines.append("\\N");
                } else {
                    escape(value, lines);
                }
            }
            lines.append('\n');
            return lines.length() - (long) before;
        }

        @Override
        public boolean isFull() {
            return lines.length() >= ENOUGH_CHARACTERS;
        }

        @Override
        public Chunk take() {
            String chunk = lines.toString();
            lines = new StringBuilder();
            return () -> send(chunk);
        }
    }

    private static void escape(String value, StringBuilder to) {
        int copied = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            char escaped = c == '\\' ? '\\' : c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : 0;
            if (escaped != 0) {
                to.append(value, copied, i).append('\\').append(escaped);
                copied = i + 1;
            }
        }
        to.append(value, copied, value.length());
    }

    private void send(String lines) throws SQLException {
        if (lines.isEmpty()) {
            return;
        }
        // The watch cancels statements; by this one it finds what the connection runs.
        try (Statement statement = home.connection().createStatement()) {
            home.calling(statement, () -> {
                load.send(sql, new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
                return true;
            });
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}

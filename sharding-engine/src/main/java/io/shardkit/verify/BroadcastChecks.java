package io.shardkit.verify;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardMap;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks that the copies of a broadcast table have the same rows: by their number, and the sum of a checksum of each. */
final class BroadcastChecks {
    private final ConnectionSource sources;
    private final Dialect dialect;

    BroadcastChecks(ConnectionSource sources, Dialect dialect) {
        this.sources = sources;
        this.dialect = dialect;
    }

    private record Content(long rows, long sum) {}

    void check(ShardMap rule, PresentTables present, List<Finding> findings) throws SQLException {
        for (String table : new TreeSet<>(rule.broadcastTables())) {
            Content first = null;
            String model = "";
            for (DataNode node : present.of(table)) {
                Content content;
                try {
                    content = content(node);
                } catch (SQLException failure) {
                    findings.add(Finding.unread(node.dataSourceName(), table, failure));
                    continue;
                }
                if (first == null) {
                    first = content;
                    model = node.dataSourceName();
                } else if (!content.equals(first)) {
                    findings.add(Finding.error(
                            node.dataSourceName(),
                            table,
                            "its " + content.rows() + " rows are not the " + first.rows() + " rows of the copy on "
                                    + model,
                            "Copy the rows of the right one, and write the table through the logical DataSource only"));
                }
            }
        }
    }

    private Content content(DataNode node) throws SQLException {
        List<Column> columns = Objects.requireNonNull(sources.ask(
                node.dataSource(),
                sources.limit(),
                connection -> ReportedTables.columns(node.table(), connection, dialect)));
        String items = columns.stream()
                .map(column -> dialect.carried(dialect.quoted(column.reportedName()), column.typeName()))
                .collect(Collectors.joining(", "));
        Sum sum = new Sum();
        RowScan.read(
                sources,
                node,
                "SELECT " + items + " FROM " + node.table(),
                0,
                (row, progress) -> sum.add(row, columns));
        return new Content(sum.rows, sum.checksums);
    }

    /** The checksums of the rows read so far. */
    private static final class Sum {
        private final MessageDigest digest = digest();
        private long rows;
        private long checksums;

        void add(ResultSet row, List<Column> columns) throws SQLException {
            for (int i = 1; i <= columns.size(); i++) {
                String value = columns.get(i - 1).carrier() == Carrier.BYTES
                        ? Arrays.toString(row.getBytes(i))
                        : row.getString(i);
                byte[] bytes = value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8);
                digest.update(ByteBuffer.allocate(Integer.BYTES)
                        .putInt(value == null ? -1 : bytes.length)
                        .array());
                digest.update(bytes);
            }
            checksums += ByteBuffer.wrap(digest.digest()).getLong();
            rows++;
        }
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}

package io.shardkit.verify;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.LowBitsAlgorithm;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.route.Axis;
import io.shardkit.route.KeyBounds;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardingStrategy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks that rows lie where the rule looks for them. */
final class PlacementChecks {
    private final ConnectionSource sources;
    private final Catalog catalog;
    private final Dialect dialect;

    PlacementChecks(ConnectionSource sources, Catalog catalog, Dialect dialect) {
        this.sources = sources;
        this.catalog = catalog;
        this.dialect = dialect;
    }

    /** A sharding column and what it decides. */
    private record Key(Axis axis, List<Column> columns) {}

    /** The rows of an actual table that were looked at. */
    private static final class Seen {
        private long rows;
        private long misplaced;
    }

    /** @param most how many rows of each actual table are looked at; 0 for all */
    List<Finding> check(RoutedTable table, PresentTables present, int most) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        List<Key> keys = keys(table);
        if (keys.isEmpty()) {
            return findings;
        }
        Set<DataNode> there = new HashSet<>(present.of(table.name()));
        List<DataNode> nodes = table.nodes();
        for (int unit = 0; unit < nodes.size(); unit++) {
            if (there.contains(nodes.get(unit))) {
                try {
                    check(table, unit, nodes.get(unit), keys, most, findings);
                } catch (SQLException failure) {
                    findings.add(Finding.unread(
                            nodes.get(unit).dataSourceName(), nodes.get(unit).table(), failure));
                }
            }
        }
        return findings;
    }

    /** Returns the keys that place rows, apart from hints, or none if a column of one cannot place rows. */
    private List<Key> keys(RoutedTable table) throws SQLException {
        Table columns = catalog.table(table.name());
        List<Key> keys = new ArrayList<>();
        boolean known = columns != null
                && add(keys, true, table.databaseStrategy(), columns)
                && add(keys, false, table.tableStrategy(), columns)
                && add(keys, true, held(table.databaseStrategy()), columns)
                && add(keys, false, held(table.tableStrategy()), columns);
        return known ? keys : List.of();
    }

    /** Returns the strategy by the key that holds its shard, or null: a search by this key looks where the key says. */
    private static @Nullable ShardingStrategy held(@Nullable ShardingStrategy strategy) {
        String column = strategy == null ? null : strategy.alsoBy();
        return strategy == null || column == null
                ? null
                : new ShardingStrategy(
                        column, new LowBitsAlgorithm(strategy.algorithm().shardCount()));
    }

    private static boolean add(List<Key> keys, boolean database, @Nullable ShardingStrategy strategy, Table columns) {
        if (strategy == null || strategy.columns().isEmpty()) {
            return true;
        }
        List<Column> own = new ArrayList<>();
        List<Axis.Column> placing = new ArrayList<>();
        for (String name : strategy.columns()) {
            Column column = columns.column(name);
            if (column == null || !strategy.accepts(column.keys())) {
                return false;
            }
            own.add(column);
            placing.add(new Axis.Column(name, column.keys()));
        }
        return keys.add(new Key(new Axis(database, placing, strategy.algorithm()), own));
    }

    private void check(RoutedTable table, int unit, DataNode node, List<Key> keys, int most, List<Finding> findings)
            throws SQLException {
        String items = keys.stream()
                .flatMap(key -> key.columns().stream())
                .map(column -> dialect.quoted(column.reportedName()))
                .collect(Collectors.joining(", "));
        Seen seen = new Seen();
        RowScan.read(sources, node, "SELECT " + items + " FROM " + node.table(), most, (row, progress) -> {
            seen.rows++;
            seen.misplaced += isPlaced(table, unit, keys, row) ? 0 : 1;
        });
        if (seen.misplaced > 0) {
            findings.add(Finding.error(
                    node.dataSourceName(),
                    node.table(),
                    seen.misplaced + " of " + seen.rows
                            + " rows that were looked at do not belong there by the rule, and are"
                            + " not found by their sharding columns",
                    "Correct the rule, or move the rows to where they belong"));
        }
    }

    /**
     * Returns true if the row lies where its keys place it; a key without a known place, such as text beyond ASCII
     * without regard to case, is looked for everywhere.
     */
    private static boolean isPlaced(RoutedTable table, int unit, List<Key> keys, ResultSet row) throws SQLException {
        int read = 0;
        for (Key key : keys) {
            List<@Nullable Object> values = new ArrayList<>();
            for (Axis.Column column : key.axis().columns()) {
                read++;
                values.add(value(row, read, column.keyType()));
            }
            try {
                List<KeyBounds> bounds = Collections.nCopies(values.size(), KeyBounds.NONE);
                if (key.axis().shardForWrite(values, bounds) != key.axis().shardOfUnit(table, unit)) {
                    return false;
                }
            } catch (SQLException refused) {
                if (!(refused instanceof ShardingException coded)) {
                    throw refused;
                }
                if (coded.errorCode() != ErrorCode.KEY_NOT_CONVERTIBLE) {
                    return false;
                }
            }
        }
        return true;
    }

    private static @Nullable Object value(ResultSet row, int column, KeyType type) throws SQLException {
        return switch (type) {
            case INTEGER -> row.getBigDecimal(column);
            case DATE -> row.getObject(column, LocalDate.class);
            case DATETIME -> row.getObject(column, LocalDateTime.class);
            case INSTANT -> row.getObject(column, OffsetDateTime.class);
            case BINARY -> row.getBytes(column);
            case TEXT, PADDED_TEXT, FOLDED_TEXT, ENUM, UUID, UNSUPPORTED -> row.getString(column);
        };
    }
}

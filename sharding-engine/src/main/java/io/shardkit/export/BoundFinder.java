package io.shardkit.export;

import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.KeyRange;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.DatabaseCatalog;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.export.ExportedTable.ExportedColumn;
import io.shardkit.route.Axis;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bounds of sharding columns by which an engine need not read an actual table. A bound is never a guess: it holds
 * by the rule, whose placed keys count, and in the rows that are there. Only columns that begin an index get one, as all rows
 * would have to be read otherwise to make sure.
 */
final class BoundFinder {
    private static final Set<Integer> WHOLE_NUMBERS =
            Set.of(Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT);
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
    private static final long MICROS_OF_DAY = 86_400_000_000L;

    private final Map<String, DataSource> pools;
    private final Dialect dialect;
    private final DatabaseMetaData indexes;
    private final Catalog catalog;

    /**
     * @param pools the pool of each data source of the rule, by name
     * @param indexes of the logical tables
     */
    BoundFinder(ShardingRule rule, Map<String, DataSource> pools, Dialect dialect, DatabaseMetaData indexes) {
        this.pools = pools;
        this.dialect = dialect;
        this.indexes = indexes;
        List<DataSource> inOrder = rule.dataSources().stream()
                .map(name -> Objects.requireNonNull(pools.get(name), name))
                .toList();
        this.catalog = new DatabaseCatalog(rule, inOrder, dialect);
    }

    /** A strategy whose one column can have bounds, and the column. */
    private record Bounded(Axis axis, ExportedColumn column) {}

    /**
     * Returns the bounds of each unit of a table, by number.
     *
     * @param name the name of the table in the catalogue
     */
    List<List<ExportedBound>> bounds(RoutedTable table, String name, List<ExportedColumn> columns) throws SQLException {
        List<Bounded> strategies = bounded(table, name, columns);
        List<List<ExportedBound>> bounds = new ArrayList<>();
        for (int unit = 0; unit < table.unitCount(); unit++) {
            List<ExportedBound> ofUnit = new ArrayList<>();
            for (Bounded each : strategies) {
                ExportedBound bound = bound(each, table, unit);
                if (bound != null && holds(bound, table.nodes().get(unit))) {
                    ofUnit.add(bound);
                }
            }
            bounds.add(ofUnit);
        }
        return bounds;
    }

    private List<Bounded> bounded(RoutedTable table, String name, List<ExportedColumn> columns) throws SQLException {
        Table known = catalog.table(table.name());
        Set<String> indexed = indexed(name);
        List<Bounded> bounded = new ArrayList<>();
        for (ExportedColumn exported : columns) {
            Column column = known == null ? null : known.column(exported.name().toLowerCase(Locale.ROOT));
            if (column != null
                    && !column.nullable()
                    && indexed.contains(column.name())
                    && isComparable(column, exported)) {
                axes(table, column).forEach(axis -> bounded.add(new Bounded(axis, exported)));
            }
        }
        return bounded;
    }

    /** Returns true if the databases, drivers and engines have the same values of the column, in the same order. */
    private static boolean isComparable(Column column, ExportedColumn exported) {
        return switch (column.keyType()) {
            case INTEGER -> WHOLE_NUMBERS.contains(exported.type());
            case DATE -> exported.type() == Types.DATE;
            case DATETIME -> exported.type() == Types.TIMESTAMP;
            default -> false;
        };
    }

    private static Stream<Axis> axes(RoutedTable table, Column column) {
        return Stream.of(true, false).flatMap(database -> {
            ShardingStrategy strategy = database ? table.databaseStrategy() : table.tableStrategy();
            boolean decides = strategy != null
                    && strategy.columns().equals(List.of(column.name()))
                    && !(strategy.algorithm() instanceof ComplexShardingAlgorithm)
                    && strategy.accepts(column.keys());
            return decides
                    ? Stream.of(new Axis(
                            database, List.of(new Axis.Column(column.name(), column.keys())), strategy.algorithm()))
                    : Stream.empty();
        });
    }

    /** The columns, in lower case, that an index over all rows of a table begins with. */
    private Set<String> indexed(String table) throws SQLException {
        Set<String> columns = new TreeSet<>();
        try (ResultSet rows = indexes.getIndexInfo(null, null, table, false, true)) {
            while (rows.next()) {
                boolean isSearched = rows.getShort("TYPE") != DatabaseMetaData.tableIndexStatistic
                        && rows.getShort("TYPE") != DatabaseMetaData.tableIndexHashed
                        && rows.getString("FILTER_CONDITION") == null;
                if (isSearched && rows.getShort("ORDINAL_POSITION") == 1) {
                    // An index of an expression has none on MySQL.
                    columns.add(
                            Objects.toString(rows.getString("COLUMN_NAME"), "").toLowerCase(Locale.ROOT));
                }
            }
        }
        return columns;
    }

    private static @Nullable ExportedBound bound(Bounded strategy, RoutedTable table, int unit) {
        KeyType type = strategy.axis().keyType();
        KeyRange keys = keys(strategy.axis().algorithm(), strategy.axis().shardOfUnit(table, unit));
        KeyRange written =
                keys == null ? null : new KeyRange(writable(keys.lower(), type), writable(keys.upper(), type));
        return written == null || written.equals(new KeyRange(null, null))
                ? null
                : new ExportedBound(strategy.column().name(), type, written);
    }

    /** A key that has a literal, or null. */
    private static @Nullable Long writable(@Nullable Long key, KeyType type) {
        if (key == null || type == KeyType.INTEGER) {
            return key;
        }
        long day = type == KeyType.DATE ? key : Math.floorDiv(key, MICROS_OF_DAY);
        return day < FIRST_DAY || day > LAST_DAY ? null : key;
    }

    /**
     * Returns the keys between the least and the greatest that an algorithm may look for in a shard, or null if it looks for
     * none there.
     */
    static @Nullable KeyRange keys(ShardingAlgorithm algorithm, int shard) {
        if (!meets(algorithm, new KeyRange(null, null), shard)) {
            return null;
        }
        Long below = lastWithout(algorithm, shard, key -> new KeyRange(null, key), Long.MIN_VALUE, Long.MAX_VALUE);
        Long above = lastWithout(algorithm, shard, key -> new KeyRange(key, null), Long.MAX_VALUE, Long.MIN_VALUE);
        return new KeyRange(below == null ? null : below + 1, above == null ? null : above - 1);
    }

    private static boolean meets(ShardingAlgorithm algorithm, KeyRange range, int shard) {
        BitSet shards = algorithm.shards(range);
        return shards == null || shards.get(shard);
    }

    /**
     * Returns the key farthest from one end of all keys so that the shard has none of those up to it, or null if it may have
     * all. What is returned was asked for itself, so that it holds also where an algorithm is less exact for wider ranges.
     */
    private static @Nullable Long lastWithout(
            ShardingAlgorithm algorithm, int shard, LongFunction<KeyRange> upTo, long end, long otherEnd) {
        if (meets(algorithm, upTo.apply(end), shard) || !meets(algorithm, upTo.apply(otherEnd), shard)) {
            return null;
        }
        long without = end;
        long with = otherEnd;
        for (long middle = middle(without, with); middle != without && middle != with; middle = middle(without, with)) {
            if (meets(algorithm, upTo.apply(middle), shard)) {
                with = middle;
            } else {
                without = middle;
            }
        }
        return without;
    }

    /** Returns the mean, rounded down, where the sum may be too large. */
    private static long middle(long one, long other) {
        return (one & other) + ((one ^ other) >> 1);
    }

    /** Returns true if no row lies outside; where that cannot be asked, the engine finds out by itself what is wrong. */
    private boolean holds(ExportedBound bound, DataNode node) {
        String outside = "SELECT 1 FROM " + node.table() + " WHERE " + dialect.quoted(bound.column())
                + " IS NULL OR NOT (" + bound.condition(dialect::quoted) + ") LIMIT 1";
        try (Connection connection =
                        Objects.requireNonNull(pools.get(node.dataSourceName())).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(outside)) {
            return !rows.next();
        } catch (SQLException unknown) {
            return false;
        }
    }
}

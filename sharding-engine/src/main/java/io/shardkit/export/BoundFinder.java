package io.shardkit.export;

import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.KeyRange;
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
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bounds of sharding columns by which an engine need not read an actual table. A bound is never a guess: it holds
 * by the stored rule, whose placed keys count, and in the rows that are there. Algorithms that the rule cannot write down have
 * none, as they may change while the rule stays. Only columns that begin an index get one, as all rows would have to be read
 * otherwise to make sure.
 */
final class BoundFinder {
    private static final Set<Integer> WHOLE_NUMBERS =
            Set.of(Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT);

    private final Map<String, DataSource> pools;
    private final Dialect dialect;
    private final DatabaseMetaData indexes;
    private final Catalog catalog;

    /**
     * @param rule with the actual tables that exist
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

    /**
     * A strategy whose one column can have bounds.
     *
     * @param ranges of the keys of each shard; null for a shard without keys
     */
    private record Bounded(Axis axis, ExportedColumn column, List<@Nullable KeyRange> ranges) {
        Bounded(RoutedTable table, Axis axis, ExportedColumn column) {
            this(axis, column, ShardRanges.of(axis.algorithm(), shards(table, axis)));
        }

        private static BitSet shards(RoutedTable table, Axis axis) {
            BitSet shards = new BitSet();
            for (int unit = 0; unit < table.unitCount(); unit++) {
                shards.set(axis.shardOfUnit(table, unit));
            }
            return shards;
        }

        @Nullable ExportedBound bound(RoutedTable table, int unit) {
            KeyRange range = ranges.get(axis.shardOfUnit(table, unit));
            return range == null ? null : ExportedBound.of(column.name(), axis.keyType(), range);
        }
    }

    /**
     * Returns the bounds of each unit of a table, by number.
     *
     * @param table one of the rule's, with the units that exist
     * @param name the name of the table in the catalogue
     */
    List<List<ExportedBound>> bounds(RoutedTable table, String name, List<ExportedColumn> columns) throws SQLException {
        List<Bounded> strategies = bounded(table, name, columns);
        List<List<ExportedBound>> bounds = new ArrayList<>();
        for (int unit = 0; unit < table.unitCount(); unit++) {
            List<ExportedBound> ofUnit = new ArrayList<>();
            for (Bounded each : strategies) {
                ExportedBound bound = each.bound(table, unit);
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
                axes(table, column).forEach(axis -> bounded.add(new Bounded(table, axis, exported)));
            }
        }
        // The keys of an actual table that a data source lacks would be beyond the bounds of all others.
        if (table.unitCount() < table.databaseShards() * table.tableShards() && bounded.size() > 1) {
            bounded.removeIf(each -> each.axis().database());
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
            if (strategy == null
                    || !strategy.spec().isWrittenWhole()
                    || !strategy.columns().equals(List.of(column.name()))
                    || strategy.algorithm() instanceof ComplexShardingAlgorithm
                    || !strategy.accepts(column.keys())) {
                return Stream.empty();
            }
            return Stream.of(
                    new Axis(database, List.of(new Axis.Column(column.name(), column.keys())), strategy.algorithm()));
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

package io.shardkit.verify;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether rows can be placed by the sharding columns, and which keys look unique and are not: each database keeps a key
 * unique among the rows of one actual table only.
 */
final class KeyChecks {
    private final Catalog catalog;
    private final ShardingRule rule;

    KeyChecks(Catalog catalog, ShardingRule rule) {
        this.catalog = catalog;
        this.rule = rule;
    }

    void check(ShardedTable table, List<Finding> findings) throws SQLException {
        Table columns = catalog.table(table.name());
        if (columns == null) {
            return;
        }
        for (ShardingStrategy strategy : table.strategies()) {
            for (String name : strategy.columns()) {
                checkColumn(table, strategy, name, columns.column(name), findings);
            }
        }
        checkHeld(table, table.databaseStrategy(), columns, findings);
        checkHeld(table, table.tableStrategy(), columns, findings);
        checkGenerated(table, columns, findings);
        List<UniqueKey> keys = catalog.uniqueKeys(table.name());
        if (table.unitCount() > 1) {
            checkKeys(table, keys == null ? List.of() : keys, findings);
            checkNumbered(table, columns, findings);
        }
    }

    private static void checkColumn(
            ShardedTable table,
            ShardingStrategy strategy,
            String name,
            @Nullable Column column,
            List<Finding> findings) {
        if (column == null) {
            findings.add(Finding.error(
                            "",
                            table.name(),
                            "it lacks its sharding column " + name,
                            "Correct sharding-column, or add the column to the actual tables")
                    .under(property(table, strategy)));
        } else if (!strategy.algorithm().accepts(column.keyType())) {
            findings.add(Finding.error(
                            "",
                            table.name(),
                            "its sharding column " + column.name() + " is " + column.definition()
                                    + ", by which the algorithm cannot place rows",
                            advice(column))
                    .under(property(table, strategy)));
        } else if (column.keyType() == KeyType.FOLDED_TEXT) {
            findings.add(Finding.warning(
                    "",
                    table.name(),
                    "its sharding column " + column.name() + " is " + column.definition()
                            + ", which compares without regard to case: rows whose key is not printable ASCII are"
                            + " refused",
                    "Give the column a binary collation if such keys occur"));
        }
    }

    /** Where the columns of a strategy stand. */
    private static String property(ShardedTable table, ShardingStrategy strategy) {
        return "sharding.tables." + table
                + (strategy.equals(table.databaseStrategy()) ? ".database-strategy" : ".table-strategy")
                + (strategy.columns().size() == 1 ? ".sharding-column" : ".sharding-columns");
    }

    private static String advice(Column column) {
        if (column.filling().onUpdate() || column.filling().computed()) {
            return "Use a column that the database does not change by itself: rows would not lie where they were placed";
        }
        // Of the types of times, only one that shows another text in each session has no keys.
        return column.typeName().equalsIgnoreCase("timestamp") && column.keyType() == KeyType.UNSUPPORTED
                ? "Give the sessions of all data sources the same offset as their time zone, as in"
                        + " connection-init-sql: SET time_zone = '+08:00', or use DATETIME: in a zone with summer time a"
                        + " text of a TIMESTAMP has no certain meaning"
                : "Use an algorithm that fits the type; a text needs a binary collation or one whose equality is"
                        + " known";
    }

    private static void checkHeld(
            ShardedTable table, @Nullable ShardingStrategy strategy, Table columns, List<Finding> findings) {
        String name = strategy == null ? null : strategy.alsoBy();
        Column column = name == null ? null : columns.column(name);
        if (name != null && (column == null || column.keyType() != KeyType.INTEGER)) {
            findings.add(Finding.error(
                    "",
                    table.name(),
                    column == null
                            ? "it lacks the column " + name + " of also-by"
                            : "its column " + column.name() + " of also-by is " + column.definition()
                                    + ", which holds no shard",
                    "Name a column of whole numbers, such as BIGINT, or leave also-by out"));
        }
    }

    private static void checkGenerated(ShardedTable table, Table columns, List<Finding> findings) {
        KeyGeneration generation = table.keyGeneration();
        if (generation != null && columns.column(generation.column()) == null) {
            findings.add(Finding.error(
                            "",
                            table.name(),
                            "it lacks the column " + generation.column() + " of its key-generate-strategy",
                            "Correct the column, add it to the actual tables, or set the strategy's type to none")
                    .under("sharding.tables." + table + ".key-generate-strategy.column"));
        }
    }

    /** Whether the lookup table of one of its columns keeps a key unique. */
    private boolean isLookedUp(ShardedTable table, UniqueKey key) {
        return rule.lookups(table.name()).stream()
                .anyMatch(lookup -> key.columns().contains(lookup.column()));
    }

    private void checkKeys(ShardedTable table, List<UniqueKey> keys, List<Finding> findings) {
        Set<List<String>> said = new HashSet<>();
        for (UniqueKey key : keys) {
            List<String> missing = missing(table, key.columns());
            if (!missing.isEmpty()
                    && !isLookedUp(table, key)
                    && !key.columns().contains(generated(table))
                    && said.add(key.columns())) {
                findings.add(Finding.warning(
                        "",
                        table.name(),
                        "the unique key " + key.name() + " " + key.columns() + " lacks the sharding columns " + missing
                                + ", so equal values in different actual tables are not noticed",
                        "Add the columns to the key, fill the key by a key-generate-strategy, give one of its columns a"
                                + " lookup table, or keep it unique in the application"));
            }
        }
    }

    /** The sharding columns of the strategies whose shard rows that are equal in a key need not have in common. */
    private static List<String> missing(ShardedTable table, List<String> key) {
        return Stream.of(Optional.ofNullable(table.databaseStrategy()), Optional.ofNullable(table.tableStrategy()))
                .flatMap(Optional::stream)
                .filter(strategy -> !strategy.isToldBy(key))
                .flatMap(strategy -> strategy.columns().stream())
                .filter(column -> !key.contains(column))
                .distinct()
                .toList();
    }

    private static void checkNumbered(ShardedTable table, Table columns, List<Finding> findings) {
        for (Column column : columns.columns()) {
            if (column.filling().kind() == Filling.Kind.COUNTER
                    && !column.name().equals(generated(table))) {
                findings.add(Finding.warning(
                        "",
                        table.name(),
                        "each actual table numbers the column " + column.name() + " by itself, so its values repeat",
                        "Set sharding.tables." + table + ".key-generate-strategy for it"));
            }
        }
    }

    private static String generated(ShardedTable table) {
        KeyGeneration generation = table.keyGeneration();
        return generation == null ? "" : generation.column();
    }
}

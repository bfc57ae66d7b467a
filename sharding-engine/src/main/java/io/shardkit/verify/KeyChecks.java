package io.shardkit.verify;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.RepeatableKeys;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.UniqueKeyChoice;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that rows can be placed by the sharding columns, and finds keys that may repeat without having been chosen to:
 * each database keeps a key unique only among the rows of one actual table.
 */
final class KeyChecks {
    private final Catalog catalog;
    private final ShardMap rule;
    private final Dialect dialect;

    KeyChecks(Catalog catalog, ShardMap rule, Dialect dialect) {
        this.catalog = catalog;
        this.dialect = dialect;
        this.rule = rule;
    }

    void check(RoutedTable table, List<Finding> findings) throws SQLException {
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
        if (!table.isOneUnit()) {
            RepeatableKeys repeatable = new RepeatableKeys(rule, table, columns);
            checkKeys(repeatable, keys == null ? List.of() : keys, findings);
            checkNumbered(repeatable, findings);
        }
    }

    private static void checkColumn(
            RoutedTable table,
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
        } else if (strategy.misplaced(column.keys()) != null) {
            findings.add(Finding.error(
                            "",
                            table.name(),
                            "its sharding column " + column.name() + " is " + column.definition() + ", and "
                                    + strategy.misplaced(column.keys()),
                            "Write each key of placed-keys once, and as the database shows it: a number without leading"
                                    + " zeros, a date as 2024-01-31, bytes as hexadecimal digits")
                    .under("sharding.tables." + table + ".placed-keys"));
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

    /** Returns the property that holds the columns of a strategy. */
    private static String property(RoutedTable table, ShardingStrategy strategy) {
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
            RoutedTable table, @Nullable ShardingStrategy strategy, Table columns, List<Finding> findings) {
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

    private static void checkGenerated(RoutedTable table, Table columns, List<Finding> findings) {
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

    /** Keys that no owner has chosen for, and choices that cannot be kept. */
    private void checkKeys(RepeatableKeys repeatable, List<UniqueKey> keys, List<Finding> findings) {
        RoutedTable table = repeatable.table();
        Table columns = Objects.requireNonNull(repeatable.columns());
        Set<List<String>> said = new HashSet<>();
        for (UniqueKey key : keys) {
            if (rule.keepsUnique(table, key.columns()) || !said.add(key.columns())) {
                continue;
            }
            UniqueKeyChoice choice = repeatable.choice(key);
            boolean checkable =
                    key.exact() && key.columns().stream().map(columns::column).allMatch(this::isLookedFor);
            if (choice == UniqueKeyChoice.ACCEPT || (choice == UniqueKeyChoice.CHECK && checkable)) {
                continue;
            }
            String named = "the unique key " + key.name() + " " + key.columns();
            findings.add(Finding.error(
                            "",
                            table.name(),
                            choice == UniqueKeyChoice.CHECK
                                    ? named
                                            + " cannot be checked: it compares other things than whole columns of numbers,"
                                            + " dates or text"
                                    : named + " holds within each actual table only, as it lacks "
                                            + missing(table, key.columns()) + ", so rows with equal values may repeat",
                            rule.names().keyChoices(table.name(), key.columns(), key.name(), checkable))
                    .under(rule.names().key(table.name(), key.columns(), key.name())));
        }
    }

    /** Returns true if other units can be asked for values of the column. */
    private boolean isLookedFor(@Nullable Column column) {
        return column != null
                && (column.keyType() == KeyType.INTEGER
                        || column.keyType() == KeyType.DATE
                        || dialect.catalog().keepsTexts(column.typeName().toLowerCase(Locale.ROOT)));
    }

    /** Returns, for a message, the sharding columns or the hint that a key lacks to decide where rows lie. */
    private static String missing(RoutedTable table, List<String> key) {
        List<String> missing = table.choosingApart(key).stream()
                .flatMap(strategy -> strategy.columns().stream())
                .filter(column -> !key.contains(column))
                .distinct()
                .toList();
        return missing.isEmpty()
                ? "the hint that places its rows"
                : missing.size() == 1
                        ? "the sharding column " + missing.get(0)
                        : "the sharding columns " + String.join(", ", missing);
    }

    private void checkNumbered(RepeatableKeys repeatable, List<Finding> findings) {
        String table = repeatable.table().name();
        for (Column column : repeatable.unchosenCounters()) {
            findings.add(Finding.error(
                            "",
                            table,
                            "each actual table counts the column " + column.name() + " by itself, so its values repeat",
                            rule.names().counterChoices(table, column.name()))
                    .under("sharding.tables." + table + ".auto-increment"));
        }
    }
}

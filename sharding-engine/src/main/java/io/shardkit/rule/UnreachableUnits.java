package io.shardkit.rule;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.LowBitsAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Units that no key reaches: two remainders of one number agree on every factor that the divisors share, so half of the
 * tables stay empty where one column goes by 2 data sources and by 4 tables.
 */
final class UnreachableUnits {
    private static final Logger LOG = LoggerFactory.getLogger(UnreachableUnits.class);
    private static final int SHOWN = 8;

    private UnreachableUnits() {}

    /**
     * Says in the log which actual tables of a table stay empty, if any.
     *
     * @param placed keys whose units do not
     */
    static void warn(RoutedTable table, List<PlacedKey> placed, SettingNames names) {
        List<String> empty = new ArrayList<>(of(table));
        placed.forEach(each -> empty.remove(each.unit()));
        if (empty.isEmpty()) {
            return;
        }
        List<String> shown = empty.subList(0, Math.min(SHOWN, empty.size()));
        LOG.warn(
                "{}: no row ever goes to {} of its {} actual tables, {}{}, because the data source and"
                        + " the table are chosen by the remainder of one column, or by the low bits of a key. Use two columns, or"
                        + " an algorithm for the tables that does not share a factor with that for the data sources.",
                names.in("sharding.tables." + table.name()),
                empty.size(),
                table.nodes().size(),
                String.join(", ", shown),
                empty.size() > SHOWN ? " ..." : "");
    }

    static List<String> of(RoutedTable table) {
        ShardingStrategy database = table.databaseStrategy();
        ShardingStrategy inner = table.tableStrategy();
        if (database == null || inner == null) {
            return List.of();
        }
        int sources = database.algorithm().shardCount();
        int tables = inner.algorithm().shardCount();
        int shared;
        if (isBy(inner, database.alsoBy()) && inner.algorithm() instanceof ModAlgorithm) {
            // The remainder by the number of tables goes by the low bits as well, which hold the data source.
            shared = shared(1 << new LowBitsAlgorithm(sources).bits(), tables);
        } else if (!database.columns().isEmpty()
                && database.columns().equals(inner.columns())
                && isSameRemainder(database.algorithm(), inner.algorithm())) {
            shared = shared(sources, tables);
        } else {
            return List.of();
        }
        List<String> empty = new ArrayList<>();
        for (int unit = 0; shared > 1 && unit < table.unitCount(); unit++) {
            if (table.databaseShard(unit) % shared != table.tableShard(unit) % shared) {
                empty.add(table.nodes().get(unit).toString());
            }
        }
        return empty;
    }

    private static boolean isBy(ShardingStrategy strategy, @Nullable String column) {
        return column != null && strategy.columns().equals(List.of(column));
    }

    private static int shared(int sources, int tables) {
        return BigInteger.valueOf(sources).gcd(BigInteger.valueOf(tables)).intValue();
    }

    private static boolean isSameRemainder(ShardingAlgorithm a, ShardingAlgorithm b) {
        return (a instanceof ModAlgorithm && b instanceof ModAlgorithm)
                || (a instanceof HashModAlgorithm && b instanceof HashModAlgorithm);
    }
}

package io.shardkit.catalog;

import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardedTable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns, once for each, of keys that look unique and are not: each database keeps a key unique among the rows of one
 * actual table only. Thread-safe.
 */
final class KeyWarnings {
    private static final Logger LOG = LoggerFactory.getLogger(KeyWarnings.class);

    private final Set<String> said = ConcurrentHashMap.newKeySet();

    /**
     * Looks at a table.
     *
     * @param keys everything that its database keeps unique
     * @param numbered the columns, in lower case, that its database numbers by itself
     */
    void check(ShardedTable table, List<UniqueKey> keys, List<String> numbered) {
        if (table.unitCount() == 1) {
            return;
        }
        KeyGeneration generation = table.keyGeneration();
        String generated = generation == null ? "" : generation.column();
        for (UniqueKey key : keys) {
            List<String> missing = table.shardingColumns().stream()
                    .filter(column -> !key.columns().contains(column))
                    .toList();
            if (!missing.isEmpty()
                    && !key.columns().contains(generated)
                    && said.add("key " + table + " " + key.columns())) {
                LOG.warn(
                        "Table {}: the unique key {} {} lacks the sharding columns {}, so equal values in different"
                                + " actual tables are not noticed. Add the columns to the key, fill the key by a"
                                + " key-generate-strategy, or keep it unique in the application.",
                        table,
                        key.name(),
                        key.columns(),
                        missing);
            }
        }
        for (String column : numbered) {
            if (!column.equals(generated) && said.add("column " + table + " " + column)) {
                LOG.warn(
                        "Table {}: each actual table numbers the column {} by itself, so its values repeat. Set"
                                + " sharding.tables.{}.key-generate-strategy for it.",
                        table,
                        column,
                        table);
            }
        }
    }
}

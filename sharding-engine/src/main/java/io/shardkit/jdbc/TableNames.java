package io.shardkit.jdbc;

import io.shardkit.execute.TemporaryNames;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** From actual tables to the logical names that users know. Immutable. */
final class TableNames {
    private final Map<String, ShardedTable> byActualName = new HashMap<>();

    TableNames(ShardingRule rule) {
        for (ShardedTable table : rule.shardedTables()) {
            for (DataNode node : table.nodes()) {
                // A name that two tables use on different data sources stands for neither.
                byActualName.merge(node.table().toLowerCase(Locale.ROOT), table, (a, b) -> a == b ? a : null);
            }
        }
    }

    /** The logical name in the actual one's letter case; the name itself if it is no actual table. */
    String logical(String actual) {
        if (TemporaryNames.isTemporary(actual)) {
            return TemporaryNames.logical(actual);
        }
        ShardedTable table = byActualName.get(actual.toLowerCase(Locale.ROOT));
        if (table == null) {
            return actual;
        }
        boolean upper = actual.equals(actual.toUpperCase(Locale.ROOT));
        return upper ? table.name().toUpperCase(Locale.ROOT) : table.name();
    }

    /** Whether the name is one of the actual tables of a sharded table. */
    boolean isActual(String name) {
        return byActualName.containsKey(name.toLowerCase(Locale.ROOT));
    }
}

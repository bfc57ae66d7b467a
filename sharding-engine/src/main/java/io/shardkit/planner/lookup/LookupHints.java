package io.shardkit.planner.lookup;

import io.shardkit.hint.ShardingHint;

/** What hints mean where tables have lookup tables. */
final class LookupHints {
    private LookupHints() {}

    /** Whether a hint says where statements run. */
    static boolean decide() {
        ShardingHint hint = ShardingHint.current();
        return hint != null
                && (hint.dataSourceName() != null
                        || !hint.keyValues().isEmpty()
                        || !hint.tableNames().isEmpty());
    }
}

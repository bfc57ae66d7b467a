package io.shardkit.planner.lookup;

import io.shardkit.hint.ShardingHint;

/** The effect of hints on tables with lookup tables. */
final class LookupHints {
    private LookupHints() {}

    /** Returns true if a hint says where statements run. */
    static boolean decide() {
        ShardingHint hint = ShardingHint.current();
        return hint != null
                && (hint.dataSourceName() != null
                        || !hint.keyValues().isEmpty()
                        || !hint.tableNames().isEmpty());
    }
}

package io.shardkit.rule;

import java.util.List;

/** Rules of tests whose tables may have keys that repeat over the actual tables: they are of something else. */
public final class TestRules {
    private TestRules() {}

    /** As {@link ShardingRuleBuilder#ofProperties}, with all keys accepted. */
    public static ShardingRuleBuilder over(List<String> dataSources) {
        return over(dataSources, false);
    }

    /** @param checked whether all keys are looked for by every write, and otherwise accepted */
    public static ShardingRuleBuilder over(List<String> dataSources, boolean checked) {
        return ShardingRuleBuilder.ofProperties(dataSources)
                .uniqueKeys(checked ? UniqueKeyChoice.CHECK : UniqueKeyChoice.ACCEPT);
    }
}

package io.shardkit.boot.autoconfigure;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.InDoubtTransaction;
import io.shardkit.observe.RuleState;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} of the health of transactions over several data sources: those that are
 * prepared somewhere and have no end yet, with their age; of the rule that all instances keep to; and of the data sources
 * that come and go.
 */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnSingleCandidate(ShardingDataSource.class)
public final class ShardingHealthAutoConfiguration {
    @Bean
    static PoolsHealth shardingPoolsHealth(ObjectProvider<PoolsAtRunTime> pools) {
        return new PoolsHealth(pools);
    }

    @Bean
    @ConditionalOnEnabledHealthIndicator("sharding-transactions")
    @ConditionalOnMissingBean(name = "shardingTransactionsHealthIndicator")
    HealthIndicator shardingTransactionsHealthIndicator(ShardingDataSource dataSource) {
        return () -> health(dataSource.inDoubt());
    }

    @Bean
    @ConditionalOnEnabledHealthIndicator("sharding-rule")
    @ConditionalOnMissingBean(name = "shardingRuleHealthIndicator")
    HealthIndicator shardingRuleHealthIndicator(ShardingDataSource dataSource) {
        return () -> health(dataSource.ruleState());
    }

    /**
     * An instance that cannot take the newest rule is not down: it answers for all tables that did not change, and if no
     * instance has the data source that the next rule needs, all would be down without one statement that fails.
     */
    private static Health health(RuleState rule) {
        if (rule.stopped()) {
            return Health.down().withDetail("problem", rule.problem()).build();
        }
        Health.Builder health = rule.problem().isEmpty() ? Health.up() : Health.unknown();
        health.withDetail("epoch", rule.epoch());
        if (!rule.problem().isEmpty()) {
            health.withDetail("problem", rule.problem());
        }
        List<String> outdated = rule.members().stream()
                .filter(each -> !each.problem().isEmpty())
                .map(RuleState.Member::instance)
                .toList();
        return health.withDetail("outdated", outdated).build();
    }

    private static Health health(List<InDoubtTransaction> inDoubt) {
        boolean stuck = inDoubt.stream().anyMatch(each -> !each.problem().isEmpty());
        return (stuck ? Health.unknown() : Health.up())
                .withDetail(
                        "inDoubt",
                        inDoubt.stream()
                                .map(ShardingHealthAutoConfiguration::text)
                                .toList())
                .build();
    }

    private static String text(InDoubtTransaction each) {
        String told =
                each.name() + " on " + each.dataSource() + " for " + each.age().toSeconds() + " s";
        return each.problem().isEmpty() ? told : told + ": " + each.problem();
    }
}

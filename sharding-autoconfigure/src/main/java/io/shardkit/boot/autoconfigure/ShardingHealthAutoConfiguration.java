package io.shardkit.boot.autoconfigure;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.InDoubtTransaction;
import java.util.List;
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
 * prepared somewhere and have no end yet, with their age.
 */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnSingleCandidate(ShardingDataSource.class)
@ConditionalOnEnabledHealthIndicator("sharding-transactions")
public final class ShardingHealthAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = "shardingTransactionsHealthIndicator")
    HealthIndicator shardingTransactionsHealthIndicator(ShardingDataSource dataSource) {
        return () -> health(dataSource.inDoubt());
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

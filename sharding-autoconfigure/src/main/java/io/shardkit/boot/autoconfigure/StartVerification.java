package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.TimedPools;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Start;
import io.shardkit.options.Verification;
import io.shardkit.rule.ShardingRule;
import io.shardkit.verify.Finding;
import io.shardkit.verify.Verifier;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Joins the other instances and looks at the databases once all beans are made, which is after Flyway, Liquibase, schema
 * scripts and Hibernate have made their tables, and before the application takes requests. An error stops the start.
 */
final class StartVerification implements SmartInitializingSingleton {
    private static final Logger LOGGER = LoggerFactory.getLogger(StartVerification.class);

    private final ShardingRule configured;
    private final Verification level;
    private final Start start;
    private final ServerPools pools;
    private final ConfigurableListableBeanFactory beans;

    /** @param start whether the tables are left unseen if a database cannot be reached */
    StartVerification(
            ShardingRule configured,
            Verification level,
            Start start,
            ServerPools pools,
            ConfigurableListableBeanFactory beans) {
        this.configured = configured;
        this.level = level;
        this.start = start;
        this.pools = pools;
        this.beans = beans;
    }

    /**
     * @throws ShardingConfigurationException if what the databases hold does not fit the rule; the first of the errors,
     *     with the others suppressed in it
     */
    @Override
    public void afterSingletonsInstantiated() {
        ShardingRule rule = joined();
        if (level == Verification.OFF) {
            return;
        }
        Map<String, DataSource> shards = new LinkedHashMap<>();
        rule.dataSources().forEach(name -> shards.put(name, beans.getBean(pools.primary(name), DataSource.class)));
        if (start == Start.TOLERATE && !areReached(shards)) {
            return;
        }
        List<Finding> findings;
        try {
            findings = new Verifier(TimedPools.of(shards), rule).verify(level);
        } catch (SQLException failure) {
            throw new ShardingConfigurationException(
                    ErrorCode.VERIFICATION_FAILED,
                    "sharding.verification",
                    "the databases cannot be looked at: " + failure.getMessage(),
                    failure);
        }
        findings.stream().filter(finding -> !finding.isError()).forEach(finding -> LOGGER.warn("{}", finding));
        Finding.refuseErrors(findings);
    }

    /** Returns the rule that all instances have from now on. */
    private ShardingRule joined() {
        try {
            DataSource bean = beans.containsBean(LogicalDataSource.BEAN)
                    ? beans.getBean(LogicalDataSource.BEAN, DataSource.class)
                    : beans.getBeanProvider(DataSource.class).getIfAvailable();
            if (bean == null || !bean.isWrapperFor(ShardingDataSource.class)) {
                return configured;
            }
            ShardingDataSource logical = bean.unwrap(ShardingDataSource.class);
            logical.join();
            return logical.rule();
        } catch (SQLException failure) {
            throw new ShardingConfigurationException(
                    ErrorCode.RULE_STORE_LACKING, "sharding.rule-store", String.valueOf(failure.getMessage()), failure);
        }
    }

    private static boolean areReached(Map<String, DataSource> shards) {
        for (Map.Entry<String, DataSource> each : shards.entrySet()) {
            try {
                each.getValue().getConnection().close();
            } catch (SQLException | RuntimeException unreachable) {
                // A pool reports a database that it cannot reach by a RuntimeException of its own.
                LOGGER.warn(
                        "No table is looked at, as {} cannot be reached: {}", each.getKey(), unreachable.getMessage());
                return false;
            }
        }
        return true;
    }
}

package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.TimedPools;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.membership.Change;
import io.shardkit.membership.Membership;
import io.shardkit.membership.RuleChange;
import io.shardkit.options.Start;
import io.shardkit.options.Verification;
import io.shardkit.rule.ShardingRule;
import io.shardkit.verify.Finding;
import io.shardkit.verify.Verifier;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Joins the other instances and looks at the databases once all beans are made, which is after Flyway, Liquibase, schema
 * scripts and Hibernate have made their tables, and before the application takes requests. An error stops the start.
 */
final class StartVerification implements SmartInitializingSingleton {
    private static final Logger LOGGER = LoggerFactory.getLogger(StartVerification.class);

    /** The longest time for a switch that is decided or undone by an instance which starts: a lease, and some of pauses. */
    private static final Duration LONGEST_SWITCH = Duration.ofSeconds(60);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

    /** So often nothing switches while tables are missing, of which one may have been in a switch that has just ended. */
    private static final int CALM_LOOKS = 2;

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
        ShardingDataSource logical = joined();
        if (level == Verification.OFF) {
            return;
        }
        List<Finding> findings;
        try {
            findings = settled(logical);
        } catch (SQLException failure) {
            throw new ShardingConfigurationException(
                    ErrorCode.VERIFICATION_FAILED,
                    "sharding.verification",
                    "the databases cannot be looked at: " + failure.getMessage(),
                    failure);
        }
        for (Finding finding : findings) {
            if (!finding.isError()) {
                LOGGER.atLevel(finding.severity() == Finding.Severity.NOTE ? Level.INFO : Level.WARN)
                        .log("{}", finding);
            }
        }
        Finding.refuseErrors(findings);
    }

    /**
     * Returns what was found while no move switched: its tables are missing then, for as long as the switch is neither
     * decided nor undone. If its worker has ended, another instance has to start to do that, which may be this one.
     */
    private List<Finding> settled(@Nullable ShardingDataSource logical) throws SQLException {
        long begin = System.nanoTime();
        int calm = 0;
        while (true) {
            List<Finding> findings = findings(logical == null ? configured : logical.rule());
            if (findings.stream().noneMatch(Finding::isError)
                    || logical == null
                    || !logical.isWrapperFor(Membership.class)) {
                return findings;
            }
            boolean switches = RuleChange.all(logical.unwrap(Membership.class)).stream()
                    .anyMatch(change -> change.number() == 0 && change.state() != Change.State.PREPARED);
            calm = switches ? 0 : calm + 1;
            if (calm == CALM_LOOKS || System.nanoTime() - begin > LONGEST_SWITCH.toNanos()) {
                return findings;
            }
            if (switches) {
                LOGGER.info("The tables are looked at again, as a move switches at this moment");
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    /** Looks at the databases by a rule. */
    private List<Finding> findings(ShardingRule rule) throws SQLException {
        Map<String, DataSource> shards = new LinkedHashMap<>();
        rule.dataSources().forEach(name -> shards.put(name, beans.getBean(pools.primary(name), DataSource.class)));
        return start == Start.TOLERATE && !areReached(shards)
                ? List.of()
                : new Verifier(TimedPools.of(shards), rule).verify(level);
    }

    /** Returns the data source, by the rule that all instances have from now on; null if it is another one. */
    private @Nullable ShardingDataSource joined() {
        try {
            DataSource bean = beans.containsBean(LogicalDataSource.BEAN)
                    ? beans.getBean(LogicalDataSource.BEAN, DataSource.class)
                    : beans.getBeanProvider(DataSource.class).getIfAvailable();
            if (bean == null || !bean.isWrapperFor(ShardingDataSource.class)) {
                return null;
            }
            ShardingDataSource logical = bean.unwrap(ShardingDataSource.class);
            logical.join();
            return logical;
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

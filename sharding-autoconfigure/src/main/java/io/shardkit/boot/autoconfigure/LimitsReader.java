package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
import io.shardkit.options.HeatSettings;
import io.shardkit.options.Limits;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.RuleStore;
import io.shardkit.options.StatisticsSettings;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** From the properties of gathering, guards and cache to the engine's limits; each value is checked. */
final class LimitsReader {
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final DataSize LEAST_WEIGHT = DataSize.ofMegabytes(1);

    private LimitsReader() {}

    static Limits limits(ShardingProperties properties) {
        ShardingProperties.Gather gather = properties.gather();
        ShardingProperties.Guard guard = properties.guard();
        Duration timeout = guard.timeout();
        if (timeout.isNegative() || timeout.getNano() != 0 || timeout.getSeconds() > Integer.MAX_VALUE) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    "sharding.guard.timeout",
                    timeout + " is not a whole number of seconds of 0 or more");
        }
        return Limits.builder()
                .gatherEnabled(gather.enabled())
                .gatherMaxRows(atLeast(1, gather.maxRows(), "sharding.gather.max-rows"))
                .gatherMaxBytes(atLeast(1, gather.maxBytes().toBytes(), "sharding.gather.max-bytes"))
                .maxUnits((int) atLeast(1, guard.maxUnits(), "sharding.guard.max-units"))
                .maxMergedRows(atLeast(1, guard.maxMergedRows(), "sharding.guard.max-merged-rows"))
                .maxOffset(atLeast(0, guard.maxOffset(), "sharding.guard.max-offset"))
                .writesWithoutCondition(guard.writesWithoutCondition())
                .timeoutSeconds((int) timeout.getSeconds())
                .upserts(properties.uniqueKeys().upserts())
                .movingUpdates(guard.movingUpdates())
                .hintComments(properties.hint().comments())
                .build();
    }

    static int maxWaiting(ShardingProperties properties) {
        return (int) atLeast(0, properties.guard().maxWaiting(), "sharding.guard.max-waiting");
    }

    static Duration lockTimeout(ShardingProperties properties) {
        Duration timeout = properties.transaction().lockTimeout();
        boolean whole = timeout.toNanosPart() % 1_000_000 == 0;
        if (timeout.isNegative() || !whole || timeout.toSeconds() > Integer.MAX_VALUE / 1000) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    "sharding.transaction.lock-timeout",
                    timeout + " is not a whole number of milliseconds of 0 or more, less than 25 days");
        }
        return timeout;
    }

    /** Returns the settings of the tables by which all instances keep to one rule. */
    static RuleStore ruleStore(ShardingProperties properties) {
        ShardingProperties.RuleStoreTables store = properties.ruleStore();
        return new RuleStore(
                store.mode(),
                store.dataSource(),
                store.ruleTable(),
                store.memberTable(),
                store.createTables(),
                store.poll(),
                store.pause(),
                store.accept(),
                store.instance());
    }

    /** Returns the settings of counts of the traffic, or null if nothing is counted. */
    static @Nullable HeatSettings heat(ShardingProperties properties) {
        ShardingProperties.HeatCounts heat = properties.heat();
        return heat.enabled()
                ? new HeatSettings(heat.interval(), heat.keys(), heat.sample(), heat.hashValues(), heat.table())
                : null;
    }

    /** Returns the settings of statistics of statements, or null if nothing is counted. */
    static @Nullable StatisticsSettings statistics(ShardingProperties properties) {
        ShardingProperties.Statements statements = properties.statements();
        return statements.enabled()
                ? new StatisticsSettings(statements.shapes(), statements.interval(), statements.table())
                : null;
    }

    /** Returns the settings of atomic commits, or null if no transaction may ask for one. */
    static @Nullable AtomicCommits atomic(ShardingProperties properties) {
        ShardingProperties.Atomic atomic = properties.transaction().atomic();
        boolean usual = properties.transaction().crossSource().named() == CrossSource.ATOMIC;
        if (usual && Boolean.FALSE.equals(atomic.enabled())) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    "sharding.transaction.atomic.enabled",
                    "it is false, and sharding.transaction.cross-source is atomic");
        }
        if (!TABLE.matcher(atomic.table()).matches()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    "sharding.transaction.atomic.table",
                    "'" + atomic.table() + "' is not a plain name of letters, digits and underscores");
        }
        if (atomic.recoverAfter().toMillis() < 1000 || atomic.recoverAfter().toHours() >= 1) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    "sharding.transaction.atomic.recover-after",
                    atomic.recoverAfter() + " is not between a second and an hour");
        }
        return usual || Boolean.TRUE.equals(atomic.enabled())
                ? new AtomicCommits(atomic.table(), atomic.createTable(), atomic.recoverAfter())
                : null;
    }

    /** Returns the settings for the use of replicas. */
    static ReplicaSettings replicas(ShardingProperties properties) {
        ShardingProperties.Replicas replicas = properties.replicas();
        String path = "sharding.replicas.";
        Duration interval = atLeast(Duration.ofMillis(10), replicas.checkInterval(), path + "check-interval");
        return new ReplicaSettings(
                replicas.afterWrite(),
                atLeast(Duration.ZERO, replicas.afterWriteFor(), path + "after-write-for"),
                atLeast(Duration.ZERO, replicas.waitTimeout(), path + "wait-timeout"),
                atLeast(interval, replicas.maxLag(), path + "max-lag"),
                interval,
                atLeast(Duration.ZERO, replicas.warmUp(), path + "warm-up"),
                replicas.withoutReplica());
    }

    private static Duration atLeast(Duration least, Duration value, String property) {
        if (value.compareTo(least) < 0 || value.toDays() > 1) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    property,
                    value.toMillis() + "ms is not between " + least.toMillis() + "ms and a day");
        }
        return value;
    }

    static int planCacheSize(ShardingProperties properties) {
        return (int) atLeast(1, properties.planCache().maximumSize(), "sharding.plan-cache.maximum-size");
    }

    static long planCacheWeight(ShardingProperties properties) {
        DataSize weight = properties.planCache().maximumWeight();
        if (weight.compareTo(LEAST_WEIGHT) < 0) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    "sharding.plan-cache.maximum-weight",
                    weight + " is less than " + LEAST_WEIGHT.toMegabytes() + "MB");
        }
        return weight.toBytes();
    }

    private static long atLeast(long least, long value, String property) {
        if (value < least) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, property, value + " is less than " + least);
        }
        return value;
    }
}

package io.shardkit.options;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.observe.StatementListener;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour of a {@link io.shardkit.jdbc.ShardingDataSource}, apart from its rule. Immutable.
 *
 * <p>An application that changes some of it begins with {@link #builder()}.
 */
public final class ShardingOptions {
    private final CrossSource crossSource;
    private final Executor executor;
    private final Limits limits;
    private final int planCacheSize;
    private final long planCacheWeight;
    private final StatementListener listener;
    private final Duration lockTimeout;
    private final @Nullable AtomicCommits atomic;
    private final boolean commitFence;
    private final int maxWaiting;
    private final Start start;
    private final RuleStore ruleStore;
    private final @Nullable HeatSettings heat;
    private final @Nullable StatisticsSettings statistics;

    private ShardingOptions(Builder builder) {
        crossSource = builder.crossSource.named();
        executor = builder.executor == null ? ScatterThreads.ALL : builder.executor;
        limits = builder.limits;
        planCacheSize = builder.planCacheSize;
        planCacheWeight = builder.planCacheWeight;
        listener = builder.listener;
        lockTimeout = builder.lockTimeout;
        atomic = builder.atomic == null && crossSource == CrossSource.ATOMIC ? AtomicCommits.DEFAULTS : builder.atomic;
        commitFence = builder.commitFence;
        maxWaiting = builder.maxWaiting;
        start = builder.start;
        ruleStore = builder.ruleStore;
        heat = builder.heat;
        statistics = builder.statistics;
    }

    /** Starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts with these options. */
    public Builder toBuilder() {
        return builder()
                .crossSource(crossSource)
                .executor(executor)
                .limits(limits)
                .planCacheSize(planCacheSize)
                .planCacheWeight(planCacheWeight)
                .listener(listener)
                .lockTimeout(lockTimeout)
                .atomic(atomic)
                .commitFence(commitFence)
                .maxWaiting(maxWaiting)
                .start(start)
                .ruleStore(ruleStore)
                .heat(heat)
                .statistics(statistics);
    }

    /** The commit of a transaction that wrote to several data sources. */
    public CrossSource crossSource() {
        return crossSource;
    }

    /** The threads of the parallel parts of a scatter; the caller's thread always takes one part itself. */
    public Executor executor() {
        return executor;
    }

    /** The limits of a single statement. */
    public Limits limits() {
        return limits;
    }

    /** The number of plans in the cache. */
    public int planCacheSize() {
        return planCacheSize;
    }

    /** The bytes that the plans in the cache may occupy, roughly. */
    public long planCacheWeight() {
        return planCacheWeight;
    }

    /** The listener that hears of the calls to the shards. */
    public StatementListener listener() {
        return listener;
    }

    /**
     * The time that a transaction over several data sources waits for a lock where the database itself would wait for
     * ever; zero if it may.
     */
    public Duration lockTimeout() {
        return lockTimeout;
    }

    /** The settings of atomic commits, or null if no transaction asks for one. */
    public @Nullable AtomicCommits atomic() {
        return atomic;
    }

    /**
     * Returns true if reads over several data sources wait for commits over several, and these for the reads, so that a
     * read sees all of a commit or none.
     */
    public boolean commitFence() {
        return commitFence;
    }

    /** The number of threads that may wait for a connection to one data source at a time; 0 for any number. */
    public int maxWaiting() {
        return maxWaiting;
    }

    /** The answer to a data source that cannot be reached at the start. */
    public Start start() {
        return start;
    }

    /** The tables by which all instances keep to one rule. */
    public RuleStore ruleStore() {
        return ruleStore;
    }

    /** The settings of counts of the traffic by sharding value, unit and statement; null if nothing is counted. */
    @API(status = API.Status.EXPERIMENTAL)
    public @Nullable HeatSettings heat() {
        return heat;
    }

    /** The settings of statistics of statements; null if nothing is counted. */
    @API(status = API.Status.EXPERIMENTAL)
    public @Nullable StatisticsSettings statistics() {
        return statistics;
    }

    /** Threads of applications that give none: made as needed, ended after a minute without work. */
    private static final class ScatterThreads {
        static final Executor ALL = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "sharding-scatter");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {
        private CrossSource crossSource = CrossSource.BEST_EFFORT;
        private @Nullable Executor executor;
        private Limits limits = Limits.DEFAULTS;
        private int planCacheSize = 2048;
        private long planCacheWeight = 64L << 20;
        private StatementListener listener = StatementListener.NONE;
        private Duration lockTimeout = Duration.ofSeconds(30);
        private @Nullable AtomicCommits atomic;
        private boolean commitFence;
        private int maxWaiting;
        private Start start = Start.STOP;
        private RuleStore ruleStore = RuleStore.DEFAULTS;
        private @Nullable HeatSettings heat;
        private @Nullable StatisticsSettings statistics;

        private Builder() {}

        /** Chooses the commit of transactions that wrote to several data sources; best effort by default. */
        public Builder crossSource(CrossSource commit) {
            this.crossSource = commit;
            return this;
        }

        /**
         * Sets the threads of the parallel parts of a scatter; by default daemon threads that all data sources of this
         * JVM share. An executor must not be bounded with a blocking queue.
         */
        public Builder executor(Executor threads) {
            this.executor = threads;
            return this;
        }

        /** Sets the limits of a single statement. */
        public Builder limits(Limits ofStatement) {
            this.limits = ofStatement;
            return this;
        }

        /** Sets the number of plans in the cache: at least 1; 2,048 by default. */
        public Builder planCacheSize(int plans) {
            this.planCacheSize = (int) atLeast(1, plans, "planCacheSize");
            return this;
        }

        /** Sets the bytes that the plans in the cache may occupy, roughly: at least 1; 64 MB by default. */
        public Builder planCacheWeight(long bytes) {
            this.planCacheWeight = atLeast(1, bytes, "planCacheWeight");
            return this;
        }

        /** Sets the listener that hears of the calls to the shards; none by default. */
        public Builder listener(StatementListener ofCalls) {
            this.listener = ofCalls;
            return this;
        }

        /**
         * Sets the time that a transaction over several data sources waits for a lock where the database itself would
         * wait for ever: zero if it may; 30 seconds by default.
         */
        public Builder lockTimeout(Duration timeout) {
            this.lockTimeout = timeout;
            return this;
        }

        /**
         * Sets up atomic commits; null, the default, leaves them to {@link AtomicCommits#DEFAULTS} if they are the usual
         * commit, and out otherwise.
         */
        public Builder atomic(@Nullable AtomicCommits commits) {
            this.atomic = commits;
            return this;
        }

        /** Makes reads over several data sources see all of a commit or none, or not; not by default. */
        public Builder commitFence(boolean fenced) {
            this.commitFence = fenced;
            return this;
        }

        /** Sets the number of threads that may wait for a connection to one data source: 0, the default, for any. */
        public Builder maxWaiting(int threads) {
            this.maxWaiting = (int) atLeast(0, threads, "maxWaiting");
            return this;
        }

        /** Chooses the answer to a data source that cannot be reached at the start; the start fails by default. */
        public Builder start(Start answer) {
            this.start = answer;
            return this;
        }

        /** Sets the tables by which all instances keep to one rule; used where they can be made by default. */
        public Builder ruleStore(RuleStore store) {
            this.ruleStore = store;
            return this;
        }

        /** Counts the traffic by sharding value, unit and statement; null, the default, counts nothing. */
        @API(status = API.Status.EXPERIMENTAL)
        public Builder heat(@Nullable HeatSettings counts) {
            this.heat = counts;
            return this;
        }

        /** Keeps statistics of statements; null, the default, counts nothing. */
        @API(status = API.Status.EXPERIMENTAL)
        public Builder statistics(@Nullable StatisticsSettings counts) {
            this.statistics = counts;
            return this;
        }

        /** The options. */
        public ShardingOptions build() {
            return new ShardingOptions(this);
        }

        private static long atLeast(long least, long value, String name) {
            if (value < least) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING, name, value + " is less than " + least);
            }
            return value;
        }
    }
}

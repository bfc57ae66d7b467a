package io.shardkit.keygen;

import io.shardkit.options.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The built-in generators of keys, for rules that are written in Java. Each makes the keys of its type in a configuration.
 * A generator is made once for each process and column: two with one worker id could make a key twice. The caller closes
 * it, before the pools.
 */
public final class KeyGenerators {
    private static final KeyDatabases NONE = new OnePool(null);

    private KeyGenerators() {}

    /**
     * Makes increasing 64-bit numbers, with the worker id 0, about which it warns: where several processes write to the
     * same tables, each needs a worker id of its own.
     */
    public static KeyGenerator snowflake() {
        return snowflake(settings -> settings);
    }

    /**
     * Makes increasing 64-bit numbers.
     *
     * @param worker 0 to 1,023, different in each process that writes to the same tables
     * @throws io.shardkit.error.ShardingConfigurationException if it is not
     */
    public static KeyGenerator snowflake(int worker) {
        return snowflake(settings -> settings.worker(worker));
    }

    /**
     * Makes increasing 64-bit numbers of 41 bits of milliseconds, 10 of worker and 12 of sequence.
     *
     * @throws io.shardkit.error.ShardingConfigurationException if a setting is wrong, or there is no worker id to lease
     */
    public static KeyGenerator snowflake(UnaryOperator<Snowflake> settings) {
        return settings.apply(new Snowflake()).make("snowflake");
    }

    /**
     * Makes consecutive whole numbers from 1 on, in blocks of 1,000 that each process takes from the table
     * {@code sharding_segment}.
     *
     * @param key the row in that table, which belongs to one sequence of keys; at most 128 characters
     * @param pool of the database with that table; each block is a short transaction on a connection of its own
     * @throws io.shardkit.error.ShardingConfigurationException if the table cannot be read
     */
    public static KeyGenerator segment(String key, DataSource pool) {
        return segment(key, pool, settings -> settings);
    }

    /** As {@link #segment(String, DataSource)}, with other settings. */
    public static KeyGenerator segment(String key, DataSource pool, UnaryOperator<Segment> settings) {
        return settings.apply(new Segment(pool)).make(key);
    }

    /** Makes UUIDs of version 7, which begin with the time. */
    public static KeyGenerator uuid() {
        return new UuidKeyGenerator();
    }

    /**
     * Makes UUIDs.
     *
     * @param version 7, or 4 for random ones
     * @param digits true for strings of 32 hexadecimal digits without dashes
     * @throws IllegalArgumentException if it is another version
     */
    public static KeyGenerator uuid(int version, boolean digits) {
        return new UuidKeyGenerator(version, digits);
    }

    /** Makes random strings of 21 letters, digits, _ and -; the column needs a case-sensitive collation. */
    public static KeyGenerator nanoid() {
        return BuiltInGenerators.named("nanoid").create("nanoid", new Settings("nanoid", Map.of()), NONE);
    }

    /**
     * Makes random strings.
     *
     * @param alphabet 2 to 94 different printable characters of ASCII
     * @param length how many characters a key has, 1 to 255
     * @throws io.shardkit.error.ShardingConfigurationException if the possible keys are so few that keys would soon
     *     repeat
     */
    public static KeyGenerator nanoid(String alphabet, int length) {
        Map<String, String> settings = Map.of("alphabet", alphabet, "length", Integer.toString(length));
        return BuiltInGenerators.named("nanoid").create("nanoid", new Settings("nanoid", settings), NONE);
    }

    /** The database of a generator, at most one. */
    private record OnePool(@Nullable DataSource pool) implements KeyDatabases {
        @Override
        public List<String> names() {
            return pool == null ? List.of() : List.of("database");
        }

        @Override
        public DataSource named(String name) {
            if (pool == null) {
                throw new IllegalArgumentException(name);
            }
            return pool;
        }
    }

    /** Settings of a type, as a configuration writes them. */
    @SuppressWarnings("EffectivelyPrivate") // its subclasses are public
    private abstract static class Written<T extends Written<T>> {
        private final String type;
        private final Map<String, String> settings = new LinkedHashMap<>();
        private @Nullable DataSource pool;

        Written(String type, @Nullable DataSource pool) {
            this.type = type;
            this.pool = pool;
        }

        abstract T self();

        T set(String name, Object value) {
            settings.put(name, value.toString());
            return self();
        }

        void in(DataSource database) {
            this.pool = database;
        }

        /** Sets the table by which processes agree, with or without a schema; it has to be there. */
        public T table(String name) {
            return set("table", name);
        }

        /** Creates the table if it is missing. */
        public T createTable() {
            return set("create-table", true);
        }

        KeyGenerator make(String name) {
            return BuiltInGenerators.named(type).create(name, new Settings(type, settings), new OnePool(pool));
        }
    }

    /** The settings of {@link #snowflake(UnaryOperator)}. Not thread-safe. */
    public static final class Snowflake extends Written<Snowflake> {
        private Snowflake() {
            super("snowflake", null);
        }

        @Override
        Snowflake self() {
            return this;
        }

        /** Sets the worker id, 0 to 1,023, different in each process that writes to the same tables. */
        public Snowflake worker(int id) {
            return set(WorkerIdSettings.WORKER_ID, id);
        }

        /** Takes the worker id from an environment variable, which has to be set. */
        public Snowflake workerOfEnvironment(String variable) {
            return set(WorkerIdSettings.WORKER_ID, "env:" + variable);
        }

        /** Takes the number at the end of the host's name for the worker id, as pods of a stateful set have one. */
        public Snowflake workerOfHostName() {
            return set(WorkerIdSettings.WORKER_ID, "ordinal");
        }

        /**
         * Leases a worker id from the table {@code sharding_worker} or that of {@link #table}, as long as the generator is
         * open.
         *
         * @param database a pool of the database with that table
         * @param leaseTime how long the worker id is kept for a process that is gone, 100 ms to a day
         */
        public Snowflake leasedWorker(DataSource database, Duration leaseTime) {
            in(database);
            set(WorkerIdSettings.LEASE_TIME, leaseTime.toMillis() + "ms");
            return set(WorkerIdSettings.WORKER_ID, "lease");
        }

        /** Sets the greatest worker id, 0 to 1,023; 1,023 if not called. */
        public Snowflake greatestWorker(int id) {
            return set(WorkerIdSettings.GREATEST, id);
        }

        /** Sets the instant that is 0 in keys, within the last 69 years; 2016-11-01T00:00:00Z if not called. */
        public Snowflake epoch(Instant zero) {
            return set("epoch", zero);
        }

        /** Sets how far the clock may step back, in whole milliseconds, before keys are refused; 10 ms if not called. */
        public Snowflake tolerance(Duration back) {
            return set("max-tolerate-time-difference-milliseconds", back.toMillis());
        }

        /** Lets the lowest bits of keys hold the shard of a column, by whose strategy rows are found also by the key. */
        public Snowflake embed(String column) {
            return set("embed", column);
        }

        /**
         * Lets keys tell more shards of that column apart than there are, so that there can be as many later.
         *
         * @param shards a power of two up to 1,024
         */
        public Snowflake embedShards(int shards) {
            return set("embed-shards", shards);
        }
    }

    /** The settings of {@link #segment(String, DataSource, UnaryOperator)}. Not thread-safe. */
    public static final class Segment extends Written<Segment> {
        private Segment(DataSource pool) {
            super("segment", pool);
        }

        @Override
        Segment self() {
            return this;
        }

        /** Sets how many keys a block has, 1 to 1,000,000,000; 1,000 if not called. */
        public Segment blockSize(long keys) {
            return set("block-size", keys);
        }

        /** Sets the first key, where the table has no row yet; 1 if not called. */
        public Segment firstKey(long key) {
            return set("first-key", key);
        }

        /** Sets how much of a block is used when the next one is fetched, 0 to 100 percent; 50 if not called. */
        public Segment fetchAheadPercent(int percent) {
            return set("fetch-ahead-percent", percent);
        }
    }
}

package io.shardkit.keygen;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.observe.LeaseState;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Increasing 64-bit keys: 41 bits of milliseconds, 10 bits of worker, 12 bits of sequence (the layout that Twitter
 * published as Snowflake in 2010). Two processes must not share a worker id.
 *
 * <p>The sequence starts at a random number in each millisecond instead of at zero, so that keys made at a low rate
 * spread evenly under {@code key mod n}. A clock that steps back is waited for up to the tolerance, then refused.
 */
public final class SnowflakeKeyGenerator implements KeyGenerator {
    /** 2016-11-01T00:00:00Z, so that keys continue those of applications that come from ShardingSphere. */
    public static final long DEFAULT_EPOCH_MILLIS = 1_477_958_400_000L;

    /** The greatest worker id. */
    public static final long MAX_WORKER = (1L << 10) - 1;

    /** The greatest number of low bits of a key that may hold a shard: the sequence needs some bits of its own. */
    public static final int MAX_SHARD_BITS = 10;

    private static final int SEQUENCE_BITS = 12;
    private static final int WORKER_BITS = 10;
    private static final int TIME_BITS = 41;
    private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;
    /** A quarter of the sequence, so that each millisecond has room for three quarters of it. */
    private static final long STARTS = 1L << (SEQUENCE_BITS - 2);

    private final WorkerIds workers;
    private final long epochMillis;
    private final long toleranceMillis;
    private final LongSupplier clock;

    /** Millisecond and sequence of the last key. */
    private final AtomicLong last = new AtomicLong();

    /**
     * @param worker 0 to 1023, different for every process that writes to the same tables
     * @param toleranceMillis how far back the clock may step, in milliseconds, before keys are refused
     */
    public SnowflakeKeyGenerator(long worker, long toleranceMillis) {
        this(worker, DEFAULT_EPOCH_MILLIS, toleranceMillis, System::currentTimeMillis);
    }

    /**
     * @param workers gives the worker id; closed with this generator
     * @param epochMillis the time that is 0 in a key, in milliseconds since 1970 UTC
     * @param toleranceMillis how far back the clock may step, in milliseconds, before keys are refused
     */
    public SnowflakeKeyGenerator(WorkerIds workers, long epochMillis, long toleranceMillis) {
        this(workers, epochMillis, toleranceMillis, System::currentTimeMillis);
    }

    SnowflakeKeyGenerator(long worker, long epochMillis, long toleranceMillis, LongSupplier clock) {
        this(WorkerIds.fixed(checked(worker)), epochMillis, toleranceMillis, clock);
    }

    SnowflakeKeyGenerator(WorkerIds workers, long epochMillis, long toleranceMillis, LongSupplier clock) {
        this.workers = workers;
        this.epochMillis = epochMillis;
        this.toleranceMillis = toleranceMillis;
        this.clock = clock;
    }

    private static long checked(long worker) {
        if (worker < 0 || worker > MAX_WORKER) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "worker-id", worker + " is not between 0 and " + MAX_WORKER);
        }
        return worker;
    }

    /**
     * @throws KeyGenerationException with {@link ErrorCode#CLOCK_STEPPED_BACK} if the clock stepped back by more than the
     *     tolerance, or as {@link WorkerIds#grant} throws it
     */
    @Override
    public Object nextKey() {
        return nextKey(0, 0);
    }

    /**
     * A key whose low bits are a shard. The sequence goes on in steps that leave these bits free, whatever their number,
     * so that no key is made twice.
     *
     * @param shard what the low bits hold
     * @param bits how many they are, 0 to {@link #MAX_SHARD_BITS}
     * @throws KeyGenerationException as {@link #nextKey()} does
     */
    public long nextKey(int shard, int bits) {
        long mask = (1L << bits) - 1;
        while (true) {
            long before = last.get();
            long lastMillis = before >>> SEQUENCE_BITS;
            long sequence = ((before & SEQUENCE_MASK) | mask) + 1;
            long now = notBefore(lastMillis);
            if (now == lastMillis && sequence > SEQUENCE_MASK) {
                now = notBefore(lastMillis + 1);
            }
            WorkerIds.Grant grant = workers.grant(now);
            if (now <= grant.usedUntilMillis()) {
                notBefore(grant.usedUntilMillis() + 1);
                continue;
            }
            sequence =
                    now == lastMillis ? sequence : ThreadLocalRandom.current().nextLong(STARTS) & ~mask;
            if (last.compareAndSet(before, now << SEQUENCE_BITS | sequence | mask)) {
                return sinceEpoch(now) << (SEQUENCE_BITS + WORKER_BITS)
                        | grant.worker() << SEQUENCE_BITS
                        | sequence
                        | shard;
            }
        }
    }

    private long sinceEpoch(long now) {
        long millis = now - epochMillis;
        if (millis < 0 || millis >>> TIME_BITS != 0) {
            throw new KeyGenerationException(
                    ErrorCode.CLOCK_STEPPED_BACK, "the clock is not within 69 years from the epoch on");
        }
        return millis;
    }

    private long notBefore(long earliest) {
        long now = clock.getAsLong();
        if (earliest - now > toleranceMillis + 1) {
            throw new KeyGenerationException(
                    ErrorCode.CLOCK_STEPPED_BACK,
                    "by " + (earliest - now) + " ms, more than the tolerated " + toleranceMillis + " ms");
        }
        while (now < earliest) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            now = clock.getAsLong();
        }
        return now;
    }

    @Override
    public @Nullable LeaseState lease() {
        return workers.lease();
    }

    /** Gives the worker id back, with the time of the last key. */
    @Override
    public void close() {
        workers.release(Math.max(clock.getAsLong(), last.get() >>> SEQUENCE_BITS));
    }
}

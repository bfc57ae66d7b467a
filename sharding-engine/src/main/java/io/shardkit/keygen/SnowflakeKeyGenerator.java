package io.shardkit.keygen;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Increasing 64-bit keys: 41 bits of milliseconds, 10 bits of worker, 12 bits of sequence (the layout that Twitter
 * published as Snowflake in 2010). Two processes must not share a worker id.
 *
 * <p>The sequence goes on from one millisecond to the next, by a random step, instead of starting at zero, so that keys
 * made at a low rate spread evenly under {@code key mod n}, and in no rhythm that other columns might have too. A clock that steps back is waited for up to the tolerance, then refused.
 */
public final class SnowflakeKeyGenerator implements KeyGenerator {
    /** 2016-11-01T00:00:00Z, so that keys continue those of applications that come from ShardingSphere. */
    public static final long DEFAULT_EPOCH_MILLIS = 1_477_958_400_000L;

    private static final int SEQUENCE_BITS = 12;
    private static final int WORKER_BITS = 10;
    private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;
    private static final long MOST_STEP = 64;
    private static final long MAX_WORKER = (1L << WORKER_BITS) - 1;

    private final long worker;
    private final long epochMillis;
    private final long toleranceMillis;
    private final LongSupplier clock;
    private final LongSupplier step;

    private long lastMillis;
    private long sequence;

    /**
     * @param worker 0 to 1023, different for every process that writes to the same tables
     * @param toleranceMillis how far back the clock may step, in milliseconds, before keys are refused
     */
    public SnowflakeKeyGenerator(long worker, long toleranceMillis) {
        this(worker, DEFAULT_EPOCH_MILLIS, toleranceMillis, System::currentTimeMillis, () -> ThreadLocalRandom.current()
                .nextLong(1, 1 + MOST_STEP));
    }

    SnowflakeKeyGenerator(long worker, long epochMillis, long toleranceMillis, LongSupplier clock) {
        this(worker, epochMillis, toleranceMillis, clock, () -> 1);
    }

    private SnowflakeKeyGenerator(
            long worker, long epochMillis, long toleranceMillis, LongSupplier clock, LongSupplier step) {
        if (worker < 0 || worker > MAX_WORKER) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "worker-id", worker + " is not between 0 and " + MAX_WORKER);
        }
        this.worker = worker;
        this.epochMillis = epochMillis;
        this.toleranceMillis = toleranceMillis;
        this.clock = clock;
        this.step = step;
    }

    /**
     * @throws IllegalStateException if the clock stepped back by more than the tolerance
     */
    @Override
    public Object nextKey() {
        return nextLong();
    }

    private synchronized long nextLong() {
        long now = notBefore(lastMillis);
        if (now == lastMillis && sequence == SEQUENCE_MASK) {
            // Starting again within the millisecond would give a lesser key, and later one that was given before.
            now = notBefore(lastMillis + 1);
        }
        sequence = (sequence + (now == lastMillis ? 1 : step.getAsLong())) & SEQUENCE_MASK;
        lastMillis = now;
        return (now - epochMillis) << (SEQUENCE_BITS + WORKER_BITS) | worker << SEQUENCE_BITS | sequence;
    }

    private long notBefore(long earliest) {
        long now = clock.getAsLong();
        if (earliest - now > toleranceMillis + 1) {
            throw new IllegalStateException("The clock stepped back by " + (earliest - now)
                    + " ms, more than the tolerated " + toleranceMillis + " ms; no key was made");
        }
        while (now < earliest) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            now = clock.getAsLong();
        }
        return now;
    }
}

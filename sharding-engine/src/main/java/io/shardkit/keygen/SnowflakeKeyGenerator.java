package io.shardkit.keygen;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

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

    private static final int SEQUENCE_BITS = 12;
    private static final int WORKER_BITS = 10;
    private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;
    /** A quarter of the sequence, so that each millisecond has room for three quarters of it. */
    private static final long STARTS = 1L << (SEQUENCE_BITS - 2);

    private static final long MAX_WORKER = (1L << WORKER_BITS) - 1;

    private final long worker;
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

    SnowflakeKeyGenerator(long worker, long epochMillis, long toleranceMillis, LongSupplier clock) {
        if (worker < 0 || worker > MAX_WORKER) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, "worker-id", worker + " is not between 0 and " + MAX_WORKER);
        }
        this.worker = worker;
        this.epochMillis = epochMillis;
        this.toleranceMillis = toleranceMillis;
        this.clock = clock;
    }

    /**
     * @throws IllegalStateException if the clock stepped back by more than the tolerance
     */
    @Override
    public Object nextKey() {
        return nextLong();
    }

    private long nextLong() {
        while (true) {
            long before = last.get();
            long lastMillis = before >>> SEQUENCE_BITS;
            long sequence = before & SEQUENCE_MASK;
            long now = notBefore(lastMillis);
            if (now == lastMillis && sequence == SEQUENCE_MASK) {
                now = notBefore(lastMillis + 1);
            }
            sequence = now == lastMillis
                    ? sequence + 1
                    : ThreadLocalRandom.current().nextLong(STARTS);
            if (last.compareAndSet(before, now << SEQUENCE_BITS | sequence)) {
                return (now - epochMillis) << (SEQUENCE_BITS + WORKER_BITS) | worker << SEQUENCE_BITS | sequence;
            }
        }
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

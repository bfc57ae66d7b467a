package io.shardkit.keygen;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * UUIDs of RFC 9562: of version 7, which begin with the time and increase within a process, or of version 4, which are
 * random. A column of type UUID is given them as they are, any other their 36 characters.
 */
public final class UuidKeyGenerator implements KeyGenerator {
    private static final int COUNTER_BITS = 12;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long VARIANT_REST = 0x3FFF_FFFF_FFFF_FFFFL;

    private final boolean timeBased;
    private final boolean digits;
    private final SecureRandom random = new SecureRandom();
    /** Millisecond and counter of the last one of version 7. */
    private final AtomicLong last = new AtomicLong();

    /** UUIDs of version 7. */
    public UuidKeyGenerator() {
        this(7, false);
    }

    /**
     * @param version 4 or 7
     * @param digits whether keys are strings of 32 hexadecimal digits without dashes
     */
    public UuidKeyGenerator(int version, boolean digits) {
        if (version != 4 && version != 7) {
            throw new IllegalArgumentException("Version " + version);
        }
        this.timeBased = version == 7;
        this.digits = digits;
    }

    @Override
    public Object nextKey() {
        UUID key = timeBased ? ofTime() : UUID.randomUUID();
        return digits ? key.toString().replace("-", "") : key;
    }

    /** 48 bits of milliseconds, 12 of a counter that starts at random, 62 random ones. */
    private UUID ofTime() {
        long millis = System.currentTimeMillis();
        long start = random.nextInt(1 << (COUNTER_BITS - 1));
        // A clock that steps back, and a full counter, leave the time where it was or carry over into it.
        long count = last.updateAndGet(
                before -> millis > before >>> COUNTER_BITS ? millis << COUNTER_BITS | start : before + 1);
        return new UUID(
                (count >>> COUNTER_BITS) << 16 | 7L << COUNTER_BITS | (count & COUNTER_MASK),
                VARIANT | (random.nextLong() & VARIANT_REST));
    }
}

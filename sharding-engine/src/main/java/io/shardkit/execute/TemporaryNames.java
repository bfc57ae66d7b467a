package io.shardkit.execute;

import io.shardkit.dialect.ServerSettings;
import java.util.concurrent.atomic.AtomicLong;

/** Names of the temporary tables that a gather makes, and back from them to the logical tables. */
public final class TemporaryNames {
    private static final String PREFIX = "sk_g";
    private static final int LONGEST_LOGICAL_NAME = 40;

    private static final AtomicLong NUMBERS = new AtomicLong();

    private TemporaryNames() {}

    /** A name that was not used before. */
    public static String next(int use, String logicalName, ServerSettings settings) {
        return name(NUMBERS.incrementAndGet(), use, logicalName, settings);
    }

    /** A number that was not used before, for the names of several tables. */
    public static long nextNumber() {
        return NUMBERS.incrementAndGet();
    }

    /** A name with a number of its own, in letters in which it is the same with quotes and without. */
    public static String name(long number, int use, String logicalName, ServerSettings settings) {
        String shortened = logicalName.length() > LONGEST_LOGICAL_NAME
                ? logicalName.substring(0, LONGEST_LOGICAL_NAME)
                : logicalName;
        String name = PREFIX + Long.toString(number, Character.MAX_RADIX) + "_" + use + "_" + shortened;
        return settings.stored().of(name);
    }

    /** Returns true if a gather made the table. */
    public static boolean isTemporary(String name) {
        return name.regionMatches(true, 0, PREFIX, 0, PREFIX.length()) && name.split("_", 4).length == 4;
    }

    /** The logical name of a table that a gather made. */
    public static String logical(String temporary) {
        return temporary.split("_", 4)[3];
    }
}

package io.shardkit.loadtest;

import java.util.Locale;

/**
 * The capacity of a database in the load test: at most so many statements at once, each for at least so long. So every
 * database has a known ceiling that the machine, which all databases share, does not reach.
 *
 * @param places statements at once; 0 for no limit
 * @param millis the least time of a statement
 */
record Capacity(int places, int millis) {

    static final Capacity UNLIMITED = new Capacity(0, 0);

    /** {@code 4x20} for 4 statements at once of 20 ms, {@code off} for no limit. */
    static Capacity parse(String text) {
        if (text.strip().equals("off")) {
            return UNLIMITED;
        }
        String[] parts = text.strip().split("x", -1);
        try {
            if (parts.length == 2) {
                Capacity capacity = new Capacity(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
                if (capacity.places > 0 && capacity.millis > 0) {
                    return capacity;
                }
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "load.gate is \"off\" or statements at once and milliseconds, such as 4x20, not \"" + text + "\"");
    }

    boolean isLimited() {
        return places > 0;
    }

    /** Statements per second that a database of this capacity serves at most. */
    double ceiling() {
        return places * 1_000.0 / millis;
    }

    /** A JDBC URL whose connections keep to it. */
    String url(String plain) {
        return isLimited()
                ? String.format(Locale.ROOT, "jdbc:gate:places=%d,micros=%d:%s", places, millis * 1_000, plain)
                : plain;
    }

    /** For a sentence of the report. */
    String inWords() {
        return isLimited()
                ? String.format(
                        Locale.ROOT,
                        "at most %d statements at once, each for at least %d ms: %,.0f statements per second",
                        places,
                        millis,
                        ceiling())
                : "no limit";
    }
}

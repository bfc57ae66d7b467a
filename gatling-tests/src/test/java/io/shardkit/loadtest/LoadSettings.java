package io.shardkit.loadtest;

import java.util.List;

/**
 * How hard and how long the load test works. Every value is a system property, {@code load.<name>}.
 *
 * @param users virtual users; each sends its next request when the last one is answered
 * @param seconds how long each scenario is measured
 * @param warmup seconds of unmeasured requests before the first scenario
 * @param orders orders that exist before anything is measured; the same number in each profile, so that the reading
 *     scenarios read tables of the same size
 */
record LoadSettings(int users, int seconds, int warmup, int orders) {

    private static final int MOST_CUSTOMERS = 100;

    LoadSettings {
        requirePositive("load.users", users);
        requirePositive("load.seconds", seconds);
        requirePositive("load.warmup", warmup);
        requirePositive("load.orders", orders);
    }

    static LoadSettings fromSystemProperties() {
        return new LoadSettings(
                property("load.users", 4),
                property("load.seconds", 15),
                property("load.warmup", 10),
                property("load.orders", 2_000));
    }

    /** Users of the shop, not of the load test: the values of the sharding key; each has at least one order. */
    int customers() {
        return Math.min(MOST_CUSTOMERS, orders);
    }

    /** The same settings as options for a child JVM. */
    List<String> asJvmOptions() {
        return List.of(
                "-Dload.users=" + users,
                "-Dload.seconds=" + seconds,
                "-Dload.warmup=" + warmup,
                "-Dload.orders=" + orders);
    }

    private static int property(String name, int otherwise) {
        String value = System.getProperty(name);
        if (value == null || value.isBlank()) {
            return otherwise;
        }
        try {
            return Integer.parseInt(value.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, not \"" + value + "\"", e);
        }
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, not " + value);
        }
    }
}

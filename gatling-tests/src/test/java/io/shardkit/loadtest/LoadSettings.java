package io.shardkit.loadtest;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The size and the duration of the simulation in Gatling. Every value is a system property, {@code load.<name>}.
 *
 * @param users virtual users; each sends its next request when the last one is answered
 * @param seconds how long each scenario is measured
 * @param warmup seconds of unmeasured requests before the first scenario
 * @param orders orders that exist before anything is measured; the same number in each profile, so that the reading
 *     scenarios read tables of the same size
 * @param scenarios the measured scenarios, one after the other; reading ones first, while the tables have a known size
 */
record LoadSettings(int users, int seconds, int warmup, int orders, List<Scenario> scenarios) {

    /** The scenarios of the order workload: query, update, insert. */
    static final List<Scenario> ORDER_WORKLOAD = List.of(Scenario.READ_BY_KEY, Scenario.UPDATE, Scenario.CREATE);

    private static final int MOST_CUSTOMERS = 100;

    LoadSettings {
        Settings.atLeast("load.users", users, 1);
        Settings.atLeast("load.seconds", seconds, 1);
        Settings.atLeast("load.warmup", warmup, 1);
        Settings.atLeast("load.orders", orders, 1);
        scenarios = List.copyOf(scenarios);
    }

    static LoadSettings fromSystemProperties() {
        return new LoadSettings(
                Settings.number("load.users", 64, 1),
                Settings.number("load.seconds", 15, 1),
                Settings.number("load.warmup", 20, 1),
                Settings.number("load.orders", 2_000, 1),
                Settings.read("load.scenarios", ORDER_WORKLOAD, Scenario::parse));
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
                "-Dload.orders=" + orders,
                "-Dload.scenarios=" + scenarios.stream().map(Scenario::title).collect(Collectors.joining(",")));
    }
}

package io.shardkit.loadtest;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The size and the duration of the measurements in turns. Every value is a system property.
 *
 * @param operation {@code load.operation}: the operation that measures the cost
 * @param gainOperation {@code load.gain.operation}: the operation that measures the gain; one statement by default, so
 *     that the capacity of the databases is known in requests too
 * @param threads {@code load.threads}: of the closed loop that finds the cost
 * @param rounds {@code load.rounds}: turns of each service in it
 * @param openRounds {@code load.open.rounds}: turns of each service under an open load; 0 for none
 * @param warmUp {@code load.warmup}: seconds of each service after which warming up for the cost is given up; a quarter
 *     of it for the gain
 * @param gate {@code load.gate}: the capacity of a database for the gain
 * @param gainThreads {@code load.gain.threads}: of the closed loops that find the gain
 * @param gainRounds {@code load.gain.rounds}: turns of each service in each of them
 * @param gainTurn {@code load.gain.turn}: how long such a turn is, in milliseconds; half as long goes before each, in
 *     which the threads begin
 * @param orders {@code load.orders}: orders that exist before anything is measured
 * @param seed {@code load.seed}: of the order of the turns
 */
record TurnSettings(
        Operation operation,
        Operation gainOperation,
        int threads,
        int rounds,
        int openRounds,
        int warmUp,
        Capacity gate,
        int[] gainThreads,
        int gainRounds,
        Duration gainTurn,
        int orders,
        int seed) {

    static TurnSettings fromSystemProperties() {
        int[] gainThreads = Settings.numbers("load.gain.threads", 1, 8, 32, 128);
        int threads = Settings.number("load.threads", 4, 1);
        int most = Math.max(threads, Arrays.stream(gainThreads).max().orElse(1));
        return new TurnSettings(
                Settings.read("load.operation", Operation.MIX, Operation::named),
                Settings.read("load.gain.operation", Operation.READ, Operation::named),
                threads,
                Settings.number("load.rounds", 12, 2),
                Settings.number("load.open.rounds", 3, 0),
                Settings.number("load.warmup", 60, 1),
                Settings.read("load.gate", new Capacity(4, 20), Capacity::parse),
                gainThreads,
                Settings.number("load.gain.rounds", 4, 2),
                Duration.ofMillis(Settings.number("load.gain.turn", 500, 100)),
                Settings.number("load.orders", 2_000, Math.max(Orders.CUSTOMERS, most)),
                Settings.number("load.seed", (int) (System.nanoTime() & 0xFFFF), 0));
    }

    /** For the report, by the names of the properties. */
    Map<String, String> asMap() {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("load.operation", operation.title());
        map.put("load.threads", Integer.toString(threads));
        map.put("load.rounds", Integer.toString(rounds));
        map.put("load.open.rounds", Integer.toString(openRounds));
        map.put("load.warmup", warmUp + " s at most");
        map.put("load.gate", gate.inWords());
        map.put(
                "load.gain.threads",
                Arrays.stream(gainThreads).mapToObj(Integer::toString).collect(Collectors.joining(", ")));
        map.put("load.gain.operation", gainOperation.title());
        map.put("load.gain.rounds", Integer.toString(gainRounds));
        map.put("load.gain.turn", gainTurn.toMillis() + " ms");
        map.put("load.orders", Integer.toString(orders));
        map.put("load.seed", Integer.toString(seed));
        return map;
    }
}

package io.shardkit.benchmarks.report;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The subjects of one workload. What relates two subjects is computed in each round, where they ran one after the other,
 * and the median of the rounds is taken. Immutable.
 */
final class SubjectComparison {
    /** By hand; over both data sources at the same time. */
    static final String HAND = "HAND";

    /** By hand, one data source after the other. */
    static final String HAND_IN_TURN = "HAND_IN_TURN";

    /** By hand, with a UNION ALL for each data source. */
    static final String HAND_UNION = "HAND_UNION";

    /** Through Shardkit. */
    static final String SHARDKIT = "SHARDKIT";

    /** Through the peer. */
    static final String PEER = "PEER";

    private final Map<Integer, Map<String, JmhResult>> rounds = new TreeMap<>();
    private final @Nullable AlternationResult turn;
    private final boolean fasterByHand;

    /**
     * Compares the subjects.
     *
     * @param turn Shardkit and by hand in turns in one JVM, or null
     * @param fasterByHand whether by hand is what is faster, both data sources at the same time or in turn; else at the
     *     same time
     */
    SubjectComparison(List<JmhResult> measured, @Nullable AlternationResult turn, boolean fasterByHand) {
        this.turn = turn;
        this.fasterByHand = fasterByHand;
        for (JmhResult each : measured) {
            rounds.computeIfAbsent(each.round(), round -> new HashMap<>()).put(each.subject(), each);
        }
    }

    int rounds() {
        return rounds.size();
    }

    /** Time of an operation in microseconds; empty if the subject has no result. */
    OptionalDouble micros(String subject) {
        return median(round -> micros(round, subject));
    }

    /** Time of an operation by hand, in the way that is compared with. */
    OptionalDouble handMicros() {
        return median(round -> hand(round, JmhResult::micros));
    }

    /** Bytes that an operation allocates. */
    OptionalDouble bytes(String subject) {
        return median(round -> bytes(round, subject));
    }

    /** Returns the time in multiples of the time by hand. */
    OptionalDouble ratio(String subject) {
        return median(round -> micros(round, subject) / hand(round, JmhResult::micros));
    }

    /** Returns Shardkit's time in multiples of the time by hand: in turns if there were any, else as JMH has it. */
    OptionalDouble timeRatio() {
        return turn == null ? ratio(SHARDKIT) : OptionalDouble.of(turn.timeRatio());
    }

    /** Microseconds that Shardkit takes more than by hand: in turns if there were any, else as JMH has it. */
    OptionalDouble timeAdded() {
        return turn == null ? addedMicros(SHARDKIT) : OptionalDouble.of(turn.addedMicros());
    }

    /** Returns the processor time in multiples of that by hand, in the measured JVM. */
    OptionalDouble processorRatio(String subject) {
        return median(
                round -> of(round, subject, JmhResult::processorMicros) / hand(round, JmhResult::processorMicros));
    }

    /** Returns the time in multiples of another subject's. */
    OptionalDouble ratio(String subject, String other) {
        return median(round -> micros(round, subject) / micros(round, other));
    }

    /** Microseconds more than by hand. */
    OptionalDouble addedMicros(String subject) {
        return median(round -> micros(round, subject) - hand(round, JmhResult::micros));
    }

    /** Bytes more than by hand. */
    OptionalDouble addedBytes(String subject) {
        return median(round -> bytes(round, subject) - hand(round, JmhResult::bytes));
    }

    /** Returns the peer's added time in multiples of Shardkit's added time; infinite where Shardkit adds none. */
    OptionalDouble peerAddsTime() {
        return median(round -> times(
                micros(round, PEER) - hand(round, JmhResult::micros),
                micros(round, SHARDKIT) - hand(round, JmhResult::micros)));
    }

    /** Returns the peer's added bytes in multiples of Shardkit's added bytes; infinite where Shardkit adds none. */
    OptionalDouble peerAddsBytes() {
        return median(round -> times(
                bytes(round, PEER) - hand(round, JmhResult::bytes),
                bytes(round, SHARDKIT) - hand(round, JmhResult::bytes)));
    }

    private static double times(double peer, double own) {
        if (Double.isNaN(peer) || Double.isNaN(own)) {
            return Double.NaN;
        }
        return own <= 0 ? Double.POSITIVE_INFINITY : peer / own;
    }

    private static double micros(Map<String, JmhResult> round, String subject) {
        return of(round, subject, JmhResult::micros);
    }

    private static double bytes(Map<String, JmhResult> round, String subject) {
        return of(round, subject, JmhResult::bytes);
    }

    private double hand(Map<String, JmhResult> round, ToDoubleFunction<JmhResult> value) {
        JmhResult inTurn = round.get(HAND_IN_TURN);
        boolean faster = fasterByHand && inTurn != null && inTurn.micros() < micros(round, HAND);
        return of(round, faster ? HAND_IN_TURN : HAND, value);
    }

    private static double of(Map<String, JmhResult> round, String subject, ToDoubleFunction<JmhResult> value) {
        JmhResult found = round.get(subject);
        return found == null ? Double.NaN : value.applyAsDouble(found);
    }

    private OptionalDouble median(ToDoubleFunction<Map<String, JmhResult>> value) {
        double[] values = rounds.values().stream()
                .mapToDouble(value)
                .filter(each -> !Double.isNaN(each))
                .sorted()
                .toArray();
        return median(values);
    }

    private static OptionalDouble median(double[] sorted) {
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        int middle = sorted.length / 2;
        return OptionalDouble.of(
                sorted.length % 2 == 1
                        ? sorted[middle]
                        : Arrays.stream(sorted, middle - 1, middle + 1)
                                .average()
                                .orElseThrow());
    }
}

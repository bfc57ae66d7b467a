package io.shardkit.lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Two runs of one name, figure by figure. Whether a figure differs by more than noise is told by the interval of the
 * difference, computed from the intervals of the two: the arms that face each other, squared, added, and the root of it
 * (Zou and Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine
 * 27, 2008). It differs when that interval leaves out zero. At 95 % one figure of twenty does so by chance.
 */
public final class Comparison {

    private final Run before;
    private final Run after;

    /**
     * @throws IllegalArgumentException if the two ran something different
     */
    public Comparison(Run before, Run after) {
        if (!before.name().equals(after.name())) {
            throw new IllegalArgumentException(
                    "the runs are of \"" + before.name() + "\" and \"" + after.name() + "\": they can't be compared");
        }
        this.before = before;
        this.after = after;
    }

    /** The verdict on a figure. */
    public enum Verdict {
        WITHIN_NOISE("within noise"),
        BETTER("better"),
        WORSE("worse"),
        DIFFERENT("different"),
        NOT_KNOWN("no interval: not known"),
        ONLY_BEFORE("only in the first run"),
        ONLY_AFTER("only in the second run");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    /**
     * A figure of both.
     *
     * @param difference the second less the first, with its interval; null unless both have one
     */
    public record Line(
            String name,
            @Nullable Figure before,
            @Nullable Figure after,
            @Nullable Interval difference,
            Verdict verdict) {}

    /** Every figure of either run, in the order of the first. */
    public List<Line> lines() {
        Map<String, Figure> rest = byName(after);
        List<Line> lines = new ArrayList<>();
        byName(before).forEach((name, figure) -> {
            Figure other = rest.remove(name);
            lines.add(other == null ? new Line(name, figure, null, null, Verdict.ONLY_BEFORE) : line(figure, other));
        });
        rest.forEach((name, figure) -> lines.add(new Line(name, null, figure, null, Verdict.ONLY_AFTER)));
        return lines;
    }

    /**
     * Returns the conditions that differ between the two runs, so that a difference may come from there; empty if all are
     * the same.
     */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        Machine one = before.machine();
        Machine other = after.machine();
        if (one.processors() != other.processors()
                || !one.cpu().equals(other.cpu())
                || !one.java().equals(other.java())) {
            warnings.add("the machines or their Java differ");
        }
        Map<String, String> settings = new LinkedHashMap<>(before.settings());
        settings.putAll(after.settings());
        for (String name : settings.keySet()) {
            String first = before.settings().get(name);
            String second = after.settings().get(name);
            if (first == null || !first.equals(second)) {
                warnings.add(name + ": " + first + " and " + second);
            }
        }
        for (Run run : List.of(before, after)) {
            if (!run.failures().isEmpty()) {
                warnings.add("the run of " + run.started() + " failed: " + String.join("; ", run.failures()));
            }
        }
        return warnings;
    }

    private static Map<String, Figure> byName(Run run) {
        return run.figures().stream()
                .collect(Collectors.toMap(Figure::name, figure -> figure, (first, same) -> first, LinkedHashMap::new));
    }

    private static Line line(Figure before, Figure after) {
        Interval one = before.interval();
        Interval other = after.interval();
        if (one == null
                || other == null
                || one.confidence() != other.confidence()
                || !before.unit().equals(after.unit())) {
            return new Line(before.name(), before, after, null, Verdict.NOT_KNOWN);
        }
        double difference = after.value() - before.value();
        Interval interval = new Interval(
                difference - Math.hypot(after.value() - other.low(), one.high() - before.value()),
                difference + Math.hypot(other.high() - after.value(), before.value() - one.low()),
                one.confidence());
        return new Line(before.name(), before, after, interval, verdict(interval, difference, before.better()));
    }

    private static Verdict verdict(Interval interval, double difference, Figure.Better better) {
        if (interval.contains(0)) {
            return Verdict.WITHIN_NOISE;
        }
        return switch (better) {
            case NEITHER -> Verdict.DIFFERENT;
            case HIGHER -> difference > 0 ? Verdict.BETTER : Verdict.WORSE;
            case LOWER -> difference < 0 ? Verdict.BETTER : Verdict.WORSE;
        };
    }
}

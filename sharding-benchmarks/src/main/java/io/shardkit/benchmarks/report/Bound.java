package io.shardkit.benchmarks.report;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A bound on the results, and whether it was met.
 *
 * @param about the workloads and the databases
 * @param limit the bound
 * @param measured the result, the worst of several
 * @param outcome whether the bound was met
 */
record Bound(String about, String limit, String measured, Outcome outcome) {

    /** The outcome of the bound. */
    enum Outcome {
        /** Reached everywhere. */
        MET("met"),
        /** Not missed, but results are missing. */
        MET_SO_FAR("met so far"),
        /** Missed at least once. */
        NOT_MET("**not met**"),
        /** There is no result. */
        NOT_MEASURED("not measured");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        /** As the page says it. */
        String text() {
            return text;
        }
    }

    /**
     * One figure that counts towards a bound.
     *
     * @param text as the page shows it
     * @param value for the order of badness, the worst highest
     * @param met whether it is within the bound
     */
    record Figure(String text, double value, boolean met) {}

    /**
     * The bound with its worst figure, and how many figures missed it.
     *
     * @param expected how many figures a complete run has
     */
    static Bound of(String about, String limit, List<Figure> figures, int expected) {
        if (figures.isEmpty()) {
            return new Bound(about, limit, Cells.NONE, Outcome.NOT_MEASURED);
        }
        Figure worst = Collections.max(figures, Comparator.comparingDouble(Figure::value));
        long missed = figures.stream().filter(figure -> !figure.met()).count();
        String measured = worst.text();
        if (missed > 0 && figures.size() > 1) {
            measured += "; " + missed + " of " + figures.size() + " miss it";
        }
        if (figures.size() < expected) {
            measured += "; " + figures.size() + " of " + expected + " measured";
        }
        Outcome reached = figures.size() < expected ? Outcome.MET_SO_FAR : Outcome.MET;
        return new Bound(about, limit, measured, missed == 0 ? reached : Outcome.NOT_MET);
    }
}

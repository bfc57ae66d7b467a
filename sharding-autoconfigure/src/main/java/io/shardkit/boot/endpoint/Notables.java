package io.shardkit.boot.endpoint;

import io.shardkit.observe.StatementEnded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The statements that were largest in something, each shape of a text once. What is not larger than those that are kept
 * costs a comparison. Thread-safe.
 */
final class Notables {
    private static final int MOST = 10;

    /** The longest SQL that is kept: longer SQL may have any number of values. */
    private static final int LONGEST = 20_000;

    private static final String TOO_LONG = "(a text of more than " + LONGEST + " characters)";

    private final List<Kept> kept = new ArrayList<>();

    /** The size that a statement has to exceed to be kept. */
    private volatile long least;

    /** A statement, and the text that was last seen of its shape. */
    private static final class Kept {
        private final String shape;
        private String text;
        private long size;
        private StatementReport largest;
        private Seen seen;

        Kept(String shape, String text, long size, StatementReport largest, Seen seen) {
            this.shape = shape;
            this.text = text;
            this.size = size;
            this.largest = largest;
            this.seen = seen;
        }
    }

    /**
     * Takes a statement if it is large.
     *
     * @param size what it is measured by
     * @param rows how many rows were gathered for it
     * @param valueless takes the values out of a text
     */
    void offer(long size, StatementEnded event, long rows, UnaryOperator<String> valueless) {
        if (size > least) {
            keep(size, event, rows, valueless);
        }
    }

    private synchronized void keep(long size, StatementEnded event, long rows, UnaryOperator<String> valueless) {
        if (size <= least) {
            // Larger ones have come since it was compared.
            return;
        }
        String text = event.sql();
        for (Kept each : kept) {
            if (each.text.equals(text)) {
                grow(each, size, event, rows);
                return;
            }
        }
        String shape = text.length() > LONGEST ? TOO_LONG : valueless.apply(text);
        for (Kept each : kept) {
            if (each.shape.equals(shape)) {
                each.text = text.length() > LONGEST ? shape : text;
                grow(each, size, event, rows);
                return;
            }
        }
        if (kept.size() == MOST) {
            kept.remove(MOST - 1);
        }
        String known = text.length() > LONGEST ? shape : text;
        kept.add(new Kept(shape, known, size, report(shape, event, rows), Seen.of(shape, known, event)));
        sort();
    }

    private void grow(Kept known, long size, StatementEnded event, long rows) {
        if (size > known.size) {
            known.size = size;
            known.largest = report(known.shape, event, rows);
            known.seen = Seen.of(known.shape, known.text, event);
            sort();
        }
    }

    private void sort() {
        kept.sort(Comparator.comparingLong((Kept each) -> each.size).reversed());
        least = kept.size() < MOST ? 0 : kept.get(MOST - 1).size;
    }

    private static StatementReport report(String shape, StatementEnded event, long rows) {
        return new StatementReport(
                shape,
                StatementCounts.word(event.operation()),
                StatementCounts.word(event.way()),
                event.units(),
                TimeUnit.NANOSECONDS.toMicros(event.nanos()),
                rows,
                event.errorType());
    }

    /** The executions that {@link #list} tells of, in the same order. */
    synchronized List<Seen> seen() {
        return kept.stream().map(each -> each.seen).toList();
    }

    /** The largest first. */
    synchronized List<StatementReport> list() {
        return kept.stream().map(each -> each.largest).toList();
    }
}

package io.shardkit.console;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** The durations of calls, in classes that grow by the root of two, from a microsecond to half an hour. Thread-safe. */
final class Latencies {
    private static final int CLASSES = 62;
    private static final double ROOT = Math.sqrt(2);

    private final LongAdder[] counts = new LongAdder[CLASSES];

    Latencies() {
        for (int i = 0; i < CLASSES; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** The upper end of each class, in microseconds. */
    static List<Double> bounds() {
        List<Double> bounds = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            bounds.add(Math.pow(ROOT, i));
        }
        return bounds;
    }

    void add(long nanos) {
        counts[index(nanos)].increment();
    }

    /** The first class whose end is not below that time. */
    static int index(long nanos) {
        if (nanos <= 1000) {
            return 0;
        }
        double micros = nanos / 1000.0;
        return Math.min(CLASSES - 1, (int) Math.ceil(Math.log(micros) / Math.log(ROOT) - 1e-9));
    }

    /** Returns the upper end of the class that reaches this share of the counts, in microseconds; 0 if there are none. */
    static double percentile(List<Long> counts, double share) {
        long all = counts.stream().mapToLong(Long::longValue).sum();
        long seen = 0;
        for (int i = 0; i < counts.size(); i++) {
            seen += counts.get(i);
            if (all > 0 && seen >= all * share) {
                return Math.pow(ROOT, i);
            }
        }
        return 0;
    }

    List<Long> counts() {
        List<Long> all = new ArrayList<>();
        for (LongAdder count : counts) {
            all.add(count.sum());
        }
        return all;
    }
}

package io.shardkit.move;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/** The times that operations took, in classes of which each is five percent wider than the one before. Thread-safe. */
final class Latencies {
    private static final double WIDTH = Math.log(1.05);
    private static final int CLASSES = 450;

    private final AtomicLongArray counts = new AtomicLongArray(CLASSES);

    void add(long nanos) {
        double micros = Math.max(1, nanos / 1e3);
        counts.incrementAndGet(Math.min(CLASSES - 1, (int) Math.ceil(Math.log(micros) / WIDTH)));
    }

    void addAll(Latencies others) {
        for (int i = 0; i < CLASSES; i++) {
            counts.addAndGet(i, others.counts.get(i));
        }
    }

    /** Returns what was counted so far as text, and begins again. */
    String take() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < CLASSES; i++) {
            long count = counts.getAndSet(i, 0);
            if (count > 0) {
                text.append(text.isEmpty() ? "" : ",").append(i).append(':').append(count);
            }
        }
        return text.isEmpty() ? "-" : text.toString();
    }

    static Latencies parse(String text) {
        Latencies parsed = new Latencies();
        if (!text.equals("-")) {
            Arrays.stream(text.split(","))
                    .map(each -> each.split(":"))
                    .forEach(each -> parsed.counts.addAndGet(Integer.parseInt(each[0]), Long.parseLong(each[1])));
        }
        return parsed;
    }

    long count() {
        long sum = 0;
        for (int i = 0; i < CLASSES; i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    /** Returns the time in milliseconds within which such a part of all operations came to an end. */
    double millis(double part) {
        long left = (long) Math.ceil(count() * part);
        for (int i = 0; i < CLASSES; i++) {
            left -= counts.get(i);
            if (left <= 0) {
                return Math.exp(i * WIDTH) / 1e3;
            }
        }
        return 0;
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Bounds of time on a machine that may stand still for a moment: what waits too long by itself does so each time, so that
 * one attempt in time of several shows that it does not.
 */
final class InTime {
    private static final int ATTEMPTS = 3;

    private InTime() {}

    /** The work that is measured; it can be done again. */
    @FunctionalInterface
    interface Attempt {
        /** @param late to be told what took too long */
        void run(Late late) throws Exception;
    }

    /** The steps that took too long. Not thread-safe. */
    static final class Late {
        private final List<String> what = new ArrayList<>();

        /** Something took so long. */
        void check(String name, long millis, long mostMillis) {
            if (millis > mostMillis) {
                what.add(name + ": " + millis + " ms");
            }
        }

        /** Something that began then has ended now. */
        void checkSince(String name, long startNanos, long mostMillis) {
            check(name, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos), mostMillis);
        }
    }

    /** Fails if something was late in each of three attempts. */
    static void assertInTime(Attempt attempt) throws Exception {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < ATTEMPTS; i++) {
            Late late = new Late();
            attempt.run(late);
            if (late.what.isEmpty()) {
                return;
            }
            all.addAll(late.what);
        }
        assertThat(all).as("late in each of %d attempts", ATTEMPTS).isEmpty();
    }
}

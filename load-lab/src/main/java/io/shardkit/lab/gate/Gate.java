package io.shardkit.lab.gate;

import io.shardkit.lab.load.Clock;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The capacity of one server: at most so many statements at once, each for at least so long, so that no more than places
 * divided by time get through. Who comes when all places are taken waits, first come first served. Thread-safe.
 *
 * <p>A place counts as taken from the moment at which it was given, not from the one at which its thread woke up, as
 * long as that is no later than the time of five statements: so the ceiling is reached on a busy machine as well, and never
 * passed.
 */
public final class Gate {
    /** The most that a thread may wake up late, in times of a statement, without the server losing that time. */
    private static final int MOST_LATE = 5;

    private final int places;
    private final long nanos;
    private final Clock clock;

    /** The moments at which the free places became free. */
    private final BlockingQueue<Long> free;

    private final LongAdder passed = new LongAdder();

    /**
     * A gate with all places free.
     *
     * @param places how many statements at once, at least 1
     * @param micros how long each takes at least, in microseconds
     */
    public Gate(int places, long micros) {
        this(places, micros, Clock.SYSTEM);
    }

    Gate(int places, long micros, Clock clock) {
        if (places < 1 || micros < 0) {
            throw new IllegalArgumentException(places + " places of " + micros + " microseconds");
        }
        this.places = places;
        this.nanos = TimeUnit.MICROSECONDS.toNanos(micros);
        this.clock = clock;
        this.free = new ArrayBlockingQueue<>(places, true);
        long now = clock.nanos();
        for (int place = 0; place < places; place++) {
            free.add(now);
        }
    }

    /** A call of a driver. */
    @FunctionalInterface
    public interface Call<E extends Throwable> {
        /** Makes it. */
        @Nullable Object make() throws E;
    }

    /**
     * Makes a call with a place, and gives the place back when its time is over.
     *
     * @param statements how many statements it has: a batch takes one place for the time of all of them
     * @throws IllegalStateException if the thread is interrupted while it waits for a place
     */
    public <E extends Throwable> @Nullable Object pass(int statements, Call<E> call) throws E {
        long came = clock.nanos();
        long since;
        try {
            since = free.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted at the gate", e);
        }
        long begun = Math.max(Math.max(came, since), clock.nanos() - MOST_LATE * nanos);
        long end = begun + statements * nanos;
        try {
            return call.make();
        } finally {
            passed.add(statements);
            long ended = clock.nanos();
            clock.sleepUntil(end);
            free.add(Math.max(end, ended));
        }
    }

    /** The most statements per second that it lets through; infinite if they need take no time. */
    public double ceiling() {
        return places * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
    }

    /** Returns the number of statements that have passed the gate. */
    public long passed() {
        return passed.sum();
    }

    @Override
    public String toString() {
        return places + " at once, " + TimeUnit.NANOSECONDS.toMicros(nanos) + " us each";
    }
}

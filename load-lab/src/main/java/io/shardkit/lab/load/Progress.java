package io.shardkit.lab.load;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The line that says how far a run is, a new one every few seconds. One caller at a time. */
public final class Progress {
    /** Between two lines. */
    private static final long APART = TimeUnit.SECONDS.toNanos(5);

    private final PrintStream out;
    private final Clock clock;
    private final long start;
    private String section = "";
    private long told;

    Progress(PrintStream out, Clock clock) {
        this.out = out;
        this.clock = clock;
        this.start = clock.nanos();
        this.told = start - APART;
    }

    /** On standard output. */
    public static Progress onConsole() {
        return new Progress(System.out, Clock.SYSTEM);
    }

    /** Nowhere. */
    public static Progress silent() {
        return new Progress(new PrintStream(PrintStream.nullOutputStream()), Clock.SYSTEM);
    }

    /** A part of the run begins; the next line is written at once. */
    public void section(String name) {
        section = name;
        told = clock.nanos() - APART;
    }

    /** Tells the step that is running now. */
    public void tell(String what) {
        long now = clock.nanos();
        if (now - told < APART) {
            return;
        }
        told = now;
        long seconds = TimeUnit.NANOSECONDS.toSeconds(now - start);
        out.println(String.format(Locale.ROOT, "%d:%02d  %s: %s", seconds / 60, seconds % 60, section, what));
    }
}

package io.shardkit.lab.workload;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongToIntFunction;

/** Chooses the row of an operation: any of a server's rows, evenly. Thread-safe. */
final class Keys {
    private final long[][] byServer;
    private final int workers;

    /**
     * The rows from 0 on.
     *
     * @param rows how many
     * @param workers how many may write at the same time; each has rows of its own
     */
    Keys(int rows, int servers, int workers, LongToIntFunction server) {
        this.workers = workers;
        byServer = new long[servers][];
        int[] counts = new int[servers];
        for (long row = 0; row < rows; row++) {
            counts[server.applyAsInt(row)]++;
        }
        for (int each = 0; each < servers; each++) {
            if (counts[each] < workers) {
                throw new IllegalArgumentException(rows + " rows are too few: server " + each + " has " + counts[each]
                        + " for " + workers + " workers");
            }
            byServer[each] = new long[counts[each]];
            counts[each] = 0;
        }
        for (long row = 0; row < rows; row++) {
            int at = server.applyAsInt(row);
            byServer[at][counts[at]++] = row;
        }
    }

    /** Returns the number of rows that so many workers need on so many servers. */
    static int enough(int rows, int servers, int workers) {
        int least = Math.max(rows, 4 * servers * workers);
        return (least + 99) / 100 * 100;
    }

    private long[] of(int only) {
        return byServer[only >= 0 ? only : ThreadLocalRandom.current().nextInt(byServer.length)];
    }

    /** Any row of a server, or of all. */
    long any(int only) {
        long[] rows = of(only);
        return rows[ThreadLocalRandom.current().nextInt(rows.length)];
    }

    /** One that no other worker writes. */
    long own(int only, int worker) {
        long[] rows = of(only);
        int turns = rows.length / workers;
        return rows[ThreadLocalRandom.current().nextInt(turns) * workers + worker];
    }

    /** The rows of a server. */
    Iterable<Long> rows(int server) {
        return () -> Arrays.stream(byServer[server]).boxed().iterator();
    }
}

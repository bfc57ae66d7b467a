package io.shardkit.plan;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The findings of the executions of one plan: the faster way, the columns as its units describe them, the ways that do
 * not work after all. The findings stand beside the plan, which does not change, and live as long. A forgotten finding
 * makes an execution slower and changes no answer. Thread-safe.
 */
public final class Learned {
    private volatile @Nullable ParallelismChoice parallelism;
    private volatile @Nullable ParallelismChoice parallelismOfQuestions;
    private volatile @Nullable UnitUnions unions;
    private volatile boolean mergedTypesDiffer;
    private volatile @Nullable CopySizes copies;
    private int executions;
    private boolean fresh;

    /** Returns the choice whether data sources are asked, or written, in parallel. */
    public ParallelismChoice parallelism() {
        ParallelismChoice known = parallelism;
        return known == null ? firstParallelism() : known;
    }

    private synchronized ParallelismChoice firstParallelism() {
        ParallelismChoice known = parallelism;
        if (known == null) {
            known = new ParallelismChoice();
            parallelism = known;
        }
        return known;
    }

    /** Returns the choice whether data sources are asked in parallel for rows with the same unique keys. */
    public ParallelismChoice parallelismOfQuestions() {
        ParallelismChoice known = parallelismOfQuestions;
        return known == null ? firstParallelismOfQuestions() : known;
    }

    private synchronized ParallelismChoice firstParallelismOfQuestions() {
        ParallelismChoice known = parallelismOfQuestions;
        if (known == null) {
            known = new ParallelismChoice();
            parallelismOfQuestions = known;
        }
        return known;
    }

    /**
     * Returns the unions that put the SQL of the units together.
     *
     * @param userParameters how many parameters the user's SQL has
     */
    public UnitUnions unions(int userParameters) {
        UnitUnions known = unions;
        return known == null ? firstUnions(userParameters) : known;
    }

    private synchronized UnitUnions firstUnions(int userParameters) {
        UnitUnions known = unions;
        if (known == null) {
            known = new UnitUnions(userParameters);
            unions = known;
        }
        return known;
    }

    /** Returns the sizes of the copies that a gather made. */
    public CopySizes copies() {
        CopySizes known = copies;
        return known == null ? firstCopies() : known;
    }

    private synchronized CopySizes firstCopies() {
        CopySizes known = copies;
        if (known == null) {
            known = new CopySizes();
            copies = known;
        }
        return known;
    }

    /** Returns true if merged groups turned out to have other types than the user's SQL gives. */
    public boolean mergedTypesDiffer() {
        return mergedTypesDiffer;
    }

    /** Merged groups have other types than the user's text gives: rows are gathered from now on. */
    public void foundTypesToDiffer() {
        mergedTypesDiffer = true;
    }

    /** One more execution began; of two at once one may not be counted. */
    public void countExecution() {
        executions++;
    }

    /** About how many executions began. */
    public int executions() {
        return executions;
    }

    /** The plan was made for a statement that is to run now. */
    public void wasMade() {
        fresh = true;
    }

    /** Returns true if the plan was made since the last call; of two calls at once both may get true. */
    public boolean takeFresh() {
        if (!fresh) {
            // Threads share the plan: it is not written to without need.
            return false;
        }
        fresh = false;
        return true;
    }

    /**
     * The size of a copy.
     *
     * @param rows how many rows the last execution copied
     * @param bytes about how many bytes their values took; negative if they did not leave their database
     * @param mostRows the most rows that an execution copied
     */
    public record CopySize(long rows, long bytes, long mostRows) {}

    /**
     * The sizes that the copies of one gathered statement had when it ran. They help to choose where and how rows are
     * copied; an answer never depends on them. Thread-safe.
     */
    public static final class CopySizes {
        /** Copies of more units are not remembered. */
        private static final int MOST = 8192;

        private final Map<Copy, CopySize> sizes = new ConcurrentHashMap<>();
        private final Map<Integer, Long> whole = new ConcurrentHashMap<>();
        private volatile boolean readsBreak;

        /** The copy of a table use from a unit. */
        private record Copy(int use, int unit) {}

        /** Takes the size of a copy that was made. */
        public void copied(int use, int unit, long rows, long bytes) {
            Copy copy = new Copy(use, unit);
            CopySize before = sizes.get(copy);
            if (before != null || sizes.size() < MOST) {
                sizes.put(copy, new CopySize(rows, bytes, Math.max(rows, before == null ? 0 : before.mostRows())));
            }
        }

        /** Returns the size of a copy, or null if it was not made yet. */
        public @Nullable CopySize of(int use, int unit) {
            return sizes.get(new Copy(use, unit));
        }

        /** Takes the number of rows that a table use would move if all of its rows that matter were copied. */
        public void foundWhole(int use, long rows) {
            whole.put(use, rows);
        }

        /** Returns that number, which may be of other parameters; null if it is not known. */
        public @Nullable Long whole(int use) {
            return whole.get(use);
        }

        /** Returns true if that number is known of a table use. */
        public boolean knowsWhole() {
            return !whole.isEmpty();
        }

        /** Forgets these numbers, as they have turned out not to fit. */
        public void forgetWhole() {
            whole.clear();
        }

        /** A read broke whose rows waited for others to be written. */
        public void foundReadsToBreak() {
            readsBreak = true;
        }

        /** Returns true if a read broke whose rows waited for others to be written. */
        public boolean readsBreak() {
            return readsBreak;
        }

        /** Returns true if no copy was made yet. */
        public boolean isEmpty() {
            return sizes.isEmpty();
        }
    }
}

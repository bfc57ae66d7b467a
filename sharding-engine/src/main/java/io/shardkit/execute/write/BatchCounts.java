package io.shardkit.execute.write;

import io.shardkit.plan.Calls.Counts;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The update counts of the statements of a batch, most of which have one call each. */
public final class BatchCounts {
    private final long[] first;
    private final int[] answered;
    private final @Nullable List<Long>[] several;

    /** @param size how many statements there are */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public // an array of a generic type
    BatchCounts(int size) {
        first = new long[size];
        answered = new int[size];
        several = (@Nullable List<Long>[]) new List[size];
    }

    /** A call of a statement was answered. */
    public void add(int statement, long count) {
        if (answered[statement]++ == 0) {
            first[statement] = count;
            return;
        }
        List<Long> all = several[statement];
        if (all == null) {
            all = new ArrayList<>();
            all.add(first[statement]);
            several[statement] = all;
        }
        all.add(count);
    }

    /** Returns the one update count of a statement, combined from the counts of its calls. */
    public long combined(int statement, Counts how) throws SQLException {
        return answered[statement] == 1 ? told(first[statement]) : UpdateCounts.combine(all(statement), how);
    }

    private static long told(long count) {
        return count < 0 ? Statement.SUCCESS_NO_INFO : count;
    }

    /** The counts of a statement's calls. */
    public List<Long> all(int statement) {
        List<Long> all = several[statement];
        if (all != null) {
            return all;
        }
        return answered[statement] == 0 ? List.of() : List.of(first[statement]);
    }
}

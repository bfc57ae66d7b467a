package io.shardkit.differential;

import io.shardkit.differential.Answer.Count;
import io.shardkit.differential.Answer.Rows;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.differential.Verdict.FailedAlike;
import io.shardkit.differential.Verdict.Refused;
import io.shardkit.error.ErrorCode;
import java.util.EnumMap;
import java.util.Map;

/** Counts verdicts, to show that a run was not empty. Not thread-safe. */
public final class Tally {
    private final Map<ErrorCode, Integer> refused = new EnumMap<>(ErrorCode.class);
    private int equal;
    private int nonEmpty;
    private int manyUnits;
    private int failedAlike;
    private int wrong;

    public void add(Verdict verdict, Answer expected, int shardCalls) {
        if (verdict instanceof Equal) {
            equal++;
            boolean empty = (expected instanceof Rows rows && rows.rows().isEmpty())
                    || (expected instanceof Count count && count.count() == 0);
            nonEmpty += empty ? 0 : 1;
            manyUnits += shardCalls > 1 ? 1 : 0;
        } else if (verdict instanceof Refused refusal) {
            refused.merge(refusal.code(), 1, Integer::sum);
        } else if (verdict instanceof FailedAlike) {
            failedAlike++;
        } else {
            wrong++;
        }
    }

    public int equal() {
        return equal;
    }

    /** Equal answers with at least one row. */
    public int nonEmpty() {
        return nonEmpty;
    }

    /** Equal answers for which several units were asked. */
    public int manyUnits() {
        return manyUnits;
    }

    int refused() {
        return refused.values().stream().mapToInt(Integer::intValue).sum();
    }

    public int total() {
        return equal + refused() + failedAlike + wrong;
    }

    public double refusedRatio() {
        return refused() / (double) Math.max(1, total());
    }

    @Override
    public String toString() {
        return total() + " statements: " + equal + " equal (" + nonEmpty + " not empty, " + manyUnits
                + " over several units), " + refused() + " refused " + refused + ", " + failedAlike
                + " failed alike, " + wrong + " wrong";
    }
}

package io.shardkit.plan.gather;

import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;

/**
 * The columns of an answer.
 *
 * @param call a query without rows that has the columns
 * @param learned is told if the answer has other types
 * @param wider whether numbers of the answer may have more digits before the point: sums of sums do
 */
public record AnswerColumns(ShardCall call, Learned learned, boolean wider) {
    /** The columns of an answer with the same types. */
    public AnswerColumns(ShardCall call, Learned learned) {
        this(call, learned, false);
    }
}

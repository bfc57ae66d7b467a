package io.shardkit.plan.gather;

import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;

/**
 * The columns of an answer.
 *
 * @param call a query without rows that has the columns
 * @param learned is told if the answer has other types
 */
public record AnswerColumns(ShardCall call, Learned learned) {}

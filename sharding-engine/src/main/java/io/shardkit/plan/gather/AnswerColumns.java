package io.shardkit.plan.gather;

import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;

/**
 * What the columns of an answer are.
 *
 * @param call a query without rows that has them
 * @param learned is told if the answer has other types
 */
public record AnswerColumns(ShardCall call, Learned learned) {}

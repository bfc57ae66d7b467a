package io.shardkit.execute.write;

import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;

/**
 * A call of a statement of a batch.
 *
 * @param entry number of the statement in the batch
 * @param rows positions in the statement's text of the rows that the call writes and may get keys for
 */
record BatchStep(int entry, Plan plan, Parameters parameters, ShardCall call, int[] rows) {}

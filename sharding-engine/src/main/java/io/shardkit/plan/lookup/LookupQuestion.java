package io.shardkit.plan.lookup;

import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.util.List;

/**
 * A question to a lookup table for the sharding columns of rows.
 *
 * @param calls one for each unit of the lookup table that may know, ordered by data source
 * @param parameters those of its text
 * @param columns how many columns an answer has
 * @param parallelism whether data sources are asked in parallel
 */
public record LookupQuestion(
        List<ShardCall> calls, Parameters parameters, int columns, ParallelismChoice parallelism) {}

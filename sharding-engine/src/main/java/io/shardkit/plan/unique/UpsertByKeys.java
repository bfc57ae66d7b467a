package io.shardkit.plan.unique;

import io.shardkit.plan.WriteStep;

/** Runs an upsert where the rows are that have unique keys of its own. */
public record UpsertByKeys(UpsertedRows rows) implements WriteStep {}

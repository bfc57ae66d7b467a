package io.shardkit.plan.unique;

import io.shardkit.plan.BoundPlan;

/**
 * A row that an upsert changes, and that lies elsewhere then.
 *
 * @param update what changes it, and carries it
 * @param counts how many rows the upsert counts where this one counts one
 */
public record MovedRow(BoundPlan update, int counts) {}

package io.shardkit.execute.write;

import io.shardkit.plan.Calls;
import io.shardkit.plan.Plan;
import io.shardkit.sql.statement.Parameters;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a batch.
 *
 * @param bound where it runs, as far as that was told when it was added
 */
record BatchEntry(Plan plan, Parameters parameters, @Nullable Calls bound) {
    BatchEntry(Plan plan, Parameters parameters) {
        this(plan, parameters, null);
    }
}

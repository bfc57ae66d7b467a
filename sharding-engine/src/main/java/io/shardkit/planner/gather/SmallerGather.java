package io.shardkit.planner.gather;

import io.shardkit.plan.Learned;
import io.shardkit.plan.gather.Gather;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A gather that answers a SELECT by copying less than the rows of its tables. Immutable. */
public sealed interface SmallerGather permits GroupSpec, JoinedSpec {
    /**
     * One execution; null if the rows of the tables have to be copied.
     *
     * @throws SQLException a coded refusal of the parameters
     */
    @Nullable Gather bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException;
}

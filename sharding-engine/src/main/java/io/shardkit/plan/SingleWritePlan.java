package io.shardkit.plan;

import io.shardkit.sql.Parameters;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A write of single tables that reads sharded ones: their rows are copied to its data source.
 *
 * @param dataSource where the single tables are
 * @param gather how the others get there
 */
record SingleWritePlan(StatementKind kind, int parameterCount, int dataSource, GatherSpec gather) implements Plan {

    @Override
    public @Nullable String generatedKeyColumn() {
        return null;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException {
        SortedSet<Integer> sources = new TreeSet<>(List.of(dataSource));
        return new BoundPlan.GatheredWrite(
                gather.bindForWrites(parameters, sources), List.of(new BoundPlan.GatheredUnit(dataSource, 0, -1, "")));
    }

    @Override
    public String reason(BoundPlan bound) {
        return "it reads rows of several actual tables";
    }
}

package io.shardkit.planner.insert;

import io.shardkit.catalog.Column;
import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.gather.GatheredInsert;
import io.shardkit.plan.gather.RowClaims;
import io.shardkit.plan.gather.RowPlacement;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.SqlTemplate;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT ... SELECT into a sharded or a broadcast table: its rows are made on one data source, in a table with the target's own
 * columns, and go from there to where they belong. Immutable.
 *
 * @param rows how the query's rows are made
 * @param columns the columns that are inserted
 * @param placement where the rows belong
 * @param head the text before the rows
 * @param tail the text after the rows
 * @param claims the unique keys for which other units are asked before the rows are inserted, or null
 */
record InsertSelectPlan(
        int parameterCount,
        GatherSpec rows,
        List<Column> columns,
        RowPlacement placement,
        SqlTemplate head,
        SqlTemplate tail,
        @Nullable RowClaims claims)
        implements StatementPlan {

    @Override
    public StatementKind kind() {
        return StatementKind.INSERT;
    }

    @Override
    public @Nullable String generatedKeyColumn() {
        return placement.keyColumn();
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        return new GatheredInsert(
                rows.bindForWrite(parameters, preferredDataSource),
                columns,
                placement.by(ShardingHint.current()),
                head,
                tail,
                claims,
                learned);
    }

    @Override
    public String reason(BoundPlan bound) {
        String reason = "the rows of the query belong where their values say";
        return claims == null ? reason : reason + ", once no other unit has their unique keys";
    }
}

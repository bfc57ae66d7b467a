package io.shardkit.planner.command;

import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.passthrough.Passthrough;
import io.shardkit.sql.passthrough.Passthrough.Kind;
import io.shardkit.sql.statement.Parameters;

/**
 * A statement that a database gets as it was written. Immutable.
 *
 * @param anywhere whether a hint may send it to another data source
 * @param isForOnce whether the text holds rows that were read for it
 */
public record PassthroughPlan(
        StatementKind kind,
        boolean returning,
        boolean commits,
        boolean setsLastKey,
        int parameterCount,
        boolean anywhere,
        boolean isForOnce,
        ShardCall call)
        implements StatementPlan {

    /**
     * The plan of a statement.
     *
     * @param rule says where statements run that name none of its tables
     */
    public static PassthroughPlan of(Passthrough statement, ShardMap rule) {
        Kind kind = statement.kind();
        return new PassthroughPlan(
                kind(kind),
                switch (kind) {
                    case RETURNING_INSERT, RETURNING_UPDATE, RETURNING_DELETE, OTHER, COMMITTING -> true;
                    case QUERY, LOCKING_QUERY, INSERT, UPDATE, DELETE, DDL -> false;
                },
                kind == Kind.COMMITTING || kind == Kind.DDL,
                statement.setsLastKey(),
                statement.parameterCount(),
                statement.dataSource() == rule.home() && !statement.once(),
                statement.once(),
                new ShardCall(statement.dataSource(), 0, statement.sql(), null));
    }

    private static StatementKind kind(Kind kind) {
        return switch (kind) {
            case QUERY -> StatementKind.QUERY;
            case LOCKING_QUERY -> StatementKind.LOCKING_QUERY;
            case INSERT, RETURNING_INSERT -> StatementKind.INSERT;
            case UPDATE, RETURNING_UPDATE -> StatementKind.UPDATE;
            case DELETE, RETURNING_DELETE -> StatementKind.DELETE;
            case DDL -> StatementKind.DDL;
            case OTHER, COMMITTING -> StatementKind.OTHER;
        };
    }

    @Override
    public Footprint footprint() {
        return Footprint.SMALL;
    }

    @Override
    public ShardCall asWritten() {
        return call;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) {
        ShardingHint hint = ShardingHint.current();
        boolean elsewhere = anywhere && hint != null && hint.dataSourceName() != null;
        return new SingleShard(elsewhere ? new ShardCall(preferredDataSource, 0, call.sql(), call.mapping()) : call);
    }
}

package io.shardkit.planner.command;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
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
import io.shardkit.sql.passthrough.TablesElsewhere;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;

/**
 * A statement that a database gets as it was written. Immutable.
 *
 * @param anywhere whether a hint may send it to another data source
 * @param isForOnce whether the text holds rows that were read for it
 * @param absent tables that no parameter may name
 */
public record PassthroughPlan(
        StatementKind kind,
        boolean returning,
        boolean commits,
        boolean setsLastKey,
        int parameterCount,
        boolean anywhere,
        boolean isForOnce,
        List<String> absent,
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
                statement.absent(),
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
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        refuseAbsent(parameters);
        ShardingHint hint = ShardingHint.current();
        boolean elsewhere = anywhere && hint != null && hint.dataSourceName() != null;
        return new SingleShard(elsewhere ? new ShardCall(preferredDataSource, 0, call.sql(), call.mapping()) : call);
    }

    private void refuseAbsent(Parameters parameters) throws SQLException {
        for (int i = 0; i < parameterCount && !absent.isEmpty(); i++) {
            String table = parameters.object(i) instanceof String name ? TablesElsewhere.named(name, absent) : null;
            if (table != null) {
                throw ShardingExceptions.of(ErrorCode.CATALOG_APART, "parameter " + (i + 1) + " names " + table);
            }
        }
    }
}

package io.shardkit.execute.session;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ShardCall;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends the calls of a read to other servers of their data sources. What is more than calls whose answers are merged stays as
 * it is: what gathers rows needs temporary tables.
 */
final class MovedReads
        implements BoundPlan.Families<BoundPlan, SQLException>, BoundPlan.QueryCases<BoundPlan, SQLException> {
    private final Target target;

    MovedReads(Target target) {
        this.target = target;
    }

    /** Chooses servers. */
    @FunctionalInterface
    interface Target {
        /** The number of the one that gets the calls of that number. */
        int of(int number) throws SQLException;
    }

    static ShardCall moved(ShardCall call, int number) {
        return number == call.dataSource() ? call : new ShardCall(number, call.unit(), call.sql(), call.mapping());
    }

    @Override
    public BoundPlan single(BoundPlan.SingleShard one) throws SQLException {
        ShardCall call = one.call();
        int number = target.of(call.dataSource());
        return number == call.dataSource() ? one : new BoundPlan.SingleShard(moved(call, number));
    }

    @Override
    public BoundPlan query(BoundPlan.Query query) throws SQLException {
        return query.matchQuery(this);
    }

    @Override
    public BoundPlan write(BoundPlan.Write write) {
        return write;
    }

    @Override
    public BoundPlan command(BoundPlan.Command command) {
        return command;
    }

    /** One that takes locks first is bound with the rows that it names. */
    @Override
    public BoundPlan merged(BoundPlan.MergedQuery query) throws SQLException {
        if (query.rows() != null) {
            return query;
        }
        int from = -1;
        int number = -1;
        boolean moves = false;
        List<ShardCall> calls = new ArrayList<>(query.calls().size());
        for (ShardCall call : query.calls()) {
            if (call.dataSource() != from) {
                from = call.dataSource();
                number = target.of(from);
                moves |= number != from;
            }
            calls.add(moved(call, number));
        }
        return moves
                ? new BoundPlan.MergedQuery(
                        calls,
                        query.merge(),
                        query.limit(),
                        query.lists(),
                        query.unions(),
                        query.parallelism(),
                        query.rows())
                : query;
    }

    @Override
    public BoundPlan locked(BoundPlan.LimitedRead read) {
        return read;
    }

    @Override
    public BoundPlan gathered(BoundPlan.Gather gather) {
        return gather;
    }

    @Override
    public BoundPlan explained(BoundPlan.Explained explained) {
        return explained;
    }

    @Override
    public BoundPlan shown(BoundPlan.Shown shown) {
        return shown;
    }

    @Override
    public BoundPlan shownTables(BoundPlan.ShownTables shown) {
        return shown;
    }

    /** Leaves it as it is: the statement that it is bound to is moved. */
    @Override
    public BoundPlan lookedUp(BoundPlan.LookedUp statement) {
        return statement;
    }

    @Override
    public BoundPlan lastKey(BoundPlan.LastKey last) {
        return last;
    }
}

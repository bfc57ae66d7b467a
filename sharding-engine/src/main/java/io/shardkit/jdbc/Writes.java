package io.shardkit.jdbc;

import io.shardkit.execute.FrozenTime;
import io.shardkit.execute.Session;
import io.shardkit.plan.BoundPlan;
import java.sql.SQLException;

/**
 * Says what runs for a write, whatever it was bound to; what becomes of the answers is for those who extend it.
 *
 * @param <T> what they make of the answers
 */
abstract class Writes<T> {
    private final Session session;

    Writes(Session session) {
        this.session = session;
    }

    final T run(BoundPlan bound) throws SQLException {
        if (bound instanceof BoundPlan.Calls calls) {
            return send(calls);
        }
        if (bound instanceof BoundPlan.TimedWrites timed) {
            return FrozenTime.during(session, timed.dataSources(), () -> send(FrozenTime.resolve(session, timed)));
        }
        if (bound instanceof BoundPlan.GatheredWrite write) {
            return gather(write);
        }
        if (bound instanceof BoundPlan.GatheredInsert insert) {
            return gather(insert);
        }
        throw new IllegalStateException(
                "a write was bound to " + bound.getClass().getSimpleName());
    }

    /** Sends the calls, all or nothing. */
    abstract T send(BoundPlan.Calls calls) throws SQLException;

    abstract T gather(BoundPlan.GatheredWrite write) throws SQLException;

    abstract T gather(BoundPlan.GatheredInsert insert) throws SQLException;
}

package io.shardkit.plan.command;

import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;

/**
 * The question for the key that was generated last on this connection, by the framework or by a database.
 *
 * @param label of the answer's column
 * @param sql the question as it is written, for a database
 */
public record LastKey(String label, String sql) implements BoundQuery {
    @Override
    public Fanout fanout() {
        return Fanout.NONE;
    }

    @Override
    public void describe(Explanation to) {
        to.way("connection");
        to.answer();
    }
}

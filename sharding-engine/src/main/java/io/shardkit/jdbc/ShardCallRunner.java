package io.shardkit.jdbc;

import io.shardkit.execute.CallRunner;
import io.shardkit.plan.ShardCall;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Runs one of several calls of an execution, as one that is cancelled with the others. Used from several threads.
 *
 * @param <R> what a call answers
 */
abstract class ShardCallRunner<R> implements CallRunner<R> {
    final ExecutingStatement statement;
    private final AtomicReferenceArray<@Nullable Statement> together;

    ShardCallRunner(ExecutingStatement statement) {
        this.statement = statement;
        this.together = statement.runningTogether();
    }

    /** Asks the driver. */
    abstract R ask(Statement part, ShardCall call) throws SQLException;

    @Override
    public final R run(Statement part, ShardCall call) throws SQLException {
        together.set(call.dataSource(), part);
        try {
            return ask(part, call);
        } finally {
            together.set(call.dataSource(), null);
        }
    }
}

package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.scatter.RowSearch;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.LockRows;
import java.sql.SQLException;

/** Locks rows that a unique key names where they are, and runs the steps that follow in one transaction with that. */
final class LockRowsStep {
    private LockRowsStep() {}

    static <R, T> T run(LockRows step, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        if (run.answers().areRows()) {
            throw ShardingExceptions.of(ErrorCode.UPDATE_OF_SHARDING_COLUMN, TryFirstStep.OF_ROWS);
        }
        Session session = run.session();
        session.transactions().checkWrite();
        boolean own = session.autoCommit();
        RowSearch search = run.search(step.rows(), step.pace());
        String unlocked = session.databases().dialect().transactions().copyWithoutLocks();
        WriteSteps<T> steps = (connections, progress) -> {
            if (own && unlocked != null) {
                search.looksAnew();
            }
            run.locked(new WriteRun.Locked(search.lock(), progress, own));
            try {
                return rest.run();
            } finally {
                run.locked(null);
            }
        };
        if (step.copies()) {
            session.physical().makesTemporaryTables(true);
        }
        try {
            // Locks besides those of the rows keep others from moving theirs there, and wait for them in turn.
            return run.retrying(step.rows().table()).again(() -> run.transact(step.dataSources(), unlocked, steps));
        } finally {
            if (step.copies()) {
                session.physical().makesTemporaryTables(false);
            }
        }
    }
}

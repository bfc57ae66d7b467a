package io.shardkit.execute.write;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;

/**
 * Runs an UPDATE in one unit after the other, in a transaction that is open. For one execution.
 *
 * @param runner runs the user's text with the user's parameters
 */
record UnitUpdate(WriteRun<?, ?> run, CallRunner<WrittenPart> runner) {

    /** Runs the update of an execution. */
    static UnitUpdate of(WriteRun<?, ?> run, Answers<WrittenPart, Written> answers) {
        return new UnitUpdate(run, answers.runner(run.execution().keys()));
    }

    /** Runs it in a unit. */
    WrittenPart run(ShardCall call) throws SQLException {
        return run.executor()
                .write(
                        run.session(),
                        StatementKind.UPDATE,
                        List.of(call),
                        runner,
                        run.deadline().secondsLeft(),
                        ParallelismChoice.IN_TURN,
                        parts -> parts.get(0));
    }

    /**
     * Runs it in a unit in which it may meet no row; what it did to find that out is undone.
     *
     * @param refusal what is thrown if it meets one
     */
    WrittenPart none(ShardCall call, SQLException refusal) throws SQLException {
        ShardConnection shard = run.session().connection(call.dataSource());
        Savepoint[] before = new Savepoint[1];
        shard.asking(open -> before[0] = open.setSavepoint());
        WrittenPart part = run(call);
        if (part.count() != 0) {
            shard.rollback(before[0]);
            throw refusal;
        }
        shard.asking(open -> open.releaseSavepoint(before[0]));
        return part;
    }
}

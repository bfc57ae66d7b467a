package io.shardkit.execute.write;

import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.scatter.UniquenessProbes;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.unique.ProbedWrite;
import java.sql.SQLException;
import java.util.List;

/**
 * Asks whether other rows have unique keys of those to write, and runs the steps that follow if none has, or an upsert. If
 * keys are locked, or rows may move from one unit to another meanwhile, all that is one transaction.
 */
final class ProbeKeysStep {
    private ProbeKeysStep() {}

    static <R, T> T run(ProbedWrite probed, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        Step<T> write =
                () -> isTaken(run.execution(), run.executor(), probed) ? run.run(List.of(probed.upsert())) : rest.run();
        Step<T> own = probed.questions().locks().isEmpty() ? write : () -> locked(probed, run, write);
        return run.executor().moves().inserting(probed.table(), probed.moves(), own, () -> run.retrying(probed.table())
                .undisturbed(check -> run.transact(succeeding(own, check::run))));
    }

    /** Runs both as one transaction, which holds the locks on the keys until it ends. */
    private static <R, T> T locked(ProbedWrite probed, WriteRun<R, T> run, Step<T> write) throws SQLException {
        String committed = run.session().databases().dialect().transactions().readCommitted();
        return run.transact(probed.dataSources(), committed, succeeding(write, () -> {}));
    }

    /** Checks what was written before it is committed. */
    @FunctionalInterface
    private interface Check {
        void run() throws SQLException;
    }

    private static <T> WriteSteps<T> succeeding(Step<T> write, Check check) {
        return (connections, progress) -> {
            T answer = write.run();
            progress.succeeded();
            check.run();
            return answer;
        };
    }

    /**
     * Asks whether another row has a unique key.
     *
     * @throws SQLException a coded refusal if one has, and nothing can be done about it
     */
    static boolean isTaken(Execution execution, ShardExecutor executor, ProbedWrite probed) throws SQLException {
        execution.session().connections(probed.dataSources());
        SQLException taken = UniquenessProbes.taken(
                execution.session(),
                executor,
                probed.questions(),
                execution.settings().queryTimeout());
        if (taken != null && probed.upserted() == null) {
            throw taken;
        }
        return taken != null;
    }
}

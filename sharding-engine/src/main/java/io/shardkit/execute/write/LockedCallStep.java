package io.shardkit.execute.write;

import io.shardkit.execute.watch.Step;
import io.shardkit.plan.LockedCalls;
import io.shardkit.plan.ShardCall;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Sends calls to the units where a step before has locked rows. */
final class LockedCallStep {
    private LockedCallStep() {}

    static <R, T> T run(LockedCalls step, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        WriteRun.Locked locked = Objects.requireNonNull(run.locked());
        List<ShardCall> calls = new ArrayList<>(step.calls().calls());
        calls.removeIf(call -> !locked.counts().containsKey(call.unit()));
        Answers<R, T> answers = run.answers();
        return run.send(locked.progress(), calls, answers.runner(step.calls()), answers::ofSome);
    }
}

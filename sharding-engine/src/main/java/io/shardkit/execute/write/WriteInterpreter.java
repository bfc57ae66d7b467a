package io.shardkit.execute.write;

import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.Calls;
import io.shardkit.plan.FixedTimestampWrite;
import io.shardkit.plan.LockRows;
import io.shardkit.plan.LockedCalls;
import io.shardkit.plan.MultiShardWrite;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.SplitInsert;
import io.shardkit.plan.TryCalls;
import io.shardkit.plan.WatchMoves;
import io.shardkit.plan.WriteStep;
import io.shardkit.plan.gather.GatheredInsert;
import io.shardkit.plan.gather.GatheredWrite;
import io.shardkit.plan.limit.LimitedUpdate;
import io.shardkit.plan.lookup.ChangeWithLookups;
import io.shardkit.plan.lookup.InsertWithLookups;
import io.shardkit.plan.move.ComputedMove;
import io.shardkit.plan.move.MovingUpdate;
import io.shardkit.plan.move.SameShardUpdate;
import io.shardkit.plan.unique.ProbedWrite;
import io.shardkit.plan.unique.UpsertByKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Puts the steps of writes together, in their order. Thread-safe.
 *
 * @param <R> what a call answers
 * @param <T> what the statement answers
 */
final class WriteInterpreter<R, T> {
    private final Map<Class<? extends WriteStep>, StepRunner<?, R, T>> runners = new HashMap<>();
    private final ShardExecutor executor;

    WriteInterpreter(ShardExecutor executor, GatheredWriter gathered) {
        this.executor = executor;
        StepRunner<Calls, R, T> calls = (sent, run, rest) -> executor.write(
                run.session(),
                run.answers().kind(),
                sent.calls(),
                run.answers().runner(sent),
                run.timeout(),
                run.pace(),
                given -> run.checked(() -> run.answers().of(sent, given)));
        add(SingleShard.class, calls);
        add(MultiShardWrite.class, calls);
        add(SplitInsert.class, calls);
        add(FixedTimestampWrite.class, FixedTimestampStep::run);
        add(WatchMoves.class, WatchMovesStep::run);
        add(TryCalls.class, TryCallsStep::run);
        add(LockRows.class, LockRowsStep::run);
        add(LockedCalls.class, LockedCallStep::run);
        add(ProbedWrite.class, ProbeKeysStep::run);
        add(UpsertByKeys.class, UpsertStep::run);
        add(
                GatheredWrite.class,
                (write, run, rest) -> gathered.run(
                        run.session(),
                        run.answers().kind(),
                        write,
                        run.answers().parameters(),
                        run.answers().runner(run.execution().keys()),
                        run.timeout(),
                        given -> run.answers().of(write, given)));
        add(GatheredInsert.class, new PlaceRowsStep(gathered)::run);
        add(MovingUpdate.TryFirst.class, TryFirstStep::run);
        add(MovingUpdate.class, MoveStep::run);
        add(ComputedMove.class, ComputedMoveStep::run);
        add(SameShardUpdate.class, SameShardStep::run);
        add(LimitedUpdate.class, LimitedStep::run);
        add(InsertWithLookups.class, InsertLookupsStep::run);
        add(ChangeWithLookups.class, ChangeLookupsStep::run);
    }

    private <S extends WriteStep> void add(Class<S> kind, StepRunner<? super S, R, T> runner) {
        runners.put(kind, runner);
    }

    /**
     * Makes a step of all steps of a write. It is run as a part of a statement that is watched over; the session is not told
     * of keys.
     *
     * @param pace decides whether data sources are written to in parallel
     */
    Step<T> together(List<WriteStep> steps, Answers<R, T> answers, ParallelismChoice pace) {
        return together(steps, new WriteRun<>(executor, answers, pace, this::together));
    }

    private Step<T> together(List<WriteStep> steps, WriteRun<R, T> run) {
        Step<T> all = () -> {
            throw new IllegalStateException("no step answers");
        };
        for (int i = steps.size() - 1; i >= 0; i--) {
            all = then(steps.get(i), run, all);
        }
        return all;
    }

    @SuppressWarnings("unchecked") // a runner is kept by what it runs
    private Step<T> then(WriteStep step, WriteRun<R, T> run, Step<T> rest) {
        Class<? extends WriteStep> kind = step.getClass();
        StepRunner<WriteStep, R, T> runner =
                (StepRunner<WriteStep, R, T>) Objects.requireNonNull(runners.get(kind), kind.getName());
        return () -> {
            T answer = runner.run(step, run, rest);
            return answer == null ? rest.run() : answer;
        };
    }
}

package io.shardkit.execute.write;

import io.shardkit.execute.watch.Step;
import io.shardkit.plan.WriteStep;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Runs one kind of step. Thread-safe.
 *
 * @param <S> the kind
 * @param <R> what a call answers
 * @param <T> what the statement answers
 */
@FunctionalInterface
interface StepRunner<S extends WriteStep, R, T> {
    /**
     * Runs it.
     *
     * @param rest the steps that follow, for what is done around them; the last step has none
     * @return the statement's answer, or null if the steps that follow are to give it
     * @throws SQLException a driver's exception, or a coded refusal; what was written is undone then
     */
    @Nullable T run(S step, WriteRun<R, T> run, Step<T> rest) throws SQLException;
}

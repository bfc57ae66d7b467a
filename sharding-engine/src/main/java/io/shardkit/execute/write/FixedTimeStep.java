package io.shardkit.execute.write;

import io.shardkit.execute.watch.Step;
import io.shardkit.plan.TimedWrites;
import java.sql.SQLException;

/** Sends a statement to several data sources at one time. */
final class FixedTimeStep {
    private FixedTimeStep() {}

    static <R, T> T run(TimedWrites timed, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        return FrozenTime.during(
                run.session(),
                timed.dataSources(),
                () -> run.run(FrozenTime.resolve(run.session(), timed).steps()));
    }
}

package io.shardkit.execute.write;

import io.shardkit.execute.watch.Step;
import io.shardkit.plan.FixedTimestampWrite;
import java.sql.SQLException;

/** Sends a statement to several data sources at one time. */
final class FixedTimestampStep {
    private FixedTimestampStep() {}

    static <R, T> T run(FixedTimestampWrite timed, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        return FixedTimestamp.during(
                run.session(),
                timed.dataSources(),
                () -> run.run(FixedTimestamp.resolve(run.session(), timed).steps()));
    }
}

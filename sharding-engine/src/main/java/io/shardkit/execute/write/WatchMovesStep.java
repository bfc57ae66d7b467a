package io.shardkit.execute.write;

import io.shardkit.execute.scatter.RowsInMotion;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.WatchMoves;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;

/** Has writes undone that may have missed rows which moved meanwhile. */
final class WatchMovesStep {
    private WatchMovesStep() {}

    static <R, T> T run(WatchMoves watch, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        if (run.answers().areRows()) {
            return ofRows(watch.table(), run, rest);
        }
        return run.retrying(watch.table()).undisturbed(check -> run.checking(check, rest));
    }

    /** Rows are not counted before they are read, so that none may have moved at all. */
    static <R, T> T ofRows(RoutedTable table, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        RowsInMotion.Since since = run.executor().moves().since(table);
        return run.checking(
                () -> {
                    if (since.hasMoves()) {
                        throw RowsInMotion.missed(table);
                    }
                },
                rest);
    }
}

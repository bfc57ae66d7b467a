package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.scatter.RowSearch;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.move.MovingUpdate;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs an UPDATE that may move rows in the one unit where these mostly are: if it meets the row, and none is elsewhere, that is all. */
final class TryFirstStep {
    private TryFirstStep() {}

    /** The detail of the refusal to return rows by an UPDATE that may move them. */
    static final String OF_ROWS = "with RETURNING, where rows may have to move";

    static <R, T> @Nullable T run(MovingUpdate.TryFirst step, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        T answer = run.answers().counted(ErrorCode.UPDATE_OF_SHARDING_COLUMN, OF_ROWS, answers -> {
            run.session().transactions().checkWrite();
            if (!maySuffice(step, run)) {
                return answers.ofSome(List.of());
            }
            WrittenPart part = UnitUpdate.of(run, answers).run(step.call());
            return answers.ofSome(List.of(part));
        });
        // If no row was met, nothing has changed.
        return run.answers().count(answer) == 0 ? null : answer;
    }

    private static boolean maySuffice(MovingUpdate.TryFirst step, WriteRun<?, ?> run) throws SQLException {
        Session session = run.session();
        RowSearch search = run.search(step.rows(), step.pace());
        ShardCall first = step.call();
        if (!session.autoCommit() && search.keepsGaps()) {
            return false;
        }
        if (!step.rows().unique()) {
            return search.look().equals(Map.of(first.unit(), 1));
        }
        // An UPDATE that meets no row in an open transaction may keep others from inserting it.
        boolean locksGaps = session.databases().dialect().transactions().locksWhatItCopies();
        return !locksGaps || session.autoCommit() || search.isIn(first.unit());
    }
}

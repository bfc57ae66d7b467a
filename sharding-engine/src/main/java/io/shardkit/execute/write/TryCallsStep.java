package io.shardkit.execute.write;

import io.shardkit.execute.scatter.RowSearch;
import io.shardkit.execute.scatter.RowsInMotion;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.TryCalls;
import io.shardkit.plan.UniqueKeyLookup;
import io.shardkit.plan.WriteStep;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls for rows that a unique key names before any of these is sought. A row that moves to another unit meanwhile may
 * be in none of them when that is asked: if none was met and some have moved, and always for several rows of a table whose
 * rows move, the steps that follow find and lock them.
 */
final class TryCallsStep {
    private TryCallsStep() {}

    static <R, T> @Nullable T run(TryCalls step, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        UniqueKeyLookup rows = step.rows();
        List<WriteStep> calls = List.of(step.calls());
        if (run.answers().areRows()) {
            return WatchMovesStep.ofRows(rows.table(), run, () -> run.run(calls));
        }
        RowsInMotion moves = run.executor().moves();
        RowsInMotion.Since since = moves.since(rows.table());
        // Some of several rows might have to be undone if others were missed.
        boolean some = rows.most() > 1 && moves.knows(rows.table());
        RowSearch search = run.search(rows, ParallelismChoice.IN_TURN);
        if (since.wasOpen() || some || search.keepsGaps()) {
            return null;
        }
        Seen<T> seen = new Seen<>(run.answers(), rows, since, search);
        try {
            T answer = run.checkingAnswer(seen, () -> run.run(calls));
            if (run.answers().count(answer) > 0 || !since.hasMoves()) {
                return answer;
            }
        } catch (SQLTransactionRollbackException failure) {
            if (!seen.missed || !run.session().autoCommit()) {
                throw failure;
            }
            // It was undone, and nothing is done twice.
        }
        return null;
    }

    /** Makes sure that all rows were met, or none. */
    private static final class Seen<T> implements WriteRun.Check<T> {
        private final Answers<?, T> answers;
        private final UniqueKeyLookup rows;
        private final RowsInMotion.Since since;
        private final RowSearch search;

        /** Some of the rows were met, and others may have moved. */
        private boolean missed;

        Seen(Answers<?, T> answers, UniqueKeyLookup rows, RowsInMotion.Since since, RowSearch search) {
            this.answers = answers;
            this.rows = rows;
            this.since = since;
            this.search = search;
        }

        /** Throws if only some of the rows were met and others may have moved: the write can only be undone. */
        @Override
        public void of(T answer) throws SQLException {
            long count = answers.count(answer);
            search.checkSeen(count);
            if (count > 0 && count < rows.most() && since.hasMoves()) {
                missed = true;
                throw RowsInMotion.missed(rows.table());
            }
        }
    }
}

package io.shardkit.execute.session;

import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.transaction.SavepointMark;
import io.shardkit.execute.watch.Step;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Several writes of one statement: if one fails, an open transaction is left as it was before, where its database would. */
public final class WholeStatement {
    private WholeStatement() {}

    /**
     * Runs them within the transaction of the session.
     *
     * @param own whether that has begun with the statement and ends with it
     * @param progress is told if what a failure leaves can only be rolled back
     */
    public static <T> T run(Session session, boolean own, WriteSteps.Progress progress, Step<T> writes)
            throws SQLException {
        SavepointMark before = own ? null : session.mark();
        T result;
        try {
            result = writes.run();
        } catch (SQLException | RuntimeException | Error failure) {
            undo(session, before, failure, progress);
            throw failure;
        }
        if (before != null) {
            session.releaseMark(before);
        }
        return result;
    }

    private static void undo(
            Session session, @Nullable SavepointMark before, Throwable failure, WriteSteps.Progress progress) {
        if (before == null) {
            // Something may have been written.
            progress.succeeded();
            return;
        }
        try {
            session.returnTo(before);
        } catch (SQLException | RuntimeException second) {
            failure.addSuppressed(second);
            progress.succeeded();
        }
    }
}

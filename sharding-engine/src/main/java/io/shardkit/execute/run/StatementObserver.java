package io.shardkit.execute.run;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.statistics.StatementCounter;
import io.shardkit.statistics.StatementStatistics;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Sees the statements of one connection, of which one runs at a time: for a listener, for the statistics, or for both. Not
 * thread-safe, as connections are not.
 */
public abstract class StatementObserver {
    /** Counts the running statement; null if that is not counted, or not known yet. */
    private @Nullable StatementCounter counter;

    StatementObserver() {}

    /** Returns the listener; {@link StatementListener#NONE} if there is none. */
    public abstract StatementListener listener();

    /** Returns the counter of the running statement; null if that is not counted, or not known yet. */
    public final @Nullable StatementCounter counter() {
        return counter;
    }

    /** A text is planned. */
    public abstract void asked(@Nullable String text);

    /** The plan is there. */
    public abstract void planned(Plan plan);

    /**
     * A text cannot even be prepared.
     *
     * @param statistics counts it; null if nothing is counted
     */
    public abstract void notPlanned(@Nullable String text, Exception failure, @Nullable StatementStatistics statistics);

    /** A statement begins, or begins once more; null if it is a batch. */
    public abstract void began(@Nullable String text);

    /** The running statement will begin once more. */
    public abstract void again();

    /** It is known what it does. */
    public abstract void binds(Plan plan);

    /** It is known how it runs. */
    public abstract void runs(Plan plan, BoundPlan how);

    /** A batch of a text runs. */
    public abstract void runsBatch(String text, Plan plan);

    /** The batch went to so many units. */
    public abstract void wentTo(int units);

    /** Rows to be merged were gathered after all. */
    public abstract void gathered();

    /** It ends, unless it has ended before. */
    public abstract void ended(@Nullable Exception failure);

    /** The running statement wrote rows. */
    public final void wrote(long rows) {
        StatementCounter counts = counter;
        if (counts != null && rows > 0) {
            counts.current().countRows(rows);
        }
    }

    /** The first plan of a batch stands for all. */
    final void count(@Nullable StatementCounter of) {
        if (counter == null) {
            counter = of;
        }
    }

    /** Forgets the statement before. */
    final void countNone() {
        counter = null;
    }

    /** Counts the end of the running statement. */
    final void countEnd(long start, long end, int units, @Nullable Exception failure) {
        StatementCounter counts = counter;
        if (counts == null) {
            return;
        }
        counter = null;
        StatementCounter current = counts.current();
        current.count(start, end, units);
        if (failure != null) {
            boolean refused = failure instanceof ShardingException;
            current.countFailure(refused, refused ? code((ShardingException) failure) : type(failure));
        }
    }

    private static String code(ShardingException refusal) {
        ErrorCode code = refusal.errorCode();
        return code.code();
    }

    private static String type(Exception failure) {
        String state = failure instanceof SQLException database ? database.getSQLState() : null;
        return state == null ? failure.getClass().getName() : state;
    }
}

package io.shardkit.execute.run;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.Operation;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.ShardingOptions;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.Plan;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listener of the statements of one connection, of which one runs at a time. Not thread-safe, as connections
 * are not.
 */
public final class StatementObserver {
    private final StatementListener listener;
    private boolean running;
    private long start;
    private String sql = "";
    private Operation operation = Operation.OTHER;
    private @Nullable BoundPlan bound;
    private boolean gathered;
    private boolean batch;
    private int batchUnits;
    private boolean again;

    /** SQL that was asked for last, and SQL that was planned anew for the statement that will run next. */
    private String asked = "";

    private @Nullable String anew;

    private StatementObserver(StatementListener listener) {
        this.listener = listener;
    }

    /** Returns an observer that tells the listener of these options; null if there is no listener. */
    public static @Nullable StatementObserver of(ShardingOptions options) {
        StatementListener listener = options.listener();
        return listener == StatementListener.NONE ? null : new StatementObserver(listener);
    }

    /** Whom it tells. */
    public StatementListener listener() {
        return listener;
    }

    /** The plan of a text is asked for. */
    public void asked(@Nullable String text) {
        asked = Objects.requireNonNullElse(text, "");
        if (running && sql.isEmpty()) {
            sql = asked;
        }
    }

    /** There it is. */
    public void planned(Plan plan) {
        boolean fresh = plan.learned().takeFresh();
        if (fresh) {
            anew = asked;
        }
        listener.planRequested(!fresh);
        if (running) {
            binds(plan);
        }
    }

    /** There is none, so that the text cannot even be prepared. */
    public void notPlanned(Exception failure) {
        if (!running) {
            began(asked);
        }
        listener.planRequested(false);
        ended(failure);
    }

    /** A statement begins, or begins once more; null if it is a batch. */
    public void began(@Nullable String text) {
        if (again && running) {
            again = false;
            return;
        }
        if (running) {
            ended(new IllegalStateException("it broke off"));
        }
        running = true;
        again = false;
        batch = text == null;
        sql = Objects.requireNonNullElse(text, "");
        operation = Operation.OTHER;
        bound = null;
        gathered = false;
        batchUnits = 0;
        start = System.nanoTime();
        listener.statementStarted();
    }

    /** Notes that the running statement will begin once more. */
    public void again() {
        again = true;
    }

    /** It is known what it does. */
    public void binds(Plan plan) {
        operation = plan.kind().operation();
    }

    /** It is known how it runs. */
    public void runs(Plan plan, BoundPlan how) {
        binds(plan);
        bound = how;
    }

    /** A batch of a text runs. */
    public void runsBatch(String text, Plan plan) {
        sql = text;
        binds(plan);
    }

    /** The batch went to so many units. */
    public void wentTo(int units) {
        batchUnits = units;
    }

    /** Notes that rows to be merged were gathered after all. */
    public void gathered() {
        gathered = true;
    }

    /** It ends, unless it has ended before. */
    public void ended(@Nullable Exception failure) {
        if (!running) {
            return;
        }
        running = false;
        BoundPlan how = bound;
        Fanout fanout = how == null
                ? new Fanout(batch ? ExecutionStrategy.BATCH : ExecutionStrategy.NONE, batchUnits)
                : how.fanout();
        boolean planned = sql.equals(anew);
        if (planned) {
            anew = null;
        }
        ErrorCode refusal = failure instanceof ShardingException refused ? refused.errorCode() : null;
        listener.statementEnded(new StatementEnded(
                sql,
                operation,
                gathered ? ExecutionStrategy.GATHER : fanout.way(),
                fanout.units(),
                planned,
                System.nanoTime() - start,
                refusal,
                failure));
        bound = null;
    }
}

package io.shardkit.execute.run;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.Operation;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.Plan;
import io.shardkit.statistics.StatementStatistics;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells a listener of the statements of one connection, and counts them if they are counted. */
final class ToldStatements extends StatementObserver {
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

    ToldStatements(StatementListener listener) {
        this.listener = listener;
    }

    @Override
    public StatementListener listener() {
        return listener;
    }

    @Override
    public void asked(@Nullable String text) {
        asked = Objects.requireNonNullElse(text, "");
        if (running && sql.isEmpty()) {
            sql = asked;
        }
    }

    @Override
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

    @Override
    public void notPlanned(@Nullable String text, Exception failure, @Nullable StatementStatistics statistics) {
        if (!running) {
            began(asked);
        }
        if (statistics != null && text != null) {
            count(statistics.of(text, Operation.OTHER));
        }
        listener.planRequested(false);
        ended(failure);
    }

    @Override
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
        countNone();
        start = System.nanoTime();
        listener.statementStarted();
    }

    @Override
    public void again() {
        again = true;
    }

    @Override
    public void binds(Plan plan) {
        operation = plan.kind().operation();
        count(plan.counter());
    }

    @Override
    public void runs(Plan plan, BoundPlan how) {
        binds(plan);
        bound = how;
    }

    @Override
    public void runsBatch(String text, Plan plan) {
        sql = text;
        binds(plan);
    }

    @Override
    public void wentTo(int units) {
        batchUnits = units;
    }

    @Override
    public void gathered() {
        gathered = true;
    }

    @Override
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
        long end = System.nanoTime();
        countEnd(start, end, fanout.units(), failure);
        ErrorCode refusal = failure instanceof ShardingException refused ? refused.errorCode() : null;
        listener.statementEnded(new StatementEnded(
                sql,
                operation,
                gathered ? ExecutionStrategy.GATHER : fanout.way(),
                fanout.units(),
                planned,
                end - start,
                refusal,
                failure));
        bound = null;
    }
}

package io.shardkit.execute.run;

import io.shardkit.observe.Operation;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.statistics.StatementStatistics;
import org.jspecify.annotations.Nullable;

/** Counts the statements of one connection, without a listener: small, as each connection has one. */
final class CountedStatements extends StatementObserver {
    private long start;
    private int units;
    private boolean running;
    private boolean again;

    @Override
    public StatementListener listener() {
        return StatementListener.NONE;
    }

    @Override
    public void asked(@Nullable String text) {}

    @Override
    public void planned(Plan plan) {
        if (running) {
            binds(plan);
        }
    }

    @Override
    public void notPlanned(@Nullable String text, Exception failure, @Nullable StatementStatistics statistics) {
        if (!running) {
            began(text);
        }
        if (statistics != null && text != null) {
            count(statistics.of(text, Operation.OTHER));
        }
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
        units = 0;
        countNone();
        start = System.nanoTime();
    }

    @Override
    public void again() {
        again = true;
    }

    @Override
    public void binds(Plan plan) {
        count(plan.counter());
    }

    @Override
    public void runs(Plan plan, BoundPlan how) {
        binds(plan);
        units = how.fanout().units();
    }

    @Override
    public void runsBatch(String text, Plan plan) {
        binds(plan);
    }

    @Override
    public void wentTo(int batchUnits) {
        units = batchUnits;
    }

    @Override
    public void gathered() {}

    @Override
    public void ended(@Nullable Exception failure) {
        if (running) {
            running = false;
            countEnd(start, System.nanoTime(), units, failure);
        }
    }
}

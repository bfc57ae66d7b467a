package io.shardkit.membership;

import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.observe.StatementTotals;
import io.shardkit.observe.StatementsState;
import io.shardkit.options.StatisticsSettings;
import io.shardkit.statistics.AllStatistics;
import io.shardkit.statistics.StatementStatistics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shares the statistics of this instance with the others once in an interval, and takes theirs; without a rule store, or
 * without rights on the table, they are of this instance alone. Thread-safe.
 */
public final class SharedStatistics implements AutoCloseable {
    private final AllStatistics statistics;
    private final SharedSummaries summaries;
    private final ScheduledThreadPoolExecutor clock;
    private final Future<?> ticking;

    /**
     * Shares from now on.
     *
     * @param membership null without a rule store
     */
    public SharedStatistics(StatementStatistics own, StatisticsSettings settings, @Nullable Membership membership) {
        this.statistics = new AllStatistics(own);
        this.summaries = new SharedSummaries(membership, settings.table(), "statistics");
        this.clock = new ScheduledThreadPoolExecutor(1, task -> HelperThreads.daemon(task, "shardkit-statistics"));
        long interval = settings.interval().toMillis();
        this.ticking = clock.scheduleWithFixedDelay(this::share, interval, interval, TimeUnit.MILLISECONDS);
    }

    /** Shares the statistics now. A failure is logged once, until it works again. */
    public synchronized void share() {
        statistics.makeRoom();
        List<String> others = summaries.exchange(statistics::text);
        if (others != null) {
            statistics.take(others);
        }
    }

    /**
     * Returns the statistics as of this moment here, and as of the last interval at the others; no database is asked.
     *
     * @param all whether those of the others are added
     */
    public StatementsState state(boolean all) {
        return statistics.state(all, summaries.problem());
    }

    /** Returns totals since the start, of this instance, by summary. */
    public Map<String, StatementTotals> totals() {
        return statistics.own().totals();
    }

    /** Begins anew: this instance at once, the others within their interval. */
    public void reset() {
        statistics.reset();
    }

    /** Ends the sharing. */
    @Override
    public void close() {
        ticking.cancel(false);
        clock.shutdown();
        summaries.close();
    }
}

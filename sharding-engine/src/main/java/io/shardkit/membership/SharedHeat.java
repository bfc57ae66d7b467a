package io.shardkit.membership;

import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.heat.Heat;
import io.shardkit.heat.HeatReport;
import io.shardkit.heat.HeatSummary;
import io.shardkit.heat.HeatText;
import io.shardkit.observe.HeatState;
import io.shardkit.rule.ShardMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares the counts of this instance with the others once in an interval, and takes theirs; without a rule store, or
 * without rights on the table, they are of this instance alone. Thread-safe.
 */
public final class SharedHeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedHeat.class);

    private final Heat heat;
    private final SharedSummaries summaries;
    private final Supplier<ShardMap> rule;
    private final ScheduledThreadPoolExecutor clock;
    private final Future<?> ticking;

    private volatile List<HeatSummary> others = List.of();

    /**
     * Shares from now on.
     *
     * @param membership null without a rule store
     * @param rule gives the rule in force
     */
    public SharedHeat(Heat heat, @Nullable Membership membership, Supplier<ShardMap> rule) {
        this.heat = heat;
        this.summaries = new SharedSummaries(membership, heat.settings().table(), "traffic");
        this.rule = rule;
        this.clock = new ScheduledThreadPoolExecutor(1, task -> HelperThreads.daemon(task, "shardkit-heat"));
        Duration interval = heat.settings().interval();
        this.ticking = clock.scheduleWithFixedDelay(
                this::tick, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void tick() {
        share();
        heat.halve();
    }

    /** Shares the counts now. A failure is logged once, until it works again. */
    public synchronized void share() {
        List<String> shared = summaries.exchange(() -> HeatText.write(heat.summary(rule.get())));
        if (shared != null) {
            others = read(shared);
        }
    }

    private static List<HeatSummary> read(List<String> shared) {
        List<HeatSummary> summaries = new ArrayList<>();
        for (String each : shared) {
            try {
                summaries.add(HeatText.read(each));
            } catch (IllegalArgumentException other) {
                LOG.debug("The counts of another version are left out", other);
            }
        }
        return summaries;
    }

    /** Returns the traffic as of this moment here, and as of the last interval at the others; no database is asked. */
    public HeatState state() {
        ShardMap now = rule.get();
        List<HeatSummary> all = new ArrayList<>();
        all.add(heat.summary(now));
        all.addAll(others);
        return HeatReport.of(
                now,
                all,
                summaries.problem(),
                summaries.hasOthers(),
                heat.settings().hashValues());
    }

    /** Ends the sharing. */
    @Override
    public void close() {
        ticking.cancel(false);
        clock.shutdown();
        summaries.close();
    }
}

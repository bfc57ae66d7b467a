package io.shardkit.membership;

import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.heat.Heat;
import io.shardkit.heat.HeatReport;
import io.shardkit.heat.HeatSummary;
import io.shardkit.heat.HeatText;
import io.shardkit.observe.HeatState;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
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

    private static final int LONGEST_REASON = 160;

    private final Heat heat;
    private final @Nullable Membership membership;
    private final Supplier<ShardMap> rule;
    private final ScheduledThreadPoolExecutor clock;
    private final Future<?> ticking;

    private volatile List<HeatSummary> others = List.of();
    private volatile String problem = "";
    private boolean told;
    private boolean closed;

    /** The table once it is in use; null before. */
    private @Nullable HeatTable table;

    /**
     * Shares from now on.
     *
     * @param membership null without a rule store
     * @param rule gives the rule in force
     */
    public SharedHeat(Heat heat, @Nullable Membership membership, Supplier<ShardMap> rule) {
        this.heat = heat;
        this.membership = membership;
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

    /** Shares the counts now. A failure is told once, until it works again. */
    public synchronized void share() {
        Membership own = membership;
        if (closed || own == null || !own.isJoined()) {
            return;
        }
        try {
            HeatTable to = table(own);
            to.write(own.id(), HeatText.write(heat.summary(rule.get())));
            others = read(to.others(own.id()));
            problem = "";
            told = false;
        } catch (SQLException | RuntimeException failure) {
            others = List.of();
            table = null;
            problem = heat.settings().table() + " of " + own.tables().name() + " cannot be used: " + brief(failure);
            if (!told) {
                LOG.warn(
                        "The traffic of this instance is not added to that of the others, as {}. Its user needs SELECT,"
                                + " INSERT, UPDATE and DELETE on {}, and to create it unless it is there",
                        problem,
                        heat.settings().table());
            }
            told = true;
        }
    }

    /** Drivers may add the statement and its parameters to a message, in further lines or after what they say. */
    private static String brief(Exception failure) {
        String line = String.valueOf(failure.getMessage()).split("\n", 2)[0];
        return line.substring(0, Math.min(LONGEST_REASON, line.length()));
    }

    private HeatTable table(Membership own) throws SQLException {
        HeatTable known = table;
        if (known != null && known.tables().equals(own.tables())) {
            return known;
        }
        HeatTable found = new HeatTable(own.tables(), heat.settings().table());
        if (own.settings().create()) {
            try {
                found.create();
            } catch (SQLException failure) {
                // It may be there already, made by one who may; what follows tells.
                LOG.debug("The table {} is not created", found.name(), failure);
            }
        }
        table = found;
        return found;
    }

    private static List<HeatSummary> read(List<String> texts) {
        List<HeatSummary> summaries = new ArrayList<>();
        for (String text : texts) {
            try {
                summaries.add(HeatText.read(text));
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
                problem,
                membership != null && membership.isJoined(),
                heat.settings().hashValues());
    }

    /** Ends the sharing. */
    @Override
    public void close() {
        ticking.cancel(false);
        clock.shutdown();
        synchronized (this) {
            closed = true;
            HeatTable known = table;
            Membership own = membership;
            if (known != null && own != null) {
                try {
                    known.remove(own.id());
                } catch (SQLException | RuntimeException failure) {
                    LOG.debug("The counts of this instance stay until another one removes them", failure);
                }
            }
        }
    }
}

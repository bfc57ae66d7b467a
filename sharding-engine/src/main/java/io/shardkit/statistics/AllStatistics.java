package io.shardkit.statistics;

import io.shardkit.observe.StatementsState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statistics of this instance, and of the others as they shared them last: each shares its statements with the most time,
 * and the rest as one. Thread-safe.
 */
public final class AllStatistics {
    private static final Logger LOG = LoggerFactory.getLogger(AllStatistics.class);

    /** The number of statements that an instance shares. */
    private static final int SHARED = 100;

    private static final int SHARED_DEFINITIONS = 20;

    private static final double PERCENTILE = 0.95;

    private final StatementStatistics own;
    private volatile List<StatisticsSummary> others = List.of();
    private volatile boolean hasShared;

    /** @param own of this instance */
    public AllStatistics(StatementStatistics own) {
        this.own = own;
    }

    /** Returns what this instance shares. */
    public String text() {
        return StatisticsText.write(own.summary().atMost(SHARED, SHARED_DEFINITIONS));
    }

    /**
     * Takes what the others share. An instance that was reset has all others begin anew; what they counted before is left
     * out.
     */
    public void take(List<String> shared) {
        List<StatisticsSummary> all = new ArrayList<>();
        long reset = own.lastReset();
        for (String each : shared) {
            try {
                StatisticsSummary summary = StatisticsText.read(each);
                all.add(summary);
                reset = Math.max(reset, summary.reset());
            } catch (IllegalArgumentException other) {
                LOG.debug("The statistics of another version are left out", other);
            }
        }
        if (reset > own.lastReset()) {
            // A new instance has counted nothing before the reset.
            if (hasShared) {
                own.reset(reset);
            } else {
                own.wasReset(reset);
            }
        }
        hasShared = true;
        long newest = reset;
        all.removeIf(each -> each.reset() < newest);
        others = List.copyOf(all);
    }

    /** Frees places of statements that have not run for longest, if nearly all are taken. */
    public void makeRoom() {
        own.makeRoom();
    }

    /** Begins anew: this instance at once, the others when they share the next time. */
    public void reset() {
        own.reset();
        others = List.of();
    }

    /** Returns the statistics of this instance. */
    public StatementStatistics own() {
        return own;
    }

    /**
     * Returns the statistics.
     *
     * @param all whether those of the other instances are added
     * @param problem the reason that there are none of others
     */
    public StatementsState state(boolean all, String problem) {
        List<StatisticsSummary> summaries = new ArrayList<>(List.of(own.summary()));
        if (all) {
            summaries.addAll(others);
        }
        Map<String, Counts> statements = new LinkedHashMap<>();
        Map<String, Counts> definitions = new LinkedHashMap<>();
        long since = Long.MAX_VALUE;
        for (StatisticsSummary each : summaries) {
            each.statements().forEach(counts -> statements.merge(counts.sql(), counts, Counts::plus));
            each.definitions().forEach(counts -> definitions.merge(counts.sql(), counts, Counts::plus));
            since = Math.min(since, each.since());
        }
        double total = statements.values().stream().mapToDouble(Counts::nanos).sum();
        Counts rest = statements.remove(StatementStatistics.OTHERS);
        long calls = statements.values().stream().mapToLong(Counts::calls).sum() + (rest == null ? 0 : rest.calls());
        return new StatementsState(
                true,
                Instant.ofEpochMilli(since),
                summaries.size(),
                all ? problem : "",
                calls,
                millis(total),
                sorted(statements, total),
                rest == null ? null : statement(rest, total),
                sorted(definitions, 0));
    }

    private static List<StatementsState.Statement> sorted(Map<String, Counts> all, double total) {
        return all.values().stream()
                .sorted(Comparator.comparingLong(Counts::nanos).reversed().thenComparing(Counts::sql))
                .map(each -> statement(each, total))
                .toList();
    }

    private static StatementsState.Statement statement(Counts counts, double total) {
        long calls = counts.calls();
        double percentile = Latencies.percentile(counts.latencies(), PERCENTILE, counts.longest());
        return new StatementsState.Statement(
                counts.sql(),
                counts.summary(),
                counts.operation(),
                calls,
                counts.rows(),
                part((double) (calls + counts.furtherUnits()), (double) calls),
                counts.widest(),
                millis((double) counts.nanos()),
                millis(part((double) counts.nanos(), (double) calls)),
                millis(percentile),
                millis((double) counts.longest()),
                part((double) counts.nanos(), total),
                counts.errors(),
                counts.refusals(),
                counts.lastError(),
                Instant.ofEpochMilli(counts.first()),
                Instant.ofEpochMilli(counts.last()));
    }

    private static double millis(double nanos) {
        return nanos / TimeUnit.MILLISECONDS.toNanos(1);
    }

    private static double part(double some, double all) {
        return all <= 0 ? 0 : some / all;
    }
}

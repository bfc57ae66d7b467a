package io.shardkit.statistics;

import io.shardkit.dialect.Dialect;
import io.shardkit.observe.Operation;
import io.shardkit.observe.QuerySummary;
import io.shardkit.observe.StatementTotals;
import io.shardkit.options.StatisticsSettings;
import io.shardkit.sql.text.QuerySummaries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The statistics of one instance: a counter for each shape of a statement, found when a statement is planned and held by its
 * plan. Bounded: what exceeds it counts together. Thread-safe.
 */
public final class StatementStatistics {
    /** The SQL of what is not counted by shape. */
    public static final String OTHERS = "(others)";

    /** The length at which SQL is cut. */
    private static final int LONGEST = 2_000;

    private static final int MOST_DEFINITIONS = 100;

    /** The number of summaries for which totals are kept, as each is a few series of metrics. */
    private static final int MOST_SUMMARIES = 100;

    /** If more than this part of the places is taken, those that have not been used for longest are freed down to it. */
    private static final double FULL = 0.9;

    private static final Pattern LIST = Pattern.compile("\\(\\s*+\\?(?:\\s*+,\\s*+\\?)++\\s*+\\)");
    private static final Pattern ROWS = Pattern.compile("\\(\\?, \\.\\.\\.\\)(?:\\s*+,\\s*+\\(\\?, \\.\\.\\.\\))++");

    private final Dialect dialect;
    private final Group statements;
    private final Group definitions = new Group(MOST_DEFINITIONS, Operation.DDL);
    private final long startNanos = System.nanoTime();
    private final long startMillis = System.currentTimeMillis();

    private volatile long since = startMillis;

    /** The number of the last reset that is known: its time by the clock of the instance that was told to. */
    private volatile long reset;

    /** Counters of one kind. */
    private final class Group {
        private final Map<String, StatementCounter> counters = new ConcurrentHashMap<>();
        private final int most;
        private final StatementCounter others;

        /** Totals of counters that were evicted or cleared, by summary, so that totals never go back. */
        private final Map<String, StatementTotals> gone = new HashMap<>();

        /** Counts of evicted counters since the last reset. */
        private Counts folded = Counts.none(OTHERS, OTHERS, Operation.OTHER);

        Group(int most, Operation operation) {
            this.most = most;
            this.others = counter(OTHERS, OTHERS, operation);
            gone.put(OTHERS, StatementTotals.NONE);
        }

        StatementCounter of(String sql, String summary, Operation operation) {
            StatementCounter known = counters.get(sql);
            if (known != null) {
                return known;
            }
            synchronized (this) {
                name(summary);
                return counters.size() >= most
                        ? counters.getOrDefault(sql, others)
                        : counters.computeIfAbsent(sql, key -> counter(sql, summary, operation));
            }
        }

        synchronized void makeRoom() {
            int tooMany = counters.size() - (int) (FULL * most);
            if (tooMany <= 0) {
                return;
            }
            List<StatementCounter> all = new ArrayList<>(counters.values());
            all.sort(Comparator.comparingLong(StatementCounter::last));
            for (StatementCounter each : all.subList(0, tooMany)) {
                each.evict();
                counters.remove(each.sql());
                folded = folded.plus(each.counts());
                keep(each);
            }
        }

        synchronized List<Counts> counts() {
            List<Counts> all = new ArrayList<>();
            counters.values().forEach(each -> all.add(each.counts()));
            all.add(folded.plus(others.counts()));
            all.removeIf(each -> each.calls() == 0);
            return all;
        }

        synchronized void clear() {
            counters.values().forEach(each -> {
                keep(each);
                each.clear();
            });
            keep(others);
            others.clear();
            folded = Counts.none(OTHERS, OTHERS, Operation.OTHER);
        }

        private void keep(StatementCounter counter) {
            add(counter, gone);
        }

        private void add(StatementCounter counter, Map<String, StatementTotals> sums) {
            sums.merge(name(counter.summary()), sum(counter.counts()), StatementTotals::plus);
        }

        /** Returns the summary, or that of all others: those that come first have totals of their own. */
        private String name(String summary) {
            if (gone.containsKey(summary)) {
                return summary;
            }
            if (summary.isEmpty() || gone.size() > MOST_SUMMARIES) {
                return OTHERS;
            }
            gone.put(summary, StatementTotals.NONE);
            return summary;
        }

        synchronized Map<String, StatementTotals> totals() {
            Map<String, StatementTotals> sums = new HashMap<>(gone);
            counters.values().forEach(each -> add(each, sums));
            add(others, sums);
            return sums;
        }
    }

    /** Counts nothing yet. */
    public StatementStatistics(StatisticsSettings settings, Dialect dialect) {
        this.dialect = dialect;
        this.statements = new Group(settings.shapes(), Operation.OTHER);
    }

    /** Returns the counter of a statement, which may be that of all others. */
    public StatementCounter of(String sql, Operation operation) {
        QuerySummary summary = QuerySummaries.of(sql, dialect);
        return group(operation).of(shape(summary.text()), summary.summary(), operation);
    }

    /** Returns the counter that a statement has after its own one was evicted. */
    private StatementCounter again(StatementCounter evicted) {
        return group(evicted.operation()).of(evicted.sql(), evicted.summary(), evicted.operation());
    }

    private StatementCounter counter(String sql, String summary, Operation operation) {
        return new StatementCounter(this::again, this::millis, sql, summary, operation);
    }

    private Group group(Operation operation) {
        return operation == Operation.DDL ? definitions : statements;
    }

    /** Statements that differ in the number of their values only are one. */
    static String shape(String text) {
        String shape = LIST.matcher(text).replaceAll("(?, ...)");
        shape = ROWS.matcher(shape).replaceAll("(?, ...), ...");
        return shape.length() <= LONGEST ? shape : shape.substring(0, LONGEST) + " ...";
    }

    /** Has those statements count with all others that have not run for longest, if nearly all places are taken. */
    void makeRoom() {
        statements.makeRoom();
        definitions.makeRoom();
    }

    /** Begins anew; totals go on. */
    public void reset() {
        reset(Math.max(reset + 1, System.currentTimeMillis()));
    }

    void reset(long number) {
        reset = number;
        since = System.currentTimeMillis();
        statements.clear();
        definitions.clear();
    }

    /** Takes the number of a reset that was before this instance counted. */
    void wasReset(long number) {
        reset = number;
    }

    long lastReset() {
        return reset;
    }

    /** Returns the counts since the last reset. */
    StatisticsSummary summary() {
        return new StatisticsSummary(reset, since, statements.counts(), definitions.counts());
    }

    /** Returns the totals of statements that define nothing, by summary; the hundred and first summary is {@link #OTHERS}. */
    public Map<String, StatementTotals> totals() {
        return statements.totals();
    }

    private static StatementTotals sum(Counts counts) {
        return new StatementTotals(
                counts.calls(),
                counts.rows(),
                counts.nanos() / (double) TimeUnit.SECONDS.toNanos(1),
                counts.errors() + counts.refusals());
    }

    /** Returns the time of the clock, in milliseconds of the epoch. */
    private long millis(long nanoTime) {
        return startMillis + TimeUnit.NANOSECONDS.toMillis(nanoTime - startNanos);
    }
}

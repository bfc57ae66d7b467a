package io.shardkit.heat;

import io.shardkit.options.HeatSettings;
import io.shardkit.route.Traffic;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The counts of one instance: of a random sample of the executions, so that an execution that is not counted costs one
 * random number. Thread-safe.
 */
public final class Heat {
    private static final Logger LOG = LoggerFactory.getLogger(Heat.class);

    /** The number of 32-bit values. */
    private static final long VALUES = 1L << Integer.SIZE;

    private static final double NANOS = 1e9;

    /** The number of values and of statements that an instance shares, and the length of a statement. */
    private static final int SHARED_KEYS = 100;

    private static final int SHARED_STATEMENTS = 50;
    private static final int LONGEST_STATEMENT = 500;

    /** Counts below this are of rules that are not used any more. */
    private static final double FADED = 0.01;

    private final HeatSettings settings;

    /** Random numbers up to this one choose an execution. */
    private final int limit;

    private final Map<String, TableCounts> tables = new LinkedHashMap<>();
    private final SpaceSaving<String> statements;
    private double seconds;
    private long since = System.nanoTime();

    /** Tells of one execution. */
    @FunctionalInterface
    public interface Telling {
        /** @throws SQLException if a value cannot be read */
        void tell(Traffic.Receiver to) throws SQLException;
    }

    /** Counts nothing yet. */
    public Heat(HeatSettings settings) {
        this.settings = settings;
        this.limit = (int) (Integer.MIN_VALUE + VALUES / settings.sample() - 1);
        this.statements = new SpaceSaving<>(settings.keys());
    }

    /** Returns the settings. */
    public HeatSettings settings() {
        return settings;
    }

    /** Returns true if this execution is to be counted. */
    public boolean samples() {
        return ThreadLocalRandom.current().nextInt() <= limit;
    }

    /** The counts of statements that are planned by one rule. Immutable. */
    public final class OfRule {
        private final Map<Integer, TableCounts> groups = new HashMap<>();

        private OfRule(ShardMap rule) {
            names(rule).forEach((group, first) -> groups.put(group, table(first)));
        }

        /** As {@link Heat#samples()}. */
        public boolean samples() {
            return Heat.this.samples();
        }

        /**
         * Counts an execution. Fails never: a count is not worth a statement.
         *
         * @param sql as {@link Heat#shortened} returns it
         */
        public void count(String sql, Telling execution) {
            HeatSample sample = new HeatSample();
            try {
                execution.tell(sample);
            } catch (SQLException | RuntimeException failure) {
                // Its message may have the value.
                LOG.debug("An execution is not counted: {}", failure.getClass().getName());
                return;
            }
            add(sql, sample, groups);
        }
    }

    /**
     * Returns the beginning of a long statement, as which it is counted, so that few long ones don't fill the memory.
     *
     * @param sql without values
     */
    public static String shortened(String sql) {
        return sql.length() <= LONGEST_STATEMENT ? sql : sql.substring(0, LONGEST_STATEMENT);
    }

    /** Returns the counts for statements of a rule; those of tables that were there before go on. */
    public OfRule of(ShardMap rule) {
        return new OfRule(rule);
    }

    /** From the number of each binding group to its first table. */
    static Map<Integer, RoutedTable> names(ShardMap rule) {
        Map<Integer, RoutedTable> first = new LinkedHashMap<>();
        rule.tables().forEach(table -> first.putIfAbsent(table.bindingGroup(), table));
        return first;
    }

    private static String name(RoutedTable table) {
        return table.name() + " " + table.unitCount();
    }

    private synchronized TableCounts table(RoutedTable first) {
        return tables.computeIfAbsent(
                name(first), name -> new TableCounts(first.name(), first.unitCount(), settings.keys()));
    }

    private synchronized void add(String sql, HeatSample sample, Map<Integer, TableCounts> groups) {
        int calls = 0;
        for (Map.Entry<Integer, HeatSample.OfGroup> each : sample.groups().entrySet()) {
            TableCounts counts = groups.get(each.getKey());
            if (counts != null) {
                counts.count(each.getValue().units, each.getValue().keys);
                calls += each.getValue().units.cardinality();
            }
        }
        SpaceSaving.Counter<String> statement = statements.add(sql);
        // The mean of its own executions so far; as counts weigh less with time, so do the older ones of these.
        statement.note += (calls - statement.note) / Math.max(1, statement.count() - statement.error());
    }

    /** Makes all counts weigh half of what they did. */
    public synchronized void halve() {
        seconds = seconds() / 2;
        since = System.nanoTime();
        tables.values().forEach(each -> each.scale(1.0 / 2));
        statements.scale(1.0 / 2);
    }

    private double seconds() {
        return seconds + (System.nanoTime() - since) / NANOS;
    }

    /** Returns the counts of the tables of a rule. Statements wait for a copy of the counters at most. */
    public HeatSummary summary(ShardMap rule) {
        Copy copy = copy(rule);
        List<HeatSummary.OfTable> summaries = copy.tables.stream()
                .map(each -> each.summary(SHARED_KEYS, settings.hashValues()))
                .filter(each -> each.statements() > FADED)
                .toList();
        List<HeatSummary.OfStatement> most = copy.statements.counters().stream()
                .limit(SHARED_STATEMENTS)
                .map(each -> new HeatSummary.OfStatement(each.key(), each.count(), each.error(), each.note))
                .toList();
        return new HeatSummary(copy.seconds, settings.sample(), summaries, most);
    }

    /** The counts of a moment. */
    private record Copy(double seconds, List<TableCounts> tables, SpaceSaving<String> statements) {}

    private synchronized Copy copy(ShardMap rule) {
        List<TableCounts> copies = new ArrayList<>();
        for (RoutedTable first : names(rule).values()) {
            TableCounts counts = tables.get(name(first));
            if (counts != null) {
                copies.add(counts.copy());
            }
        }
        return new Copy(seconds(), copies, statements.copy());
    }
}

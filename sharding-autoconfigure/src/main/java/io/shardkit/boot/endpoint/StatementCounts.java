package io.shardkit.boot.endpoint;

import io.shardkit.error.ErrorCode;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.Operation;
import io.shardkit.observe.RowsGathered;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Counts the statements that ran since the start, with an example of each kind of refusal. Thread-safe. */
public final class StatementCounts implements StatementListener {
    /** The longest SQL that is kept whole: longer SQL is cut, may then end in half a literal, and is not shown. */
    private static final int LONGEST = 20_000;

    private final Map<ExecutionStrategy, LongAdder> ways = new EnumMap<>(ExecutionStrategy.class);
    private final Map<ErrorCode, Kept> refusals = new ConcurrentHashMap<>();
    private final LongAdder failures = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /** @param sql that was refused first, with its values; empty if it is not kept */
    private record Kept(LongAdder count, String sql) {}

    /**
     * The statements refused for one reason.
     *
     * @param code such as {@code SK-2041}
     * @param reason why
     * @param advice what to do about it
     * @param count how many statements
     * @param example the first of them, with {@code ?} for its values
     */
    public record Refused(String code, String reason, String advice, long count, String example) {}

    private final Notables slowest = new Notables();
    private final Notables widest = new Notables();
    private final Notables mostGathered = new Notables();
    private final Map<Integer, LongAdder> batches = new ConcurrentHashMap<>();

    /** True where a thread explains a statement for the endpoint, which is no statement of the application's. */
    private final ThreadLocal<@Nullable Boolean> explaining = new ThreadLocal<>();

    /** The rows that were gathered for the statement that runs on a thread. */
    private final ThreadLocal<@Nullable Long> gathered = new ThreadLocal<>();

    private final UnaryOperator<String> valueless;

    /** @param valueless takes the values out of a text */
    StatementCounts(UnaryOperator<String> valueless) {
        this.valueless = valueless;
        for (ExecutionStrategy way : ExecutionStrategy.values()) {
            ways.put(way, new LongAdder());
        }
    }

    /** Sets whether this thread explains statements for the endpoint from now on, which do not count. */
    void explaining(boolean begins) {
        if (begins) {
            explaining.set(true);
        } else {
            explaining.remove();
        }
    }

    @Override
    public void statementEnded(StatementEnded event) {
        if (event.way() == ExecutionStrategy.NONE && explaining.get() != null) {
            return;
        }
        LongAdder way = ways.get(event.way());
        if (way != null) {
            way.increment();
        }
        ErrorCode refusal = event.refusal();
        if (refusal != null) {
            refusals.computeIfAbsent(
                            refusal,
                            code -> new Kept(new LongAdder(), event.sql().length() > LONGEST ? "" : event.sql()))
                    .count()
                    .increment();
        } else if (event.failure() != null) {
            failures.increment();
        }
        if (event.way() == ExecutionStrategy.BATCH) {
            batches.computeIfAbsent(event.units(), units -> new LongAdder()).increment();
        }
        long rows = 0;
        if (event.way() == ExecutionStrategy.GATHER) {
            Long counted = gathered.get();
            gathered.remove();
            rows = counted == null ? 0 : counted;
            mostGathered.offer(rows, event, rows, valueless);
        }
        // A statement that is planned and not run, as EXPLAIN SHARDING, is nothing to make faster.
        boolean explained = event.way() == ExecutionStrategy.NONE
                && event.operation() == Operation.QUERY
                && event.failure() == null;
        if (!explained) {
            slowest.offer(event.nanos(), event, rows, valueless);
        }
        if (event.units() > 1) {
            widest.offer(event.units(), event, rows, valueless);
        }
    }

    @Override
    public void rowsGathered(RowsGathered event) {
        Long before = gathered.get();
        gathered.set((before == null ? 0 : before) + event.rows());
    }

    /** As values of keys are written. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    List<StatementReport> slowest() {
        return slowest.list();
    }

    List<StatementReport> widest() {
        return widest.list();
    }

    List<StatementReport> mostGathered() {
        return mostGathered.list();
    }

    /**
     * Returns the number of batches by the number of units that they went to; 0 for batches whose entries ran one by one.
     */
    Map<Integer, Long> batches() {
        Map<Integer, Long> counts = new TreeMap<>();
        batches.forEach((units, count) -> counts.put(units, count.sum()));
        return counts;
    }

    @Override
    public void planRequested(boolean kept) {
        (kept ? hits : misses).increment();
    }

    /** Returns the number of statements that ran in each way, and of those that failed in a database. */
    Map<String, Long> statements() {
        Map<String, Long> counts = new TreeMap<>();
        ways.forEach((way, count) -> counts.put(word(way), count.sum()));
        counts.put("failed", failures.sum());
        return counts;
    }

    long hits() {
        return hits.sum();
    }

    long misses() {
        return misses.sum();
    }

    /** An execution of each statement that is listed. */
    List<Seen> seen() {
        List<Seen> all = new ArrayList<>();
        List.of(slowest, widest, mostGathered).forEach(each -> all.addAll(each.seen()));
        refusals.forEach((code, kept) ->
                all.add(new Seen(valueless.apply(kept.sql()), kept.sql(), ExecutionStrategy.NONE, 0, code)));
        return all;
    }

    Map<String, Refused> refusals() {
        Map<String, Refused> all = new TreeMap<>();
        refusals.forEach((code, kept) -> all.put(
                code.code(),
                new Refused(
                        code.code(), code.reason(), code.action(), kept.count().sum(), valueless.apply(kept.sql()))));
        return all;
    }
}

package io.shardkit.differential.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.shardkit.differential.Answer;
import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Ordering;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Tally;
import io.shardkit.differential.Verdict;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.differential.Verdict.Refused;
import io.shardkit.differential.Verdict.Wrong;
import io.shardkit.differential.fixture.Comparison;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.differential.generated.StatementGenerator.Query;
import io.shardkit.error.ErrorCode;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs random statements on a topology. {@code -Dshardkit.seed=} chooses them, {@code -Dshardkit.statements=} how
 * many, {@code -Dsoak=10m} runs them for a time instead. A failure names the seed that repeats it alone.
 */
final class GeneratedSuite {
    private static final long DEFAULT_SEED = 20_240_131;
    private static final int EXAMPLES_SHOWN = 20;

    /** The answers that must be equal, not empty, over several units; of a hundred statements. */
    private static final int EQUAL_FLOOR = 93;

    /** Of transactions, where some forms of writes are refused. */
    private static final int EQUAL_FLOOR_OF_WRITES = 80;

    private static final int NON_EMPTY_FLOOR = 50;
    private static final int MANY_UNITS_FLOOR = 50;

    /** The operators that must have answered the queries. */
    private static final Set<String> OPERATORS = Set.of(
            "SingleShard",
            "MergedQuery",
            "Gather",
            "concatenated",
            "ordered",
            "grouped",
            "groups in any order",
            "ordered groups",
            "hidden columns",
            "limit",
            "Count",
            "Sum",
            "Min",
            "Max",
            "Avg");

    /** Shapes of queries too many to reduce them all. */
    private static final int REDUCED = 5;

    /** Fewer statements than this are a repetition, of which nothing can be demanded. */
    private static final int ENOUGH = 300;

    private final Fixture fixture;
    private final Tally tally = new Tally();
    private final Map<String, Tally> shapes = new TreeMap<>();
    private final Map<String, Integer> operators = new TreeMap<>();
    private final Map<ErrorCode, Sql> refusals = new EnumMap<>(ErrorCode.class);
    private int faults;

    /** One example of each kind of fault, and how often it was seen. */
    private final Map<String, String> examples = new LinkedHashMap<>();

    private final Map<String, Integer> kinds = new HashMap<>();

    GeneratedSuite(Topology topology) {
        this.fixture = Fixture.of(topology);
    }

    /** Single queries in autocommit. */
    void queries(int defaultCount) throws SQLException {
        long seed = Long.getLong("shardkit.seed", DEFAULT_SEED);
        long end = end();
        int count = count(defaultCount);
        for (int i = 0; end > 0 ? System.nanoTime() < end : i < count; i++) {
            Query query = new StatementGenerator(seed + i, fixture.topology().database()).query();
            Comparison comparison = Comparison.ofQuery(fixture, query.sql(), query.ordering());
            fixture.operators().of(query.sql()).forEach(each -> operators.merge(each, 1, Integer::sum));
            note(seed + i, query, comparison.verdict(), comparison.expected(), comparison.shardCalls());
            List<String> leaks = fixture.takeLeaks();
            if (!leaks.isEmpty()) {
                fault("left behind", "seed " + (seed + i) + ": " + query.sql() + " left behind " + leaks);
            }
        }
        finish("queries", seed, EQUAL_FLOOR);
        System.out.println("  by " + operators);
        if (tally.total() >= ENOUGH && fixture.topology().sources() > 1) {
            assertThat(operators.keySet()).containsAll(OPERATORS);
            assertThat(fixture.checkedConnections())
                    .as("connections looked at for temporary tables")
                    .isPositive();
        }
    }

    /** Transactions of a few writes, each followed by queries that must see them. */
    void transactions(int defaultCount) throws SQLException {
        long seed = Long.getLong("shardkit.seed", DEFAULT_SEED);
        long end = end();
        int count = count(defaultCount);
        for (int i = 0; end > 0 ? System.nanoTime() < end : i < count; i++) {
            transaction(seed + i);
        }
        List<String> left = fixture.misplaced();
        if (!left.isEmpty()) {
            fault("after all rollbacks", "after all rollbacks: " + left);
            fixture.restore();
        }
        finish("transactions", seed, EQUAL_FLOOR_OF_WRITES);
    }

    private void transaction(long seed) throws SQLException {
        Random random = Seeds.random(seed);
        WriteGenerator writes = new WriteGenerator(random, fixture.topology().database());
        boolean commit = random.nextInt(20) == 0;
        try (Connection whole = fixture.oracle().getConnection();
                Connection sharded = fixture.sharded().getConnection()) {
            whole.setAutoCommit(false);
            sharded.setAutoCommit(false);
            boolean intact = true;
            for (int i = 1 + random.nextInt(3); i > 0 && intact; i--) {
                intact = write(seed, writes, whole, sharded);
                for (int q = random.nextInt(3); q > 0 && intact; q--) {
                    intact = query(random.nextLong(), seed, whole, sharded);
                }
            }
            if (intact && commit) {
                whole.commit();
                sharded.commit();
            } else {
                whole.rollback();
                sharded.rollback();
                commit = false;
            }
            whole.setAutoCommit(true);
            sharded.setAutoCommit(true);
        }
        if (commit) {
            List<String> misplaced = fixture.misplaced();
            if (!misplaced.isEmpty()) {
                fault("committed", "seed " + seed + ": committed, " + misplaced);
            }
            fixture.restore();
        }
    }

    /** Returns true if the transaction may go on after the write. */
    private boolean write(long seed, WriteGenerator writes, Connection whole, Connection sharded) {
        Query write = writes.write();
        Sql sql = write.sql();
        fixture.calls().take();
        Answer actual = Answer.of(sharded, sql);
        int calls = fixture.calls().take();
        if (actual instanceof Failure failure && failure.code() != null) {
            // Refused, so nothing was written, and the oracle is left alone.
            note(seed, write, Verdict.of(actual, actual, Ordering.NONE), actual, calls);
            return calls == 0;
        }
        Answer expected = Answer.of(whole, sql);
        Verdict verdict = Verdict.of(expected, actual, Ordering.NONE);
        note(seed, write, verdict, expected, calls);
        return verdict instanceof Equal;
    }

    private boolean query(long querySeed, long seed, Connection whole, Connection sharded) {
        Query query = new StatementGenerator(querySeed, fixture.topology().database()).query();
        fixture.calls().take();
        Answer actual = Answer.of(sharded, query.sql());
        int calls = fixture.calls().take();
        Answer expected = Answer.of(whole, query.sql());
        Verdict verdict = Verdict.of(expected, actual, query.ordering());
        note(seed, query, verdict, expected, calls);
        return verdict instanceof Equal || (verdict instanceof Refused && !(expected instanceof Failure));
    }

    private void note(long seed, Query query, Verdict verdict, Answer expected, int calls) {
        tally.add(verdict, expected, calls);
        shapes.computeIfAbsent(query.shape(), shape -> new Tally()).add(verdict, expected, calls);
        if (verdict instanceof Refused refused) {
            refusals.putIfAbsent(refused.code(), query.sql());
        }
        if (verdict instanceof Wrong wrong) {
            String text = "seed " + seed + ": " + query.sql() + "\n  " + wrong.difference();
            fault(wrong.difference(), text + (query.sql().isQuery() ? reduced(query) : ""));
        }
    }

    /** The shortest form of it that is still wrong in autocommit, and what the shards are asked then. */
    private String reduced(Query query) {
        if (examples.size() >= REDUCED) {
            return "";
        }
        Sql sql = Reducer.ofQueries(fixture, query.ordering()).reduce(query.sql());
        try {
            fixture.watch().record(true);
            Comparison comparison = Comparison.ofQuery(fixture, sql, Reducer.orderingOf(sql, query.ordering()));
            String calls = fixture.watch().record(false).stream()
                    .map(call -> "\n      " + call)
                    .collect(Collectors.joining());
            return "\n  reduced: " + sql + "\n    " + comparison.verdict() + "\n    by "
                    + fixture.operators().of(sql) + calls;
        } catch (SQLException e) {
            return "\n  reduced: " + sql + ", then " + e;
        }
    }

    private void fault(String difference, String text) {
        faults++;
        // Up to the first name or value.
        String kind = difference.split("[\\[\"\n]", 2)[0].replaceAll("\\d+", "#");
        examples.putIfAbsent(kind, text);
        kinds.merge(kind, 1, Integer::sum);
    }

    private void finish(String what, long seed, int equalFloor) {
        String title = "generated " + what + " on " + fixture.topology().label() + ", seed " + seed;
        System.out.println(title + ": " + tally);
        System.out.println("  by shape, equal and not empty: "
                + shapes.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue().equal() + "/"
                                + each.getValue().nonEmpty() + " of "
                                + each.getValue().total())
                        .collect(Collectors.joining(", ")));
        refusals.forEach((code, sql) -> System.out.println("  refused " + code + " like " + sql));
        assertThat(fixture.takeLeaks()).as("left behind").isEmpty();
        if (faults > 0) {
            String shown = examples.entrySet().stream()
                    .limit(EXAMPLES_SHOWN)
                    .map(entry -> kinds.get(entry.getKey()) + " like " + entry.getValue())
                    .collect(Collectors.joining("\n"));
            fail("%s: %d wrong (repeat one with -Dshardkit.seed=<seed> -Dshardkit.statements=1)%n%s"
                    .formatted(title, faults, shown));
        }
        if (tally.total() >= ENOUGH) {
            assertThat(100 * tally.equal() / tally.total()).as("equal, %%").isGreaterThanOrEqualTo(equalFloor);
            assertThat(100 * tally.nonEmpty() / tally.total())
                    .as("not empty, %%")
                    .isGreaterThanOrEqualTo(NON_EMPTY_FLOOR);
            if (fixture.topology().sources() > 1) {
                assertThat(100 * tally.manyUnits() / tally.total())
                        .as("over several units, %%")
                        .isGreaterThanOrEqualTo(MANY_UNITS_FLOOR);
            }
        }
    }

    private static int count(int defaultCount) {
        return Integer.getInteger("shardkit.statements", defaultCount);
    }

    /** Returns the end of a soak run, or 0 for any other run. */
    private static long end() {
        @Nullable String soak = System.getProperty("soak");
        return soak == null || soak.isBlank()
                ? 0
                : System.nanoTime()
                        + Duration.parse("PT" + soak.trim().toUpperCase(Locale.ROOT))
                                .toNanos();
    }
}

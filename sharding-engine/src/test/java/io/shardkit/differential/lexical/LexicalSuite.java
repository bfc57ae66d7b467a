package io.shardkit.differential.lexical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.shardkit.differential.Answer;
import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Answer.Rows;
import io.shardkit.differential.Ordering;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Tally;
import io.shardkit.differential.Verdict;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.differential.Verdict.FailedAlike;
import io.shardkit.differential.Verdict.Refused;
import io.shardkit.differential.Verdict.Wrong;
import io.shardkit.differential.lexical.LexicalMutator.Mutant;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs mutated statements on a database and through the engine. {@code -Dshardkit.seed=} chooses the statements, {@code
 * -Dshardkit.statements=} how many, {@code -Dsoak=10m} runs them for a time instead. A failure names the seed that
 * repeats it alone.
 */
final class LexicalSuite {
    private static final long DEFAULT_SEED = 20_240_131;
    private static final int EXAMPLES_SHOWN = 60;

    /** Of a hundred statements, those that one database accepts. */
    private static final int ACCEPTED_FLOOR = 20;

    /** The same by Connector/J, which takes fewer of them. */
    private static final int ACCEPTED_BY_CONNECTOR_J_FLOOR = 15;

    /** Of a hundred statements that one database accepts, those that the engine answers too. */
    private static final int EQUAL_FLOOR = 60;

    /** Of a hundred statements, those that are answered with rows. */
    private static final int NON_EMPTY_FLOOR = 13;

    /** Fewer statements than this are a repetition, of which nothing can be demanded. */
    private static final int ENOUGH = 1000;

    /** Wrong statements too many to shorten them all. */
    private static final int REDUCED = 40;

    private static final int TRIALS = 400;

    /** More rows than a statement may give to be compared. */
    private static final int MANY_ROWS = 2000;

    private static final int STRAY_TABLES_EVERY = 1000;
    private static final long SLOW = TimeUnit.SECONDS.toNanos(20);

    /** The ordering of a statement that leaves open which rows it gives: as many rows, in the same columns. */
    private static final Ordering AS_MANY = new Ordering(false, List.of(), true);

    /** Clauses that give rows in an order of their own, which does not depend on how the rows lie. */
    private static final Pattern HASHED =
            Pattern.compile("GROUP\\W+BY|OVER|DISTINCT|UNION|INTERSECT|EXCEPT|MINUS", Pattern.CASE_INSENSITIVE);

    /** An order in which no two rows are equal; the tables are kept in the order of their keys, so that twins may agree. */
    private static final Pattern BY_KEY = Pattern.compile(
            "ORDER\\s+BY((?!LIMIT|OFFSET|FETCH|--|;|[()]).)*\\bid\\b\\s*(?!\\s|[-+*/%.(|\"'])",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** A subquery that may give any rows, so that there may be any number of those around it. */
    private static final Pattern CUT_WITHIN =
            Pattern.compile("SELECT.*SELECT.*(LIMIT|OFFSET|FETCH|TOP)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern WINDOW = Pattern.compile("\\bOVER\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern CUT_OF_WRITE =
            Pattern.compile("SELECT.*(LIMIT|OFFSET|FETCH|TOP)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern CUT = Pattern.compile("LIMIT|OFFSET|FETCH|TOP", Pattern.CASE_INSENSITIVE);

    private static final String OUT_OF_RANGE = "22003";

    private static final Set<String> NO_VALUE = Set.of("22007", "22018");

    /** Of H2: a column not grouped by; a number beyond a column's type, which fails a row compared, or its index, only. */
    private static final Set<Integer> H2_OF_ROWS = Set.of(
            org.h2.api.ErrorCode.MUST_GROUP_BY_COLUMN_1,
            org.h2.api.ErrorCode.INVALID_USE_OF_AGGREGATE_FUNCTION_1,
            org.h2.api.ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE_2);

    private static final Set<Integer> MARIADB_NOT_GROUPED = Set.of(1055, 1140);

    private static final Pattern WRITE = Pattern.compile(
            "UPDATE|DELETE|INSERT|REPLACE|MERGE|TRUNCATE|DROP|CREATE|ALTER|RENAME", Pattern.CASE_INSENSITIVE);
    private static final Pattern ORDERED = Pattern.compile("ORDER\\W+BY", Pattern.CASE_INSENSITIVE);

    private final LexicalFixture fixture;
    private final LexicalStatements statements;
    private final Tally tally = new Tally();
    private final Map<String, Tally> byKind = new TreeMap<>();
    private final Map<ErrorCode, String> refusals = new EnumMap<>(ErrorCode.class);
    private final Map<String, String> examples = new LinkedHashMap<>();
    private final Map<String, Integer> kinds = new TreeMap<>();
    private int accepted;
    private int undetermined;
    private int faults;
    private @Nullable String failedAlike;

    /** The outcome of a statement on both sides. */
    private record Outcome(Verdict verdict, Answer expected, boolean slow) {}

    LexicalSuite(LexicalFixture fixture) throws SQLException {
        this.fixture = fixture;
        this.statements = new LexicalStatements(fixture);
    }

    void run(int defaultCount) throws SQLException {
        long seed = Long.getLong("shardkit.seed", DEFAULT_SEED);
        long end = end();
        int count = Integer.getInteger("shardkit.statements", defaultCount);
        long start = System.nanoTime();
        for (int i = 0; end > 0 ? System.nanoTime() < end : i < count; i++) {
            Random random = Seeds.random(seed + i);
            boolean prepared = random.nextInt(4) == 0;
            Mutant mutant = random.nextInt(8) == 0
                    ? LexicalMutator.probe(random)
                    : new LexicalMutator(random).mutate(statements.any(random));
            one(seed + i, mutant, prepared);
            if (i % STRAY_TABLES_EVERY == 0) {
                strayTables(seed + i);
            }
        }
        strayTables(seed);
        finish(seed, Duration.ofNanos(System.nanoTime() - start));
    }

    /** Runs well-formed statements with a comment in them. */
    void comments(int defaultCount) throws SQLException {
        long seed = Long.getLong("shardkit.seed", DEFAULT_SEED);
        int count = Integer.getInteger("shardkit.statements", defaultCount);
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            Random random = Seeds.random(seed + i);
            boolean prepared = random.nextInt(4) == 0;
            Mutant mutant = new LexicalMutator(random).comment(statements.any(random), LexicalAlphabet.PLAIN_COMMENTS);
            one(seed + i, mutant, prepared);
        }
        finish(seed, Duration.ofNanos(System.nanoTime() - start));
    }

    private void one(long seed, Mutant mutant, boolean prepared) throws SQLException {
        Sql sql = mutant.sql();
        Outcome outcome = outcome(sql, prepared);
        int calls = fixture.takeCalls();
        tally.add(outcome.verdict(), outcome.expected(), calls);
        byKind.computeIfAbsent(mutant.kind(), kind -> new Tally()).add(outcome.verdict(), outcome.expected(), calls);
        accepted += outcome.expected() instanceof Failure ? 0 : 1;
        if (outcome.verdict() instanceof Refused refused && !(outcome.expected() instanceof Failure)) {
            refusals.merge(refused.code(), shown(sql.text()), (a, b) -> a.length() <= b.length() ? a : b);
        }
        if (outcome.verdict() instanceof FailedAlike) {
            failedAlike = shown(sql.text());
        }
        if (outcome.verdict() instanceof Wrong wrong) {
            fault(seed, mutant.kind(), sql, prepared, wrong);
        }
        if (outcome.slow()) {
            fault(seed, mutant.kind(), sql, prepared, new Wrong("more than five seconds"));
        }
    }

    private void fault(long seed, String mutation, Sql sql, boolean prepared, Wrong wrong) throws SQLException {
        faults++;
        String kind = mutation + ": " + kindOf(wrong);
        kinds.merge(kind, 1, Integer::sum);
        if (!examples.containsKey(kind)) {
            Sql shorter = examples.size() < REDUCED ? shorter(sql, prepared, kindOf(wrong)) : sql;
            Outcome again = outcome(shorter, prepared);
            String asked = again.verdict() instanceof Wrong
                    ? fixture.shardTexts(shorter, prepared).stream()
                            .map(text -> "\n      " + shown(text))
                            .collect(Collectors.joining())
                    : "";
            fixture.checkRows(false);
            examples.put(
                    kind,
                    "seed " + seed + (prepared ? " (prepared)" : "") + ": " + shown(sql.toString()) + "\n    reduced: "
                            + shown(shorter.toString()) + "\n    oracle: " + shown(clip(again.expected())) + "\n    "
                            + shown(again.verdict().toString()) + asked);
        }
    }

    private static String clip(Answer answer) {
        String text = answer.toString();
        return text.length() <= 600 ? text : text.substring(0, 600) + "...";
    }

    /** Returns the difference without its values. */
    private static String kindOf(Wrong wrong) {
        String text = wrong.difference();
        if (text.startsWith("one database fails")) {
            return "one database fails";
        }
        if (text.startsWith("crashes with ")) {
            int end = text.indexOf(':');
            return end < 0 ? text : text.substring(0, end);
        }
        return text.split("[\\[\"\n(]", 2)[0].replaceAll("-?\\d+", "#");
    }

    /** The shortest form of it that is still wrong in the same way. */
    private Sql shorter(Sql sql, boolean prepared, String kind) throws SQLException {
        Sql current = sql;
        int trials = 0;
        for (int length = sql.text().length() / 2; length > 0; length = length > 4 ? length / 2 : length - 1) {
            for (int at = 0; at + length <= current.text().length() && trials < TRIALS; trials++) {
                String text = current.text();
                Sql fewer = new Sql(text.substring(0, at) + text.substring(at + length), sql.parameters());
                if (outcome(fewer, prepared).verdict() instanceof Wrong wrong
                        && kindOf(wrong).equals(kind)) {
                    current = fewer;
                } else {
                    at++;
                }
            }
        }
        return current;
    }

    private Outcome outcome(Sql sql, boolean prepared) throws SQLException {
        Answer expected = sql.text().contains("@")
                ? fixture.ofNewOracle(sql, prepared, MANY_ROWS)
                : fixture.ofOracle(sql, prepared, MANY_ROWS);
        if (expected instanceof Rows rows && rows.rows().size() == MANY_ROWS) {
            // A join without its condition: nothing to be learnt from so many.
            undetermined++;
            return new Outcome(new FailedAlike("rows"), expected, false);
        }
        fixture.takeCalls();
        long start = System.nanoTime();
        Answer actual = fixture.ofEngine(sql, prepared);
        boolean slow = System.nanoTime() - start > SLOW;
        Verdict verdict = verdict(sql, prepared, expected, actual);
        if (WRITE.matcher(sql.text()).find()) {
            String difference = fixture.checkRows(!(actual instanceof Failure));
            if (difference != null && CUT.matcher(sql.text()).find() && verdict instanceof Equal) {
                // As many rows, but which ones is anyone's guess.
                undetermined++;
            } else if (difference != null
                    && CUT_OF_WRITE.matcher(sql.text()).find()
                    && !BY_KEY.matcher(sql.text()).find()) {
                // So is what the subquery gives, by which they are chosen.
                undetermined++;
                verdict = new FailedAlike("rows");
            } else if (difference != null
                    && WINDOW.matcher(sql.text()).find()
                    && !BY_KEY.matcher(sql.text()).find()) {
                // Rows that are equal in a window's order are numbered in any.
                undetermined++;
                verdict = new FailedAlike("rows");
            } else if (difference != null && (isNotGrouped(sql, prepared) || fixture.dependsOnPlan(sql, prepared))) {
                undetermined++;
                verdict = new FailedAlike("rows");
            } else if (difference != null && !(verdict instanceof Wrong)) {
                verdict = new Wrong(difference + (actual instanceof Failure ? " although it failed" : ""));
            } else if (difference != null && verdict instanceof Wrong wrong) {
                verdict = new Wrong(wrong.difference() + "; then " + difference);
            }
        }
        return new Outcome(verdict, expected, slow);
    }

    private Verdict verdict(Sql sql, boolean prepared, Answer expected, Answer actual) throws SQLException {
        if (expected instanceof Failure && actual instanceof Failure failure) {
            // Whatever the reason: a text that is no statement is wrong in several places.
            return failure.thrown() instanceof SQLException && failure.code() == null
                    ? new FailedAlike(String.valueOf(failure.sqlState()))
                    : Verdict.of(expected, actual, Ordering.NONE);
        }
        if (dependsOnRows(expected)
                || dependsOnRows(actual)
                || (isOutOfRange(actual) && CUT.matcher(sql.text()).find())) {
            return new FailedAlike("rows");
        }
        if (actual instanceof Failure failure
                && failure.code() == ErrorCode.INVALID_ARGUMENT
                && !sql.parameters().isEmpty()) {
            // MariaDB's driver counts parameters in comments that the server skips.
            return new Refused(ErrorCode.INVALID_ARGUMENT);
        }
        Verdict verdict = Verdict.of(expected, actual, Ordering.NONE);
        if (!(expected instanceof Rows) || !(actual instanceof Rows)) {
            return verdict;
        }
        boolean write = WRITE.matcher(sql.text()).find();
        if (!(verdict instanceof Wrong) && !write && ORDERED.matcher(sql.text()).find()) {
            Verdict ordered = Verdict.of(expected, actual, Ordering.TOTAL);
            return ordered instanceof Wrong
                            && isOrdered(sql, prepared)
                            && isDetermined(sql, prepared, expected, Ordering.TOTAL)
                    ? ordered
                    : verdict;
        }
        if (verdict instanceof Wrong && !write && !isDetermined(sql, prepared, expected, Ordering.NONE)) {
            undetermined++;
            if (CUT_WITHIN.matcher(sql.text()).find() || isNotGrouped(sql, prepared)) {
                return new FailedAlike("rows");
            }
            return Verdict.of(expected, actual, AS_MANY);
        }
        return verdict;
    }

    /**
     * Returns true if the statement failed because of the rows that were looked at, which is no question of reading: a
     * string that is no number or date, or, in H2, a column that is not grouped by or a number out of the range of the
     * column that the number is compared with.
     */
    private static boolean dependsOnRows(Answer answer) {
        return answer instanceof Failure failure
                && failure.thrown() instanceof SQLException thrown
                && failure.code() == null
                && (NO_VALUE.contains(String.valueOf(thrown.getSQLState()))
                        || H2_OF_ROWS.contains(thrown.getErrorCode()));
    }

    /** Returns true if a unit computed a number out of range for a row that one database cuts off before computing. */
    private static boolean isOutOfRange(Answer actual) {
        return actual instanceof Failure failure
                && failure.thrown() instanceof SQLException thrown
                && failure.code() == null
                && OUT_OF_RANGE.equals(thrown.getSQLState());
    }

    /**
     * Returns true if the last ORDER BY is not in a comment or a string: broken up, a real ORDER BY makes the statement
     * fail.
     */
    private boolean isOrdered(Sql sql, boolean prepared) throws SQLException {
        int last = 0;
        for (Matcher matcher = ORDERED.matcher(sql.text()); matcher.find(); ) {
            last = matcher.start();
        }
        String without =
                sql.text().substring(0, last) + "ORDER OR BY" + sql.text().substring(last + "ORDER BY".length());
        return fixture.ofOracle(new Sql(without, sql.parameters()), prepared, 1) instanceof Failure;
    }

    /** Returns true if the answer is the same however the rows lie, and each time. */
    private boolean isDetermined(Sql sql, boolean prepared, Answer expected, Ordering ordering) throws SQLException {
        if (isNotGrouped(sql, prepared)) {
            return false;
        }
        if (HASHED.matcher(sql.text()).find()
                && (ordering.total() || CUT.matcher(sql.text()).find())) {
            return false;
        }
        if (CUT.matcher(sql.text()).find() && !BY_KEY.matcher(sql.text()).find()) {
            return false;
        }
        Answer again = fixture.ofEngine(sql, prepared);
        return !(Verdict.of(expected, again, ordering) instanceof Equal)
                && fixture.ofTwins(sql, prepared, MANY_ROWS).stream()
                        .allMatch(twin -> Verdict.of(expected, twin, ordering) instanceof Equal);
    }

    /**
     * Returns true if a column that is neither grouped by nor decided by the grouped columns may have the value of any
     * row.
     */
    private boolean isNotGrouped(Sql sql, boolean prepared) throws SQLException {
        return fixture.database().kind().speaksMysql()
                && fixture.ofStrictOracle(sql, prepared) instanceof Failure failure
                && failure.thrown() instanceof SQLException thrown
                && MARIADB_NOT_GROUPED.contains(thrown.getErrorCode());
    }

    private void strayTables(long seed) throws SQLException {
        String stray = fixture.strayTables();
        if (stray != null) {
            faults++;
            examples.putIfAbsent("stray table", "up to seed " + seed + ": " + stray);
            kinds.merge("stray table", 1, Integer::sum);
        }
    }

    private void finish(long seed, Duration took) {
        String title = "lexical on " + fixture.database().label() + ", seed " + seed;
        System.out.println(title + ": " + tally + "; " + accepted + " accepted by one database, " + undetermined
                + " undetermined, of " + statements.size() + " statements, in " + took.toMillis() + " ms");
        System.out.println("  by mutation, equal and not empty: "
                + byKind.entrySet().stream()
                        .filter(each -> !each.getKey().contains("+"))
                        .map(each -> each.getKey() + " " + each.getValue().equal() + "/"
                                + each.getValue().nonEmpty() + " of "
                                + each.getValue().total())
                        .collect(Collectors.joining(", ")));
        refusals.forEach((code, sql) -> System.out.println("  refused " + code + " like " + sql));
        System.out.println("  failed alike like " + failedAlike);
        if (faults > 0) {
            String shown = examples.entrySet().stream()
                    .limit(EXAMPLES_SHOWN)
                    .map(entry -> kinds.get(entry.getKey()) + " x " + entry.getKey() + "\n  " + entry.getValue())
                    .collect(Collectors.joining("\n"));
            fail("%s: %d wrong (repeat one with -Dshardkit.seed=<seed> -Dshardkit.statements=1)%n%s"
                    .formatted(title, faults, shown));
        }
        if (tally.total() >= ENOUGH) {
            boolean connectorJ = fixture.database().kind().isByConnectorJ();
            assertThat(100 * accepted / tally.total())
                    .as("accepted by one database, %%")
                    .isGreaterThanOrEqualTo(connectorJ ? ACCEPTED_BY_CONNECTOR_J_FLOOR : ACCEPTED_FLOOR);
            assertThat(100 * tally.equal() / accepted).as("of these equal, %%").isGreaterThanOrEqualTo(EQUAL_FLOOR);
            assertThat(100 * tally.nonEmpty() / tally.total())
                    .as("not empty, %%")
                    .isGreaterThanOrEqualTo(NON_EMPTY_FLOOR);
        }
    }

    /** With the characters that cannot be seen as escapes. */
    private static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().forEach(c -> {
            if (c == '\n' && text.startsWith("Wrong")) {
                shown.append('\n');
            } else if (c < ' ' || c > '~') {
                shown.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                shown.append((char) c);
            }
        });
        return shown.toString();
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

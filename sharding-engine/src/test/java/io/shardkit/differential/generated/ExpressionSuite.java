package io.shardkit.differential.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Answer;
import io.shardkit.differential.Answer.Rows;
import io.shardkit.differential.Ordering;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Verdict;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.differential.Verdict.Refused;
import io.shardkit.differential.Verdict.Wrong;
import io.shardkit.differential.fixture.Comparison;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Odd expressions have the answers of an unsharded database, and nearly none is refused. */
final class ExpressionSuite {
    private static final long DEFAULT_SEED = 20_240_131;

    private static final List<String> POSITIONS = List.of(
            "+ 1", "- 1", "- - 1", "( 1 )", "( + 1 )", "- ( - 1 )", "+ ( 1 ) DESC", "- - 1 DESC", "TRUE", "0", "9");

    private static final List<String> CONSTANTS = List.of("'x'", "+ 'x'", "1.5", "NULL", "- NULL", "DATE '2024-01-31'");

    private static final List<String> PLACES = List.of(
            "NOT ( %s )",
            "NOT ( ( %s ) )",
            "NOT (((%s)))",
            "NOT ( NOT ( ( %s ) ) )",
            "NOT ( ( %s ) AND a < 90 )",
            "NOT ( ( ( %s ) ) OR ( ( a < 3 ) ) )",
            "( ( %s ) ) AND NOT ( ( a = 2 ) )",
            "( ( %s ) AND a < 90 ) AND id < 70",
            "( ( ( %s ) ) OR id = 3 ) OR a = 9",
            "( ( %s ) OR ( ( a IN ( 1, 2 ) ) AND id > 0 ) OR a = 8 ) AND NOT ( %<s )",
            "a BETWEEN 1 AND ( 5 ) AND ( ( %s ) OR id = 7 )",
            "( ( %s ) ) IS NOT NULL");

    private static final List<String> CONDITIONS = List.of(
            "a BETWEEN 2 AND 4",
            "- + a NOT BETWEEN id AND 15",
            "a * a BETWEEN id * 23 AND - id + a",
            "a IN ( 1, + 2 )",
            "( a ) NOT IN ( ( 3 ), 4 )",
            "( a ) BETWEEN ( 2 ) AND ( 4 )",
            "a IS NULL",
            "( a ) IS NOT NULL",
            "a = ( 2 )",
            "a <> + id AND NOT a > 3",
            "CASE WHEN a > 2 THEN a = 3 ELSE a = 1 END",
            "EXISTS ( SELECT 1 FROM b1 WHERE b1.id = 2 )",
            "NOT EXISTS ( SELECT 1 FROM b1 WHERE b1.id = 999 )",
            "a IN ( SELECT b1.id FROM b1 )",
            "a > ( SELECT MIN( id ) FROM b1 )");

    private final Fixture fixture;
    private final Topology topology;

    ExpressionSuite(Topology topology) {
        this.topology = topology;
        this.fixture = Fixture.of(topology);
    }

    /** Of a thousand queries that one database answers, fewer than five may be refused. */
    void expressions(int count) throws SQLException {
        long seed = Long.getLong("shardkit.seed", DEFAULT_SEED);
        List<String> refused = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int answered = 0;
        for (int i = 0; i < count; i++) {
            String sql = new ExpressionGenerator(seed + i, topology.database()).query();
            Comparison comparison = Comparison.ofQuery(fixture, new Sql(sql, List.of()), Ordering.NONE);
            if (!(comparison.expected() instanceof Rows) || takesGroupsForOne(sql)) {
                continue;
            }
            answered++;
            if (comparison.verdict() instanceof Refused refusal) {
                refused.add("seed " + (seed + i) + " " + refusal.code() + ": " + sql);
            } else if (!(comparison.verdict() instanceof Equal) && !isEqualByAnotherPlan(sql)) {
                wrong.add("seed " + (seed + i) + " " + comparison.verdict() + ": " + sql);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s expressions from seed %d: %d of %d answered by one database, %d refused%n",
                topology.label(),
                seed,
                answered,
                count,
                refused.size());
        refused.forEach(System.out::println);
        assertThat(wrong).isEmpty();
        assertThat(refused).hasSizeLessThanOrEqualTo(count / 200);
        assertThat(answered).isGreaterThan(count * 9 / 10);
    }

    /**
     * MySQL gives a computed number another type where it keeps groups in a temporary table, and whether it does so depends
     * on the number of rows; SQL_BUFFER_RESULT makes it.
     */
    private boolean isEqualByAnotherPlan(String sql) throws SQLException {
        if (topology.database() != TestDatabase.MYSQL) {
            return false;
        }
        try (Connection whole = fixture.oracle().getConnection();
                Connection sharded = fixture.sharded().getConnection()) {
            Answer buffered =
                    Answer.of(whole, new Sql(sql.replaceFirst("SELECT", "SELECT SQL_BUFFER_RESULT"), List.of()));
            Answer actual = Answer.of(sharded, new Sql(sql, List.of()));
            return Verdict.of(buffered, actual, Ordering.NONE) instanceof Equal;
        }
    }

    /** MariaDB takes a sum of constants for the same in all groups, and shows any of them for DISTINCT. */
    private boolean takesGroupsForOne(String sql) {
        return topology.database().speaksMysql() && sql.startsWith("SELECT DISTINCT") && sql.contains(" GROUP BY ");
    }

    /** Checks expressions that some databases may take for the number of a column. */
    void positions() throws SQLException {
        List<String> wrong = new ArrayList<>();
        for (String position : POSITIONS) {
            check("SELECT k FROM o ORDER BY " + position, wrong);
            check("SELECT k FROM o WHERE a > 2 ORDER BY " + position + " LIMIT 7", wrong);
            check("SELECT k FROM o UNION ALL SELECT k + 1000 FROM o ORDER BY " + position, wrong);
            if (!position.endsWith("DESC")) {
                check("SELECT a, COUNT(*) FROM o GROUP BY " + position, wrong);
                check("SELECT a + 1, MAX(id) FROM o GROUP BY " + position, wrong);
            }
        }
        check(new Sql("SELECT k FROM o ORDER BY ?", List.of(1)), wrong);
        check(new Sql("SELECT k FROM o ORDER BY - ? DESC", List.of(-1)), wrong);
        for (String constant : CONSTANTS) {
            check("SELECT id FROM o ORDER BY " + constant + ", id", wrong);
            check("SELECT id FROM o ORDER BY id DESC, " + constant + " LIMIT 5", wrong);
            check("SELECT a, COUNT(*) FROM o GROUP BY a, " + constant, wrong);
            check("SELECT id, SUM(a) OVER (ORDER BY id, " + constant + ") FROM o ORDER BY 1", wrong);
        }
        assertThat(wrong).isEmpty();
    }

    /** Parentheses without need, and conditions within conditions: what one database answers is answered. */
    void parentheses() throws SQLException {
        List<String> wrong = new ArrayList<>();
        for (String place : PLACES) {
            for (String condition : CONDITIONS) {
                String within = String.format(Locale.ROOT, place, condition);
                checkRows("SELECT k, id FROM o WHERE " + within, wrong);
                checkRows("SELECT a, COUNT(*) FROM o GROUP BY a HAVING " + within.replaceAll("\\bid\\b", "a"), wrong);
                checkRows("SELECT CASE WHEN " + within + " THEN a END AS c FROM o", wrong);
            }
        }
        assertThat(wrong).isEmpty();
    }

    void naturalJoins() throws SQLException {
        List<String> wrong = new ArrayList<>();
        for (String join : List.of(
                "NATURAL JOIN",
                "NATURAL INNER JOIN",
                "NATURAL LEFT JOIN",
                "NATURAL LEFT OUTER JOIN",
                "NATURAL RIGHT JOIN",
                "NATURAL RIGHT OUTER JOIN",
                "NATURAL FULL JOIN",
                "NATURAL FULL OUTER JOIN")) {
            checkRows("SELECT * FROM x " + join + " q", wrong);
            checkRows("SELECT v FROM x c " + join + " q AS d", wrong);
            checkRows("SELECT c.id, d.id, v FROM x AS c " + join + " q d WHERE c.id > 3", wrong);
            checkRows("SELECT COUNT(*) FROM x c " + join + " q d WHERE c.k = 2 AND c.id = 2", wrong);
            checkRows("SELECT COUNT(*) FROM x c CROSS JOIN (SELECT 1 one) e " + join + " q d", wrong);
            checkRows("SELECT (SELECT COUNT(*) FROM x " + join + " q) AS c FROM b1", wrong);
        }
        assertThat(wrong).isEmpty();
    }

    /** Rows that nothing orders, even where one database happens to give them in an order. */
    private void checkRows(String text, List<String> wrong) throws SQLException {
        check(Comparison.ofQuery(fixture, new Sql(text, List.of()), Ordering.NONE), text, wrong);
    }

    private void check(String text, List<String> wrong) throws SQLException {
        check(new Sql(text, List.of()), wrong);
    }

    /**
     * Checks a query: where one database orders the rows, the order has to be the same; a query that the database refuses
     * may be refused.
     */
    private void check(Sql sql, List<String> wrong) throws SQLException {
        Comparison comparison = Comparison.ofQuery(fixture, sql, Ordering.NONE);
        if (comparison.expected() instanceof Rows rows && isOrdered(rows)) {
            comparison = Comparison.ofQuery(fixture, sql, Ordering.TOTAL);
        }
        if (sql.text().contains("LIMIT 7") && comparison.expected() instanceof Rows rows && !isOrdered(rows)) {
            return;
        }
        check(comparison, sql.toString(), wrong);
    }

    private static void check(Comparison comparison, String sql, List<String> wrong) {
        boolean answered = comparison.expected() instanceof Rows;
        if (comparison.verdict() instanceof Wrong || (answered && !(comparison.verdict() instanceof Equal))) {
            wrong.add(comparison.verdict() + ": " + sql);
        }
    }

    private static boolean isOrdered(Rows rows) {
        List<Long> keys = new ArrayList<>();
        for (List<?> row : rows.rows()) {
            if (!(row.get(0) instanceof Number key)) {
                return false;
            }
            keys.add(key.longValue());
        }
        List<Long> up = keys.stream().sorted().toList();
        List<Long> down = up.stream().sorted(Comparator.reverseOrder()).toList();
        return keys.equals(up) || keys.equals(down);
    }
}

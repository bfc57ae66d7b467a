package io.shardkit.analytics;

import io.shardkit.analytics.Asked.Outcome;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** Asks queries in one database and then through Shardkit: once, and a few times more for the time they take. */
final class SuiteRun {
    /** The time that each execution has, in seconds. */
    private static final int SECONDS = Integer.getInteger("shardkit.suites.seconds", 60);

    /** The most executions after the first; with none, the first one's time stands for theirs. */
    private static final int REPEATS = Integer.getInteger("shardkit.suites.repeats", 3);

    /** No more repeats once they took as long, in milliseconds: such queries vary little. */
    private static final double ENOUGH = 10_000;

    /** SQLSTATEs of PostgreSQL and MariaDB for a statement that took too long. */
    private static final Set<String> TIMEOUTS = Set.of("57014", "70100");

    private static final Pattern CODE = Pattern.compile("SK-[0-9]+");

    private final DataSource whole;
    private final DataSource sharded;

    SuiteRun(DataSource whole, DataSource sharded) {
        this.whole = whole;
        this.sharded = sharded;
    }

    Asked ask(String name, String query) throws Exception {
        try (Connection one = whole.getConnection();
                Connection many = sharded.getConnection()) {
            Answer expected;
            long asked = System.nanoTime();
            try {
                expected = Answer.of(one, query, SECONDS);
            } catch (SQLException failure) {
                return Asked.notCounted(name, "in one database: " + line(failure));
            }
            double plain = best(one, query, millis(asked));
            long begin = System.nanoTime();
            Answer found;
            try {
                found = Answer.of(many, query, SECONDS);
            } catch (SQLException failure) {
                double first = millis(begin);
                Moved none = new Moved("", 0, 0, 0);
                Matcher code = CODE.matcher(String.valueOf(failure.getMessage()));
                return isTimeout(failure)
                        ? asked(name, Outcome.TOO_SLOW, line(failure), none, first, 0, plain)
                        : code.find()
                                ? asked(name, Outcome.REFUSED, code.group(), none, first, 0, plain)
                                : asked(name, Outcome.WRONG, line(failure), none, first, 0, plain);
            }
            double first = millis(begin);
            Moved moved = Moved.of(many, query);
            double best = best(many, query, first);
            String difference = new Comparison(query, expected, found)
                    .difference(() -> Answer.of(one, new Outermost(query).unlimited(), SECONDS));
            return difference == null
                    ? asked(name, Outcome.EQUAL, "", moved, first, best, plain)
                    : asked(name, Outcome.WRONG, difference, moved, first, best, plain);
        }
    }

    private static boolean isTimeout(SQLException failure) {
        return failure instanceof SQLTimeoutException || TIMEOUTS.contains(String.valueOf(failure.getSQLState()));
    }

    private static Asked asked(
            String name, Outcome outcome, String detail, Moved moved, double first, double best, double plain) {
        return new Asked(
                name, outcome, detail, moved.way(), moved.copied(), moved.rows(), moved.bytes(), first, best, plain);
    }

    private static double best(Connection connection, String query, double first) throws SQLException {
        double best = REPEATS == 0 ? first : Double.MAX_VALUE;
        long start = System.nanoTime();
        for (int i = 0; i < REPEATS && (i == 0 || millis(start) < ENOUGH); i++) {
            long begin = System.nanoTime();
            Answer.of(connection, query, SECONDS);
            best = Math.min(best, millis(begin));
        }
        return best;
    }

    private static double millis(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }

    private static String line(SQLException failure) {
        String text = String.valueOf(failure.getMessage()).replaceAll("\\s+", " ");
        return text.length() > 160 ? text.substring(0, 160) + " ..." : text;
    }

    /**
     * The way of a query that has run, and what it copied.
     *
     * @param way as {@code EXPLAIN SHARDING} names it
     * @param copied the rows of all copies
     * @param rows those that left their database
     * @param bytes what these took
     */
    private record Moved(String way, long copied, long rows, long bytes) {
        static Moved of(Connection connection, String query) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet steps = statement.executeQuery("EXPLAIN SHARDING " + query)) {
                String way = "";
                long copied = 0;
                long rows = 0;
                long bytes = 0;
                while (steps.next()) {
                    way = steps.getString("way");
                    long ofStep = steps.getLong("rows");
                    copied += ofStep;
                    bytes += steps.getLong("bytes");
                    rows += steps.wasNull() ? 0 : ofStep;
                }
                return new Moved(way, copied, rows, bytes);
            }
        }
    }
}

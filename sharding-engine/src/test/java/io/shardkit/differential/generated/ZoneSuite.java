package io.shardkit.differential.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Answer;
import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Ordering;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Verdict;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.differential.Verdict.Wrong;
import io.shardkit.differential.fixture.Comparison;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.differential.generated.StatementGenerator.Query;
import java.sql.Connection;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.h2.util.DateTimeUtils;

/**
 * Dates and times where the JVM's time zone is another one than the databases': what is written, compared, merged and
 * copied stays what it is, also at the hours that the JVM's zone skips or has twice.
 */
final class ZoneSuite {
    private static final TimeZone ZONE = TimeZone.getTimeZone("Pacific/Auckland");
    private static final int GENERATED = 150;
    private static final LocalDateTime MIDNIGHT = LocalDateTime.of(2024, 2, 1, 0, 0);

    private final Topology topology;
    private final List<String> wrong = new ArrayList<>();
    private int equal;

    ZoneSuite(Topology topology) {
        this.topology = topology;
    }

    void run() throws SQLException {
        TimeZone before = TimeZone.getDefault();
        become(ZONE);
        try {
            Fixture fixture = Fixture.fresh(topology);
            try {
                queries(fixture);
                writes(fixture);
                skippedHours(fixture);
                assertThat(fixture.takeLeaks()).as("left behind").isEmpty();
            } finally {
                fixture.close();
            }
        } finally {
            become(before);
        }
        System.out.println(
                "another time zone on " + topology.label() + ": " + equal + " equal, " + wrong.size() + " wrong");
        assertThat(wrong).isEmpty();
        assertThat(equal).isGreaterThan(GENERATED);
    }

    /** H2 remembers the zone that it saw first. */
    private static void become(TimeZone zone) {
        TimeZone.setDefault(zone);
        DateTimeUtils.resetCalendar();
    }

    private void queries(Fixture fixture) throws SQLException {
        Timestamp timestamp = Timestamp.valueOf(MIDNIGHT);
        LocalDate day = LocalDate.of(2024, 1, 31);
        for (Object moment : List.of(timestamp, MIDNIGHT)) {
            query(fixture, "SELECT id, ts, d FROM o WHERE ts >= ? ORDER BY ts, id", true, moment);
            query(fixture, "SELECT COUNT(DISTINCT ts), MIN(ts), MAX(ts) FROM o WHERE ts < ?", false, moment);
            query(
                    fixture,
                    "SELECT t0.id, t1.id, t1.ts FROM o t0 JOIN dt t1 ON t0.d = t1.d WHERE t1.ts > ? ORDER BY t0.id, t1.id",
                    true,
                    moment);
            query(fixture, "SELECT id, ts FROM ev WHERE ts = ? OR ts IS NULL ORDER BY id", true, moment);
        }
        for (Object date : List.of(Date.valueOf(day), day)) {
            query(fixture, "SELECT id, d FROM o WHERE d = ? ORDER BY id", true, date);
            query(fixture, "SELECT id, d, ts FROM dt WHERE d <= ? ORDER BY d DESC, id", true, date);
        }
        query(fixture, "SELECT d, COUNT(*), MIN(ts), MAX(ts) FROM o GROUP BY d ORDER BY d", true);
        query(fixture, "SELECT DISTINCT d FROM dt ORDER BY d", true);
        query(
                fixture,
                "SELECT CAST(ts AS DATE), COUNT(*) FROM ev GROUP BY CAST(ts AS DATE) HAVING COUNT(*) > 0",
                false);
        query(fixture, "SELECT id, ts FROM ev WHERE ymd BETWEEN 20240130 AND 20240205 ORDER BY ts, id", true);
        for (int seed = 0; seed < GENERATED; seed++) {
            Query query = new StatementGenerator(991_000 + seed, topology.database()).query();
            note(
                    query.sql(),
                    Comparison.ofQuery(fixture, query.sql(), query.ordering()).verdict());
        }
    }

    private void writes(Fixture fixture) throws SQLException {
        Timestamp timestamp = Timestamp.valueOf(MIDNIGHT.minusSeconds(1));
        for (Object moment : List.of(timestamp, MIDNIGHT.minusSeconds(1))) {
            write(
                    fixture,
                    "INSERT INTO o (k, id, d, ts) VALUES (0, 9000, '2024-01-31', ?), (1, 9003, '2024-02-01', ?)",
                    moment,
                    moment);
            write(fixture, "UPDATE ev SET ts = ? WHERE ts < ?", moment, Timestamp.valueOf(MIDNIGHT));
            write(fixture, "DELETE FROM o WHERE ts > ?", moment);
        }
        write(fixture, "UPDATE dt SET a = 1 WHERE d = ?", Date.valueOf("2024-02-01"));
        write(
                fixture,
                "UPDATE b1 SET t = ? WHERE id > 3",
                String.valueOf(timestamp).substring(0, 19));
    }

    /** Written as text, so that the databases hold it whatever the driver thinks of it. */
    private void skippedHours(Fixture fixture) throws SQLException {
        List<Sql> reads = List.of(
                new Sql("SELECT COUNT(DISTINCT CAST(ts AS CHAR(19))), MIN(CAST(ts AS CHAR(19))) FROM o", List.of()),
                new Sql("SELECT DISTINCT CAST(ts AS CHAR(19)) FROM ev", List.of()),
                new Sql("SELECT a, MIN(CAST(ts AS CHAR(19))) FROM o GROUP BY a HAVING COUNT(*) > 0", List.of()));
        for (String hour : List.of("2024-09-29 02:30:00", "2024-04-07 02:30:00")) {
            try (Connection whole = fixture.oracle().getConnection();
                    Connection sharded = fixture.sharded().getConnection()) {
                whole.setAutoCommit(false);
                sharded.setAutoCommit(false);
                try {
                    for (String table : List.of("o", "ev")) {
                        Sql update = new Sql("UPDATE " + table + " SET ts = '" + hour + "' WHERE a > 1", List.of());
                        note(update, Verdict.of(Answer.of(whole, update), Answer.of(sharded, update), Ordering.NONE));
                    }
                    for (Sql read : reads) {
                        note(read, Verdict.of(Answer.of(whole, read), Answer.of(sharded, read), Ordering.NONE));
                    }
                } finally {
                    whole.rollback();
                    sharded.rollback();
                }
            }
        }
    }

    private void query(Fixture fixture, String sql, boolean ordered, Object... parameters) throws SQLException {
        Sql whole = new Sql(sql, List.of(parameters));
        Comparison comparison = Comparison.ofQuery(fixture, whole, ordered ? Ordering.TOTAL : Ordering.NONE);
        if (comparison.expected() instanceof Failure failure) {
            wrong.add(whole + ": one database fails with " + failure.thrown());
        }
        note(whole, comparison.verdict());
    }

    private void write(Fixture fixture, String sql, Object... parameters) throws SQLException {
        Sql whole = new Sql(sql, List.of(parameters));
        Comparison comparison = Comparison.ofWrite(fixture, whole);
        if (!(comparison.verdict() instanceof Equal)) {
            wrong.add(whole + ": " + comparison.verdict());
        }
        note(whole, comparison.verdict());
    }

    private void note(Sql sql, Verdict verdict) {
        equal += verdict instanceof Equal ? 1 : 0;
        if (verdict instanceof Wrong difference) {
            wrong.add(sql + ": " + difference.difference());
        }
    }
}

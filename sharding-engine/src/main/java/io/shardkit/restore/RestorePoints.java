package io.shardkit.restore;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.branch.BranchId;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.Databases;
import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.execute.watch.TimedQuestion;
import io.shardkit.membership.CommitHold;
import io.shardkit.membership.Member;
import io.shardkit.membership.Membership;
import io.shardkit.membership.RestorePointTable;
import io.shardkit.observe.RestorePoint;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes restore points. All instances that keep to the rule hold their commits over several data sources for a moment, while
 * the position of each data source is read; statements, and commits on one data source, go on. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class RestorePoints {
    private static final Logger LOG = LoggerFactory.getLogger(RestorePoints.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,99}");

    /** The number of times that a hold is tried. */
    private static final int ATTEMPTS = 5;

    /** The time between two looks at the instances. */
    private static final long STEP_NANOS = Duration.ofMillis(3).toNanos();

    /** The longest time that it is waited for commits under way: others wait meanwhile. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    /** The time that instances have to look often, beyond two times that between two looks. */
    private static final Duration READY = Duration.ofSeconds(2);

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Membership membership;
    private final Supplier<Databases> databases;
    private final RestorePointTable table;

    /** @param databases gives those of the rule in force */
    @API(status = API.Status.INTERNAL)
    public RestorePoints(Membership membership, Supplier<Databases> databases) {
        this.membership = membership;
        this.databases = databases;
        this.table = new RestorePointTable(membership);
    }

    /**
     * Returns the restore points, the first one first.
     *
     * @throws SQLException if the database with the tables of the rule cannot be asked
     */
    public List<RestorePoint> list() throws SQLException {
        return table.all();
    }

    /**
     * Makes a restore point.
     *
     * @param name up to 100 letters, digits, and . _ : - after the first
     * @param withoutSilent whether instances do not matter that have told nothing for a while and never said that they end;
     *     true if it is known that they have ended
     * @throws ShardingConfigurationException if there is one of that name, an instance does not answer, a transaction stays
     *     in doubt, or a database does not tell how far it has written; the message names which
     * @throws SQLException if a database cannot be asked
     */
    public RestorePoint create(String name, boolean withoutSilent) throws SQLException {
        if (!NAME.matcher(name).matches()) {
            throw refused("'" + name + "' is not a name: letters, digits, and . _ : - after the first, up to 100");
        }
        table.create();
        if (table.all().stream().anyMatch(point -> point.name().equals(name))) {
            throw refused("there is one named " + name);
        }
        String why = "";
        for (int i = 0; i < ATTEMPTS; i++) {
            Duration poll = membership.settings().poll();
            CommitHold hold = CommitHold.announce(
                    membership, poll.multipliedBy(2).plus(READY).plus(PATIENCE));
            if (hold == null) {
                why = "another one is being made";
                LockSupport.parkNanos(READY.toNanos());
                continue;
            }
            try (hold) {
                checkReady(hold, poll, withoutSilent);
                Attempt attempt = new Attempt(hold);
                why = attempt.run();
                if (why.isEmpty()) {
                    RestorePoint point = table.insert(name, hold.epoch(), attempt.held, attempt.positions);
                    LOG.info("Restore point {}: commits were held for {} ms", name, attempt.held.toMillis());
                    return point;
                }
            }
        }
        throw refused(why + ", in " + ATTEMPTS + " attempts");
    }

    private void checkReady(CommitHold hold, Duration poll, boolean withoutSilent) throws SQLException {
        long until = System.nanoTime() + poll.multipliedBy(2).plus(READY).toNanos();
        List<Member> others = hold.notReady();
        while (!others.isEmpty() && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(STEP_NANOS);
            others = hold.notReady();
        }
        if (!others.isEmpty()) {
            throw refused("these instances do not answer, and may commit: " + names(others));
        }
        List<Member> silent = withoutSilent ? List.of() : hold.silent();
        if (!silent.isEmpty()) {
            throw refused("these instances have told nothing for a while, and have not said that they end: "
                    + names(silent) + ". If their processes have ended, repeat it with --without-silent");
        }
    }

    private static String names(List<Member> members) {
        return String.join(", ", members.stream().map(Member::instance).toList());
    }

    private static ShardingConfigurationException refused(String why) {
        return new ShardingConfigurationException(ErrorCode.RESTORE_POINT_REFUSED, "restore-point", why);
    }

    /** One hold of the commits. */
    private final class Attempt {
        private final CommitHold hold;
        private final SortedMap<String, String> positions = new TreeMap<>();
        private Duration held = Duration.ZERO;

        Attempt(CommitHold hold) {
            this.hold = hold;
        }

        /** Returns why there is no restore point, or an empty text. */
        String run() throws SQLException {
            if (!hold.isRuleStill()) {
                return "a move is about to switch";
            }
            List<Position> read = new ArrayList<>();
            Databases now = databases.get();
            for (int i = 0; i < now.size(); i++) {
                read.add(new Position(now, i));
            }
            try {
                for (Position each : read) {
                    each.open();
                }
                long start = System.nanoTime();
                String why = hold.hold() ? held(read) : "the announcement has expired";
                hold.close();
                held = Duration.ofNanos(System.nanoTime() - start);
                return why.isEmpty() && held.compareTo(CommitHold.LONGEST) > 0
                        ? "commits were held for " + held.toMillis() + " ms, so long that instances let them go on"
                        : why;
            } finally {
                for (Position each : read) {
                    each.close();
                }
            }
        }

        private String held(List<Position> read) throws SQLException {
            long until = System.nanoTime() + PATIENCE.toNanos();
            List<Member> busy = hold.notStill();
            while (!busy.isEmpty() && System.nanoTime() - until < 0) {
                LockSupport.parkNanos(STEP_NANOS);
                busy = hold.notStill();
            }
            if (!busy.isEmpty()) {
                return "commits over several data sources did not end within " + PATIENCE.toNanos() / NANOS_PER_MILLI
                        + " ms on " + names(busy);
            }
            String why = readAll(read);
            if (!why.isEmpty()) {
                return why;
            }
            // One that has started meanwhile holds nothing.
            busy = hold.notStill();
            if (!busy.isEmpty()) {
                return "an instance started meanwhile: " + names(busy);
            }
            return hold.isRuleStill() ? "" : "a move has switched meanwhile";
        }

        private String readAll(List<Position> read) throws SQLException {
            List<Future<String>> answers = new ArrayList<>();
            for (Position each : read) {
                FutureTask<String> answer = new FutureTask<>(each::read);
                HelperThreads.helpers().execute(answer);
                answers.add(answer);
            }
            String why = "";
            for (int i = 0; i < answers.size(); i++) {
                String problem = answer(answers.get(i));
                why = why.isEmpty() ? problem : why;
                positions.put(read.get(i).name(), read.get(i).position);
            }
            return why;
        }
    }

    private static String answer(Future<String> answer) throws SQLException {
        try {
            return answer.get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw new IllegalStateException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted", stop);
        }
    }

    /** Reads how far a data source has written, over a connection that is open before commits are held. */
    private static final class Position {
        private final Databases now;
        private final int number;
        private @Nullable Connection connection;
        private String position = "";

        Position(Databases now, int number) {
            this.now = now;
            this.number = number;
        }

        String name() {
            return now.names().get(number);
        }

        void open() throws SQLException {
            String query = now.dialect().replicas().positionQuery();
            if (query == null) {
                throw refused(now.dialect() + " does not tell how far it has written");
            }
            connection = now.dataSources().get(number).getConnection();
            if (text(connection, query).isEmpty()) {
                throw refused(name() + " does not tell how far it has written: its binary log, or its GTIDs, are off");
            }
            try {
                prepared(connection, now.dialect());
            } catch (SQLException noRight) {
                // Other instances may commit in two phases although this one does not.
                String right = now.dialect().twoPhase().rightToListPrepared();
                throw refused(name() + " does not tell which transactions are prepared: " + noRight.getMessage()
                        + (right == null ? "" : "; its user needs the right " + right));
            }
        }

        /** Returns why the position does not count, or an empty text. */
        String read() throws SQLException {
            Connection open = connection;
            String query = now.dialect().replicas().positionQuery();
            if (open == null || query == null) {
                throw new IllegalStateException(name());
            }
            return TimedQuestion.ask(open, now.secondsOfQuestions(), () -> {
                // In this order: a branch that is not listed has ended before the position.
                String prepared = prepared(open, now.dialect());
                position = text(open, query);
                return prepared.isEmpty() ? "" : prepared + " is prepared on " + name() + " and has not ended";
            });
        }

        void close() {
            try {
                if (connection != null) {
                    connection.close();
                }
            } catch (SQLException failure) {
                LOG.debug("A connection to {} was not closed", name(), failure);
            }
        }
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            String text = rows.next() ? rows.getString(1) : null;
            return text == null ? "" : text;
        }
    }

    private static String prepared(Connection connection, Dialect dialect) throws SQLException {
        TwoPhase twoPhase = dialect.twoPhase();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(twoPhase.preparedQuery())) {
            while (rows.next()) {
                String name = rows.getString(twoPhase.preparedColumn());
                if (BranchId.parse(name) != null || twoPhase.managed(rows) != null) {
                    return name;
                }
            }
            return "";
        }
    }
}

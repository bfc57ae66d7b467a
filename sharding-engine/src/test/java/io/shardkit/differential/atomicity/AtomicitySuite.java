package io.shardkit.differential.atomicity;

import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.LogicalTable;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.differential.fixture.Topology.ActualTable;
import io.shardkit.differential.fixture.Watch;
import io.shardkit.differential.fixture.Watch.Call;
import io.shardkit.differential.fixture.Watch.Fault;
import io.shardkit.differential.fixture.Watch.Outcome;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes that touch all shards, with one statement or commit that fails, for each of them in turn. What the application
 * is told and what the databases hold afterwards must agree: success means everywhere; a failure means nowhere, or it
 * names where it committed, where it did not, and where that is unknown.
 */
public final class AtomicitySuite {
    private static final int NONE = -1;
    private static final int GIVE_UP = 200;
    private static final Pattern OUTCOME =
            Pattern.compile("committed: (.*); failed: (.*); outcome unknown: (.*); rolled back: (.*)");

    /** A piece of work. */
    private enum Work {
        /** A transaction of several statements. */
        TRANSACTION(
                false,
                "UPDATE o SET a = 41 WHERE id > -100",
                "INSERT INTO o (k, id, a) VALUES (0, 9000, 1), (1, 9002, 2), (0, 9001, 3), (1, 9003, 4), (2, 9004, 5)",
                "UPDATE b1 SET a = 42 WHERE id > 0",
                "DELETE FROM i WHERE id > 3"),
        /** The same, but ended by switching autocommit on. */
        SWITCHED(false, "UPDATE o SET a = 41 WHERE id > -100", "UPDATE b1 SET a = 42 WHERE id > 0"),
        /** A commit that failed is tried once more. */
        RETRIED(false, "UPDATE o SET a = 41 WHERE id > -100", "UPDATE b1 SET a = 42 WHERE id > 0"),
        UPDATE(true, "UPDATE o SET a = 41 WHERE id > -100"),
        INSERT(
                true,
                "INSERT INTO o (k, id, a) VALUES (0, 9000, 1), (1, 9002, 2), (0, 9001, 3), (1, 9003, 4), (2, 9004, 5)"),
        /** Reads rows of all shards before it writes to them. */
        GATHERED_UPDATE(true, "UPDATE o SET a = 41 WHERE a NOT IN (SELECT qty FROM i WHERE qty > 3) OR id > -100"),
        GATHERED_INSERT(true, "INSERT INTO x (k, id, a) SELECT k, id + 500, a FROM o"),
        GATHERED_IN_TRANSACTION(
                false,
                "UPDATE b1 SET a = 42 WHERE id > 0",
                "INSERT INTO x (k, id, a) SELECT k, id + 500, a FROM o",
                "DELETE FROM o WHERE id IN (SELECT o_id FROM i WHERE a > 1)"),
        BROADCAST(true, "UPDATE b1 SET a = 42 WHERE id > 0"),
        DELETE(true, "DELETE FROM i WHERE id > 3");

        private final boolean autoCommit;
        private final List<String> statements;
        private final Set<LogicalTable> tables;

        Work(boolean autoCommit, String... statements) {
            this.autoCommit = autoCommit;
            this.statements = List.of(statements);
            tables = LogicalTable.in(String.join(";", statements));
        }
    }

    /** The state of a data source's contents. */
    private enum State {
        BEFORE,
        AFTER,
        NEITHER
    }

    private final Fixture fixture;
    private final Watch watch;
    private final DataSource engine;
    private final List<String> broken = new ArrayList<>();
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    /** The number of statements that a commit took although the next one failed. */
    private int committed = NONE;

    private int incomplete;
    private int trials;

    public AtomicitySuite(Topology topology) throws SQLException {
        this.fixture = Fixture.of(topology);
        this.watch = new Watch(topology.database());
        this.engine = fixture.newEngine(watch);
    }

    /**
     * Runs all trials.
     *
     * @param stopAtFirst whether one broken promise is enough
     * @return the broken promises
     */
    public List<String> run(boolean stopAtFirst) throws SQLException {
        for (Work work : Work.values()) {
            Map<ActualTable, ?> after = after(work, work.statements.size());
            Map<ActualTable, ?> before = fixture.first(work.tables);
            // So that the tables are known and no statement is about the catalog.
            perform(work);
            fixture.restore(work.tables);
            for (Call call : Call.values()) {
                for (Outcome way : Outcome.values()) {
                    boolean fired = true;
                    for (int number = 1; fired && number < GIVE_UP; number++) {
                        fired = trial(work, new Fault(call, number, way), before, after);
                        if (stopAtFirst && !broken.isEmpty()) {
                            return broken;
                        }
                    }
                }
            }
        }
        broken.addAll(fixture.misplaced());
        return broken;
    }

    /** Returns the number of faults, by kind, and how many of them were reported as incomplete commits. */
    String counts() {
        return trials + " trials, faults " + outcomes + ", incomplete commits " + incomplete;
    }

    int trials() {
        return trials;
    }

    int incomplete() {
        return incomplete;
    }

    /** The contents after the first statements of the work. */
    private Map<ActualTable, ?> after(Work work, int count) throws SQLException {
        try (Connection connection = fixture.oracle().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : work.statements.subList(0, count)) {
                statement.executeUpdate(sql);
            }
            return fixture.wanted(work.tables);
        } finally {
            fixture.restore(work.tables);
        }
    }

    private boolean trial(Work work, Fault fault, Map<ActualTable, ?> before, Map<ActualTable, ?> after)
            throws SQLException {
        watch.expect(fault);
        committed = NONE;
        SQLException failure = null;
        try {
            perform(work);
        } catch (SQLException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            broken.add(work + " " + fault + ": crashed with " + e);
        }
        boolean fired = watch.fired();
        watch.expect(null);
        Map<ActualTable, ?> now = fixture.actual(work.tables);
        Map<ActualTable, ?> wanted = committed < 0 ? after : after(work, committed);
        String name = work + " on " + fixture.topology().label() + " with " + fault + ": ";
        if (fired) {
            trials++;
            outcomes.merge(fault.way(), 1, Integer::sum);
        }
        if (!fired && failure != null) {
            broken.add(name + "failed without a fault, " + failure);
        }
        Map<String, State> states = states(now, before, wanted);
        String difference = failure == null || committed >= 0 ? ofSuccess(states) : ofFailure(failure, states, fault);
        if (difference != null) {
            broken.add(name + difference + "; " + states + (failure == null ? "" : "; " + failure));
        }
        watch.awaitNoneBorrowed();
        watch.takeLeaks().forEach(leak -> broken.add(name + leak));
        fixture.restore(work.tables);
        return fired;
    }

    private void perform(Work work) throws SQLException {
        try (Connection connection = engine.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(work.autoCommit);
            for (int i = 0; i < work.statements.size(); i++) {
                try {
                    statement.executeUpdate(work.statements.get(i));
                } catch (SQLException e) {
                    if (careless(work) && tryToCommit(connection, e)) {
                        committed = i;
                    }
                    throw e;
                }
            }
            if (work == Work.SWITCHED) {
                connection.setAutoCommit(true);
            } else if (work == Work.RETRIED) {
                commitTwice(connection);
            } else if (!work.autoCommit) {
                connection.commit();
            }
        }
    }

    private static void commitTwice(Connection connection) throws SQLException {
        try {
            connection.commit();
        } catch (SQLException first) {
            try {
                connection.commit();
            } catch (SQLException second) {
                first.addSuppressed(second);
                throw first;
            }
        }
    }

    private static boolean careless(Work work) {
        return work == Work.TRANSACTION || work == Work.GATHERED_IN_TRANSACTION;
    }

    /** An application commits although a statement failed: refused, or what went before is there. */
    private static boolean tryToCommit(Connection connection, SQLException failure) {
        try {
            connection.commit();
            return true;
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
        try {
            connection.rollback();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
        return false;
    }

    private Map<String, State> states(Map<ActualTable, ?> now, Map<ActualTable, ?> before, Map<ActualTable, ?> after) {
        Map<String, State> states = new TreeMap<>();
        for (int source = 0; source < fixture.topology().sources(); source++) {
            int number = source;
            boolean asBefore = now.keySet().stream()
                    .filter(table -> table.source() == number)
                    .allMatch(table -> equal(now, before, table));
            boolean asAfter = now.keySet().stream()
                    .filter(table -> table.source() == number)
                    .allMatch(table -> equal(now, after, table));
            states.put(
                    fixture.topology().sourceNames().get(source),
                    asAfter ? State.AFTER : asBefore ? State.BEFORE : State.NEITHER);
        }
        return states;
    }

    private static boolean equal(Map<ActualTable, ?> a, Map<ActualTable, ?> b, ActualTable table) {
        return Objects.equals(a.get(table), b.get(table));
    }

    private static @Nullable String ofSuccess(Map<String, State> states) {
        return states.values().stream().allMatch(State.AFTER::equals) ? null : "success, but not everywhere";
    }

    private @Nullable String ofFailure(SQLException failure, Map<String, State> states, Fault fault) {
        if (failure instanceof ShardingException coded && coded.errorCode() == ErrorCode.COMMIT_INCOMPLETE) {
            incomplete++;
            return ofIncomplete(coded.detail(), states);
        }
        if (states.values().stream().allMatch(State.BEFORE::equals)) {
            return null;
        }
        // Of one data source the driver's exception tells all that is known.
        boolean lostAnswer = fault.call() == Call.COMMIT && fault.way() == Outcome.LOST_AFTER;
        return lostAnswer && states.size() == 1 && !states.containsValue(State.NEITHER)
                ? null
                : "failed as if nothing were written";
    }

    private static @Nullable String ofIncomplete(String detail, Map<String, State> states) {
        Matcher matcher = OUTCOME.matcher(detail);
        if (!matcher.matches()) {
            return "does not say what became of the data sources";
        }
        List<String> committed = names(matcher.group(1));
        List<String> unknown = names(matcher.group(3));
        List<String> undone = new ArrayList<>(names(matcher.group(2)));
        undone.addAll(names(matcher.group(4)));
        List<String> all = new ArrayList<>(committed);
        all.addAll(unknown);
        all.addAll(undone);
        if (!all.stream().sorted().toList().equals(List.copyOf(states.keySet()))) {
            return "does not name each data source once";
        }
        boolean told = committed.stream().allMatch(name -> states.get(name) == State.AFTER)
                && undone.stream().allMatch(name -> states.get(name) == State.BEFORE)
                && unknown.stream().allMatch(name -> states.get(name) != State.NEITHER);
        return told ? null : "says another thing than what the data sources hold";
    }

    private static List<String> names(String list) {
        return list.equals("none") ? List.of() : List.of(list.split(", "));
    }
}

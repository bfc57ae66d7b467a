package io.shardkit.move.table;

import io.shardkit.dialect.facts.Filling;
import io.shardkit.move.table.Verify.Difference;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The last changes of some tables, which are followed when nothing can be written any more. Transactions wait meanwhile: so connections are opened before the fence, and what is asked of the catalog after it, is asked for all tables
 * at once where that is possible; tables without changes are left as they are. Used by one thread.
 */
public final class LastChanges implements AutoCloseable {
    private final Map<TablePlace, Source> sources = new LinkedHashMap<>();
    private final Map<TablePlace, MoveConnection> targets = new LinkedHashMap<>();

    /** The tables of one place, at least one, and a connection to it. */
    private record Source(MoveConnection connection, List<Table> tables) {}

    /**
     * A table.
     *
     * @param before its rows before the fence
     * @param moved its rows after the fence
     * @param state before the fence, which only this worker changes
     */
    private record Table(
            TableMove move,
            MovedRows before,
            MovedRows moved,
            Progress.State state,
            TargetTransactions transactions,
            Follow follow,
            Witnesses witnesses) {

        String name() {
            return moved.table().sourceName();
        }
    }

    /** Rows of source and target differ where they should not: all are to be compared again. */
    public static final class RowsDifferException extends SQLException {
        private static final long serialVersionUID = 1L;

        private RowsDifferException(String reason) {
            super(reason);
        }
    }

    private LastChanges() {}

    /**
     * Makes ready, before the fence.
     *
     * @param tables as far as this worker has come with them
     */
    public static LastChanges of(List<Progress> tables) throws SQLException {
        LastChanges last = new LastChanges();
        try {
            for (Progress each : tables) {
                last.add(each.move(), each);
            }
            return last;
        } catch (SQLException | RuntimeException failure) {
            last.close();
            throw failure;
        }
    }

    private void add(TableMove move, Progress progress) throws SQLException {
        Source source = sources.get(move.source());
        if (source == null) {
            source = new Source(MoveConnection.source(move), new ArrayList<>());
            sources.put(move.source(), source);
        }
        MovedRows before = MovedRows.read(move, source.connection());
        new Journal(move).check(source.connection(), before);
        for (TablePlace each : move.places()) {
            if (!targets.containsKey(each)) {
                targets.put(each, MoveConnection.open(each, move));
            }
        }
        TargetTransactions transactions = new TargetTransactions(move, progress, targets);
        Progress.State state = transactions.run((held, now, clearing) -> now);
        source.tables()
                .add(new Table(
                        move,
                        before,
                        before.fenced(),
                        state,
                        transactions,
                        new Follow(move, progress),
                        progress.witnesses()));
    }

    /** Follows some changes before the fence, as many of them have come while this was made ready. */
    public void followAhead() throws SQLException {
        for (Source source : sources.values()) {
            MoveConnection connection = source.connection();
            for (Table each : source.tables()) {
                List<Journal.Entry> followed = each.transactions().run((held, state, clearing) -> each.follow()
                        .follow(connection, each.before(), held, 0, clearing));
                Journal.forget(connection, each.before(), followed);
            }
        }
    }

    /**
     * Follows them, and compares their rows.
     *
     * @param until the time of {@link System#nanoTime} by which that has to be done
     * @throws RowsDifferException if source and target differ
     * @throws SQLException if the structure of a source was changed, or the time is over, among others
     */
    public void follow(long until) throws SQLException {
        for (Source each : sources.values()) {
            follow(each, until);
        }
    }

    private static void follow(Source of, long until) throws SQLException {
        MoveConnection source = of.connection();
        List<Table> tables = of.tables();
        MoveSql sql = tables.get(0).moved().sql();
        TablePlace place = tables.get(0).move().source();
        List<String> names = tables.stream().map(Table::name).toList();
        // A worker that was replaced may have dropped the triggers in its last moment.
        List<String> triggers = sql.triggersOf(source, place, names);
        for (Table each : tables) {
            new Journal(each.move()).check(each.moved(), triggers);
        }
        List<TableStructure> structures = sql.structures(source, place, names);
        boolean hasMarks =
                tables.stream().anyMatch(each -> !each.state().incarnation().isEmpty());
        List<String> marks = hasMarks ? sql.incarnations(source, place, names) : List.of();
        List<Boolean> changed = changed(of);
        for (int i = 0; i < tables.size(); i++) {
            Table table = tables.get(i);
            String mark = hasMarks ? marks.get(i) : "";
            Follow.check(table.moved(), table.state(), structures.get(i), mark);
            boolean isTold = table.moved().isOfEntries()
                    || (!mark.isEmpty() && mark.equals(table.state().incarnation()));
            if (changed.get(i) || !isTold) {
                follow(source, table, isTold, until);
            }
        }
    }

    /** Returns for each table whether its journal has entries. */
    private static List<Boolean> changed(Source source) throws SQLException {
        List<Table> tables = source.tables();
        String query = tables.stream()
                .map(each -> "CASE WHEN EXISTS (SELECT 1 FROM " + each.move().journal() + ") THEN 1 ELSE 0 END")
                .collect(Collectors.joining(", ", "SELECT ", ""));
        return source.connection()
                .rows(query, MoveStatements.Parameters.NONE, row -> {
                    List<Boolean> changed = new ArrayList<>();
                    for (int i = 1; i <= tables.size(); i++) {
                        changed.add(row.getInt(i) == 1);
                    }
                    return changed;
                })
                .get(0);
    }

    private static void follow(MoveConnection source, Table table, boolean told, long until) throws SQLException {
        // In one transaction of each target: transactions of the application wait for all that is asked.
        List<Journal.Entry> followed = table.transactions().run((held, state, clearing) -> {
            List<Journal.Entry> all = followAll(source, table, held, clearing, until);
            compare(source, table, held, all, until);
            if (!told && !table.witnesses().hold(source, held, table.moved())) {
                throw new RowsDifferException("The source of " + table.move().table()
                        + " has lost rows although all changes were followed: it may have been truncated");
            }
            return all;
        });
        Journal.forget(source, table.moved(), followed);
    }

    private static void checkTime(long until) throws SQLException {
        if (System.nanoTime() > until) {
            throw new SQLException("the last changes took longer than transactions may wait for them");
        }
    }

    private static List<Journal.Entry> followAll(
            MoveConnection source, Table table, Targets held, boolean clearing, long until) throws SQLException {
        List<Journal.Entry> all = new ArrayList<>();
        List<Journal.Entry> some;
        do {
            checkTime(until);
            long last = all.isEmpty() ? 0 : all.get(all.size() - 1).number();
            some = table.follow().follow(source, table.moved(), held, last, clearing);
            all.addAll(some);
        } while (!some.isEmpty());
        return all;
    }

    /**
     * Lets the counters of the targets go on where those of the sources are, unless they are further. The places of sources
     * do so one after the other.
     */
    public void raiseCounters() throws SQLException {
        for (Source source : sources.values()) {
            for (Table each : source.tables()) {
                raiseCounters(source.connection(), each);
            }
        }
    }

    private void raiseCounters(MoveConnection source, Table table) throws SQLException {
        MovedRows moved = table.moved();
        boolean isCounted = !moved.isOfEntries()
                && moved.table().columns().stream()
                        .anyMatch(column -> column.filling().kind() == Filling.Kind.COUNTER);
        List<MoveTarget> ofTable = isCounted ? table.move().targets() : List.of();
        for (int target = 0; target < ofTable.size(); target++) {
            MoveConnection connection =
                    Objects.requireNonNull(targets.get(ofTable.get(target).place()));
            for (String statement : moved.sql().counters(source, connection, moved.table(), target)) {
                connection.execute(statement);
            }
        }
    }

    private static void compare(
            MoveConnection source, Table table, Targets held, List<Journal.Entry> followed, long until)
            throws SQLException {
        List<MovedKey> keys = followed.stream()
                .map(Journal.Entry::key)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        int most = table.move().limits().chunkRows();
        for (int i = 0; i < keys.size(); i += most) {
            checkTime(until);
            List<Difference> differences =
                    Verify.differences(source, held, table.moved(), keys.subList(i, Math.min(keys.size(), i + most)));
            if (!differences.isEmpty()) {
                throw new RowsDifferException("Rows of " + table.move().table()
                        + " differ at the target although all changes were followed: " + differences);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        SQLException failure = null;
        List<MoveConnection> all = new ArrayList<>(targets.values());
        sources.values().forEach(each -> all.add(each.connection()));
        for (MoveConnection each : all) {
            try {
                each.close();
            } catch (SQLException one) {
                failure = one;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}

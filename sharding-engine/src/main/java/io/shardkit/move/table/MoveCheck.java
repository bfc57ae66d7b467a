package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.facts.Carrier;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what stands in the way of a move. Nothing is changed, but for a table of a name of the move's own that is made and
 * dropped at either side, to see whether the rights suffice. Not thread-safe.
 */
public final class MoveCheck {
    private static final Logger LOG = LoggerFactory.getLogger(MoveCheck.class);

    private final TableMove move;
    private final ForeignKeys foreignKeys;
    private final MoveSql sql;
    private final List<Finding> findings = new ArrayList<>();

    private MoveCheck(TableMove move, ForeignKeys foreignKeys) {
        this.move = move;
        this.foreignKeys = foreignKeys;
        this.sql = MoveSqls.of(move.dialect());
    }

    /**
     * A finding.
     *
     * @param error whether the table cannot move because of it
     * @param text names table, column, and what to do
     */
    public record Finding(boolean error, String text) {}

    /**
     * The outcome.
     *
     * @param findings in the order in which they were found
     * @param rows about how many rows move
     * @param bytes about how much space they and their indexes take; 0 if that is not known
     * @param columns those of the table
     * @param uniqueKeys those of the table
     */
    public record Checked(
            List<Finding> findings, long rows, long bytes, List<Column> columns, List<UniqueKey> uniqueKeys) {
        /** Copies the lists. */
        public Checked {
            findings = List.copyOf(findings);
            columns = List.copyOf(columns);
            uniqueKeys = List.copyOf(uniqueKeys);
        }

        /** Returns the findings because of which the table cannot move. */
        public List<String> errors() {
            return findings.stream().filter(Finding::error).map(Finding::text).toList();
        }
    }

    /** Checks a move that has not begun. */
    public static Checked run(TableMove move) throws SQLException {
        return run(move, new ForeignKeys(List.of(move)));
    }

    /** Checks a move that has not begun, with the foreign keys between all tables that move along. */
    public static Checked run(TableMove move, ForeignKeys foreignKeys) throws SQLException {
        return new MoveCheck(move, foreignKeys).run();
    }

    /**
     * Checks whether a copy of a table can be made at the target, or filled there, while the table stays in use.
     *
     * @param foreignKeys between all tables that are made there
     * @param made whether it is to be made
     */
    public static Checked ofCopy(TableMove move, ForeignKeys foreignKeys, boolean made) throws SQLException {
        return new MoveCheck(move, foreignKeys).copied(made);
    }

    private Checked copied(boolean made) throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows rows = MovedRows.readAny(move, source);
            String table = rows.table().sourceName();
            carriers(rows.table().columns());
            if (made) {
                checkLength(move.target().filled());
                asks(
                        source,
                        table,
                        sql.checks().stream()
                                .filter(MoveSql.CheckQuestion::ofCopies)
                                .toList());
                foreignKeys.problems(move, source, table).forEach(this::error);
                triggers(source, table);
            }
            TablePlace place = move.target().place();
            if (made && findings.stream().noneMatch(Finding::error)) {
                try (MoveConnection target = MoveConnection.open(place, move)) {
                    trial(place, source, target);
                }
            }
            return new Checked(
                    findings, rows.countAtSource(source, ""), 0, rows.table().columns(), List.of());
        }
    }

    private Checked run() throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            Map<String, String> names = move.source().names(move.dialect(), source);
            String table = names.get(move.table().toLowerCase(Locale.ROOT));
            if (table == null) {
                error("the source does not have it");
                return new Checked(findings, 0, 0, List.of(), List.of());
            }
            String declared = move.source().declared(table);
            List<Column> columns = source.with(
                    own -> ReportedTables.columns(declared, move.placement().columns(), own, move.dialect()));
            List<UniqueKey> keys = source.with(own -> ReportedTables.uniqueKeys(declared, own, move.dialect()));
            Placement.Entries entries = move.placement().entries();
            if (entries != null) {
                return entries(entries, source, table, columns, keys);
            }
            if (names.containsKey(move.fenced().toLowerCase(Locale.ROOT))) {
                error("the source has a table " + move.fenced()
                        + ", the name that it is to have after the move: drop or" + " rename that");
            }
            checkLength(move.fenced());
            asks(source, table, sql.checks());
            foreignKeys.problems(move, source, table).forEach(this::error);
            triggers(source, table);
            columns(columns, keys);
            placement(columns);
            if (sql.incarnation(source, move.source(), table).isEmpty()) {
                warn("TRUNCATE is not seen while it moves, but only at the switch, which then is undone: "
                        + sql.truncationAdvice());
            }
            rights(source, move.source(), "source");
            for (TablePlace place : move.places()) {
                target(place, source);
            }
            List<Long> size = size(source, table);
            return new Checked(findings, size.get(0), size.get(1), columns, keys);
        }
    }

    /** Returns about how many rows a table has, and how many bytes. */
    private List<Long> size(MoveConnection source, String table) throws SQLException {
        return source.rows(
                        inSchema(sql.sizeQuery()),
                        statement -> statement.setString(1, table),
                        row -> List.of(row.getLong(1), row.getLong(2)))
                .get(0);
    }

    /** Checks what is left to check where the rows themselves move as well. */
    private Checked entries(
            Placement.Entries entries, MoveConnection source, String table, List<Column> columns, List<UniqueKey> keys)
            throws SQLException {
        try {
            List<Column> some = entries.columns(columns);
            if (!sql.isKeyType(some.get(0))) {
                error("rows cannot be looked up exactly by column " + entries.column() + " of type "
                        + some.get(0).definition() + ", as the entries of its lookup table are");
            }
            move.placement().of(some);
            for (TablePlace place : move.places()) {
                target(place, source);
            }
        } catch (SQLException failure) {
            error(String.valueOf(failure.getMessage()));
        }
        if (keys.stream().noneMatch(key -> key.columns().get(0).equals(entries.column()))) {
            warn("no unique key begins with column " + entries.column()
                    + ": without an index by which its rows are found, making its lookup table takes long");
        }
        return new Checked(findings, size(source, table).get(0), 0, columns, keys);
    }

    private void checkLength(String name) {
        int longest = move.dialect().longestName();
        if (name.getBytes(StandardCharsets.UTF_8).length > longest) {
            error("the name " + name + " is longer than the " + longest
                    + " bytes that a name may have: choose a shorter suffix");
        }
    }

    private void target(TablePlace place, MoveConnection source) throws SQLException {
        try (MoveConnection connection = MoveConnection.open(place, move)) {
            Map<String, String> others = place.names(move.dialect(), connection);
            for (MoveTarget target : move.targets()) {
                for (String name : List.of(target.published(), target.filled())) {
                    checkLength(name);
                    if (target.place().equals(place) && others.containsKey(name.toLowerCase(Locale.ROOT))) {
                        error("the target has a table " + name + " already: drop or rename that");
                    }
                }
            }
            rights(connection, place, "target");
            if (findings.stream().noneMatch(Finding::error)) {
                trial(place, source, connection);
            }
        }
    }

    private void error(String text) {
        findings.add(new Finding(true, "table " + move.table() + ": " + text));
    }

    private void warn(String text) {
        findings.add(new Finding(false, "table " + move.table() + ": " + text));
    }

    private String inSchema(String query) {
        return move.dialect().inSchema(query, move.source().schema());
    }

    private void asks(MoveConnection source, String table, List<MoveSql.CheckQuestion> questions) throws SQLException {
        for (MoveSql.CheckQuestion each : questions) {
            List<String> found =
                    source.rows(inSchema(each.query()), statement -> statement.setString(1, table), row -> {
                        List<@Nullable Object> values = new ArrayList<>();
                        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                            values.add(row.getString(i));
                        }
                        return String.format(Locale.ROOT, each.sentence(), values.toArray());
                    });
            found.forEach(text -> findings.add(new Finding(each.error(), "table " + move.table() + ": " + text)));
        }
    }

    private void triggers(MoveConnection source, String table) throws SQLException {
        Set<String> own = sql.triggerNames(move);
        source
                .rows(
                        inSchema(sql.triggersQuery()),
                        statement -> statement.setString(1, table),
                        row -> row.getString(1))
                .stream()
                .filter(name -> !own.contains(name.toLowerCase(Locale.ROOT)))
                .forEach(name -> error(
                        name.toLowerCase(Locale.ROOT).startsWith("sk_")
                                ? "the trigger " + name + " belongs to another move: finish or cancel that; if none is"
                                        + " listed, its worker stopped while it was cancelled: drop the trigger"
                                : "the trigger " + name + " would run at the target, too, or be missing there: drop it,"
                                        + " and create it at the target after the move"));
    }

    private void carriers(List<Column> all) {
        for (Column column : all) {
            if (column.filling().computed()) {
                warn("column " + column.reportedName() + " is computed, and is so at the target again");
            } else if (column.carrier() == Carrier.NONE) {
                error("values of column " + column.reportedName() + " of type " + column.definition()
                        + " cannot be carried exactly: change its type");
            }
        }
    }

    private void columns(List<Column> all, List<UniqueKey> uniques) {
        carriers(all);
        List<Column> columns =
                all.stream().filter(column -> !column.filling().computed()).toList();
        UniqueKey key = SourceTables.key(sql, columns, uniques);
        if (key == null) {
            error("it has no primary key, and no unique key of columns that are not NULL, of types by whose values rows"
                    + " can be looked up exactly: add one");
        }
        for (UniqueKey each : uniques) {
            if (!each.equals(key) && !SourceTables.isLookedUp(sql, columns, each)) {
                error("the unique key " + each.name() + " compares an expression, a part of a value, only some rows, or"
                        + " a type by which rows cannot be looked up exactly: drop it, and create it at the target after"
                        + " the move");
            }
        }
    }

    private void placement(List<Column> columns) {
        try {
            move.placement()
                    .of(columns.stream()
                            .filter(column -> !column.filling().computed())
                            .toList());
        } catch (SQLException failure) {
            error(String.valueOf(failure.getMessage()));
        }
    }

    private void trial(TablePlace place, MoveConnection source, MoveConnection target) throws SQLException {
        try {
            Attempts.of(move, () -> {
                TargetTables.tryOut(move, place, source, target);
                return true;
            });
        } catch (SQLException failure) {
            error("at the target the table cannot be made: " + failure.getMessage());
        }
    }

    private void rights(MoveConnection connection, TablePlace place, String side) throws SQLException {
        if (place.schema() != null) {
            warn("the rights in schema " + place.schema() + " of the " + side + " were not tried");
            return;
        }
        for (String each : sql.trials(move)) {
            try {
                // Background threads of a server that is busy lock tables that were made just now.
                Attempts.of(move, () -> {
                    connection.execute(each);
                    return true;
                });
            } catch (SQLException failure) {
                boolean isHeld = sql.isTransient(failure);
                String advice = isHeld ? "try again" : sql.advice(failure);
                error("at the " + side + (isHeld ? " others hold up \"" : " the rights do not suffice for \"") + each
                        + "\": " + failure.getMessage() + (advice == null ? "" : ": " + advice));
                clean(connection);
                return;
            }
        }
    }

    /** Drops what was tried out. An account that may not is told so already. */
    private void clean(MoveConnection connection) {
        try {
            for (String each : sql.cleaning(move)) {
                connection.execute(each);
            }
        } catch (SQLException failure) {
            LOG.debug("What was tried out for {} is not dropped", move.table(), failure);
        }
    }

    /**
     * Some rows of a table that is to move, and where they go: spread over the key if its first column is a number, else the
     * first ones. Immutable.
     *
     * @param targets the number of rows for each target
     * @param rows how many were read
     * @param isWhole whether these are all rows of the table
     * @param problem a row that has no target, in words; empty if each one has
     */
    public record RowSample(List<Long> targets, long rows, boolean isWhole, String problem) {
        private static final int ROWS_AT_ONCE = 50;

        /** Copies the list. */
        public RowSample {
            targets = List.copyOf(targets);
        }

        /**
         * Reads rows.
         *
         * @param most the number of rows that are read at most
         * @throws SQLException if they cannot be read
         */
        public static RowSample read(TableMove move, int most) throws SQLException {
            try (MoveConnection source = MoveConnection.source(move)) {
                MovedRows rows = MovedRows.read(move, source);
                List<@Nullable Object[]> first = rows.after(source, null, most);
                boolean isWhole = first.size() < most;
                List<@Nullable Object[]> some = isWhole ? first : spread(rows, source, most);
                return placed(
                        rows, some.isEmpty() ? first : some, move.targets().size(), isWhole);
            }
        }

        private static RowSample placed(MovedRows rows, List<@Nullable Object[]> some, int targets, boolean isWhole) {
            long[] counts = new long[targets];
            String problem = "";
            for (@Nullable Object[] row : some) {
                try {
                    counts[rows.target(row)]++;
                } catch (SQLException misplaced) {
                    problem = problem.isEmpty() ? String.valueOf(misplaced.getMessage()) : problem;
                }
            }
            List<Long> all = new ArrayList<>();
            for (long count : counts) {
                all.add(count);
            }
            return new RowSample(all, some.size(), isWhole, problem);
        }

        /** Returns rows at even distances of the first column of the key; none if that is no number. */
        private static List<@Nullable Object[]> spread(MovedRows rows, MoveConnection source, int most)
                throws SQLException {
            MovedKey least = rows.edge(source, "", "", 1).get(0);
            BigInteger from = number(least);
            BigInteger to = number(rows.edge(source, "", " DESC", 1).get(0));
            List<@Nullable Object[]> some = new ArrayList<>();
            Set<MovedKey> seen = new HashSet<>();
            int steps = Math.max(1, most / ROWS_AT_ONCE);
            for (int i = 0; from != null && to != null && i < steps; i++) {
                List<String> values = new ArrayList<>(least.values());
                values.set(
                        0,
                        from.add(to.subtract(from)
                                        .multiply(BigInteger.valueOf(i))
                                        .divide(BigInteger.valueOf(steps)))
                                .toString());
                for (@Nullable Object[] row : rows.after(source, i == 0 ? null : new MovedKey(values), ROWS_AT_ONCE)) {
                    if (seen.add(rows.keyOf(row))) {
                        some.add(row);
                    }
                }
            }
            return some;
        }

        private static @Nullable BigInteger number(MovedKey key) {
            try {
                return new BigInteger(key.values().get(0));
            } catch (NumberFormatException text) {
                return null;
            }
        }
    }
}

package io.shardkit.move;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.membership.Membership;
import io.shardkit.move.alter.AlterClauses;
import io.shardkit.move.alter.IndexChange;
import io.shardkit.move.alter.KeyProblems;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.MoveCheck;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TargetTables;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what an ALTER of a sharded table would do: each database alters a table like the actual one, and says whether it
 * does so in an instant. Thread-safe.
 */
final class Alters {
    /** The part of the pause that altering all actual tables may take. */
    private static final int PART_OF_PAUSE = 2;

    private static final int ATTEMPTS = 5;

    private final Membership membership;
    private final UnitTables tables;

    Alters(Membership membership, UnitTables tables) {
        this.membership = membership;
        this.tables = tables;
    }

    /**
     * An ALTER that was checked.
     *
     * @param rule the newest one
     * @param operation what is to be done
     */
    record Checked(ShardMap rule, MoveOperation operation, AlterReport report) {}

    /**
     * Checks an ALTER.
     *
     * @throws SQLException if the table is none that is altered online, or a database cannot be asked
     */
    Checked check(String id, AlterRequest request) throws SQLException {
        ShardMap rule = membership.newestRule();
        RoutedTable table = table(rule, request.table());
        AlterClauses clauses = AlterClauses.read(request.clauses(), tables.dialect());
        List<MovedUnit> units = new ArrayList<>();
        TargetNames names = new TargetNames(membership, tables, rule);
        for (int unit = 0; unit < table.unitCount(); unit++) {
            DataNode node = table.nodes().get(unit);
            String on = node.dataSourceName();
            units.add(new MovedUnit(table.name(), unit, node.table(), on, on, names.chooseNew(table, unit, on)));
        }
        MoveOperation operation = MoveOperation.of(id, units, request, clauses.clauses());
        List<String> errors = new ArrayList<>();
        clauses.problems().forEach(problem -> errors.add("table " + table + ": " + problem));
        List<AlterTrial> trials = new ArrayList<>();
        if (errors.isEmpty()) {
            for (TableMove move : tables.ahead(operation)) {
                try {
                    trials.add(trial(move, clauses.clauses()));
                } catch (SQLException refused) {
                    errors.add(move + " can't be altered: " + refused.getMessage());
                    break;
                }
            }
        }
        if (!errors.isEmpty()) {
            AlterReport report = new AlterReport(table.name(), false, "", "", List.of(), errors, List.of());
            return new Checked(rule, operation, report);
        }
        return checked(rule, table, clauses, operation, units, trials);
    }

    /** Tries again where a transaction holds the row that is copied: each attempt waits for it, up to a second. */
    private static AlterTrial trial(TableMove move, String clauses) throws SQLException {
        for (int i = 1; ; i++) {
            try {
                return AlterTrial.run(move, clauses);
            } catch (SQLException failure) {
                if (i == ATTEMPTS || !Passing.is(failure)) {
                    throw failure;
                }
            }
        }
    }

    private static RoutedTable table(ShardMap rule, String named) throws SQLException {
        String name = named.strip().toLowerCase(Locale.ROOT);
        RoutedTable table = rule.shardedTable(name);
        if (table == null) {
            throw refused(
                    "'" + named + "' is not a sharded table; "
                            + (rule.isBroadcast(name)
                                    ? "an ALTER TABLE of a broadcast table through Shardkit runs on all data sources"
                                    : "an ALTER TABLE of an ordinary table through Shardkit runs where it is, as any statement"));
        }
        return table.declared();
    }

    private Checked checked(
            ShardMap rule,
            RoutedTable table,
            AlterClauses clauses,
            MoveOperation operation,
            List<MovedUnit> units,
            List<AlterTrial> trials)
            throws SQLException {
        Set<String> errors = new LinkedHashSet<>();
        List<String> warnings = new ArrayList<>();
        IndexChange indexes = indexes(trials);
        String why = indexes == null ? notInPlace(trials) : "";
        boolean isInPlace = why.isEmpty();
        for (AlterTrial trial : trials) {
            KeyProblems.of(rule, table, trial.before(), trial.after())
                    .forEach(problem -> errors.add("table " + table + ": " + problem));
            errors.addAll(KeyProblems.unchosen(rule, table.name(), trial.after(), trial.uniqueKeys()));
        }
        if (!isInPlace) {
            AlterTrial first = trials.get(0);
            copyProblems(clauses, table, first).forEach(problem -> errors.add("table " + table + ": " + problem));
        }
        List<MoveReport.Unit> reported = new ArrayList<>();
        ForeignKeys foreignKeys = tables.foreignKeys(operation);
        List<TableMove> moves = tables.ahead(operation);
        for (int i = 0; i < moves.size(); i++) {
            MovedUnit unit = units.get(i);
            long rows = 0;
            long bytes = 0;
            if (indexes != null) {
                unit = unit.keepingName();
                units.set(i, unit);
                List<Long> size = size(moves.get(i));
                rows = size.get(0);
                bytes = size.get(1);
            } else if (!isInPlace) {
                MoveCheck.Checked checked = MoveCheck.run(moves.get(i), foreignKeys);
                errors.addAll(checked.errors());
                checked.findings().stream()
                        .filter(finding -> !finding.error())
                        .forEach(finding -> warnings.add(finding.text()));
                rows = checked.rows();
                bytes = checked.bytes();
            }
            reported.add(new MoveReport.Unit(unit.table(), unit.toString(), unit.to(), unit.renamed(), rows, bytes));
        }
        if (indexes != null) {
            warnings.add("indexes are made and dropped one actual table after another, while they are used");
        }
        String oneWay = isInPlace ? "the actual tables themselves are altered" : oneWay(trials.get(0));
        MoveOperation planned = indexes == null
                ? operation.altering(isInPlace, oneWay, inverse(clauses, trials.get(0)))
                : operation.of(units).altering(true, oneWay, indexes.inverse()).online(indexes);
        for (int i = 0; i < trials.size(); i++) {
            planned = planned.hashed(i, trials.get(i).hash(), trials.get(i).hashAfter());
        }
        AlterReport report =
                new AlterReport(table.name(), isInPlace, why, oneWay, reported, List.copyOf(errors), warnings);
        return new Checked(rule, planned, report);
    }

    /** Returns the indexes that all databases change while the tables are used; null if that is not what is to be done. */
    private static @Nullable IndexChange indexes(List<AlterTrial> trials) {
        IndexChange first = trials.get(0).indexes();
        return trials.stream().allMatch(each -> Objects.equals(each.indexes(), first)) ? first : null;
    }

    private static List<Long> size(TableMove move) throws SQLException {
        try (TargetTables.Definitions database = TargetTables.Definitions.open(move.source(), move.dialect())) {
            return database.size(move.table());
        }
    }

    /** Returns why the tables are not altered in place; an empty text if they are. */
    private String notInPlace(List<AlterTrial> trials) {
        for (AlterTrial each : trials) {
            if (!each.notInPlace().isEmpty()) {
                return each.notInPlace();
            }
        }
        Duration all =
                Duration.ofNanos(trials.stream().mapToLong(AlterTrial::nanos).sum());
        Duration pause = membership.settings().pause();
        return all.multipliedBy(PART_OF_PAUSE).compareTo(pause) < 0
                ? ""
                : "to alter all actual tables takes about " + all.toMillis() + " ms, and transactions are held for "
                        + pause.toMillis() + " ms at most";
    }

    private List<String> copyProblems(AlterClauses clauses, RoutedTable table, AlterTrial trial) {
        List<String> problems = new ArrayList<>();
        String byCopy = "; rows are copied, as the database does not alter the table in place: " + trial.notInPlace();
        Set<String> gone = names(trial.before());
        gone.removeAll(names(trial.after()));
        gone.removeAll(clauses.dropped());
        if (!gone.isEmpty()) {
            problems.add("columns " + gone + " would get another name, and their values be lost" + byCopy);
        }
        if (clauses.converts()) {
            problems.add("USING is not done online, as changes could not be followed" + byCopy);
        }
        if (clauses.namesConstraint() && table.hasSeveralOnOneDataSource()) {
            problems.add(
                    "two actual tables of a schema cannot both have a constraint of one name: leave out CONSTRAINT and"
                            + " the name, and the database makes names" + byCopy);
        }
        UniqueKey before = trial.key();
        UniqueKey after = trial.keyAfter();
        boolean hasKey =
                before != null && after != null && Set.copyOf(before.columns()).equals(Set.copyOf(after.columns()));
        if (before != null && !hasKey) {
            problems.add("its rows are told apart by " + before.columns() + " before, and "
                    + (after == null ? "by no key" : "by " + after.columns()) + " after it" + byCopy);
        }
        return problems;
    }

    private static Set<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns why rows that are written after the switch do not fit the table as it was; empty if nothing is known. */
    private static String oneWay(AlterTrial trial) {
        Set<String> lacking = new LinkedHashSet<>(trial.needed());
        lacking.removeAll(names(trial.after()));
        return lacking.isEmpty()
                ? ""
                : "the table as it was needs a value in " + lacking
                        + ", which rows that are written after the switch do not have: let the column have a default or be"
                        + " nullable before, if there is to be a way back";
    }

    /** Returns the clauses that undo it; an empty text if they are not known. */
    private String inverse(AlterClauses clauses, AlterTrial trial) {
        Set<String> before = names(trial.before());
        List<Column> added = trial.after().stream()
                .filter(column -> !before.contains(column.name()))
                .toList();
        Dialect dialect = tables.dialect();
        return !clauses.addsOnly() || added.isEmpty() || !names(trial.after()).containsAll(before)
                ? ""
                : added.stream()
                        .map(column -> "DROP COLUMN " + dialect.quoted(column.reportedName()))
                        .collect(Collectors.joining(", "));
    }

    static SQLException refused(@Nullable String why) {
        return ShardingExceptions.of(ErrorCode.MOVE_REFUSED, String.valueOf(why));
    }
}

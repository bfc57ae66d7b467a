package io.shardkit.move;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.alter.Alteration;
import io.shardkit.move.table.Fence;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.MoveLimits;
import io.shardkit.move.table.MoveTarget;
import io.shardkit.move.table.Placement;
import io.shardkit.move.table.TableCopy;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TablePlace;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Finds the tables of moves in the databases, and their names. Thread-safe. */
final class UnitTables {
    /** Number of rules that are kept made. */
    private static final int MOST_RULES = 8;

    private final Dialect dialect;
    private final Function<String, DataSource> pools;
    private final Function<RuleText, ShardMap> rules;
    private final Map<RuleText, ShardMap> made = new ConcurrentHashMap<>();

    /**
     * @param dialect of all databases
     * @param pools gives the pool of a data source
     * @param rules makes a rule from its text
     */
    UnitTables(Dialect dialect, Function<String, DataSource> pools, Function<RuleText, ShardMap> rules) {
        this.dialect = dialect;
        this.pools = pools;
        this.rules = rules;
    }

    Dialect dialect() {
        return dialect;
    }

    /** A schema of a data source; null for that of its connections. */
    TablePlace place(String dataSource, @Nullable String schema) {
        return new TablePlace(dataSource, pools.apply(dataSource), schema);
    }

    /** @throws SQLException that names the data source if it cannot be reached */
    void reach(String dataSource) throws SQLException {
        try {
            pools.apply(dataSource).getConnection().close();
        } catch (SQLException failure) {
            throw new SQLException(
                    "Data source " + dataSource + " cannot be reached: " + failure.getMessage(),
                    failure.getSQLState(),
                    failure.getErrorCode(),
                    failure);
        }
    }

    private ShardMap rule(RuleText text) {
        if (made.size() > MOST_RULES) {
            made.clear();
        }
        return made.computeIfAbsent(text, rules);
    }

    /** Returns the columns of an actual table, with the keys of those that are named, by which its rows are placed. */
    List<Column> columns(DataNode node, Collection<String> placing) throws SQLException {
        try (Connection connection = pools.apply(node.dataSourceName()).getConnection()) {
            return ReportedTables.columns(node.table(), placing, connection, dialect);
        }
    }

    /** The moves of actual tables that end with the next switch. */
    List<TableMove> ahead(MoveOperation operation) {
        return moves(operation, operation.isBack(), operation.attempt(), operation.parked());
    }

    /** The moves of actual tables that begin with the next switch, and keep the way back open. */
    List<TableMove> wayBack(MoveOperation operation) {
        return moves(operation, !operation.isBack(), operation.parked(), operation.attempt());
    }

    /** The foreign keys between the tables, on their way to the next switch. */
    ForeignKeys foreignKeys(MoveOperation operation) {
        return new ForeignKeys(ahead(operation).stream()
                .filter(move -> move.placement().entries() == null)
                .toList());
    }

    private List<TableMove> moves(MoveOperation operation, boolean back, int fenced, int filled) {
        boolean isAhead = back == operation.isBack();
        List<TableMove> moves = new ArrayList<>();
        String id = operation.id() + (back ? "b" : "f");
        List<TableChange> changes = operation.changes().stream()
                .map(each -> isAhead ? each : each.back())
                .toList();
        for (TableChange change : changes) {
            List<Placement.Source> sources = new ArrayList<>();
            for (TableChange.Actual actual : change.isLookup() ? List.<TableChange.Actual>of() : change.from()) {
                sources.add(new Placement.Source(
                        id + (operation.isReshard() ? number(moves.size() + sources.size()) : ""),
                        place(actual.dataSource(), actual.schema()),
                        actual.name(),
                        MovedUnit.parked(actual.name(), operation.id(), fenced)));
            }
            for (int source = 0; source < sources.size(); source++) {
                TableMove move = move(
                        sources.get(source),
                        targets(operation, change, fenced, filled),
                        placement(operation, isAhead, change, source, sources));
                moves.add(operation.isAlter() ? move.with(new Alteration(operation.clauses(), back)) : move);
            }
        }
        for (TableChange change : changes) {
            if (change.isLookup() && !change.to().isEmpty()) {
                moves.addAll(entries(operation, isAhead, change, moves, fenced, filled));
            }
        }
        return moves;
    }

    private TableMove move(Placement.Source source, List<MoveTarget> targets, Placement placement) {
        return new TableMove(
                source.id(),
                dialect,
                source.place(),
                source.table(),
                source.fenced(),
                targets,
                placement,
                MoveLimits.DEFAULTS);
    }

    private static String number(int number) {
        return Integer.toString(number, Character.MAX_RADIX);
    }

    private List<MoveTarget> targets(MoveOperation operation, TableChange change, int fenced, int filled) {
        return change.to().stream()
                .map(target -> new MoveTarget(
                        place(target.dataSource(), target.schema()),
                        target.name(),
                        operation.isInPlace()
                                ? MovedUnit.parked(change.from().get(0).name(), operation.id(), fenced)
                                : MovedUnit.parked(target.name(), operation.id(), filled)))
                .toList();
    }

    /**
     * The moves that make the rows of a lookup table.
     *
     * @param rows the moves of the rows of all tables
     */
    private List<TableMove> entries(
            MoveOperation operation, boolean ahead, TableChange lookup, List<TableMove> rows, int fenced, int filled) {
        RuleText after = operation.rule(ahead);
        String table = Objects.requireNonNull(lookup.lookupOf());
        List<Placement.Source> sources = new ArrayList<>();
        for (TableMove each : rows) {
            if (each.placement() instanceof RulePlacement placement
                    && placement.table().equals(table)) {
                String id = operation.id()
                        + (ahead == operation.isBack() ? "b" : "f")
                        + number(rows.size() + sources.size());
                sources.add(new Placement.Source(id, each.source(), each.table(), each.fenced()));
            }
        }
        List<TableMove> moves = new ArrayList<>();
        for (Placement.Source source : sources) {
            moves.add(move(
                    source,
                    targets(operation, lookup, fenced, filled),
                    new EntryPlacement(lookup.table(), table, () -> rule(after), sources, moves.size())));
        }
        return moves;
    }

    /** Returns those of some moves that make the rows of a lookup table. */
    static List<TableMove> entriesOf(TableChange lookup, List<TableMove> moves) {
        return moves.stream()
                .filter(move -> move.placement() instanceof EntryPlacement placement
                        && placement.lookup().equals(lookup.table()))
                .toList();
    }

    /** The actual tables of lookup tables that the next switch takes out of use, as moves of which nothing is copied. */
    List<TableMove> retired(MoveOperation operation) {
        List<TableMove> retired = new ArrayList<>();
        for (TableChange change : operation.changes()) {
            List<String> kept = change.isLookup() ? operation.rule(true).nodesOf(change.table()) : List.of();
            for (TableChange.Actual actual : change.isLookup() ? change.from() : List.<TableChange.Actual>of()) {
                if (!kept.contains(actual.toString())) {
                    TablePlace place = place(actual.dataSource(), actual.schema());
                    String id = operation.id() + "r" + number(retired.size());
                    String fenced = MovedUnit.parked(actual.name(), operation.id(), operation.attempt());
                    retired.add(move(
                            new Placement.Source(id, place, actual.name(), fenced),
                            List.of(new MoveTarget(place, actual.name(), actual.name() + "__" + id)),
                            Placement.WHOLE));
                }
            }
        }
        return retired;
    }

    private Placement placement(
            MoveOperation operation, boolean ahead, TableChange change, int source, List<Placement.Source> sources) {
        if (!operation.isReshard()) {
            return Placement.WHOLE;
        }
        RuleText before = operation.rule(!ahead);
        RuleText after = operation.rule(ahead);
        return new RulePlacement(
                change.table(),
                () -> rule(before),
                () -> rule(after),
                units(change.from()),
                units(change.to()),
                change.from().get(source).unit(),
                sources);
    }

    private static List<Integer> units(List<TableChange.Actual> tables) {
        return tables.stream().map(TableChange.Actual::unit).toList();
    }

    /** The fences around the actual tables that are in use, one for each data source. */
    private List<Fence> fences(MoveOperation operation) {
        Map<TablePlace, List<TableMove>> groups = new LinkedHashMap<>();
        List<TableMove> all = new ArrayList<>(ahead(operation));
        all.removeIf(move -> move.placement().entries() != null);
        all.addAll(retired(operation));
        all.forEach(move ->
                groups.computeIfAbsent(move.source(), any -> new ArrayList<>()).add(move));
        return groups.values().stream().map(Fence::of).toList();
    }

    /**
     * Renames the tables away.
     *
     * @param holders gets those who hold up a table that cannot be had
     * @return why that was not possible, or an empty text
     */
    String close(MoveOperation operation, List<String> holders) throws SQLException {
        for (Fence fence : fences(operation)) {
            Fence.Outcome outcome = fence.close();
            if (!outcome.done()) {
                holders.addAll(outcome.holders());
                return fence + " could not be had: " + outcome.failure();
            }
        }
        return "";
    }

    /** A broadcast table on its way to a data source that joins, where it has a name of its own until the switch. */
    TableMove copy(String id, CopiedTable copied) {
        @Nullable String schema = ActualName.schema(copied.table());
        String name = ActualName.withinSchema(copied.table());
        return new TableMove(
                id + "c",
                dialect,
                place(copied.from(), schema),
                name,
                MovedUnit.parked(name, id, 0),
                List.of(new MoveTarget(place(copied.to(), schema), name, name + "__" + id + "_c")),
                Placement.WHOLE,
                MoveLimits.DEFAULTS);
    }

    /** Locks on broadcast tables, of which none is held yet. */
    TableCopy.Locks copyLocks() {
        return new TableCopy.Locks(dialect);
    }

    /** Returns the databases that get rows with the next switch. */
    Set<TablePlace> targets(MoveOperation operation) {
        return ahead(operation).stream()
                .flatMap(move -> move.targets().stream())
                .map(MoveTarget::place)
                .collect(Collectors.toSet());
    }

    /** Makes ready to fence off the tables of the last attempt. */
    void arm(MoveOperation operation) throws SQLException {
        for (Fence fence : fences(operation)) {
            fence.arm();
        }
    }

    /** Has nothing fence off the tables of the last attempt any more. */
    void disarm(MoveOperation operation) throws SQLException {
        for (Fence fence : fences(operation)) {
            fence.disarm();
        }
    }

    /** Gives the tables that the last attempt may have taken their names, for good: its worker cannot take them any more. */
    void unpark(MoveOperation operation) throws SQLException {
        for (Fence fence : fences(operation)) {
            fence.open();
        }
    }

    /** Alters the tables in place that the last attempt has taken, if that is what the move does. */
    void alter(MoveOperation operation) throws SQLException {
        if (operation.isInPlace()) {
            new UnitAlters(operation, ahead(operation)).run();
        }
    }

    /** Undoes {@link #alter}; returns the tables that stay altered, in words. */
    List<String> undoAlter(MoveOperation operation) throws SQLException {
        return operation.isInPlace() ? new UnitAlters(operation, ahead(operation)).undo() : List.of();
    }

    /** Gives the tables of a decided move the names by which they are used from now on. */
    void publish(MoveOperation operation) throws SQLException {
        List<TableMove> moves = new ArrayList<>(ahead(operation));
        operation.copied().forEach(copied -> moves.add(copy(operation.id(), copied)));
        if (!moves.isEmpty()) {
            Fence.publish(moves);
        }
    }
}

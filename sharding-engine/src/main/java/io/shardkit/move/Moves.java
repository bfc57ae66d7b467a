package io.shardkit.move;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.membership.Change;
import io.shardkit.membership.Membership;
import io.shardkit.membership.RuleChange;
import io.shardkit.move.alter.KeyProblems;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.MoveCheck;
import io.shardkit.move.table.TableMove;
import io.shardkit.observe.StatementListener;
import io.shardkit.rule.ChangedRule;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.SameUnits;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves actual tables between data sources while they are used. What is asked for here is stored, and done by a worker in
 * any of the instances: it goes on if this one ends. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class Moves {
    private static final Logger LOG = LoggerFactory.getLogger(Moves.class);

    private final Membership membership;
    private final UnitTables tables;
    private final MoveWorker worker;

    /**
     * @param pools gives the pool of a data source
     * @param lagging returns a replica of a data source that lags, in words; an empty text if none does
     * @param recovery ends in-doubt transactions whose time has come
     * @param listener told of what the worker of this instance does
     */
    @API(status = API.Status.INTERNAL)
    public Moves(
            Membership membership,
            Dialect dialect,
            Function<String, DataSource> pools,
            UnaryOperator<String> lagging,
            Runnable recovery,
            StatementListener listener) {
        this.membership = membership;
        this.tables = new UnitTables(dialect, pools, membership::next);
        this.worker = new MoveWorker(membership, tables, lagging, recovery, listener);
    }

    /** Returns the worker of this instance. */
    @API(status = API.Status.INTERNAL)
    public MoveWorker worker() {
        return worker;
    }

    /**
     * Tells what a move would do, and what stands in its way. Nothing is changed.
     *
     * @throws SQLException if a database cannot be asked, or a unit is not known
     */
    public MoveReport check(MoveRequest request) throws SQLException {
        ShardMap rule = membership.newestRule();
        return check(request, rule, units(rule, request));
    }

    private MoveReport check(MoveRequest request, ShardMap rule, List<MovedUnit> units) throws SQLException {
        List<String> errors = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        List<MoveReport.Unit> reported = new ArrayList<>();
        MoveOperation operation = MoveOperation.of(newId(), units, request);
        try {
            next(rule, operation);
        } catch (ShardingConfigurationException failure) {
            errors.add(String.valueOf(failure.getMessage()));
        }
        JoiningCopies.of(tables, rule, operation).check(errors, warnings);
        for (MovedUnit unit : units) {
            TableMove move = tables.ahead(operation).get(reported.size());
            MoveCheck.Checked checked = checked(move, tables.foreignKeys(operation), errors, warnings);
            reported.add(new MoveReport.Unit(
                    unit.table(), unit.toString(), unit.to(), unit.renamed(), checked.rows(), checked.bytes()));
            if (!unit.renamed().equals(unit.actual())) {
                warnings.add("table " + unit.actual() + " of " + unit.from() + " is " + unit.place(false)
                        + " after the move");
            }
        }
        return new MoveReport(reported, List.of(), errors, warnings);
    }

    private static MoveCheck.Checked checked(
            TableMove move, ForeignKeys foreignKeys, List<String> errors, List<String> warnings) throws SQLException {
        MoveCheck.Checked checked = MoveCheck.run(move, foreignKeys);
        errors.addAll(checked.errors());
        checked.findings().stream()
                .filter(finding -> !finding.error())
                .map(MoveCheck.Finding::text)
                .forEach(warnings::add);
        return checked;
    }

    private RuleText next(ShardMap rule, MoveOperation operation) {
        return operation.next(RuleText.of(rule), membership::next);
    }

    /**
     * Tells what a reshard would do, and what stands in its way. Nothing is changed.
     *
     * @throws SQLException if a database cannot be asked
     */
    public MoveReport check(ReshardRequest request) throws SQLException {
        ShardMap rule = membership.newestRule();
        return check(rule, reshard(rule, request));
    }

    private MoveReport check(ShardMap rule, MoveOperation operation) throws SQLException {
        List<String> errors = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        List<MoveReport.Unit> reported = new ArrayList<>();
        ShardMap after = null;
        try {
            after = membership.next(next(rule, operation));
        } catch (ShardingConfigurationException failure) {
            errors.add(String.valueOf(failure.getMessage()));
        }
        for (String each : operation.dataSources()) {
            tables.reach(each);
        }
        JoiningCopies.of(tables, rule, operation).check(errors, warnings);
        List<TableMove> moves = new ArrayList<>(tables.ahead(operation));
        List<MoveReport.TablePlan> plans = new ArrayList<>();
        List<TableChange> changes = operation.changes();
        for (TableChange change : changes.stream().filter(each -> !each.isLookup()).toList()) {
            ReshardPlan plan = new ReshardPlan(change);
            for (TableChange.Actual source : change.from()) {
                TableMove move = moves.remove(0);
                MoveCheck.Checked checked = checked(move, tables.foreignKeys(operation), errors, warnings);
                if (after != null && checked.errors().isEmpty()) {
                    String misplaced = plan.add(change.from().indexOf(source), move, checked);
                    errors.addAll(misplaced.isEmpty() ? List.of() : List.of(misplaced));
                }
                errors.addAll(
                        after == null
                                ? List.of()
                                : KeyProblems.unchosen(
                                        after, change.table(), checked.columns(), checked.uniqueKeys()));
                reported.add(reported(change, source.toString(), checked));
            }
            plans.add(plan.report(
                    operation.rule(false).inWords(change.table()),
                    operation.rule(true).inWords(change.table())));
        }
        for (TableChange change : changes.stream().filter(TableChange::isLookup).toList()) {
            for (TableMove move : after == null ? List.<TableMove>of() : UnitTables.entriesOf(change, moves)) {
                MoveCheck.Checked checked = checked(move, tables.foreignKeys(operation), errors, warnings);
                reported.add(reported(change, move.toString(), checked));
            }
        }
        return new MoveReport(reported, plans, errors, warnings);
    }

    private static MoveReport.Unit reported(TableChange change, String source, MoveCheck.Checked checked) {
        return new MoveReport.Unit(
                change.table(),
                source,
                change.to().stream()
                        .map(TableChange.Actual::dataSource)
                        .distinct()
                        .collect(Collectors.joining(", ")),
                change.to().stream()
                        .map(TableChange.Actual::name)
                        .distinct()
                        .collect(Collectors.joining(", ")),
                checked.rows(),
                checked.bytes());
    }

    /**
     * Begins a reshard, once it was checked.
     *
     * @return its id
     * @throws SQLException if something stands in its way, or another move is under way
     */
    public String start(ReshardRequest request) throws SQLException {
        ShardMap rule = membership.newestRule();
        MoveOperation operation = reshard(rule, request);
        checkApart(operation);
        return start(rule, operation, check(rule, operation));
    }

    /**
     * Returns a request to have tables as the wanted rule says that is configured under {@code sharding.next}.
     *
     * @param tables their names; all that lie otherwise if it is empty
     * @throws SQLException if no rule is wanted, or a table is as it says already
     */
    public ReshardRequest wanted(Collection<String> tables) throws SQLException {
        return new WantedRules(membership).configured(tables);
    }

    /**
     * Returns the tables that lie otherwise than the configured wanted rule says; none if no rule is wanted.
     *
     * @throws SQLException if the database with the rule cannot be asked
     */
    public List<WantedTable> wantedTables() throws SQLException {
        return new WantedRules(membership).tables();
    }

    /**
     * Returns a request to give the rows with one sharding value a unit of their own, and those of bound tables with it.
     *
     * @param table a sharded table
     * @param key the value as text, as it would be written in {@code placed-keys}
     * @param to the data source that gets the unit
     * @param name of the actual table, which begins with the table's own and an underscore; null for one that is made of
     *     the key
     * @throws SQLException if the table cannot have such a unit, or the key has one already
     */
    public ReshardRequest isolating(String table, String key, String to, @Nullable String name) throws SQLException {
        return new WantedRules(membership).isolating(table, key, to, name);
    }

    /**
     * Returns a request to have the algorithm place the rows with one sharding value again, with those of bound tables.
     *
     * @param table a sharded table
     * @param key the value as text, as {@code placed-keys} has it
     * @throws SQLException if the key has no unit of its own
     */
    public ReshardRequest releasing(String table, String key) throws SQLException {
        return new WantedRules(membership).releasing(table, key);
    }

    /**
     * Tells how a table would be altered, and what stands in the way. Tables like the actual ones are made, altered and
     * dropped; nothing else is changed.
     *
     * @throws SQLException if the table is none that is altered online, or a database cannot be asked
     */
    public AlterReport check(AlterRequest request) throws SQLException {
        return new Alters(membership, tables).check(newId(), request).report();
    }

    /**
     * Begins to alter a table, once it was checked.
     *
     * @return its id
     * @throws SQLException if something stands in its way, or another move is under way
     */
    public String start(AlterRequest request) throws SQLException {
        Alters.Checked checked = new Alters(membership, tables).check(newId(), request);
        AlterReport report = checked.report();
        checkApart(checked.operation());
        return start(
                checked.rule(),
                checked.operation(),
                new MoveReport(report.units(), List.of(), report.errors(), report.warnings()));
    }

    private MoveOperation reshard(ShardMap rule, ReshardRequest request) throws SQLException {
        ShardMap wanted = (ShardMap) request.wanted();
        NavigableSet<String> all = new TreeSet<>();
        for (String named : request.tables()) {
            String name = named.toLowerCase(Locale.ROOT);
            all.add(name);
            boundWith(rule, name).forEach(all::add);
            boundWith(wanted, name).forEach(all::add);
        }
        RuleText before = RuleText.of(rule).only(all);
        RuleText declared = RuleText.of(wanted).only(all);
        for (String table : all) {
            if (before.broadcastTables().contains(table)) {
                throw refused("table " + table + " is a broadcast table, and cannot become another one while it is used:"
                        + " its copy on one data source has the name that the table is to have there. Stop all"
                        + " instances, move its rows by hand, and start them with the wanted rule and"
                        + " sharding.rule-store.accept");
            }
            if (declared.broadcastTables().contains(table)) {
                throw refused("table " + table + " cannot become a broadcast table while it is used: it keeps its name,"
                        + " so that an instance which has not noticed would go on to write one copy alone. Stop all"
                        + " instances, copy its rows to each data source, and start them with the wanted rule, and with"
                        + " sharding.rule-store.accept if the start asks for it");
            }
        }
        if (before.asDeclared().equals(declared.asDeclared())) {
            throw refused("the rule has " + all + " as it is wanted already");
        }
        Map<String, String> lookups = RebuiltLookups.of(rule, wanted, all);
        all.addAll(lookups.keySet());
        RuleText after;
        try {
            // A lookup table that is made anew needs all rows.
            after = after(rule, wanted, all, lookups.isEmpty());
        } catch (ShardingConfigurationException apart) {
            LOG.debug("All rows of {} move, as units that could stay do not lie together", all, apart);
            after = after(rule, wanted, all, false);
        }
        // The configuration may not have these tables among the sharded ones yet.
        List<RuleText> stored = membership.allRules();
        RuleText from = RuleText.of(rule).only(all).withChoicesOf(stored.get(stored.size() - 1));
        return MoveOperation.of(newId(), all, lookups, from, after, request);
    }

    /** Returns what the wanted rule says of some tables, with the places that their units get. */
    private RuleText after(ShardMap rule, ShardMap wanted, Set<String> all, boolean keeping) throws SQLException {
        TargetNames names = new TargetNames(membership, tables, rule);
        Map<String, Map<Integer, String>> moved = new TreeMap<>();
        for (RoutedTable each : wanted.tables()) {
            if (all.contains(each.name())) {
                RoutedTable table = each.declared();
                // The table of a lookup that is taken away stays an ordinary one.
                boolean isKept = keeping || (rule.isLookupTable(each.name()) && !wanted.isLookupTable(each.name()));
                Map<Integer, DataNode> kept = isKept ? kept(rule.shardedTable(each.name()), table) : Map.of();
                moved.put(each.name(), places(table, kept, names));
            }
        }
        Set<String> dataSources = new LinkedHashSet<>(wanted.dataSources());
        dataSources.addAll(rule.dataSources());
        RuleText after = RuleText.of(ChangedRule.moved(wanted, List.copyOf(dataSources), moved))
                .only(all);
        for (RoutedTable each : wanted.tables()) {
            after = all.contains(each.name()) ? after.with(each.name(), each.uniqueKeys()) : after;
        }
        return after;
    }

    /** Returns the places of units that are not where they are declared. */
    private static Map<Integer, String> places(RoutedTable table, Map<Integer, DataNode> kept, TargetNames names)
            throws SQLException {
        Map<Integer, String> places = new TreeMap<>();
        for (int unit = 0; unit < table.unitCount(); unit++) {
            DataNode declared = table.declaredNode(unit);
            // A unit of the wanted rule may have moved, too.
            DataNode wanted = table.nodes().get(unit);
            DataNode present = kept.get(unit);
            String dataSource = present == null ? wanted.dataSourceName() : present.dataSourceName();
            String name = present == null ? names.choose(table, unit, dataSource) : present.table();
            if (!name.equals(wanted.table()) || !dataSource.equals(wanted.dataSourceName())) {
                places.put(unit, name.equals(declared.table()) ? dataSource : dataSource + "." + name);
            }
        }
        return places;
    }

    /** Returns the actual tables that have the same rows by both rules, which stay where they are, by their wanted units. */
    private Map<Integer, DataNode> kept(@Nullable RoutedTable present, RoutedTable wanted) throws SQLException {
        if (present == null) {
            return Map.of();
        }
        RoutedTable before = present.declared();
        Map<Integer, Integer> same = SameUnits.of(before, wanted, column -> keys(before, column));
        if ((same.size() == before.unitCount()) != (same.size() == wanted.unitCount())) {
            // A table that gets rows is made like the one from which they come, and there would be none.
            return Map.of();
        }
        Map<Integer, DataNode> kept = new TreeMap<>();
        same.forEach((unit, former) -> kept.put(unit, before.nodes().get(former)));
        return kept;
    }

    private ColumnKeys keys(RoutedTable table, String column) throws SQLException {
        for (DataNode node : table.nodes()) {
            // The first actual tables of a table that grows may be gone, or the last ones not there yet.
            for (Column each : tables.columns(node)) {
                if (each.name().equals(column)) {
                    return each.keys();
                }
            }
        }
        throw refused("table " + table + " has no column " + column);
    }

    private static List<String> boundWith(ShardMap rule, String name) {
        RoutedTable table = rule.shardedTable(name);
        return table == null
                ? List.of()
                : rule.boundWith(table).stream().map(RoutedTable::name).toList();
    }

    /**
     * Begins a move, once it was checked.
     *
     * @return its id
     * @throws SQLException if something stands in its way, or another move is under way
     */
    public String start(MoveRequest request) throws SQLException {
        ShardMap rule = membership.newestRule();
        List<MovedUnit> units = units(rule, request);
        MoveOperation operation = MoveOperation.of(newId(), units, request);
        checkApart(operation);
        return start(rule, operation, check(request, rule, units));
    }

    private String start(ShardMap rule, MoveOperation checked, MoveReport report) throws SQLException {
        if (!report.errors().isEmpty()) {
            throw refused(String.join("; ", report.errors()));
        }
        MoveOperation operation = checked.with(MoveOperation.Figure.TOTAL, report.rows());
        if (!RuleChange.begin(membership, next(rule, operation), operation.text())) {
            throw refused("another move is under way: "
                    + list().stream()
                            .filter(each -> each.phase() != MovePhase.SWITCHED)
                            .map(MoveState::id)
                            .toList());
        }
        worker.wake();
        return operation.id();
    }

    private void checkApart(MoveOperation operation) throws SQLException {
        for (Change change : RuleChange.all(membership)) {
            if (MoveOperation.isOne(change.operation())) {
                MoveOperation other = MoveOperation.parse(change.operation());
                String common = operation.common(other);
                if (!common.isEmpty()) {
                    throw refused(common + " belongs to the move " + other.id()
                            + ", whose way back is still open: complete that first, or go back");
                }
            }
        }
    }

    /**
     * Returns all moves that are not complete.
     *
     * @throws SQLException if the database with the rule cannot be asked
     */
    public List<MoveState> list() throws SQLException {
        return RuleChange.all(membership).stream()
                .filter(change -> MoveOperation.isOne(change.operation()))
                .map(change -> MoveOperation.parse(change.operation()).state(change.madeAt()))
                .toList();
    }

    /** Returns the moves that this instance works on, as it knows them; no database is asked. */
    public List<MoveState> running() {
        return worker.running();
    }

    /**
     * Returns the state of a move.
     *
     * @throws SQLException if there is none of that id, or the database with the rule cannot be asked
     */
    public MoveState state(String id) throws SQLException {
        Change change = change(id);
        return MoveOperation.parse(change.operation()).state(change.madeAt());
    }

    private Change change(String id) throws SQLException {
        for (Change each : RuleChange.all(membership)) {
            if (MoveOperation.isOne(each.operation())
                    && MoveOperation.parse(each.operation()).id().equals(id)) {
                return each;
            }
        }
        throw refused("there is no move '" + id + "'; it may be complete, or cancelled");
    }

    /**
     * Ends a move before its switch: its tables stay where they are, and what it has made is dropped. Going back that is
     * cancelled leaves the tables where they went.
     *
     * @throws SQLException if the units are at the target, or the database with the rule cannot be asked
     */
    public void cancel(String id) throws SQLException {
        ask(id, MoveWorker.CANCEL, false, "its units are at the target: go back, or complete it");
    }

    /**
     * Holds a move before its switch, until {@link #resume} or {@link #cancel} is called. Changes are still written to its
     * journals.
     *
     * @throws SQLException as {@link #cancel} does
     */
    public void halt(String id) throws SQLException {
        ask(id, MoveWorker.HALT, false, "its units are at the target");
    }

    /**
     * Goes on with a move that was halted, or failed; one that failed as its table was changed copies it anew.
     *
     * @throws SQLException as {@link #cancel} does
     */
    public void resume(String id) throws SQLException {
        ask(id, MoveWorker.RESUME, false, "its units are at the target");
    }

    /**
     * Switches a move that waits for it.
     *
     * @throws SQLException as {@link #cancel} does
     */
    public void switchNow(String id) throws SQLException {
        ask(id, MoveWorker.SWITCH, false, "its units are at the target");
    }

    /**
     * Brings the units back to where they came from, with all that was written since; called once more, they go to the
     * target again.
     *
     * @throws SQLException if the move has not switched, or the database with the rule cannot be asked
     */
    public void goBack(String id) throws SQLException {
        String oneWay = MoveOperation.parse(change(id).operation()).oneWay();
        if (!oneWay.isEmpty()) {
            throw refused("there is no way back from " + id + ": " + oneWay);
        }
        ask(id, MoveWorker.BACK, true, "it has not switched: cancel it");
    }

    /**
     * Closes the way back: the tables that are not in use any more are dropped.
     *
     * @throws SQLException as {@link #goBack} does
     */
    public void complete(String id) throws SQLException {
        ask(id, MoveWorker.COMPLETE, true, "it has not switched: its source is in use");
    }

    private void ask(String id, String word, boolean afterSwitch, String otherwise) throws SQLException {
        Change change = change(id);
        boolean isSwitched = change.state() == Change.State.SWITCHED || change.state() == Change.State.DECIDED;
        if (isSwitched != afterSwitch) {
            throw refused("the move " + id + " can't do that: " + otherwise);
        }
        MovePhase phase = MoveOperation.parse(change.operation()).phase();
        boolean stands = phase == MovePhase.FAILED || phase == MovePhase.HALTED;
        if (stands && (word.equals(MoveWorker.SWITCH) || word.equals(MoveWorker.HALT))) {
            throw refused("the move " + id + " can't do that: it "
                    + (phase == MovePhase.FAILED
                            ? "has failed: put right what it names, and resume"
                            : "is halted: resume")
                    + " or cancel it");
        }
        if (!RuleChange.request(membership, change.number(), word)) {
            throw refused("the move " + id + " goes on in this moment: try again");
        }
        worker.wake();
    }

    /** Names are short, as they become part of those of tables. */
    private static String newId() {
        return "m" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    }

    private static SQLException refused(String why) {
        return ShardingExceptions.of(ErrorCode.MOVE_REFUSED, why);
    }

    /** Returns the units that were named, and those that are bound with them. */
    private List<MovedUnit> units(ShardMap rule, MoveRequest request) throws SQLException {
        Map<String, Map<Integer, RoutedTable>> units = new LinkedHashMap<>();
        for (String named : request.units()) {
            boolean isKnown = false;
            for (RoutedTable table : rule.tables()) {
                int unit = unit(table.declared(), named);
                if (unit >= 0) {
                    isKnown = true;
                    add(units, table.declared(), unit);
                    for (RoutedTable bound : inOrder(rule.boundWith(table))) {
                        add(units, bound.declared(), unit);
                    }
                }
            }
            if (!isKnown) {
                throw refused("'" + named + "' is not an actual table of a sharded table; they are named with the data"
                        + " source on which they are, as in ds0.t_order_3" + moved(rule, named));
            }
        }
        tables.reach(request.to());
        TargetNames names = new TargetNames(membership, tables, rule);
        List<MovedUnit> moved = new ArrayList<>();
        for (Map<Integer, RoutedTable> ofTable : units.values()) {
            for (Map.Entry<Integer, RoutedTable> each : ofTable.entrySet()) {
                moved.add(unit(each.getValue(), each.getKey(), request.to(), names));
            }
        }
        return moved;
    }

    /** Returns where a unit is that was declared by this name, in words; an empty text if there is none. */
    private static String moved(ShardMap rule, String named) {
        for (RoutedTable table : rule.tables()) {
            RoutedTable declared = table.declared();
            for (int unit = 0; unit < declared.nodes().size(); unit++) {
                if (declared.declaredNode(unit).toString().equalsIgnoreCase(named)) {
                    return "; it has moved and is " + declared.nodes().get(unit) + " now";
                }
            }
        }
        return "";
    }

    private static List<RoutedTable> inOrder(List<RoutedTable> tables) {
        return tables.stream().sorted(Comparator.comparing(RoutedTable::name)).toList();
    }

    private static void add(Map<String, Map<Integer, RoutedTable>> units, RoutedTable table, int unit) {
        units.computeIfAbsent(table.name(), any -> new LinkedHashMap<>()).put(unit, table);
    }

    private static MovedUnit unit(RoutedTable table, int unit, String to, TargetNames names) throws SQLException {
        DataNode node = table.nodes().get(unit);
        if (node.dataSourceName().equals(to)) {
            throw refused(node + " is on " + to + " already");
        }
        return new MovedUnit(
                table.name(), unit, node.table(), node.dataSourceName(), to, names.choose(table, unit, to));
    }

    private static int unit(RoutedTable table, String named) {
        List<DataNode> nodes = table.nodes();
        for (int unit = 0; unit < nodes.size(); unit++) {
            if (nodes.get(unit).toString().toLowerCase(Locale.ROOT).equals(named.toLowerCase(Locale.ROOT))) {
                return unit;
            }
        }
        return -1;
    }
}

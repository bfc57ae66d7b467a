package io.shardkit.move;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.membership.Change;
import io.shardkit.membership.Membership;
import io.shardkit.membership.RuleChange;
import io.shardkit.observe.StatementListener;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Moves actual tables between data sources while they are used. What is asked for here is stored, and done by a worker in
 * any of the instances: it goes on if this one ends. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class Moves {
    private final Membership membership;
    private final UnitMoves units;
    private final Reshards reshards;
    private final Alters alters;
    private final WantedRules wantedRules;
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
        UnitTables tables = new UnitTables(dialect, pools, membership::part);
        this.units = new UnitMoves(membership, tables);
        this.reshards = new Reshards(membership, tables);
        this.alters = new Alters(membership, tables);
        this.wantedRules = new WantedRules(membership);
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
        List<MovedUnit> moved = units.units(rule, request);
        return units.check(rule, MoveOperation.of(newId(), moved, request), moved);
    }

    /**
     * Tells what a reshard would do, and what stands in its way. Nothing is changed.
     *
     * @throws SQLException if a database cannot be asked
     */
    public MoveReport check(ReshardRequest request) throws SQLException {
        ShardMap rule = membership.newestRule();
        return reshards.check(rule, reshards.operation(newId(), rule, request));
    }

    /**
     * Begins a reshard, once it was checked.
     *
     * @return its id
     * @throws SQLException if something stands in its way, or another move is under way
     */
    public String start(ReshardRequest request) throws SQLException {
        ShardMap rule = membership.newestRule();
        MoveOperation operation = reshards.operation(newId(), rule, request);
        checkApart(operation);
        return start(rule, operation, reshards.check(rule, operation));
    }

    /**
     * Returns a request to have tables as the wanted rule says that is configured under {@code sharding.next}.
     *
     * @param tables their names; all that lie otherwise if it is empty
     * @throws SQLException if no rule is wanted, or a table is as it says already
     */
    public ReshardRequest wanted(Collection<String> tables) throws SQLException {
        return wantedRules.configured(tables);
    }

    /**
     * Returns the tables that lie otherwise than the configured wanted rule says; none if no rule is wanted.
     *
     * @throws SQLException if the database with the rule cannot be asked
     */
    public List<WantedTable> wantedTables() throws SQLException {
        return wantedRules.tables();
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
        return wantedRules.isolating(table, key, to, name);
    }

    /**
     * Returns a request to have the algorithm place the rows with one sharding value again, with those of bound tables.
     *
     * @param table a sharded table
     * @param key the value as text, as {@code placed-keys} has it
     * @throws SQLException if the key has no unit of its own
     */
    public ReshardRequest releasing(String table, String key) throws SQLException {
        return wantedRules.releasing(table, key);
    }

    /**
     * Tells how a table would be altered, and what stands in the way. Tables like the actual ones are made, altered and
     * dropped; nothing else is changed.
     *
     * @throws SQLException if the table is none that is altered online, or a database cannot be asked
     */
    public AlterReport check(AlterRequest request) throws SQLException {
        return alters.check(newId(), request).report();
    }

    /**
     * Begins to alter a table, once it was checked.
     *
     * @return its id
     * @throws SQLException if something stands in its way, or another move is under way
     */
    public String start(AlterRequest request) throws SQLException {
        Alters.Checked checked = alters.check(newId(), request);
        AlterReport report = checked.report();
        checkApart(checked.operation());
        return start(
                checked.rule(),
                checked.operation(),
                new MoveReport(report.units(), List.of(), report.errors(), report.warnings()));
    }

    /**
     * Begins a move, once it was checked.
     *
     * @return its id
     * @throws SQLException if something stands in its way, or another move is under way
     */
    public String start(MoveRequest request) throws SQLException {
        ShardMap rule = membership.newestRule();
        List<MovedUnit> moved = units.units(rule, request);
        MoveOperation operation = MoveOperation.of(newId(), moved, request);
        checkApart(operation);
        return start(rule, operation, units.check(rule, operation, moved));
    }

    private String start(ShardMap rule, MoveOperation checked, MoveReport report) throws SQLException {
        if (!report.errors().isEmpty()) {
            throw refused(String.join("; ", report.errors()));
        }
        MoveOperation operation = checked.with(MoveOperation.Figure.TOTAL, report.rows())
                .with(MoveOperation.Figure.TOTAL_BYTES, report.bytes());
        if (!RuleChange.begin(membership, operation.next(RuleText.of(rule), membership::next), operation.text())) {
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
}

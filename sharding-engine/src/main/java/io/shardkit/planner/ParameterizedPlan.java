package io.shardkit.planner;

import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.UnitUnions;
import io.shardkit.plan.lookup.LookedUpStatement;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.shape.NormalizedSql;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a text by that of its shape: its literals decide as parameters would, and go to the databases as they
 * were written. What the plan of the shape refuses or gathers is planned by the text itself. Thread-safe.
 */
final class ParameterizedPlan implements StatementPlan {
    /**
     * After that many executions a text gets a plan of its own: it saves some 0.1 us each time, and takes some 100 us to
     * make.
     */
    private static final int MANY = 1000;

    private final Plan plan;
    private final NormalizedSql shape;
    private final Source own;

    /** Filled from the second execution on. */
    private final FilledCalls filled = new FilledCalls();

    /** Makes the plan of the text itself. */
    @FunctionalInterface
    interface Source {
        Plan plan() throws SQLException;
    }

    /**
     * @param plan of the shape's text, and what the executions of all its texts learned
     * @param own makes the plan of the text itself
     */
    ParameterizedPlan(Plan plan, NormalizedSql shape, Source own) {
        this.plan = plan;
        this.shape = shape;
        this.own = own;
    }

    /** Whether a text ran so often that a plan of the text itself is worth its making. */
    static boolean isWorn(Learned learned) {
        return learned.executions() >= MANY;
    }

    @Override
    public StatementKind kind() {
        return plan.kind();
    }

    @Override
    public int parameterCount() {
        return shape.parameterCount();
    }

    @Override
    public @Nullable String generatedKeyColumn() {
        return plan.generatedKeyColumn();
    }

    @Override
    public boolean returning() {
        return plan.returning();
    }

    @Override
    public boolean setsLastKey() {
        return plan.setsLastKey();
    }

    @Override
    public ParallelismChoice pace(Learned learned) {
        return plan.pace();
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_LITERALS;
    }

    @Override
    public boolean isOfShape() {
        return true;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        Attempt<BoundPlan> attempt = Attempt.of(() -> plan.bind(shape.parameters(parameters), preferredDataSource));
        if (attempt instanceof Refused) {
            return own.plan().bind(parameters, preferredDataSource);
        }
        BoundPlan bound = attempt.value();
        learned.countExecution();
        if (bound instanceof BoundPlan.SingleShard one) {
            return one(one.call(), learned);
        }
        return filled(bound, parameters, preferredDataSource, learned);
    }

    private BoundPlan filled(BoundPlan bound, Parameters parameters, int preferredDataSource, Learned learned)
            throws SQLException {
        if (bound instanceof LookedUpStatement asked) {
            return asked.then(next -> filled(next, parameters, preferredDataSource, learned));
        }
        Optional<BoundPlan> filled = bound.match(new Filling(learned));
        return filled.isPresent() ? filled.get() : own.plan().bind(parameters, preferredDataSource);
    }

    @Override
    public @Nullable BoundPlan bindWithoutMerge(Parameters parameters, int preferredDataSource) throws SQLException {
        return own.plan().bindWithoutMerge(parameters, preferredDataSource);
    }

    private BoundPlan.SingleShard one(ShardCall call, Learned learned) throws SQLException {
        BoundPlan.SingleShard known = filled.of(call);
        if (known != null) {
            return known;
        }
        BoundPlan.SingleShard made = new BoundPlan.SingleShard(fill(call));
        if (learned.executions() > 1) {
            filled.keep(call, made);
        }
        return made;
    }

    private List<ShardCall> all(List<ShardCall> calls) throws SQLException {
        List<ShardCall> all = new ArrayList<>(calls.size());
        for (ShardCall call : calls) {
            all.add(fill(call));
        }
        return all;
    }

    private ShardCall fill(ShardCall call) throws SQLException {
        ParameterMapping mapping = call.mapping();
        NormalizedSql.Filled text = shape.fill(call.sql(), mapping == null ? null : mapping.sources());
        return new ShardCall(call.dataSource(), call.unit(), text.text(), mapping(text.sources(), call));
    }

    private @Nullable ParameterMapping mapping(int[] sources, ShardCall before) {
        boolean asTheyStand = sources.length == shape.parameterCount();
        for (int i = 0; i < sources.length && asTheyStand; i++) {
            asTheyStand = sources[i] == i;
        }
        return asTheyStand ? null : new ParameterMapping(sources, before.computed());
    }

    /** What was bound, with the literals in its texts; empty if it takes a plan of the text itself. */
    private final class Filling implements BoundPlan.Cases<Optional<BoundPlan>, SQLException> {
        private final Learned learned;

        Filling(Learned learned) {
            this.learned = learned;
        }

        @Override
        public Optional<BoundPlan> single(BoundPlan.SingleShard one) throws SQLException {
            return Optional.of(one(one.call(), learned));
        }

        @Override
        public Optional<BoundPlan> merged(BoundPlan.MergedQuery query) throws SQLException {
            UnitUnions unions = query.unions() == null ? null : query.unions().ofText(shape.parameterCount());
            // Lists stay as they are: literals stand in the text, which would be another one for each unit's values.
            return Optional.of(new BoundPlan.MergedQuery(
                    all(query.calls()), query.merge(), query.limit(), null, unions, query.parallelism(), query.rows()));
        }

        @Override
        public Optional<BoundPlan> onShards(BoundPlan.MultiShardWrite writes) throws SQLException {
            return Optional.of(new BoundPlan.MultiShardWrite(
                    all(writes.calls()), writes.counts(), writes.rows(), writes.moving(), writes.made()));
        }

        @Override
        public Optional<BoundPlan> split(BoundPlan.SplitInsert insert) throws SQLException {
            return Optional.of(new BoundPlan.SplitInsert(
                    all(insert.calls()), insert.rows(), insert.keys(), insert.firstGenerated()));
        }

        @Override
        public Optional<BoundPlan> checked(BoundPlan.UniquenessCheckedInsert insert) throws SQLException {
            if (insert.upserted() != null && insert.upserted().moves()) {
                return Optional.empty();
            }
            BoundPlan.UpsertedRows upserted =
                    insert.upserted() == null ? null : new FilledRows(insert.upserted(), this);
            return insert.write()
                    .match(this)
                    .map(write -> new BoundPlan.UniquenessCheckedInsert(insert.questions(), write, upserted));
        }

        @Override
        public Optional<BoundPlan> locked(BoundPlan.LimitedRead read) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> limited(BoundPlan.LimitedWrite write) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> gathered(BoundPlan.Gather gather) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> explained(BoundPlan.Explained explained) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> shown(BoundPlan.Shown shown) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> shownTables(BoundPlan.ShownTables shown) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> lookedUp(BoundPlan.LookedUp statement) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> withLookups(BoundPlan.LookupWrite write) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> lastKey(BoundPlan.LastKey last) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> timed(BoundPlan.TimedWrites writes) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> gatheredWrite(BoundPlan.GatheredWrite write) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> gatheredInsert(BoundPlan.GatheredInsert insert) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> moving(BoundPlan.Moving update) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> staying(BoundPlan.Staying update) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> set(BoundPlan.SessionSet set) {
            return Optional.empty();
        }

        @Override
        public Optional<BoundPlan> control(BoundPlan.Control control) {
            return Optional.empty();
        }
    }

    /** The rows of an upsert that goes with the literals in its texts. */
    private record FilledRows(BoundPlan.UpsertedRows rows, Filling filling) implements BoundPlan.UpsertedRows {
        @Override
        public ShardedTable table() {
            return rows.table();
        }

        @Override
        public int[] homes() {
            return rows.homes();
        }

        @Override
        public boolean replaces() {
            return rows.replaces();
        }

        @Override
        public boolean moves() {
            return rows.moves();
        }

        @Override
        public List<BoundPlan.KeyLook> looks() throws SQLException {
            return rows.looks();
        }

        @Override
        public BoundPlan.PlacedRows place(List<BoundPlan.KeyPlace> found) throws SQLException {
            return rows.place(found);
        }

        @Override
        public void check(int unit) throws SQLException {
            rows.check(unit);
        }

        @Override
        public BoundPlan.Calls in(int[] units) throws SQLException {
            return (BoundPlan.Calls) rows.in(units).match(filling).orElseThrow();
        }
    }
}

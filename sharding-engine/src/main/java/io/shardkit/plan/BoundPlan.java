package io.shardkit.plan;

import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.observe.Way;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Setting;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.TransactionStep;
import io.shardkit.rule.DataNode;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What one execution does: the calls, and what becomes of their answers. */
public interface BoundPlan {
    /** Tells step by step what it does. */
    void describe(Explanation to);

    /** How many units it goes to. */
    Fanout fanout();

    /**
     * The steps of a write, in their order.
     *
     * @throws SQLException a coded refusal if it is none
     */
    List<WriteStep> steps() throws SQLException;

    /**
     * The statement's own calls, to all units that may have its rows. Empty of what is more than such calls, as it reads rows
     * in one place, or ends after some.
     */
    default List<ShardCall> ownCalls() {
        return List.of();
    }

    /** True of an UPDATE that may move its rows from one unit to another. */
    default boolean movesRows() {
        return false;
    }

    /** The calls of a write that are all there is to it, but for probes of its keys; else null. */
    default @Nullable Calls userCalls() {
        return null;
    }

    /** The data sources of a write's calls, ascending, as far as calls are what it consists of. */
    default List<Integer> dataSources() {
        return List.of();
    }

    /** The same, of which each unit is asked for its own values of lists only. */
    default BoundPlan narrowed(Parameters parameters) {
        return this;
    }

    /** True of what reads rows of one of these data sources; false of a write, which is refused where that matters. */
    default boolean reads(BitSet dataSources) {
        return false;
    }

    /**
     * The same with its reads on other servers of their data sources. What is more than calls whose answers are merged stays
     * as it is: what gathers rows needs temporary tables.
     */
    default BoundPlan on(ServerChoice servers) throws SQLException {
        return this;
    }

    /** The same with other texts, or null if only the plan of the text itself has them all. */
    default @Nullable BoundPlan edited(CallEdit edit) throws SQLException {
        return null;
    }

    /** False of what meets the copies of broadcast tables, or single tables, of other data sources. */
    default boolean staysOn(int dataSource) {
        return true;
    }

    /** What answers with rows, and is not one call. */
    interface Query extends BoundPlan {
        @Override
        default List<WriteStep> steps() throws SQLException {
            throw ShardingExceptions.of(ErrorCode.IS_A_QUERY, "");
        }
    }

    /** What writes, and is not one call. */
    interface Write extends BoundPlan {}

    /** What concerns the connection. */
    interface Command extends BoundPlan {
        @Override
        default List<WriteStep> steps() throws SQLException {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_STATEMENT, "what concerns the connection, as a part of a write");
        }
    }

    /** The user's statement, as it is sent to the units that it concerns. */
    interface Calls extends BoundPlan, WriteStep {
        @Override
        default List<WriteStep> steps() {
            return List.of(this);
        }

        @Override
        default List<ShardCall> ownCalls() {
            return calls();
        }

        @Override
        default Calls userCalls() {
            return this;
        }

        @Override
        default List<Integer> dataSources() {
            return calls().stream().map(ShardCall::dataSource).distinct().sorted().toList();
        }

        /** At least one, ordered by data source, then unit. */
        List<ShardCall> calls();

        /** How the update counts become one. */
        Counts counts();

        /** Positions, from 0, of the rows of the user's statement that a call writes and a driver may have keys of. */
        int[] rowsOf(int call);

        /** Whether it is run as what concerns one unit is. */
        boolean isOne();

        /** Which keys of the drivers are those of the user's rows. */
        DriverKeys driverKeys();

        /** The table of the rows if they may move to other units meanwhile, or null. */
        default @Nullable ShardedTable moving() {
            return null;
        }

        @Override
        Calls edited(CallEdit edit) throws SQLException;

        @Override
        default Fanout fanout() {
            return Fanout.of(calls());
        }

        @Override
        default boolean staysOn(int dataSource) {
            return calls().stream().allMatch(call -> call.dataSource() == dataSource);
        }

        /** The first of the keys that the framework made, or null if it made none. */
        default @Nullable Object firstGenerated() {
            return null;
        }

        /** The key of each row of the user's statement, in its order; empty if none can be generated. */
        default List<Object> keys() {
            return List.of();
        }

        /** Whether the framework made one of the keys. */
        default boolean generated() {
            return firstGenerated() != null;
        }
    }

    /** One call whose answer is the answer: query, write or DDL. The path that has to be short. */
    record SingleShard(ShardCall call) implements Calls {
        private static final int[] FIRST_ROW = {0};

        @Override
        public List<ShardCall> calls() {
            return List.of(call);
        }

        @Override
        public Counts counts() {
            return Counts.SUM;
        }

        @Override
        public int[] rowsOf(int number) {
            return FIRST_ROW;
        }

        @Override
        public boolean isOne() {
            return true;
        }

        @Override
        public DriverKeys driverKeys() {
            return DriverKeys.OF_ANY_CALL;
        }

        @Override
        public Fanout fanout() {
            return Fanout.ONE;
        }

        @Override
        public boolean reads(BitSet dataSources) {
            return dataSources.get(call.dataSource());
        }

        @Override
        public BoundPlan on(ServerChoice servers) throws SQLException {
            int number = servers.of(call.dataSource());
            return number == call.dataSource() ? this : new SingleShard(call.on(number));
        }

        @Override
        public SingleShard edited(CallEdit edit) throws SQLException {
            return new SingleShard(edit.edit(call));
        }

        @Override
        public void describe(Explanation to) {
            to.way("verbatim");
            to.run(call);
        }
    }

    /**
     * A query over several units. The calls are ordered by data source, then unit.
     *
     * @param calls at least two
     * @param merge how the rows become one result
     * @param limit which of the merged rows are given out
     * @param lists the values of which each unit needs only its own, or null if there are none
     * @param unions puts the calls of a data source together once that is known to change nothing, or null if it would
     * @param parallelism whether data sources are asked in parallel
     * @param rows those that a unique key names and the query locks if they may move meanwhile, or null
     */
    record MergedQuery(
            List<ShardCall> calls,
            MergeSpec merge,
            RowLimit limit,
            @Nullable InListSplit lists,
            @Nullable UnitUnions unions,
            ParallelismChoice parallelism,
            @Nullable NamedRows rows)
            implements Query, UnitUnions.Merged {
        /** A query of which nothing is known yet. */
        public MergedQuery(List<ShardCall> calls, MergeSpec merge, RowLimit limit) {
            this(calls, merge, limit, null, null, new ParallelismChoice(), null);
        }

        @Override
        public MergedQuery narrowed(Parameters parameters) {
            return lists == null
                    ? this
                    : new MergedQuery(lists.narrowed(calls, parameters), merge, limit, null, unions, parallelism, rows);
        }

        @Override
        public List<ShardCall> ownCalls() {
            return calls;
        }

        @Override
        public Fanout fanout() {
            return Fanout.of(calls);
        }

        @Override
        public boolean reads(BitSet dataSources) {
            return calls.stream().anyMatch(call -> dataSources.get(call.dataSource()));
        }

        /** One that takes locks first is bound with the rows that it names. */
        @Override
        public BoundPlan on(ServerChoice servers) throws SQLException {
            if (rows != null) {
                return this;
            }
            int from = -1;
            int number = -1;
            boolean moves = false;
            List<ShardCall> moved = new ArrayList<>(calls.size());
            for (ShardCall call : calls) {
                if (call.dataSource() != from) {
                    from = call.dataSource();
                    number = servers.of(from);
                    moves |= number != from;
                }
                moved.add(call.on(number));
            }
            return moves ? new MergedQuery(moved, merge, limit, lists, unions, parallelism, rows) : this;
        }

        /** Lists stay as they are: literals stand in the text, which would be another one for each unit's values. */
        @Override
        public BoundPlan edited(CallEdit edit) throws SQLException {
            UnitUnions ofText = unions == null ? null : unions.ofText(edit.parameterCount());
            return new MergedQuery(edit.edit(calls), merge, limit, null, ofText, parallelism, rows);
        }

        @Override
        public void describe(Explanation to) {
            to.way("merge");
            List<ShardCall> sent = unions == null ? calls : unions.usual(this);
            to.runAll(sent);
            to.ofMoreUnits(calls.size() - sent.size());
            to.merge(MergeText.of(merge, limit));
        }
    }

    /** The rows that one execution names by all columns of a unique key, wherever they are. */
    interface NamedRows {
        /** Their table. */
        ShardedTable table();

        /** Where they may be. */
        BitSet units();

        /** The most rows that there can be. */
        long most();

        /**
         * Asks each data source which of its units has rows; locks nothing. Each row of an answer is a row, and has the
         * number of its unit.
         */
        List<ShardCall> looks();

        /** The same of some of the units. */
        List<ShardCall> looks(BitSet some);

        /**
         * Locks the rows of a unit, and answers as the question for them.
         *
         * @param waits whether it waits for those that others have locked, or fails
         */
        ShardCall lock(int unit, boolean waits);
    }

    /**
     * The keys of an INSERT of which the framework may have made some.
     *
     * @param keys the key of each row, in the order of the statement
     * @param firstGenerated the first of the keys that the framework made, or null if it made none
     */
    record MadeKeys(List<Object> keys, @Nullable Object firstGenerated) {
        /** Of a statement whose rows get no keys from the framework. */
        static final MadeKeys NONE = new MadeKeys(List.of(), null);
    }

    /**
     * A write over several units: all or nothing up to the commit. The calls are ordered by data source, then unit.
     *
     * @param calls at least two
     * @param counts how the update counts become one
     * @param rows those that a unique key names if they may move meanwhile, or null
     * @param moving the table whose rows they are if they may move meanwhile, or null
     * @param made the keys of rows that are copied to each data source
     */
    record MultiShardWrite(
            List<ShardCall> calls,
            Counts counts,
            @Nullable NamedRows rows,
            @Nullable ShardedTable moving,
            MadeKeys made)
            implements Calls, Write {
        private static final int[] NO_ROWS = {};

        /** One of rows that stay where they are, which makes no keys. */
        public MultiShardWrite(List<ShardCall> calls, Counts counts) {
            this(calls, counts, null, null);
        }

        /** One that makes no keys. */
        public MultiShardWrite(
                List<ShardCall> calls, Counts counts, @Nullable NamedRows rows, @Nullable ShardedTable moving) {
            this(calls, counts, rows, moving, MadeKeys.NONE);
        }

        @Override
        public @Nullable Object firstGenerated() {
            return made.firstGenerated();
        }

        @Override
        public List<Object> keys() {
            return made.keys();
        }

        @Override
        public int[] rowsOf(int call) {
            return NO_ROWS;
        }

        @Override
        public boolean isOne() {
            return false;
        }

        /** Copies of one row have one key, which any of the databases tells. */
        @Override
        public DriverKeys driverKeys() {
            return counts == Counts.SAME && !generated() ? DriverKeys.OF_ANY_CALL : DriverKeys.NONE;
        }

        @Override
        public MultiShardWrite edited(CallEdit edit) throws SQLException {
            return new MultiShardWrite(edit.edit(calls), counts, rows, moving, made);
        }

        @Override
        public void describe(Explanation to) {
            to.way(counts == Counts.SUM ? "scatter" : "broadcast");
            to.runAll(calls);
            to.merge(counts.words());
        }

        /** Rows that a unique key names are sought where they moved from one unit to another meanwhile. */
        @Override
        public List<WriteStep> steps() {
            if (rows != null) {
                return List.of(new TryCalls(this, rows), new LockRows(rows, dataSources()), new LockedCalls(this));
            }
            return moving == null ? List.of(this) : List.of(new WatchMoves(moving), this);
        }
    }

    /**
     * An INSERT whose rows go to several units, or whose keys are generated: all or nothing up to the commit, counts are
     * added up.
     *
     * @param calls one for each unit with rows, at least one, ordered by data source, then unit
     * @param rows for each call the positions, from 0, of its rows in the user's statement
     * @param keys the key of each row of the user's statement, in its order; empty if none can be generated
     * @param firstGenerated the first of the keys that the framework made, or null if it made none
     */
    record SplitInsert(List<ShardCall> calls, List<int[]> rows, List<Object> keys, @Nullable Object firstGenerated)
            implements Calls, Write {
        @Override
        public Counts counts() {
            return Counts.SUM;
        }

        @Override
        public int[] rowsOf(int call) {
            return rows.get(call);
        }

        @Override
        public boolean isOne() {
            return calls.size() == 1;
        }

        /** Keys that the framework makes are not asked of the driver. */
        @Override
        public DriverKeys driverKeys() {
            return generated() ? DriverKeys.NONE : DriverKeys.OF_EACH_ROW;
        }

        @Override
        public SplitInsert edited(CallEdit edit) throws SQLException {
            return new SplitInsert(edit.edit(calls), rows, keys, firstGenerated);
        }

        @Override
        public void describe(Explanation to) {
            to.way("split");
            to.runAll(calls);
            if (calls.size() > 1) {
                to.merge(counts().words());
            }
        }
    }

    /**
     * The rows of an upsert or of a MERGE, and what it does where rows of other units have unique keys of them: the row to
     * insert goes there, where its database knows what to do about the other one.
     */
    interface UpsertedRows {
        /** Their table. */
        ShardedTable table();

        /** The unit of each row where no other unit has its keys. */
        int[] homes();

        /** Whether the rows that have the keys are deleted, and those to insert stay at home. */
        boolean replaces();

        /** Whether a row that is there may have to move to another unit. */
        boolean moves();

        /** Asks each data source where there are rows with the keys, at home or elsewhere; locks nothing. */
        List<KeyLook> looks() throws SQLException;

        /**
         * Decides where the rows go; not of rows that replace others.
         *
         * @param found where there are rows with their keys now
         * @throws SQLException a coded refusal if no database would do what one database with all rows does
         */
        PlacedRows place(List<KeyPlace> found) throws SQLException;

        /**
         * Makes sure that rows of a unit may be written.
         *
         * @throws SQLException a coded refusal if not
         */
        void check(int unit) throws SQLException;

        /**
         * The upsert with its rows in these units.
         *
         * @throws SQLException a coded refusal if rows of one of them may not be written
         */
        Calls in(int[] units) throws SQLException;
    }

    /** The same rows in calls that are edited. */
    record EditedRows(UpsertedRows rows, CallEdit edit) implements UpsertedRows {
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
        public List<KeyLook> looks() throws SQLException {
            return rows.looks();
        }

        @Override
        public PlacedRows place(List<KeyPlace> found) throws SQLException {
            return rows.place(found);
        }

        @Override
        public void check(int unit) throws SQLException {
            rows.check(unit);
        }

        @Override
        public Calls in(int[] units) throws SQLException {
            return rows.in(units).edited(edit);
        }
    }

    /**
     * A question for rows with unique keys.
     *
     * @param call answers with a row for each such row: the position of what it was found by
     * @param places by position, where it was found
     */
    record KeyLook(ShardCall call, List<KeyPlace> places) {
        public KeyLook {
            places = List.copyOf(places);
        }
    }

    /**
     * Where the rows of an upsert go.
     *
     * @param units that of each row
     * @param locked the rows that have to be there still when those to insert come
     * @param moved how the row that is there moves instead, or null if it stays where it is
     */
    record PlacedRows(int[] units, List<KeyPlace> locked, @Nullable MovedRow moved) {
        public PlacedRows {
            locked = List.copyOf(locked);
        }

        /** Rows that go to those that are there. */
        public PlacedRows(int[] units, List<KeyPlace> locked) {
            this(units, locked, null);
        }
    }

    /**
     * A row that an upsert changes, and that lies elsewhere then.
     *
     * @param update what changes it, and carries it
     * @param counts how many rows the upsert counts where this one counts one
     */
    record MovedRow(BoundPlan update, int counts) {}

    /**
     * A unit that may have a row with a unique key of a row to insert.
     *
     * @param number tells whoever looks for it what it is looked for
     * @param key the key
     * @param call locks the row with the key, or deletes it if it is replaced; what it answers or counts is one if there is
     *     such a row
     */
    record KeyPlace(int number, UniqueCheck check, UniqueCheck.Key key, ShardCall call) {
        /** Its number. */
        public int unit() {
            return call.unit();
        }

        /** Why the row to insert cannot be written. */
        public SQLException taken() {
            return check.taken(key, unit());
        }
    }

    /**
     * An INSERT, or an UPDATE, that is run if no other row has the unique keys of its rows.
     *
     * @param questions at least one
     * @param write what is run then: calls, or an UPDATE whose rows may move
     * @param upserted what is run otherwise, or null if it is refused then
     */
    record UniquenessCheckedInsert(UniquenessProbe.All questions, BoundPlan write, @Nullable UpsertedRows upserted)
            implements Write, WriteStep {
        /** One that is refused if another row has a key. */
        public UniquenessCheckedInsert(UniquenessProbe.All questions, BoundPlan write) {
            this(questions, write, null);
        }

        /** Whether it may move rows from one unit to another. */
        public boolean moves() {
            return write.movesRows() || (upserted != null && (upserted.replaces() || upserted.moves()));
        }

        /** The table whose keys are looked for. */
        public ShardedTable table() {
            return questions.probes().get(0).found().get(0).check().table();
        }

        /** How many units are asked or written, if so many are written; no more than there are. */
        private int unitsWith(int written) {
            Set<Integer> asked = new HashSet<>();
            int all = 0;
            for (UniquenessProbe question : questions.probes()) {
                for (UniquenessProbe.Found found : question.found()) {
                    asked.add(found.unit());
                    all = found.check().table().nodes().size();
                }
            }
            return Math.max(written, Math.min(all, asked.size() + written));
        }

        /** All that are asked or written, ascending. */
        @Override
        public List<Integer> dataSources() {
            return Stream.concat(questions.dataSources(), write.ownCalls().stream().map(ShardCall::dataSource))
                    .distinct()
                    .sorted()
                    .toList();
        }

        @Override
        public Fanout fanout() {
            return new Fanout(Way.SCATTER, unitsWith(write.fanout().units()));
        }

        @Override
        public @Nullable BoundPlan edited(CallEdit edit) throws SQLException {
            if (upserted != null && upserted.moves()) {
                return null;
            }
            BoundPlan edited = write.edited(edit);
            UpsertedRows rows = upserted == null ? null : new EditedRows(upserted, edit);
            return edited == null ? null : new UniquenessCheckedInsert(questions, edited, rows);
        }

        @Override
        public void describe(Explanation to) {
            to.way("ask first");
            questions.probes().forEach(question -> to.ask(question.call()));
            write.describe(to);
        }

        @Override
        public List<WriteStep> steps() throws SQLException {
            return Stream.concat(Stream.of(this), write.steps().stream()).toList();
        }

        /** The step that is run instead of the others where a key is taken. */
        public WriteStep upsert() {
            return new Upsert(Objects.requireNonNull(upserted));
        }

        @Override
        public List<ShardCall> ownCalls() {
            return write.ownCalls();
        }

        @Override
        public @Nullable Calls userCalls() {
            return write.userCalls();
        }
    }

    /**
     * A query that needs rows of several units in one place: they are copied into temporary tables on one data source,
     * and the user's text runs there.
     *
     * @param dataSource the place
     * @param tables the tables to make and fill
     * @param text the user's text; the slots of gathered tables take their temporary names
     * @param windows whether the text calls window functions
     * @param direct for each table use that is not gathered but sharded, the name of its one actual table
     * @param maxRows how many rows may be copied in all
     * @param columns tells the columns of the answer, or null if they are those that the text has
     */
    record Gather(
            int dataSource,
            List<GatherTable> tables,
            SqlTemplate text,
            boolean windows,
            Map<Integer, String> direct,
            long maxRows,
            @Nullable Columns columns)
            implements Query {
        /** The place, and all that rows are read from, each once, ascending. */
        public List<Integer> dataSources() {
            return Stream.concat(
                            Stream.of(dataSource),
                            tables.stream()
                                    .flatMap(table -> Stream.concat(table.remote().stream(), table.local().stream()))
                                    .map(ShardCall::dataSource))
                    .distinct()
                    .sorted()
                    .toList();
        }

        @Override
        public Fanout fanout() {
            int units = tables.stream()
                    .mapToInt(table -> table.remote().size() + table.local().size())
                    .sum();
            return new Fanout(Way.GATHER, units);
        }

        /** Nearly all of them read each data source that they name. */
        @Override
        public boolean reads(BitSet dataSources) {
            return true;
        }

        @Override
        public void describe(Explanation to) {
            to.way("gather");
            describeCopies(to);
            for (GatherTable table : tables) {
                if (table.groups() != null) {
                    String name = temporaryName(table.use());
                    to.group(new ShardCall(dataSource, 0, table.groups().merge(unmerged(name)), null), name);
                }
            }
            to.run(call(dataSource, 0, text, this::shownName));
        }

        /** Tells of the copies; temporary tables have names by which the steps can be followed. */
        private void describeCopies(Explanation to) {
            for (GatherTable table : tables) {
                String name = temporaryName(table.use());
                String first = table.groups() == null ? name : unmerged(name);
                table.calls().forEach(copy -> to.copy(copy, first));
                describeRepeats(to, table, use -> shownName(table, use));
            }
        }

        /** Tells of the tables that are made of a table once it is filled. */
        void describeRepeats(Explanation to, GatherTable table, IntFunction<String> names) {
            for (int use : table.repeats()) {
                String rows = "SELECT * FROM " + names.apply(table.use());
                ParameterMapping none = new ParameterMapping(new int[0], new Object[0]);
                to.copy(new ShardCall(dataSource, 0, rows, none), names.apply(use));
            }
        }

        /** The name in the text for a table use. */
        public String shownName(int use) {
            GatherTable table = copied(use);
            return direct.getOrDefault(use, table == null ? temporaryName(use) : shownName(table, use));
        }

        static String shownName(GatherTable table, int use) {
            return temporaryName(table.repeats().contains(use) ? use : table.use());
        }

        /** The same of a table that the rows of a subquery are made of. */
        static String shownName(String ofSubquery, GatherTable table, int use) {
            return ofSubquery + suffix(table.repeats().contains(use) ? use : table.use());
        }

        /** The table with the copy that a table use reads, or null if it is not copied. */
        private @Nullable GatherTable copied(int use) {
            for (GatherTable table : tables) {
                if (table.uses().contains(use) || table.repeats().contains(use)) {
                    return table;
                }
            }
            return null;
        }

        /** The name of a temporary table by which steps can be followed; the real one is made at each execution. */
        public static String temporaryName(int use) {
            return "gathered" + suffix(use);
        }

        private static String suffix(int use) {
            int copy = TableUse.copy(use);
            return "_" + TableUse.original(use) + (copy == 0 ? "" : "_" + (copy + 1));
        }

        private static String unmerged(String name) {
            return "units_of_" + name;
        }

        private static ShardCall call(
                int dataSource, int unit, SqlTemplate text, IntFunction<@Nullable String> names) {
            return new ShardCall(
                    dataSource, unit, text.render(names), new ParameterMapping(text.sources(), new Object[0]));
        }
    }

    /**
     * What the columns of an answer are.
     *
     * @param call a query without rows that has them
     * @param learned is told if the answer has other types
     */
    record Columns(ShardCall call, Learned learned) {}

    /**
     * What EXPLAIN SHARDING answers; no database is asked.
     *
     * @param explanation of another statement
     */
    record Explained(Explanation explanation) implements Query {
        @Override
        public Fanout fanout() {
            return Fanout.NONE;
        }

        @Override
        public void describe(Explanation to) {
            throw new IllegalStateException("an explanation is not explained");
        }
    }

    /**
     * A write of copies on several data sources, which have to agree on the time.
     *
     * @param dataSources where it writes, ascending
     * @param questions the expressions of time whose values the text needs as literals
     * @param text the text for the literals of these expressions
     * @param mapping where its parameters come from, or null for the user's parameters as they stand
     * @param made the keys of its rows
     */
    record TimedWrites(
            List<Integer> dataSources,
            List<String> questions,
            TimedText text,
            @Nullable ParameterMapping mapping,
            MadeKeys made)
            implements Write, WriteStep {
        /** One that makes no keys. */
        public TimedWrites(List<Integer> dataSources, List<String> questions, TimedText text) {
            this(dataSources, questions, text, null, MadeKeys.NONE);
        }

        /** The write at a moment. */
        public MultiShardWrite at(List<String> literals) {
            String sql = text.at(literals);
            List<ShardCall> calls = new ArrayList<>();
            dataSources.forEach(dataSource -> calls.add(new ShardCall(dataSource, 0, sql, mapping)));
            return new MultiShardWrite(List.copyOf(calls), Counts.SAME, null, null, made);
        }

        @Override
        public Fanout fanout() {
            return Fanout.of(dataSources);
        }

        @Override
        public boolean staysOn(int dataSource) {
            return dataSources.equals(List.of(dataSource));
        }

        @Override
        public void describe(Explanation to) {
            at(questions.stream().map(question -> "<" + question + ">").toList()).describe(to);
        }

        @Override
        public List<WriteStep> steps() {
            return List.of(this);
        }
    }

    /**
     * A write that reads rows of several units: they are copied to each data source that is written, before anything
     * is written, and the user's text reads the copies. All or nothing up to the commit.
     *
     * @param shared the subqueries that are asked before; each data source that is written gets their rows
     * @param copies what is copied to each data source, ascending; without direct reads
     * @param writes one for each actual table that is written, ordered by data source, then unit
     * @param counts how the update counts become one
     */
    record GatheredWrite(List<SharedRows> shared, List<Gather> copies, List<GatheredUnit> writes, Counts counts)
            implements Write, WriteStep {
        @Override
        public Fanout fanout() {
            return new Fanout(Way.GATHER, writes.size());
        }

        @Override
        public void describe(Explanation to) {
            to.way("gather");
            shared.forEach(rows -> rows.describe(to));
            copies.forEach(copy -> copy.describeCopies(to));
            SqlTemplate text = copies.get(0).text();
            for (GatheredUnit unit : writes) {
                to.run(Gather.call(unit.dataSource(), unit.unit(), text, use -> {
                    String own = unit.tables().get(use);
                    return own != null ? own : shownName(use);
                }));
            }
            if (writes.size() > 1) {
                to.merge(counts.words());
            }
        }

        /** The name in the text for a table use, or null if it is neither copied nor made. */
        private @Nullable String shownName(int use) {
            if (shared.stream().anyMatch(rows -> rows.use() == use)) {
                return Gather.temporaryName(use);
            }
            GatherTable table = copies.get(0).copied(use);
            return table == null ? null : Gather.shownName(table, use);
        }

        @Override
        public List<WriteStep> steps() {
            return List.of(this);
        }
    }

    /**
     * The rows of a subquery that is asked once, in a transaction with the write that reads them.
     *
     * @param use the number of the table that holds them
     * @param rows how they are made; its parameters are the subquery's own
     * @param parameters the subquery's own
     * @param firstParameter how many parameters the statement has before them
     * @param makesTexts whether it may show texts that compare otherwise than those of a column
     */
    record SharedRows(int use, Gather rows, Parameters parameters, int firstParameter, boolean makesTexts) {
        void describe(Explanation to) {
            String name = Gather.temporaryName(use);
            for (GatherTable table : rows.tables()) {
                String copied = Gather.shownName(name, table, table.use());
                table.calls().forEach(copy -> to.copy(inStatement(copy), copied));
                rows.describeRepeats(to, table, slot -> Gather.shownName(name, table, slot));
            }
            ShardCall made = Gather.call(rows.dataSource(), 0, rows.text(), slot -> {
                GatherTable table = rows.copied(slot);
                return table == null ? null : Gather.shownName(name, table, slot);
            });
            to.copy(inStatement(made), name);
        }

        /** The call with the numbers that its parameters have in the statement. */
        private ShardCall inStatement(ShardCall call) {
            ParameterMapping mapping = Objects.requireNonNull(call.mapping());
            int[] sources = IntStream.of(mapping.sources())
                    .map(source -> source < 0 ? source : source + firstParameter)
                    .toArray();
            ParameterMapping shifted = new ParameterMapping(sources, mapping.computed());
            return new ShardCall(call.dataSource(), call.unit(), call.sql(), shifted);
        }
    }

    /**
     * An actual table that is written.
     *
     * @param tables the names of those that are read and written there, by the numbers of their uses in the user's text
     */
    record GatheredUnit(int dataSource, int unit, Map<Integer, String> tables) {
        public GatheredUnit {
            tables = Map.copyOf(tables);
        }
    }

    /**
     * An INSERT of the rows of a query: they are made in a temporary table with the target's columns, and go from
     * there to their units. All or nothing up to the commit.
     *
     * @param rows the query as an INSERT; the slot of table use 0 takes the temporary table
     * @param columns the columns of that table, and of the rows
     * @param placement where the rows belong
     * @param head the text before the rows
     * @param tail the text after the rows
     * @param claims the unique keys for which other units are asked before the rows are inserted, or null
     * @param learned what earlier executions found out
     */
    record GatheredInsert(
            Gather rows,
            List<Column> columns,
            RowPlacement placement,
            SqlTemplate head,
            SqlTemplate tail,
            @Nullable RowClaims claims,
            Learned learned)
            implements Write, WriteStep {
        @Override
        public Fanout fanout() {
            return rows.fanout();
        }

        @Override
        public boolean staysOn(int dataSource) {
            return placement.table() != null
                    || placement.nodes().stream().allMatch(node -> node.dataSource() == dataSource);
        }

        @Override
        public void describe(Explanation to) {
            rows.describe(to);
            ParameterMapping mapping = new ParameterMapping(tail.sources(), new Object[0]);
            for (DataNode node : placement.nodes()) {
                String start = head.render(use -> node.table()).strip();
                String sql = start + " VALUES ... " + tail.render(use -> node.table());
                to.run(new ShardCall(node.dataSource(), 0, sql.strip(), mapping));
            }
            to.merge((placement.table() == null ? Counts.SAME : Counts.SUM).words());
        }

        @Override
        public List<WriteStep> steps() {
            return List.of(this);
        }
    }

    /**
     * The question for the key that was generated last on this connection, by the framework or by a database.
     *
     * @param label of the answer's column
     * @param sql the question as it is written, for a database
     */
    record LastKey(String label, String sql) implements Query {
        @Override
        public Fanout fanout() {
            return Fanout.NONE;
        }

        @Override
        public void describe(Explanation to) {
            to.way("connection");
            to.answer();
        }
    }

    /**
     * A SHOW or DESCRIBE of one table, whose answer may name it.
     *
     * @param table the actual table
     */
    record Shown(ShardCall call, String table) implements Query {
        @Override
        public Fanout fanout() {
            return Fanout.ONE;
        }

        @Override
        public void describe(Explanation to) {
            to.way("verbatim");
            to.run(call);
        }
    }

    /**
     * A SHOW TABLES.
     *
     * @param calls one for each data source
     * @param question as the user wrote it, for the columns of the answer
     * @param like the pattern of the names, or null for all
     */
    record ShownTables(List<ShardCall> calls, ShardCall question, @Nullable String like) implements Query {
        @Override
        public Fanout fanout() {
            return Fanout.of(calls);
        }

        @Override
        public void describe(Explanation to) {
            to.way("merge");
            to.runAll(calls);
        }
    }

    /**
     * A SET of the connection's state: of all that it has and will have.
     *
     * @param dataSource whose connection is opened if there is none
     * @param settings a statement for each variable, by its name
     * @param local whether it ends with the open transaction
     */
    record SessionSet(int dataSource, Map<String, Setting> settings, boolean local) implements Command {
        @Override
        public Fanout fanout() {
            return Fanout.NONE;
        }

        @Override
        public void describe(Explanation to) {
            to.way("connection");
            to.answer();
        }
    }

    /** A statement to the transaction of the connection. */
    record Control(TransactionStep step) implements Command {
        @Override
        public Fanout fanout() {
            return Fanout.NONE;
        }

        @Override
        public void describe(Explanation to) {
            to.way("connection");
            to.answer();
        }
    }

    /**
     * Sends calls as they are: if they meet the rows that a unique key names, or none has moved, that is all.
     *
     * @param rows those that they are for
     */
    record TryCalls(Calls calls, NamedRows rows) implements WriteStep {}

    /**
     * Locks rows that a unique key names, wherever they are, for the steps that follow, in one transaction with these.
     *
     * @param dataSources all that may be needed, ascending
     * @param pace decides whether the data sources are asked in parallel
     * @param copies whether the steps that follow may make temporary tables
     */
    record LockRows(NamedRows rows, List<Integer> dataSources, ParallelismChoice pace, boolean copies)
            implements WriteStep {
        /** For calls, whose rows are asked for in turn. */
        LockRows(NamedRows rows, List<Integer> dataSources) {
            this(rows, dataSources, ParallelismChoice.IN_TURN, false);
        }
    }

    /** Sends calls to the units where a step before has locked rows. */
    record LockedCalls(Calls calls) implements WriteStep {}

    /** Undoes the steps that follow if rows of the table have moved meanwhile, so that some may have been missed. */
    record WatchMoves(ShardedTable table) implements WriteStep {}

    /** Runs an upsert where the rows are that have unique keys of its own. */
    record Upsert(UpsertedRows rows) implements WriteStep {}

    /** Which keys of the drivers are those of the user's rows. */
    enum DriverKeys {
        /** None that could be told apart. */
        NONE,
        /** Each call reports the same ones. */
        OF_ANY_CALL,
        /** Each call reports those of its rows. */
        OF_EACH_ROW
    }

    /** How the update counts of several calls become one. */
    enum Counts {
        /** Each call wrote other rows. */
        SUM("sum of the counts"),
        /** Each call wrote a copy of the same rows; the counts must be equal. */
        SAME("one count, the same everywhere");

        private final String words;

        Counts(String words) {
            this.words = words;
        }

        /** For explanations. */
        public String words() {
            return words;
        }
    }
}

package io.shardkit.execute.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.TemporaryNames;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.scatter.UniquenessProbes;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatheredInsert;
import io.shardkit.plan.gather.GatheredUnit;
import io.shardkit.plan.gather.GatheredWrite;
import io.shardkit.plan.gather.RowPlacement;
import io.shardkit.plan.gather.SubqueryRows;
import io.shardkit.plan.unique.UniquenessProbe;
import io.shardkit.rule.DataNode;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.SqlTemplate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs writes that read rows of several shards. Everything is read before anything is written; in autocommit all of it
 * is one transaction. Thread-safe.
 */
public final class GatheredWriter {
    private static final int ROWS = 0;

    private final Databases databases;
    private final Gatherer gatherer;
    private final ShardExecutor executor;
    private final Dialect dialect;

    /** For sessions over these databases. */
    public GatheredWriter(Databases databases, ShardExecutor executor, Gatherer gatherer) {
        this.databases = databases;
        this.gatherer = gatherer;
        this.executor = executor;
        this.dialect = databases.dialect();
    }

    /**
     * Runs an UPDATE, a DELETE, or an INSERT into a single table.
     *
     * @param runner runs one text with the user's parameters
     * @param timeoutSeconds for all of it, 0 for what the limits say
     * @param answers makes one of the answers
     */
    public <R, T> T run(
            Session session,
            StatementKind kind,
            GatheredWrite write,
            Parameters parameters,
            CallRunner<R> runner,
            int timeoutSeconds,
            ShardExecutor.Answers<R, T> answers)
            throws SQLException {
        Deadline deadline = deadline(timeoutSeconds);
        SortedSet<Integer> needed = new TreeSet<>();
        write.shared().forEach(rows -> needed.addAll(rows.rows().dataSources()));
        write.copies().forEach(copy -> needed.addAll(copy.dataSources()));
        write.writes().forEach(unit -> needed.add(unit.dataSource()));
        try {
            begin(session, needed);
            return TransactionRunner.run(
                    session, Scope.of(session), Participants.ofSession(), (connections, transaction) -> {
                        try (TemporaryTables tables = new TemporaryTables(gatherer, session)) {
                            List<SharedRows> shared = new ArrayList<>();
                            for (SubqueryRows rows : write.shared()) {
                                String table = SharedRows.newName(rows.use(), databases.settings());
                                tables.on(rows.rows().dataSource()).put(made(rows.use()), table);
                                shared.add(ask(session, rows, table, deadline));
                            }
                            for (Gather some : write.copies()) {
                                Gather copy = some;
                                for (SharedRows rows : shared) {
                                    copy = rows.in(copy, dialect);
                                }
                                Map<Integer, String> names = tables.on(copy.dataSource());
                                names.putAll(TemporaryTableFill.names(copy, databases));
                                ShardConnection home = session.connection(copy.dataSource());
                                gatherer.filling(session, home, names, parameters, deadline)
                                        .run(copy);
                            }
                            List<ShardCall> calls = calls(write, tables);
                            T answer = executor.writeWithin(
                                    transaction, session, kind, calls, runner, deadline.secondsLeft(), answers);
                            tables.drop();
                            return answer;
                        }
                    });
        } catch (SQLException failure) {
            throw gatherer.told(failure);
        } finally {
            session.physical().makesTemporaryTables(false);
        }
    }

    /** All connections at once and in order: one that was missed would be waited for while others are held. */
    private static void begin(Session session, SortedSet<Integer> needed) throws SQLException {
        session.physical().makesTemporaryTables(true);
        session.connections(List.copyOf(needed));
        session.transactions().checkWrite();
    }

    private static List<ShardCall> calls(GatheredWrite write, TemporaryTables tables) {
        List<ShardCall> calls = new ArrayList<>();
        SqlTemplate text = write.copies().get(0).text();
        int[] sources = text.parameterSources();
        ParameterMapping mapping = sources == null ? null : new ParameterMapping(sources, new Object[0]);
        for (GatheredUnit unit : write.writes()) {
            Map<Integer, String> names = tables.on(unit.dataSource());
            String sql = text.render(use -> unit.tables().getOrDefault(use, names.get(use)));
            calls.add(new ShardCall(unit.dataSource(), unit.unit(), sql, mapping));
        }
        return calls;
    }

    /** The number under which the table is named that a subquery's rows are made in. */
    private static int made(int use) {
        return -1 - use;
    }

    private SharedRows ask(Session session, SubqueryRows rows, String table, Deadline deadline) throws SQLException {
        Gather gather = rows.rows();
        try (TemporaryTables tables = new TemporaryTables(gatherer, session)) {
            Map<Integer, String> names = tables.on(gather.dataSource());
            names.putAll(TemporaryTableFill.names(gather, databases));
            ShardConnection home = session.connection(gather.dataSource());
            GatherBudget budget = gatherer.filling(session, home, names, rows.parameters(), deadline)
                    .run(gather);
            SharedRows answer =
                    SharedRows.ask(rows, home, dialect, gather.text().render(names::get), table, budget, deadline);
            tables.drop();
            return answer;
        }
    }

    private Deadline deadline(int timeoutSeconds) {
        return databases.deadline(timeoutSeconds);
    }

    /**
     * The result of an INSERT of a query's rows.
     *
     * @param counts the number of rows that each of the actual tables says were written
     * @param generatedKeys a key for each row, in the order of the query; empty if no key was generated
     */
    public record Inserted(List<Long> counts, List<Object> generatedKeys) {}

    /** Runs an INSERT of a query's rows. */
    public Inserted run(
            Session session,
            GatheredInsert insert,
            Parameters parameters,
            PlacingStatements statements,
            int timeoutSeconds)
            throws SQLException {
        Gather rows = insert.rows();
        Deadline deadline = deadline(timeoutSeconds);
        Map<Integer, String> names = new HashMap<>(TemporaryTableFill.names(rows, databases));
        String table =
                TemporaryNames.next(ROWS, insert.placement().nodes().get(0).tableName(), databases.settings());
        names.put(ROWS, table);
        SortedSet<Integer> needed = new TreeSet<>(rows.dataSources());
        insert.placement().nodes().forEach(node -> needed.add(node.dataSource()));
        try {
            begin(session, needed);
            return TransactionRunner.run(
                    session, Scope.of(session), Participants.ofSession(), (connections, progress) -> {
                        try (TemporaryTables tables = new TemporaryTables(gatherer, session)) {
                            tables.on(rows.dataSource()).putAll(names);
                            ShardConnection home = session.connection(rows.dataSource());
                            GatherBudget budget = gatherer.filling(session, home, names, parameters, deadline)
                                    .run(rows);
                            gatherer.create(home, table, insert.columns());
                            budget.takeRows(make(rows, names, home, parameters, deadline));
                            progress.succeeded();
                            Inserted inserted =
                                    new Placing(session, insert, parameters, statements, deadline).run(home, table);
                            tables.drop();
                            return inserted;
                        }
                    });
        } catch (SQLException failure) {
            throw gatherer.told(failure);
        } finally {
            session.physical().makesTemporaryTables(false);
        }
    }

    private static long make(
            Gather rows, Map<Integer, String> names, ShardConnection home, Parameters parameters, Deadline deadline)
            throws SQLException {
        String sql = rows.text().render(names::get);
        ParameterMapping mapping = new ParameterMapping(rows.text().sources(), new Object[0]);
        try (TextCall call = TextCall.open(home.connection(), sql, mapping, parameters)) {
            deadline.limit(call.statement());
            return home.calling(call.statement(), call::update);
        }
    }

    /** Carries the rows of one INSERT to their units. */
    private final class Placing {
        private final Session session;
        private final GatheredInsert insert;
        private final Parameters parameters;
        private final Deadline deadline;
        private final PlacingStatements statements;
        private final Map<Integer, List<@Nullable Object[]>> rowsOfUnit = new TreeMap<>();
        private final Map<Integer, List<Integer>> numbersOfUnit = new HashMap<>();

        Placing(
                Session session,
                GatheredInsert insert,
                Parameters parameters,
                PlacingStatements statements,
                Deadline deadline) {
            this.statements = statements;
            this.session = session;
            this.insert = insert;
            this.parameters = parameters;
            this.deadline = deadline;
        }

        Inserted run(ShardConnection home, String table) throws SQLException {
            List<Object> keys = read(home, table);
            if (insert.claims() != null) {
                UniquenessProbe.All questions =
                        insert.claims().questions(rowsOfUnit, insert.learned().parallelismOfQuestions());
                UniquenessProbes.ask(session, executor, questions, deadline.secondsLeft());
            }
            List<Long> counts = new ArrayList<>();
            for (int unit : inOrder()) {
                counts.add(write(unit, rowsOfUnit.getOrDefault(unit, List.of())));
                statements.placed(numbersOfUnit.getOrDefault(unit, List.of()));
            }
            return new Inserted(counts, keys);
        }

        /** The units that get rows, ordered by data source, then unit, as those of every other write. */
        private List<Integer> inOrder() {
            List<DataNode> nodes = insert.placement().nodes();
            return rowsOfUnit.keySet().stream()
                    .sorted(Comparator.comparingInt(
                                    (Integer unit) -> nodes.get(unit).dataSource())
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }

        private List<Object> read(ShardConnection home, String table) throws SQLException {
            List<Column> columns = insert.columns();
            List<String> items = columns.stream()
                    .map(column -> dialect.carried(dialect.quoted(column.reportedName()), column.typeName()))
                    .toList();
            RowPlacement placement = insert.placement();
            List<Object> keys = new ArrayList<>();
            int count = 0;
            try (Statement statement = home.connection().createStatement();
                    ResultSet rows = home.calling(
                            statement,
                            () -> statement.executeQuery("SELECT " + String.join(", ", items) + " FROM " + table))) {
                while (rows.next()) {
                    @Nullable Object[] values = RowWriter.read(rows, columns);
                    Object key = placement.nextKey(values, deadline.nanosLeft());
                    if (key != null) {
                        keys.add(key);
                    }
                    @Nullable Object[] row = key == null ? values : with(values, key);
                    int number = count++;
                    placement.units(values, key).stream().forEach(unit -> {
                        rowsOfUnit
                                .computeIfAbsent(unit, none -> new ArrayList<>())
                                .add(row);
                        numbersOfUnit
                                .computeIfAbsent(unit, none -> new ArrayList<>())
                                .add(number);
                    });
                }
            }
            return keys;
        }

        private static @Nullable Object[] with(@Nullable Object[] values, Object key) {
            @Nullable Object[] row = Arrays.copyOf(values, values.length + 1);
            row[values.length] = key;
            return row;
        }

        private long write(int unit, List<@Nullable Object[]> rows) throws SQLException {
            DataNode node = insert.placement().nodes().get(unit);
            session.transactions().beforeWrite(node.dataSource());
            ShardConnection shard = session.connection(node.dataSource());
            String head = insert.head().render(use -> node.table());
            int[] sources = insert.tail().sources();
            RowWriter.Tail tail =
                    new RowWriter.Tail(" " + insert.tail().render(use -> node.table()), (target, first) -> {
                        for (int i = 0; i < sources.length; i++) {
                            parameters.apply(sources[i], target, first + i);
                        }
                    });
            ShardCall call = new ShardCall(node.dataSource(), unit, head + " VALUES ..." + tail.sql(), null);
            long start = System.nanoTime();
            try {
                return ShardExecutor.observed(databases, call, shard, () -> {
                    try (RowWriter writer = writer(shard, head, tail)) {
                        for (@Nullable Object[] row : rows) {
                            writer.add(row);
                        }
                        writer.flush();
                        return writer.written();
                    }
                });
            } catch (SQLException | RuntimeException failure) {
                session.failed(failure, shard, StatementKind.INSERT, rowsOfUnit.size(), 0, start);
                throw failure;
            }
        }

        private RowWriter writer(ShardConnection shard, String head, RowWriter.Tail tail) throws SQLException {
            boolean generates = insert.placement().keyColumn() != null;
            RowWriter writer = new RowWriter(shard, head, insert.columns(), generates, tail, statements);
            writer.limit(deadline);
            return writer;
        }
    }
}

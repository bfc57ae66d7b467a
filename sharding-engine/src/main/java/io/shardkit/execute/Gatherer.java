package io.shardkit.execute;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.CopiedColumn;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.GatherTable;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.rule.Limits;
import io.shardkit.sql.Parameters;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Copies rows of several shards into temporary tables on one data source and asks the query there. In autocommit all of
 * it is one short transaction; in an open transaction it neither commits nor leaves anything behind but, on H2, empty
 * tables until the transaction ends. Thread-safe.
 */
public final class Gatherer {
    private final ShardExecutor executor;
    private final Dialect dialect;
    private final Limits limits;

    /** For sessions over these databases. */
    public Gatherer(Databases databases, ShardExecutor executor) {
        this.executor = executor;
        this.dialect = databases.dialect();
        this.limits = databases.options().limits();
    }

    /**
     * The answer, with the statement and the connection that it lives on.
     *
     * @param rows all of them are in memory; the temporary tables are gone
     * @param shard where they were asked for
     */
    public record Answer(ResultSet rows, ShardConnection shard) {}

    /**
     * Runs a gather.
     *
     * @param parameters the user's
     * @param query asks the query itself
     * @param timeoutSeconds for all of it, 0 for what the limits say
     */
    public Answer run(
            Session session,
            BoundPlan.Gather gather,
            Parameters parameters,
            CallRunner<ResultSet> query,
            int timeoutSeconds)
            throws SQLException {
        TreeSet<Integer> sources = new TreeSet<>(List.of(gather.dataSource()));
        gather.tables().forEach(table -> table.remote().forEach(call -> sources.add(call.dataSource())));
        boolean aside = session.settings().readOnly() && dialect.readOnlyForbidsTemporaryTables();
        session.connections(List.copyOf(sources));
        ShardConnection place = aside ? session.aside(gather.dataSource()) : session.connection(gather.dataSource());
        boolean own = aside || session.autoCommit();
        Deadline deadline = Deadline.in(timeoutSeconds, limits);
        // Over several data sources there is no common snapshot in any case.
        String unlocked = own && sources.size() > 1 ? dialect.copyWithoutLocks() : null;
        try {
            return run(session, gather, parameters, query, deadline, new Manner(place, own, true, unlocked));
        } catch (SQLException failure) {
            if (!dialect.isLightTableFailure(failure)) {
                throw failure;
            }
            return run(session, gather, parameters, query, deadline, new Manner(place, own, false, null));
        }
    }

    /**
     * How a gather is done.
     *
     * @param own whether in a transaction of its own
     * @param light whether in tables that are filled faster but cannot hold everything
     * @param unlocked what lets the transaction copy within the place without locks, or null
     */
    private record Manner(ShardConnection place, boolean own, boolean light, @Nullable String unlocked) {}

    private Answer run(
            Session session,
            BoundPlan.Gather gather,
            Parameters parameters,
            CallRunner<ResultSet> query,
            Deadline deadline,
            Manner manner)
            throws SQLException {
        long start = System.nanoTime();
        ShardConnection place = manner.place();
        boolean own = manner.own();
        Map<Integer, String> names = names(gather);
        Connection connection = place.connection();
        if (own) {
            if (manner.unlocked() != null) {
                execute(place, manner.unlocked());
            }
            connection.setAutoCommit(false);
        }
        try {
            Answer answer = answer(session, gather, parameters, query, deadline, manner, names);
            finish(session, manner, names, null);
            return answer;
        } catch (SQLException | RuntimeException | Error failure) {
            ShardExecutor.describe(
                    session,
                    failure,
                    place,
                    StatementKind.QUERY,
                    gather.tables().size(),
                    0,
                    start);
            finish(session, manner, names, failure);
            if (failure instanceof SQLException exception && dialect.isUngroupedColumn(exception.getSQLState())) {
                SQLException refusal = ErrorCode.GROUP_BY_OVER_UNITS.exception(
                        "a selected column is neither a group key nor determined by one");
                refusal.initCause(failure);
                throw refusal;
            }
            throw failure;
        }
    }

    /** New names for the tables of a gather, by table use. */
    static Map<Integer, String> names(BoundPlan.Gather gather) {
        long number = TemporaryNames.nextNumber();
        Map<Integer, String> names = new HashMap<>(gather.direct());
        for (GatherTable table : gather.tables()) {
            names.put(table.use(), TemporaryNames.name(number, table.use(), table.logicalName()));
            if (!table.rowOrder().isEmpty()) {
                names.put(unordered(table.use()), TemporaryNames.next(table.use(), table.logicalName()));
            }
        }
        return names;
    }

    /** The number under which the table is named that takes a use's rows before they are put in order. */
    private static int unordered(int use) {
        return -1 - use;
    }

    private Answer answer(
            Session session,
            BoundPlan.Gather gather,
            Parameters parameters,
            CallRunner<ResultSet> query,
            Deadline deadline,
            Manner manner,
            Map<Integer, String> names)
            throws SQLException {
        ShardConnection place = manner.place();
        copy(session, gather, manner, names, parameters, deadline);
        String sql = gather.text().render(names::get);
        ShardCall call = new ShardCall(gather.dataSource(), 0, sql, null);
        Statement statement = query.open(place, call);
        deadline.limit(statement);
        return new Answer(query.run(statement, call), place);
    }

    /**
     * Makes the tables of a gather, and fills them, as a part of an open transaction.
     *
     * @param place the connection of the gather's data source
     * @param names the tables' names
     * @param deadline of the whole statement
     * @return how many rows more there might have been
     */
    long copy(
            Session session,
            BoundPlan.Gather gather,
            ShardConnection place,
            Map<Integer, String> names,
            Parameters parameters,
            Deadline deadline)
            throws SQLException {
        return copy(session, gather, new Manner(place, false, false, null), names, parameters, deadline);
    }

    private long copy(
            Session session,
            BoundPlan.Gather gather,
            Manner manner,
            Map<Integer, String> names,
            Parameters parameters,
            Deadline deadline)
            throws SQLException {
        long room = gather.maxRows();
        for (GatherTable table : gather.tables()) {
            room = fill(session, table, manner, names, parameters, room, deadline);
        }
        return room;
    }

    private long fill(
            Session session,
            GatherTable table,
            Manner manner,
            Map<Integer, String> names,
            Parameters parameters,
            long room,
            Deadline deadline)
            throws SQLException {
        ShardConnection place = manner.place();
        String name = Objects.requireNonNull(names.get(table.use()));
        boolean ordered = !table.rowOrder().isEmpty();
        String first = ordered ? Objects.requireNonNull(names.get(unordered(table.use()))) : name;
        create(place, first, columns(table, !ordered), manner.light());
        List<ShardCall> local = new ArrayList<>(table.local());
        List<ShardCall> remote = new ArrayList<>();
        for (ShardCall call : table.remote()) {
            boolean within = manner.unlocked() != null && call.dataSource() == place.dataSource();
            (within ? local : remote).add(call);
        }
        long left = copyLocal(place, local, first, parameters, room, deadline);
        left = copyRemote(session, place, table, remote, first, parameters, left, deadline);
        if (ordered) {
            // Sorting it picks the same of several equal rows as sorting the table itself does.
            create(place, name, columns(table, true), false);
            execute(place, "INSERT INTO " + name + " SELECT * FROM " + first + " ORDER BY " + quoted(table.rowOrder()));
        }
        if (!table.primaryKey().isEmpty()) {
            addPrimaryKey(place, name, quoted(table.primaryKey()));
        }
        return left;
    }

    /** What is unique in each unit may not be so in all of them; the copy has no primary key then. */
    private void addPrimaryKey(ShardConnection place, String name, String key) throws SQLException {
        String twice = "SELECT 1 FROM " + name + " GROUP BY " + key + " HAVING COUNT(*) > 1 LIMIT 1";
        boolean unique;
        try (Statement statement = place.connection().createStatement();
                ResultSet rows = statement.executeQuery(twice)) {
            unique = !rows.next();
        }
        if (unique) {
            execute(place, "ALTER TABLE " + name + " ADD PRIMARY KEY (" + key + ")");
        }
    }

    private String quoted(List<String> names) {
        return String.join(", ", names.stream().map(dialect::quoted).toList());
    }

    private static List<CopiedColumn> columns(GatherTable table, boolean indexed) {
        return table.columns().stream()
                .map(column -> copied(
                        column, column.nullable(), indexed && table.indexed().contains(column.name())))
                .toList();
    }

    private static CopiedColumn copied(Column column, boolean nullable, boolean indexed) {
        return new CopiedColumn(column.reportedName(), column.typeName(), column.definition(), nullable, indexed);
    }

    /** Makes an empty temporary table, all of whose columns take NULL. */
    void create(ShardConnection place, String name, List<Column> columns) throws SQLException {
        create(
                place,
                name,
                columns.stream().map(column -> copied(column, true, false)).toList(),
                false);
    }

    private void create(ShardConnection place, String name, List<CopiedColumn> columns, boolean light)
            throws SQLException {
        execute(place, dialect.createTemporaryTable(name, columns, light && dialect.hasLightTables(columns)));
    }

    private void execute(ShardConnection place, String sql) throws SQLException {
        try (Statement statement = place.connection().createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static long copyLocal(
            ShardConnection place,
            List<ShardCall> local,
            String name,
            Parameters parameters,
            long room,
            Deadline deadline)
            throws SQLException {
        long left = room;
        for (ShardCall call : local) {
            String sql = "INSERT INTO " + name + " " + call.sql();
            try (PreparedStatement insert = place.connection().prepareStatement(sql)) {
                apply(call, parameters, insert);
                deadline.limit(insert);
                left -= insert.executeUpdate();
            }
            checkRoom(left);
        }
        return left;
    }

    private long copyRemote(
            Session session,
            ShardConnection place,
            GatherTable table,
            List<ShardCall> remote,
            String name,
            Parameters parameters,
            long room,
            Deadline deadline)
            throws SQLException {
        if (remote.isEmpty()) {
            return room;
        }
        List<Statement> opened = new ArrayList<>();
        List<ShardCall> calls = new ArrayList<>(remote);
        calls.sort(Comparator.comparingInt(ShardCall::dataSource));
        try {
            List<ResultSet> results = executor.query(
                    session, StatementKind.QUERY, calls, new PullRunner(parameters, opened), deadline.secondsLeft());
            long left = room;
            try (CopyWriter writer = CopyWriter.into(place.connection(), dialect, name, table.columns())) {
                for (ResultSet rows : results) {
                    while (rows.next()) {
                        checkRoom(--left);
                        writer.add(rows);
                    }
                }
                writer.flush();
            }
            return left;
        } finally {
            for (Statement statement : opened) {
                statement.close();
            }
        }
    }

    static void checkRoom(long left) throws SQLException {
        if (left < 0) {
            throw ErrorCode.GATHER_TOO_LARGE.exception("");
        }
    }

    private static void apply(ShardCall call, Parameters parameters, PreparedStatement target) throws SQLException {
        if (call.mapping() != null) {
            call.mapping().apply(parameters, target);
        }
    }

    /** Reads the rows of the other data sources, several at once. */
    private record PullRunner(Parameters parameters, List<Statement> opened) implements CallRunner<ResultSet> {
        @Override
        public Statement open(ShardConnection shard, ShardCall call) throws SQLException {
            PreparedStatement statement = shard.connection().prepareStatement(call.sql());
            synchronized (opened) {
                opened.add(statement);
            }
            apply(call, parameters, statement);
            return statement;
        }

        @Override
        public ResultSet run(Statement statement, ShardCall call) throws SQLException {
            return ((PreparedStatement) statement).executeQuery();
        }
    }

    /** Drops the tables and, if the transaction is the gather's own, ends it; errors join the one that led here. */
    private void finish(Session session, Manner manner, Map<Integer, String> names, @Nullable Throwable failure)
            throws SQLException {
        Connection connection = manner.place().connection();
        try {
            if (manner.own() && failure != null) {
                connection.rollback();
            }
            drop(manner.place(), names);
            if (manner.own()) {
                connection.commit();
                connection.setAutoCommit(true);
            }
        } catch (SQLException second) {
            if (manner.own()) {
                endAnyway(session, connection, second);
            }
            if (failure == null) {
                throw second;
            }
            failure.addSuppressed(second);
        }
    }

    /** What comes next on this connection must not find itself in a transaction that nobody ends. */
    private static void endAnyway(Session session, Connection connection, SQLException failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException again) {
            failure.addSuppressed(again);
            session.breakDown("the transaction of a gather could not be ended");
        }
    }

    /**
     * Drops those of the tables that are temporary, where that does not end the transaction. A connection that keeps
     * one is not used by others again.
     */
    void drop(ShardConnection shard, Map<Integer, String> names) throws SQLException {
        String temporary = String.join(
                ", ",
                names.values().stream().filter(TemporaryNames::isTemporary).toList());
        String drop = temporary.isEmpty() ? null : dialect.dropTemporaryTables(temporary);
        if (drop != null) {
            try (Statement statement = shard.connection().createStatement()) {
                statement.executeUpdate(drop);
            } catch (SQLException failure) {
                shard.discard();
                throw failure;
            }
        }
    }
}

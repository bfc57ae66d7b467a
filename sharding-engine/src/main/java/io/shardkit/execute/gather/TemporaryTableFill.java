package io.shardkit.execute.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.driver.RowLoad;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.CopiedColumn;
import io.shardkit.dialect.facts.Storage;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.TemporaryNames;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.DriverConnection;
import io.shardkit.observe.RowsGathered;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherTable;
import io.shardkit.plan.gather.GroupMerge;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.SqlTemplate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Makes and fills the temporary tables of one gather. For one thread, and one run. */
final class TemporaryTableFill {
    /** The number of rows up to which all are read at once: to read them in pieces would take another round trip. */
    private static final int FEW_ROWS = 2000;

    /** The logical name of a table with the rows of a query, which has none. */
    private static final String COMMON = "";

    /** The bytes of rows that stay within their database, which are not counted. */
    private static final long NOT_MOVED = -1;

    private final Databases databases;
    private final Drop dropTables;
    private final Dialect dialect;
    private final Session session;
    private final ShardConnection home;
    private final boolean light;
    private final boolean unlocked;
    private final boolean apart;
    private final Map<Integer, String> names;
    private final Parameters parameters;
    private final Deadline deadline;
    private final TableMaker maker;

    /** The rows of each table so far, by its first use. */
    private final Map<Integer, AtomicLong> rowsOf = new ConcurrentHashMap<>();

    /** True if the session is in the modes in which nothing that is stored is refused. */
    private boolean lenient;

    /** Drops the tables that were made. */
    @FunctionalInterface
    interface Drop {
        void run() throws SQLException;
    }

    /**
     * @param dropTables drops what was made of the tables
     * @param home where the tables are made
     * @param light whether in tables that are filled faster but cannot hold everything
     * @param unlocked whether the transaction copies within the home without locks
     * @param apart whether other data sources are read only when the rows of the home are there
     * @param names of the tables, as {@link #names} gives them
     * @param deadline of the whole statement
     */
    TemporaryTableFill(
            Databases databases,
            Drop dropTables,
            Session session,
            ShardConnection home,
            boolean light,
            boolean unlocked,
            boolean apart,
            Map<Integer, String> names,
            Parameters parameters,
            Deadline deadline) {
        this.databases = databases;
        this.dropTables = dropTables;
        this.dialect = databases.dialect();
        this.session = session;
        this.home = home;
        this.light = light;
        this.unlocked = unlocked;
        this.apart = apart;
        this.names = names;
        this.parameters = parameters;
        this.deadline = deadline;
        this.maker = new TableMaker(home, dialect);
    }

    /** New names for the tables of a gather, by table use. */
    static Map<Integer, String> names(Gather gather, Databases databases) {
        ServerSettings settings = databases.settings();
        long number = TemporaryNames.nextNumber();
        Map<Integer, String> names = new HashMap<>(gather.direct());
        for (GatherTable table : gather.tables()) {
            String name = TemporaryNames.name(number, table.use(), table.logicalName(), settings);
            table.uses().forEach(use -> names.put(use, name));
            table.repeats()
                    .forEach(use -> names.put(use, TemporaryNames.name(number, use, table.logicalName(), settings)));
            if (hasSteps(table, databases.dialect())) {
                names.put(before(table.use()), TemporaryNames.next(table.use(), table.logicalName(), settings));
            }
        }
        for (SqlTemplate.Asked query : gather.text().asked()) {
            names.put(query.use(), TemporaryNames.name(number, query.use(), COMMON, settings));
            gather.copiesOf(query).forEach(use -> names.put(use, TemporaryNames.name(number, use, COMMON, settings)));
        }
        return names;
    }

    private boolean hasSteps(GatherTable table) {
        return hasSteps(table, dialect);
    }

    /** Returns true if the rows are sorted, grouped or put under a primary key in another table when all have come. */
    private static boolean hasSteps(GatherTable table, Dialect dialect) {
        boolean addsKey = dialect.temporaryTables().addPrimaryKey(table.logicalName(), "") != null;
        return !table.rowOrder().isEmpty()
                || table.groups() != null
                || (!table.primaryKey().isEmpty() && !addsKey);
    }

    /** The number under which the table is named that takes a use's rows before they are put in order or in groups. */
    private static int before(int use) {
        return -1 - use;
    }

    /**
     * Does it: rows within the home are copied there while, or before, those of other data sources are read.
     *
     * @return what more might have been moved
     */
    GatherBudget run(Gather gather) throws SQLException {
        try {
            long start = System.nanoTime();
            rowsOf.clear();
            GatherBudget budget = GatherBudget.of(gather);
            CopyCounts counts = new CopyCounts(databases, session, parameters, deadline);
            CopyOrder order = new CopyOrder(gather, (tables, most) -> counts.of(gather, tables, most), this::keys);
            for (List<GatherTable> next = order.next(); !next.isEmpty(); next = order.next()) {
                List<CopyWriter> writers = new ArrayList<>();
                try {
                    RemoteReads reads = reads(pulls(gather, next, writers), budget);
                    if (!apart) {
                        reads.start();
                    }
                    try {
                        for (GatherTable table : next) {
                            fillFromPlace(gather, table);
                        }
                        if (apart) {
                            reads.writeHome();
                            reads.start();
                        }
                        reads.write();
                    } finally {
                        reads.stop();
                    }
                    for (CopyWriter writer : writers) {
                        writer.flush();
                    }
                } finally {
                    for (CopyWriter writer : writers) {
                        writer.close();
                    }
                }
                for (GatherTable table : next) {
                    complete(table);
                    gather.copied(table);
                }
            }
            tell(gather, start);
            return budget;
        } catch (SQLException failure) {
            String question = dialect.temporaryTables().modesQuery();
            if (lenient || question == null || !dialect.temporaryTables().isStrictFailure(failure)) {
                throw failure;
            }
            return runLeniently(gather, question);
        }
    }

    /** Asks what the statement asks before, once its tables are there. */
    void ask(Gather gather) throws SQLException {
        for (SqlTemplate.Asked query : gather.text().asked()) {
            String name = Objects.requireNonNull(names.get(query.use()));
            String sql = query.query().render(names::get);
            ParameterMapping mapping = new ParameterMapping(query.query().sources(), new Object[0]);
            try {
                maker.createAs(name, sql, Storage.ORDINARY, create -> {
                    try (TextCall call = TextCall.open(home.connection(), create, mapping, parameters)) {
                        deadline.limit(call.statement());
                        home.calling(call.statement(), call::update);
                        CopyWriter.checkExact(call.statement(), dialect);
                    }
                });
            } catch (SQLException failure) {
                if (dialect.temporaryTables().isStrictFailure(failure)) {
                    SQLException refusal = ShardingExceptions.of(
                            ErrorCode.UNSUPPORTED_SYNTAX,
                            "a common table of gathered rows that is read more than once and has values which the"
                                    + " session's modes refuse to store");
                    refusal.initCause(failure);
                    throw refusal;
                }
                throw failure;
            }
            for (int use : gather.copiesOf(query)) {
                maker.createAs(Objects.requireNonNull(names.get(use)), "SELECT * FROM " + name, Storage.ORDINARY);
            }
        }
    }

    private RemoteReads reads(List<RemoteReads.Pull> pulls, GatherBudget budget) throws SQLException {
        return new RemoteReads(databases, session, home.dataSource(), pulls, parameters, deadline, budget);
    }

    /** The different values of a column of whole numbers in a copy; one more than are used if they are too many. */
    private List<String> keys(int use, String key) throws SQLException {
        String sql = "SELECT DISTINCT " + key + " FROM " + names.get(use) + " WHERE " + key + " IS NOT NULL "
                + dialect.clauses().firstRows(Integer.toString(CopyOrder.MOST_KEYS + 1));
        List<String> keys = new ArrayList<>();
        try (Statement statement = home.connection().createStatement()) {
            deadline.limit(statement);
            try (ResultSet rows = home.calling(statement, () -> statement.executeQuery(sql))) {
                while (rows.next()) {
                    keys.add(rows.getBigDecimal(1).toPlainString());
                }
            }
        }
        return keys;
    }

    private List<RemoteReads.Pull> pulls(Gather gather, List<GatherTable> tables, List<CopyWriter> writers)
            throws SQLException {
        List<RemoteReads.Pull> pulls = new ArrayList<>();
        for (GatherTable table : tables) {
            CopyWriter writer = writer(home, dialect, into(first(table), table), table.columns(), table.distinct());
            writers.add(writer);
            for (ShardCall call : table.remote()) {
                if (!isWithin(call)) {
                    Learned.CopySize known = gather.sizes().of(table.use(), call.unit());
                    boolean few = table.groups() != null || (known != null && known.mostRows() <= FEW_ROWS);
                    pulls.add(new RemoteReads.Pull(
                            call, writer, few, (rows, bytes) -> copied(gather, table, call, rows, bytes)));
                }
            }
        }
        return pulls;
    }

    /** Values were stored in other modes, as zero for a date; the query itself is asked in the session's own. */
    private GatherBudget runLeniently(Gather gather, String question) throws SQLException {
        lenient = true;
        dropTables.run();
        String modes;
        try (Statement statement = home.connection().createStatement();
                ResultSet row = home.calling(statement, () -> statement.executeQuery(question))) {
            row.next();
            modes = row.getString(1);
        }
        execute(dialect.temporaryTables().setModes(dialect.temporaryTables().modesOfCopies(modes)));
        GatherBudget left;
        try {
            left = run(gather);
        } catch (SQLException | RuntimeException | Error failure) {
            try {
                setModes(modes);
            } catch (SQLException | RuntimeException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
        setModes(modes);
        return left;
    }

    /** Gives the session its own modes again; a connection that does not take them is not used by others. */
    private void setModes(String modes) throws SQLException {
        try {
            execute(dialect.temporaryTables().setModes(modes));
        } catch (SQLException | RuntimeException failure) {
            home.discard();
            throw failure;
        }
    }

    private void copied(Gather gather, GatherTable table, ShardCall call, long rows, long bytes) {
        rowsOf.computeIfAbsent(table.use(), none -> new AtomicLong()).addAndGet(rows);
        gather.sizes().copied(table.use(), call.unit(), rows, bytes);
        // The rows of a copy that several uses share count once.
        table.uses().stream().skip(1).forEach(use -> gather.sizes().copied(use, call.unit(), 0, 0));
    }

    private void tell(Gather gather, long start) {
        StatementListener listener = databases.options().listener();
        if (listener != StatementListener.NONE) {
            int tables = gather.tables().size();
            long rows = rowsOf.values().stream().mapToLong(AtomicLong::get).sum();
            listener.rowsGathered(new RowsGathered(home.name(), tables, rows, System.nanoTime() - start));
        }
    }

    /** Makes a table, and copies into it what lies within the home. */
    private void fillFromPlace(Gather gather, GatherTable table) throws SQLException {
        GroupMerge groups = table.groups();
        List<CopiedColumn> columns = columns(table, !hasSteps(table));
        Storage storage = light ? Storage.LIGHT : Storage.ORDINARY;
        if (groups == null) {
            create(first(table), columns, "", storage);
        } else {
            createAs(first(table), groups.ofUnits(), columns, storage);
        }
        List<ShardCall> local = new ArrayList<>(table.local());
        table.remote().stream().filter(this::isWithin).forEach(local::add);
        for (ShardCall call : local) {
            String sql = "INSERT INTO " + into(first(table), table) + " " + call.sql();
            try (TextCall insert = TextCall.open(home.connection(), sql, call.mapping(), parameters)) {
                deadline.limit(insert.statement());
                copied(gather, table, call, home.calling(insert.statement(), insert::update), NOT_MOVED);
                CopyWriter.checkExact(insert.statement(), dialect);
            }
        }
    }

    private boolean isWithin(ShardCall call) {
        return unlocked && call.dataSource() == home.dataSource();
    }

    /** The table that takes the rows as they come. */
    private String first(GatherTable table) {
        int use = hasSteps(table) ? before(table.use()) : table.use();
        return Objects.requireNonNull(names.get(use));
    }

    private void complete(GatherTable table) throws SQLException {
        String name = Objects.requireNonNull(names.get(table.use()));
        boolean ordered = !table.rowOrder().isEmpty();
        String key = primaryKey(table);
        if (table.groups() != null) {
            merge(table.groups(), table, name);
        } else if (hasSteps(table)) {
            // Sorting it picks the same of several equal rows as sorting the table itself does.
            create(name, columns(table, true), key, storage(ordered));
            execute("INSERT INTO " + into(name, table) + " SELECT " + allOf(table) + " FROM " + first(table)
                    + (ordered ? " ORDER BY " + quoted(table.rowOrder()) : ""));
        } else if (!key.isEmpty()) {
            execute(Objects.requireNonNull(dialect.temporaryTables().addPrimaryKey(name, key)));
        }
        for (int use : table.repeats()) {
            String repeat = Objects.requireNonNull(names.get(use));
            if (table.groups() != null) {
                createMerged(table.groups(), table, repeat);
            } else {
                create(repeat, columns(table, true), key, storage(ordered));
            }
            execute("INSERT INTO " + into(repeat, table) + " SELECT " + allOf(table) + " FROM " + name);
        }
        if (!ordered) {
            prepareLookups(table, name, !key.isEmpty());
            for (int use : table.repeats()) {
                prepareLookups(table, Objects.requireNonNull(names.get(use)), !key.isEmpty());
            }
        }
    }

    /**
     * Not for a table whose rows have to be found in their order, which an index might change.
     *
     * @param keyed whether the table has its primary key, by whose first column rows are found already
     */
    private void prepareLookups(GatherTable table, String name, boolean keyed) throws SQLException {
        AtomicLong rows = rowsOf.getOrDefault(table.use(), new AtomicLong());
        List<CopiedColumn> columns = table.groups() != null
                ? List.of()
                : table.columns().stream()
                        .map(column -> copied(
                                column,
                                column.nullable(),
                                table.indexed().contains(column.name())
                                        && !(keyed
                                                && column.reportedName()
                                                        .equals(table.primaryKey()
                                                                .get(0)))))
                        .toList();
        for (String sql : dialect.temporaryTables().prepareLookups(name, columns, rows.get())) {
            execute(sql);
        }
    }

    private Storage storage(boolean ordered) {
        return !light ? Storage.ORDINARY : ordered ? Storage.IN_ORDER : Storage.LIGHT;
    }

    /** Of several spellings a database shows the one that it finds first, which no unit knows. */
    private void merge(GroupMerge groups, GatherTable table, String name) throws SQLException {
        String ofUnits = first(table);
        if (!groups.spelled().isEmpty()) {
            List<String> several = groups.spelled().stream()
                    .map(column -> "COUNT(DISTINCT " + dialect.bytes(column) + ") > 1")
                    .toList();
            if (hasRow("SELECT 1 FROM " + ofUnits + groups.by() + " HAVING " + String.join(" OR ", several))) {
                throw ShardingExceptions.of(ErrorCode.TEXT_ORDER_UNKNOWN, "several spellings in a group");
            }
        }
        createMerged(groups, table, name);
        execute("INSERT INTO " + name + " " + groups.merge(ofUnits));
    }

    private void createMerged(GroupMerge groups, GatherTable table, String name) throws SQLException {
        createAs(name, groups.merged(), columns(table, false), storage(false));
    }

    private boolean hasRow(String sql) throws SQLException {
        try (Statement statement = home.connection().createStatement();
                ResultSet rows = home.calling(
                        statement,
                        () -> statement.executeQuery(
                                sql + " " + dialect.clauses().firstRows("1")))) {
            return rows.next();
        }
    }

    /** The key's columns; none if what is unique in each unit is not so in all of them. */
    private String primaryKey(GatherTable table) throws SQLException {
        String key = quoted(table.primaryKey());
        boolean repeats =
                key.isEmpty() || hasRow("SELECT 1 FROM " + first(table) + " GROUP BY " + key + " HAVING COUNT(*) > 1");
        return repeats ? "" : key;
    }

    /** The table with a list of its columns, if some are invisible. */
    private String into(String name, GatherTable table) {
        return table.groups() == null && table.columns().stream().anyMatch(Column::invisible)
                ? name + " (" + allOf(table) + ")"
                : name;
    }

    private String allOf(GatherTable table) {
        return quoted(table.columns().stream().map(Column::reportedName).toList());
    }

    private String quoted(List<String> columns) {
        return String.join(", ", columns.stream().map(dialect::quoted).toList());
    }

    private static List<CopiedColumn> columns(GatherTable table, boolean indexed) {
        return table.columns().stream()
                .map(column -> copied(
                        column, column.nullable(), indexed && table.indexed().contains(column.name())))
                .toList();
    }

    static CopiedColumn copied(Column column, boolean nullable, boolean indexed) {
        return new CopiedColumn(
                column.reportedName(), column.typeName(), column.definition(), nullable, indexed, column.invisible());
    }

    private void create(String name, List<CopiedColumn> columns, String primaryKey, Storage storage)
            throws SQLException {
        maker.create(name, columns, primaryKey, fitting(storage, columns));
    }

    private void createAs(String name, String query, List<CopiedColumn> columns, Storage storage) throws SQLException {
        maker.createAs(name, query, fitting(storage, columns));
    }

    private Storage fitting(Storage storage, List<CopiedColumn> columns) {
        return storage != Storage.LIGHT || dialect.temporaryTables().canBeLight(columns) ? storage : Storage.ORDINARY;
    }

    private void execute(String sql) throws SQLException {
        home.execute(sql);
    }

    private static @Nullable RowLoad rowLoad(ShardConnection home) {
        Connection own = DriverConnection.of(home.connection());
        return JdbcDrivers.of(own).rowLoad(own);
    }

    /**
     * The fastest way into a table of these columns.
     *
     * @param distinct whether a row that was written before may be left out
     */
    private static CopyWriter writer(
            ShardConnection home, Dialect dialect, String table, List<Column> columns, boolean distinct)
            throws SQLException {
        boolean texts = columns.stream().allMatch(column -> column.carrier() == Carrier.TEXT);
        String sql = dialect.temporaryTables().load(table);
        RowLoad load = sql == null ? null : rowLoad(home);
        if (sql != null && load != null) {
            return new LoadWriter(home, load, sql, columns.size());
        }
        return texts && dialect.writesLiterals()
                ? new TextWriter(home, dialect, table, columns, distinct)
                : new RowWriter(home, dialect, table, columns);
    }
}

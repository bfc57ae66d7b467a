package io.shardkit.differential.lexical;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.differential.Answer;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.Dataset;
import io.shardkit.differential.fixture.Loader;
import io.shardkit.differential.fixture.LogicalTable;
import io.shardkit.differential.fixture.ShardCalls;
import io.shardkit.differential.fixture.Watch;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A few rows twice, as in {@link io.shardkit.differential.fixture.Fixture} but so few that all of them can be compared
 * after each write: in the oracle, and sharded by the engine over two databases with two tables each. Twins of the oracle
 * have the rows in other orders and no keys: where the twins answer differently, the statement leaves the answer open.
 * Primary keys have all sharding columns, so that an existing key is noticed on both sides. Not thread-safe.
 */
final class LexicalFixture implements AutoCloseable {
    private static final List<LogicalTable> TABLES =
            List.of(LogicalTable.O, LogicalTable.I, LogicalTable.B1, LogicalTable.B2, LogicalTable.U);
    private static final int SOURCES = 2;

    /** With fewer, rows that are equal in an order come the same way in all of them now and then. */
    private static final int SHUFFLED_TWINS = 4;

    private static final int NUMBERS = 2;
    private static final int ROWS = 18;
    private static final int LONGEST_SECONDS = 10;
    private static final Pattern CATALOG =
            Pattern.compile("information_schema|pg_catalog|pg_class|pg_attribute", Pattern.CASE_INSENSITIVE);

    /** The content of each table of a database, by name: rows as strings, in order. */
    private record Content(Map<String, List<Row>> tables) {}

    /** A row: the values by which it is placed, and all values as text. */
    private record Row(long k, long id, String text) implements Comparable<Row> {
        @Override
        public int compareTo(Row other) {
            return text.compareTo(other.text);
        }
    }

    private final LexicalDatabase database;
    private final Map<LogicalTable, List<List<@Nullable Object>>> data = new LinkedHashMap<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final ScheduledExecutorService deadline = Executors.newSingleThreadScheduledExecutor();
    private final ShardCalls calls = new ShardCalls();
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<Connection> readers = new ArrayList<>();
    private final List<Content> first = new ArrayList<>();
    private final List<String> reading = new ArrayList<>();
    private final Watch watch;
    private final List<HikariDataSource> twins = new ArrayList<>();
    private DataSource engine;
    private DataSource watched;

    LexicalFixture(LexicalDatabase database) throws SQLException {
        this.database = database;
        this.watch = new Watch(database.kind());
        Map<LogicalTable, List<List<@Nullable Object>>> all = Dataset.rows();
        for (LogicalTable table : TABLES) {
            List<List<@Nullable Object>> rows = all.getOrDefault(table, List.of());
            data.put(table, List.copyOf(rows.subList(0, Math.min(rows.size(), ROWS))));
        }
        for (int i = 0; i <= SOURCES; i++) {
            reading.add(names(i - 1).entrySet().stream()
                    .map(entry -> readingOf(entry.getValue(), entry.getKey()))
                    .collect(Collectors.joining(" UNION ALL ")));
        }
        open();
    }

    private void open() throws SQLException {
        openTwin(Collections::reverse);
        for (int seed = 1; seed <= SHUFFLED_TWINS; seed++) {
            Random random = Seeds.random(seed);
            openTwin(rows -> Collections.shuffle(rows, random));
        }
        for (int i = 0; i <= SOURCES; i++) {
            HikariDataSource pool = database.create(i == 0 ? "whole" : "shard" + (i - 1));
            pools.add(pool);
            readers.add(pool.getConnection());
            for (Map.Entry<String, LogicalTable> entry : names(i - 1).entrySet()) {
                run(readers.get(i), createStatement(entry.getValue(), entry.getKey()));
                Loader.refill(pool, entry.getValue(), entry.getKey(), rowsOf(i - 1, entry.getKey(), entry.getValue()));
            }
            first.add(content(i));
        }
        engine = engine(false);
        watched = engine(true);
    }

    private void openTwin(Consumer<List<?>> order) throws SQLException {
        HikariDataSource twin = database.create("twin");
        twins.add(twin);
        for (LogicalTable table : TABLES) {
            try (Connection connection = twin.getConnection()) {
                run(
                        connection,
                        createStatement(table, table.tableName()).replaceFirst(", PRIMARY KEY \\([^)]*\\)", ""));
            }
            List<List<@Nullable Object>> rows = new ArrayList<>(data.getOrDefault(table, List.of()));
            order.accept(rows);
            Loader.refill(twin, table, table.tableName(), rows);
        }
    }

    /**
     * MariaDB rounds 5.2 to 5 where an index begins with the column compared, and not where none does: there the
     * sharded tables have no key.
     */
    private String createStatement(LogicalTable table, String name) {
        String ddl = table.createStatement(database.kind(), name);
        if (database.kind().isMariaDb() && (table == LogicalTable.O || table == LogicalTable.I)) {
            return ddl.replace(", PRIMARY KEY (id)", "");
        }
        return switch (table) {
            case O -> ddl.replace("PRIMARY KEY (id)", "PRIMARY KEY (k, id)");
            case I -> ddl.replace("PRIMARY KEY (id)", "PRIMARY KEY (k, o_id, id)");
            default -> ddl;
        };
    }

    private DataSource engine(boolean withWatch) throws SQLException {
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(byNumbers("o", "id"))
                .table(byNumbers("i", "o_id"))
                .bind(List.of("o", "i"))
                .broadcast("b1")
                .broadcast("b2")
                .single("ds1", "u")
                .build();
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < SOURCES; i++) {
            DataSource pool = pools.get(i + 1);
            sources.put("ds" + i, withWatch ? watch.over("ds" + i, pool) : pool);
        }
        ShardingOptions options =
                ShardingOptions.builder().executor(executor).listener(calls).build();
        return ShardingDataSource.create(sources, rule, options);
    }

    private static TableRule byNumbers(String table, String column) {
        return new TableRule(
                table,
                "ds{0.." + (SOURCES - 1) + "}." + table + "_{0.." + (NUMBERS - 1) + "}",
                new ShardingStrategy("k", new ModAlgorithm(SOURCES)),
                new ShardingStrategy(column, new ModAlgorithm(NUMBERS)),
                null);
    }

    LexicalDatabase database() {
        return database;
    }

    /** Asks one unsharded database, for a number of rows at most. */
    Answer ofOracle(Sql sql, boolean prepared, int rows) throws SQLException {
        try (Connection connection = pools.get(0).getConnection()) {
            return Answer.ofFirst(connection, sql, prepared, rows);
        }
    }

    /** Asks one unsharded database on a connection that no statement before has set a variable of. */
    Answer ofNewOracle(Sql sql, boolean prepared, int rows) throws SQLException {
        try (Connection connection = pools.get(0).getConnection()) {
            pools.get(0).evictConnection(connection);
        }
        return ofOracle(sql, prepared, rows);
    }

    /** Asks the unsharded MariaDB while it refuses columns that are neither grouped by nor decided by those that are. */
    Answer ofStrictOracle(Sql sql, boolean prepared) throws SQLException {
        try (Connection connection = pools.get(0).getConnection()) {
            String mode = "SET @m = @@sql_mode, sql_mode = CONCAT(@@sql_mode, ',ONLY_FULL_GROUP_BY')";
            connection.setAutoCommit(false);
            run(connection, mode);
            try {
                return Answer.ofFirst(connection, sql, prepared, 1);
            } finally {
                connection.rollback();
                run(connection, "SET sql_mode = @m");
                connection.setAutoCommit(true);
            }
        }
    }

    /** Asks the twins, for queries only. */
    List<Answer> ofTwins(Sql sql, boolean prepared, int rows) throws SQLException {
        List<Answer> answers = new ArrayList<>();
        for (HikariDataSource twin : twins) {
            try (Connection connection = twin.getConnection()) {
                answers.add(Answer.ofFirst(connection, sql, prepared, rows));
            }
        }
        return answers;
    }

    /** Asks the engine; of a call that does not come back it is shown where it stands. */
    Answer ofEngine(Sql sql, boolean prepared) throws SQLException {
        try (Connection connection = engine.getConnection()) {
            ScheduledFuture<?> end = deadline.schedule(() -> showStanding(sql), LONGEST_SECONDS, TimeUnit.SECONDS);
            try {
                return prepared ? Answer.ofPrepared(connection, sql) : Answer.of(connection, sql);
            } finally {
                end.cancel(false);
            }
        }
    }

    private void showStanding(Sql sql) {
        System.err.println("No answer after " + LONGEST_SECONDS + " s: " + sql);
        Thread.getAllStackTraces().forEach((thread, trace) -> {
            if (thread.getName().equals("main")) {
                for (StackTraceElement each : trace) {
                    System.err.println("    at " + each);
                }
            }
        });
    }

    /** Returns the SQL that the shards are asked for a statement, without the questions about their tables. */
    List<String> shardTexts(Sql sql, boolean prepared) throws SQLException {
        watch.record(true);
        try (Connection connection = watched.getConnection()) {
            if (prepared) {
                Answer.ofPrepared(connection, sql);
            } else {
                Answer.of(connection, sql);
            }
        }
        return watch.record(false).stream()
                .filter(text -> !CATALOG.matcher(text).find())
                .toList();
    }

    /** Returns the number of calls to shards since the last call of this method. */
    int takeCalls() {
        return calls.take();
    }

    /**
     * Compares all rows with those of the oracle, each where it belongs, and puts the first ones back.
     *
     * @param answered whether the engine answered; if not, it must have changed nothing
     * @return the difference, or null if there is none
     */
    @Nullable String checkRows(boolean answered) throws SQLException {
        List<Content> now = new ArrayList<>();
        String gone = null;
        boolean oracleGone = false;
        for (int i = 0; i <= SOURCES; i++) {
            try {
                now.add(content(i));
            } catch (SQLException e) {
                oracleGone |= i == 0;
                gone = i == 0 ? gone : "ds" + (i - 1) + " no longer has its tables: " + e.getMessage();
                now.add(new Content(Map.of()));
            }
        }
        if (oracleGone || gone != null) {
            reopen();
            return gone;
        }
        if (now.equals(first)) {
            return null;
        }
        String difference = null;
        for (int source = 0; source < SOURCES && difference == null; source++) {
            Content there = now.get(source + 1);
            Content wanted = placed(now.get(0), source);
            if (!there.equals(wanted) && (answered || !there.equals(first.get(source + 1)))) {
                difference = difference(source, wanted, there);
            }
        }
        for (int i = 0; i <= SOURCES; i++) {
            restore(i, now.get(i));
        }
        return difference;
    }

    /**
     * Returns true if PostgreSQL writes other rows if it joins in another way: an UPDATE that finds several rows for one
     * takes the first that its plan comes upon.
     */
    boolean dependsOnPlan(Sql sql, boolean prepared) throws SQLException {
        if (database != LexicalDatabase.POSTGRESQL) {
            return false;
        }
        Set<Content> contents = new HashSet<>();
        try (Connection connection = pools.get(0).getConnection()) {
            connection.setAutoCommit(false);
            for (String join : List.of("hashjoin", "mergejoin", "nestloop")) {
                for (String other : List.of("hashjoin", "mergejoin", "nestloop")) {
                    run(connection, "SET LOCAL enable_" + join + " = off");
                    run(connection, "SET LOCAL enable_" + other + " = off");
                    if (!(Answer.ofFirst(connection, sql, prepared, 1) instanceof Answer.Failure)) {
                        contents.add(content(0, connection));
                    }
                    connection.rollback();
                }
            }
        }
        return contents.size() > 1;
    }

    /** The tables that should not be there, or null if there are none. */
    @Nullable String strayTables() throws SQLException {
        for (int i = 1; i <= SOURCES; i++) {
            try (ResultSet tables = readers.get(i)
                    .getMetaData()
                    .getTables(readers.get(i).getCatalog(), readers.get(i).getSchema(), "%", new String[] {
                        "TABLE", "BASE TABLE"
                    })) {
                while (tables.next()) {
                    if (!names(i - 1).containsKey(tables.getString("TABLE_NAME").toLowerCase(java.util.Locale.ROOT))) {
                        return "ds" + (i - 1) + " has a table " + tables.getString("TABLE_NAME");
                    }
                }
            }
        }
        return null;
    }

    private void reopen() throws SQLException {
        closeDatabases();
        open();
    }

    private static String difference(int source, Content wanted, Content there) {
        StringBuilder text = new StringBuilder();
        wanted.tables().forEach((name, rows) -> {
            List<Row> found = there.tables().getOrDefault(name, List.of());
            if (!found.equals(rows)) {
                List<Row> missing = new ArrayList<>(rows);
                missing.removeAll(found);
                List<Row> extra = new ArrayList<>(found);
                extra.removeAll(rows);
                text.append("; ds" + source + "." + name + " lacks " + missing + " and has also " + extra);
            }
        });
        return "rows" + text;
    }

    /** Returns the content that a data source must have if the oracle has this content. */
    private static Content placed(Content whole, int source) {
        Map<String, List<Row>> placed = new TreeMap<>();
        names(source)
                .forEach((name, table) -> placed.put(
                        name,
                        whole.tables().getOrDefault(table.tableName(), List.of()).stream()
                                .filter(row -> name.equals(place(table, row.k(), row.id(), source)))
                                .toList()));
        return new Content(placed);
    }

    /** The table of a data source, -1 for the oracle, that has such a row, or none. */
    private static String place(LogicalTable table, long k, long id, int source) {
        boolean sharded = table == LogicalTable.O || table == LogicalTable.I;
        if (source < 0 || !sharded) {
            return table.tableName();
        }
        return Math.floorMod(k, SOURCES) == source ? table.tableName() + "_" + Math.floorMod(id, NUMBERS) : "none";
    }

    /** The tables of a data source, or, for -1, of the oracle. */
    private static Map<String, LogicalTable> names(int source) {
        Map<String, LogicalTable> names = new TreeMap<>();
        for (LogicalTable table : TABLES) {
            boolean sharded = table == LogicalTable.O || table == LogicalTable.I;
            if (source < 0 || !sharded) {
                if (table != LogicalTable.U || source != 0) {
                    names.put(table.tableName(), table);
                }
            } else {
                for (int number = 0; number < NUMBERS; number++) {
                    names.put(table.tableName() + "_" + number, table);
                }
            }
        }
        return names;
    }

    private static String firstKey(LogicalTable table) {
        return table == LogicalTable.O || table == LogicalTable.I ? "k" : "id";
    }

    private static String secondKey(LogicalTable table) {
        return table == LogicalTable.I ? "o_id" : "id";
    }

    private List<List<@Nullable Object>> rowsOf(int source, String name, LogicalTable table) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (List<@Nullable Object> row : data.getOrDefault(table, List.of())) {
            if (row.get(table.indexOf(firstKey(table))) instanceof Long k
                    && row.get(table.indexOf(secondKey(table))) instanceof Long id
                    && name.equals(place(table, k, id, source))) {
                rows.add(row);
            }
        }
        return rows;
    }

    private String readingOf(LogicalTable table, String name) {
        String type = database.kind().speaksMysql() ? "CHAR" : "VARCHAR(100)";
        String all = table.columns().stream()
                .map(column -> "COALESCE(CAST(" + column.name() + " AS " + type + "), '~')")
                .collect(Collectors.joining(", ", "CONCAT_WS('|', ", ")"));
        return "SELECT '" + name + "', " + firstKey(table) + ", " + secondKey(table) + ", " + all + " FROM " + name;
    }

    private Content content(int i) throws SQLException {
        return content(i, readers.get(i));
    }

    private Content content(int i, Connection connection) throws SQLException {
        Map<String, List<Row>> tables = new TreeMap<>();
        names(i - 1).keySet().forEach(name -> tables.put(name, new ArrayList<>()));
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(reading.get(i))) {
            while (rows.next()) {
                tables.computeIfAbsent(rows.getString(1), name -> new ArrayList<>())
                        .add(new Row(rows.getLong(2), rows.getLong(3), rows.getString(4)));
            }
        }
        tables.values().forEach(Collections::sort);
        return new Content(tables);
    }

    private void restore(int i, Content now) throws SQLException {
        for (Map.Entry<String, LogicalTable> entry : names(i - 1).entrySet()) {
            String name = entry.getKey();
            if (!first.get(i).tables().get(name).equals(now.tables().get(name))) {
                Loader.refill(pools.get(i), entry.getValue(), name, rowsOf(i - 1, name, entry.getValue()));
            }
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void closeDatabases() {
        twins.forEach(HikariDataSource::close);
        twins.clear();
        pools.forEach(HikariDataSource::close);
        pools.clear();
        readers.clear();
        first.clear();
    }

    @Override
    public void close() {
        closeDatabases();
        executor.shutdownNow();
        deadline.shutdownNow();
    }
}

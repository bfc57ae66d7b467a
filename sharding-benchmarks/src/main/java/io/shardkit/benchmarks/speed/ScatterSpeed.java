package io.shardkit.benchmarks.speed;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/**
 * Measures the time of statements over eight units, against the same done by hand: two threads, the caller one of them,
 * each with one statement for its data source. Prints times.
 */
public final class ScatterSpeed {
    private static final int SOURCES = 2;
    private static final int TABLES = 4;
    private static final int ROWS = 8_000;
    private static final int BATCH = 1_000;
    private static final int STREAMED = Integer.getInteger("speed.rows", 1_000_000);
    private static final String COLUMNS = " (id BIGINT NOT NULL PRIMARY KEY, k BIGINT NOT NULL, num INT NOT NULL,"
            + " name VARCHAR(60) NOT NULL, amount DECIMAL(10,2))";
    private static final String INSERT = " (id, k, num, name, amount) VALUES (?, ?, ?, ?, ?)";

    private final ExecutorService executor = Executors.newCachedThreadPool(ScatterSpeed::daemon);
    private final List<HikariDataSource> shards = new ArrayList<>();

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "scatter-speed");
        thread.setDaemon(true);
        return thread;
    }

    /** Takes no arguments; {@code -Dspeed.rows} says how many rows are streamed. */
    public static void main(String[] arguments) throws Exception {
        new ScatterSpeed().measure(TestDatabase.H2);
        new ScatterSpeed().measure(TestDatabase.MARIADB);
        new ScatterSpeed().stream();
    }

    /** One way of doing something; answers with a number that all ways share. */
    private interface Way {
        long run(int round) throws Exception;
    }

    private void measure(TestDatabase kind) throws Exception {
        DataSource engine = open(kind);
        for (int source = 0; source < SOURCES; source++) {
            for (int table = 0; table < TABLES; table++) {
                fill(shards.get(source), "o_" + table, source, table, ROWS, ROWS / 50);
            }
        }
        int rounds = kind == TestDatabase.H2 ? 4000 : 1500;
        String page = "SELECT id, k, name, amount FROM o WHERE num >= ? ORDER BY id LIMIT 10";
        compare("order by limit 10", rounds, round -> handPage(round % 7), round -> page(engine, page, round % 7));
        String groups = "SELECT num, COUNT(*), SUM(amount) FROM o WHERE num < ? GROUP BY num";
        compare("group by", rounds / 4, round -> handGroups(), round -> read(engine, groups, 20L));
        String in = "SELECT id, k, name, amount FROM o WHERE id IN (?, ?, ?, ?)";
        compare(
                "in over units",
                rounds,
                round -> handIn(round),
                round -> read(engine, in, round, round + 1L, round + 2L, round + 3L));
        int batches = kind == TestDatabase.H2 ? 300 : 60;
        compare(
                "batch of " + BATCH,
                batches,
                round -> handBatch(10_000_000L + (long) round * BATCH),
                round -> engineBatch(engine, 20_000_000L + (long) round * BATCH));
        compare(
                "insert of 100 rows",
                batches * 4,
                round -> handRows(30_000_000L + (long) round * 100),
                round -> engineRows(engine, 40_000_000L + (long) round * 100));
        close();
    }

    private void stream() throws Exception {
        for (TestDatabase kind : List.of(TestDatabase.MARIADB, TestDatabase.POSTGRESQL, TestDatabase.H2)) {
            DataSource engine = open(kind);
            try (HikariDataSource whole = kind.create("scatter_whole", 0)) {
                fill(whole, "o", -1, 0, STREAMED, STREAMED);
                for (int source = 0; source < SOURCES; source++) {
                    for (int table = 0; table < TABLES; table++) {
                        fill(shards.get(source), "o_" + table, source, table, STREAMED, STREAMED);
                    }
                }
                for (String sql :
                        List.of("SELECT id, k, name, amount FROM o", "SELECT id, k, name, amount FROM o ORDER BY id")) {
                    for (int fetch : new int[] {1000, 0}) {
                        for (boolean transaction : new boolean[] {false, true}) {
                            stream(kind, sql, fetch, transaction, whole, engine);
                        }
                    }
                }
            }
            close();
        }
    }

    private static void stream(
            TestDatabase kind, String sql, int fetch, boolean transaction, DataSource whole, DataSource engine)
            throws SQLException {
        double[] ratios = new double[5];
        long rate = 0;
        long[] heap = new long[2];
        for (int i = -1; i < ratios.length; i++) {
            long start = System.nanoTime();
            long one = drain(whole, sql, fetch, transaction, heap, 0);
            long middle = System.nanoTime();
            long many = drain(engine, sql, fetch, transaction, heap, 1);
            long end = System.nanoTime();
            if (one != many) {
                throw new IllegalStateException(one + " and " + many + " rows");
            }
            if (i >= 0) {
                ratios[i] = (double) (middle - start) / (end - middle);
                rate = many * 1_000_000_000L / (end - middle);
            }
        }
        Arrays.sort(ratios);
        System.out.printf(
                Locale.ROOT,
                "%-10s %-46s fetch %4d %-6s rate ratio %5.2f (%d rows/s) heap one %d MB, sharded %d MB%n",
                kind,
                sql,
                fetch,
                transaction ? "tx" : "auto",
                ratios[2],
                rate,
                heap[0] >> 20,
                heap[1] >> 20);
    }

    private static long drain(DataSource source, String sql, int fetch, boolean transaction, long[] heap, int place)
            throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(!transaction);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setFetchSize(fetch);
                long rows = 0;
                long sum = 0;
                try (ResultSet result = statement.executeQuery()) {
                    while (result.next()) {
                        sum += result.getLong(1)
                                + result.getLong(2)
                                + result.getString(3).length();
                        result.getBigDecimal(4);
                        if (++rows == STREAMED / 2) {
                            heap[place] = Math.max(heap[place], live());
                        }
                    }
                }
                return sum;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private static long live() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private DataSource open(TestDatabase kind) throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int source = 0; source < SOURCES; source++) {
            shards.add(kind.create("scatter" + source, source));
            sources.put("ds" + source, shards.get(source));
        }
        ShardingRule rule = ShardingRuleBuilder.over(List.of("ds0", "ds1"))
                .uniqueKeys(UniqueKeyChoice.ACCEPT)
                .table(new TableRule(
                        "o",
                        "ds{0..1}.o_{0..3}",
                        new ShardingStrategy("k", new ModAlgorithm(SOURCES)),
                        new ShardingStrategy("id", new ModAlgorithm(TABLES)),
                        null))
                .build();
        for (HikariDataSource shard : shards) {
            try (Connection connection = shard.getConnection();
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < TABLES; table++) {
                    statement.execute("CREATE TABLE o_" + table + COLUMNS);
                }
            }
        }
        return ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
    }

    private void close() {
        shards.forEach(HikariDataSource::close);
        shards.clear();
    }

    private static int sourceOf(long id) {
        return (int) (id / TABLES % SOURCES);
    }

    private static void fill(DataSource database, String name, int source, int table, int rows, int groups)
            throws SQLException {
        try (Connection connection = database.getConnection();
                Statement create = connection.createStatement()) {
            if (source < 0) {
                create.execute("CREATE TABLE " + name + COLUMNS);
            }
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + name + INSERT)) {
                for (long id = 0; id < rows; id++) {
                    if (source < 0 || (sourceOf(id) == source && id % TABLES == table)) {
                        set(insert, 0, id, groups);
                        insert.addBatch();
                        if (id % 10_000 < TABLES * SOURCES) {
                            insert.executeBatch();
                        }
                    }
                }
                insert.executeBatch();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    private static void set(PreparedStatement insert, int offset, long id, int groups) throws SQLException {
        insert.setLong(offset + 1, id);
        insert.setLong(offset + 2, sourceOf(id));
        insert.setInt(offset + 3, (int) (id * 7919 % groups));
        insert.setString(offset + 4, "name of " + id);
        insert.setBigDecimal(offset + 5, java.math.BigDecimal.valueOf(id % 100_000, 2));
    }

    private static void compare(String name, int rounds, Way hand, Way engine) throws Exception {
        for (int i = 0; i < rounds / 2; i++) {
            if (hand.run(i) != engine.run(i)) {
                throw new IllegalStateException(name + ": other rows: " + hand.run(i) + " " + engine.run(i));
            }
        }
        long[] byHand = new long[rounds];
        long[] sharded = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            hand.run(rounds + i);
            long middle = System.nanoTime();
            engine.run(rounds + i);
            byHand[i] = middle - start;
            sharded[i] = System.nanoTime() - middle;
        }
        Arrays.sort(byHand);
        Arrays.sort(sharded);
        double one = byHand[rounds / 2] / 1e3;
        double many = sharded[rounds / 2] / 1e3;
        System.out.printf(
                Locale.ROOT,
                "%-25s by hand %9.1f us  shardkit %9.1f us  ratio %6.2f  (first quarter %6.2f)%n",
                name,
                one,
                many,
                many / one,
                (double) sharded[rounds / 4] / byHand[rounds / 4]);
    }

    /** Runs the work for each data source, that of the first on this thread. */
    private <R> List<R> inParallel(Work<R> work) throws Exception {
        Future<R> second = executor.submit((Callable<R>) () -> work.on(1));
        R first = work.on(0);
        try {
            return List.of(first, second.get());
        } catch (ExecutionException failure) {
            throw (Exception) failure.getCause();
        }
    }

    private interface Work<R> {
        R on(int source) throws Exception;
    }

    private record Row(long id, long k, String name, java.math.BigDecimal amount) {}

    private static final String UNION =
            union("(SELECT id, k, name, amount FROM o_%d WHERE num >= ? ORDER BY id LIMIT 10)");
    private static final String GROUPS =
            union("SELECT num, COUNT(*), SUM(amount) FROM o_%d WHERE num < ? GROUP BY num");
    private static final String IN = union("SELECT id, k, name, amount FROM o_%d WHERE id IN (?, ?, ?, ?)");

    private static String union(String member) {
        List<String> members = new ArrayList<>();
        for (int table = 0; table < TABLES; table++) {
            members.add(String.format(Locale.ROOT, member, table));
        }
        return String.join(" UNION ALL ", members);
    }

    private List<Row> rows(int source, String sql, Object... parameters) throws SQLException {
        try (Connection connection = shards.get(source).getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < TABLES * parameters.length; i++) {
                statement.setObject(i + 1, parameters[i % parameters.length]);
            }
            List<Row> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(new Row(
                            result.getLong(1), result.getLong(2), result.getString(3), result.getBigDecimal(4)));
                }
            }
            return rows;
        }
    }

    private long handPage(long num) throws Exception {
        List<Row> rows = new ArrayList<>();
        inParallel(source -> rows(source, UNION, num)).forEach(rows::addAll);
        rows.sort(Comparator.comparingLong(Row::id));
        long sum = 0;
        for (Row row : rows.subList(0, 10)) {
            sum += row.id();
        }
        return sum;
    }

    private long handIn(long first) throws Exception {
        long sum = 0;
        for (List<Row> part : inParallel(source -> rows(source, IN, first, first + 1, first + 2, first + 3))) {
            for (Row row : part) {
                sum += row.id();
            }
        }
        return sum;
    }

    private long handGroups() throws Exception {
        Map<Integer, Object[]> groups = new TreeMap<>();
        for (List<Object[]> part : inParallel(source -> {
            List<Object[]> rows = new ArrayList<>();
            try (Connection connection = shards.get(source).getConnection();
                    PreparedStatement statement = connection.prepareStatement(GROUPS)) {
                for (int i = 0; i < TABLES; i++) {
                    statement.setLong(i + 1, 20L);
                }
                try (ResultSet result = statement.executeQuery()) {
                    while (result.next()) {
                        rows.add(new Object[] {result.getInt(1), result.getLong(2), result.getBigDecimal(3)});
                    }
                }
            }
            return rows;
        })) {
            for (Object[] row : part) {
                Object[] group = groups.putIfAbsent((Integer) row[0], row);
                if (group != null) {
                    group[1] = (Long) group[1] + (Long) row[1];
                    group[2] = ((java.math.BigDecimal) group[2]).add((java.math.BigDecimal) row[2]);
                }
            }
        }
        long sum = 0;
        for (int num : groups.keySet()) {
            sum += num;
        }
        return sum;
    }

    private long handBatch(long first) throws Exception {
        long sum = 0;
        for (long part : inParallel(source -> {
            try (Connection connection = shards.get(source).getConnection()) {
                connection.setAutoCommit(false);
                long count = 0;
                for (int table = 0; table < TABLES; table++) {
                    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO o_" + table + INSERT)) {
                        for (long id = first; id < first + BATCH; id++) {
                            if (sourceOf(id) == source && id % TABLES == table) {
                                set(insert, 0, id, 100);
                                insert.addBatch();
                            }
                        }
                        count += insert.executeBatch().length;
                    }
                }
                connection.commit();
                connection.setAutoCommit(true);
                return count;
            }
        })) {
            sum += part;
        }
        return sum;
    }

    private static long engineBatch(DataSource engine, long first) throws SQLException {
        try (Connection connection = engine.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO o" + INSERT)) {
            for (long id = first; id < first + BATCH; id++) {
                set(insert, 0, id, 100);
                insert.addBatch();
            }
            return insert.executeBatch().length;
        }
    }

    private static String rowsText(String table, int count) {
        StringBuilder sql = new StringBuilder("INSERT INTO " + table + INSERT);
        for (int i = 1; i < count; i++) {
            sql.append(", (?, ?, ?, ?, ?)");
        }
        return sql.toString();
    }

    private long handRows(long first) throws Exception {
        long sum = 0;
        for (long part : inParallel(source -> {
            try (Connection connection = shards.get(source).getConnection()) {
                connection.setAutoCommit(false);
                long count = 0;
                for (int table = 0; table < TABLES; table++) {
                    List<Long> ids = new ArrayList<>();
                    for (long id = first; id < first + 100; id++) {
                        if (sourceOf(id) == source && id % TABLES == table) {
                            ids.add(id);
                        }
                    }
                    try (PreparedStatement insert = connection.prepareStatement(rowsText("o_" + table, ids.size()))) {
                        for (int i = 0; i < ids.size(); i++) {
                            set(insert, i * 5, ids.get(i), 100);
                        }
                        count += insert.executeUpdate();
                    }
                }
                connection.commit();
                connection.setAutoCommit(true);
                return count;
            }
        })) {
            sum += part;
        }
        return sum;
    }

    private static long engineRows(DataSource engine, long first) throws SQLException {
        try (Connection connection = engine.getConnection();
                PreparedStatement insert = connection.prepareStatement(rowsText("o", 100))) {
            for (int i = 0; i < 100; i++) {
                set(insert, i * 5, first + i, 100);
            }
            return insert.executeUpdate();
        }
    }

    private static long page(DataSource engine, String sql, long num) throws SQLException {
        return read(engine, sql, num);
    }

    private static long read(DataSource engine, String sql, Object... parameters) throws SQLException {
        try (Connection connection = engine.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i] instanceof Number number ? number.longValue() : parameters[i]);
            }
            long sum = 0;
            try (ResultSet result = statement.executeQuery()) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    sum += result.getLong(1);
                    for (int i = 2; i <= columns; i++) {
                        result.getObject(i);
                    }
                }
            }
            return sum;
        }
    }
}

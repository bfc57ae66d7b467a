package io.shardkit.move.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Threads that change rows of a table with a key of a number and a text, each its own rows, and remember what was
 * acknowledged. They stop by themselves when the table is away.
 */
final class Writers implements AutoCloseable {
    private static final int ROWS_EACH = 400;
    private static final long PAUSE_NANOS = 10_000_000;
    private static final List<String> NAMES = List.of("a", "Q", "it's", "\u00fc", "x y", "");

    private final DataSource pool;
    private final String table;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Map<String, String>> models = new ArrayList<>();
    private final AtomicLong transactions = new AtomicLong();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    Writers(DataSource pool, String table, int count, long seed) throws SQLException {
        this.pool = pool;
        this.table = table;
        for (int i = 0; i < count; i++) {
            Map<String, String> model = new TreeMap<>();
            models.add(model);
            int number = i;
            fill(number, model);
            threads.add(new Thread(() -> write(number, model, new Random(seed + number)), "writer-" + i));
        }
    }

    /** Writers of the same rows, which are in another database now. Only when the threads have ended. */
    Writers at(DataSource other, long seed) {
        return new Writers(other, table, models, seed);
    }

    private Writers(DataSource pool, String table, List<Map<String, String>> models, long seed) {
        this.pool = pool;
        this.table = table;
        for (int i = 0; i < models.size(); i++) {
            int number = i;
            Map<String, String> model = new TreeMap<>(models.get(i));
            this.models.add(model);
            threads.add(new Thread(() -> write(number, model, new Random(seed + number)), "writer-" + i));
        }
    }

    static List<String> tables(String table) {
        return List.of("CREATE TABLE " + table + " (id BIGINT NOT NULL, name VARCHAR(20) NOT NULL, v VARCHAR(60),"
                + " u BIGINT NOT NULL, PRIMARY KEY (id, name), UNIQUE (u))");
    }

    /** Fills a table, and writes no more. */
    static void fill(DataSource pool, String table, int count) throws SQLException {
        new Writers(pool, table, count, 0).stop();
    }

    private void fill(int number, Map<String, String> model) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + table + " (id, name, v, u) VALUES (?, ?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < ROWS_EACH; i++) {
                long id = number + 10L * i;
                insert.setLong(1, id);
                insert.setString(2, "a");
                insert.setString(3, "first");
                insert.setLong(4, id);
                insert.addBatch();
                model.put(id + "/a", "first/" + id);
            }
            insert.executeBatch();
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    Writers start() {
        threads.forEach(Thread::start);
        return this;
    }

    long transactions() {
        return transactions.get();
    }

    /** Waits until a number of transactions more has been acknowledged. */
    void await(long more) throws InterruptedException {
        long until = transactions.get() + more;
        while (transactions.get() < until && threads.stream().anyMatch(Thread::isAlive)) {
            Thread.sleep(1);
        }
    }

    private void write(int number, Map<String, String> model, Random random) {
        while (!stopped) {
            Map<String, String> next = new TreeMap<>(model);
            try (Connection connection = pool.getConnection()) {
                boolean rolledBack = false;
                try {
                    connection.setAutoCommit(false);
                    int statements = 1 + random.nextInt(3);
                    for (int i = 0; i < statements; i++) {
                        change(connection, number, next, random);
                    }
                    rolledBack = random.nextInt(6) == 0;
                    if (rolledBack) {
                        connection.rollback();
                    } else {
                        connection.commit();
                    }
                } catch (SQLException failure) {
                    connection.rollback();
                    if (isAway(failure)) {
                        return;
                    }
                    if (!isLock(failure)) {
                        throw failure;
                    }
                    rolledBack = true;
                } finally {
                    connection.setAutoCommit(true);
                }
                if (!rolledBack) {
                    model.clear();
                    model.putAll(next);
                }
                transactions.incrementAndGet();
                // Slower than what follows them on a busy machine.
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (SQLException | RuntimeException failure) {
                failures.add(failure);
                return;
            }
        }
    }

    private static boolean isAway(SQLException failure) {
        return List.of("42S02", "42P01", "42S03", "42S04").contains(String.valueOf(failure.getSQLState()));
    }

    private static boolean isLock(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("40")
                || state.equals("HYT00")
                || failure.getErrorCode() == 1205
                || failure.getErrorCode() == 90131;
    }

    private void change(Connection connection, int number, Map<String, String> rows, Random random)
            throws SQLException {
        List<String> keys = new ArrayList<>(rows.keySet());
        String key = keys.isEmpty() ? null : keys.get(random.nextInt(keys.size()));
        String value = "v" + random.nextInt(1000000);
        int kind = key == null ? 0 : random.nextInt(10);
        if (kind < 3) {
            long id = number + 10L * random.nextInt(2 * ROWS_EACH);
            String name = NAMES.get(random.nextInt(NAMES.size()));
            long unique = number + 10L * random.nextInt(1 << 20);
            String added = id + "/" + name;
            boolean taken =
                    rows.containsKey(added) || rows.values().stream().anyMatch(each -> each.endsWith("/" + unique));
            if (!taken) {
                run(connection, "INSERT INTO " + table + " (v, u, id, name) VALUES (?, ?, ?, ?)", value, unique, added);
                rows.put(added, value + "/" + unique);
            }
        } else if (kind < 6) {
            run(connection, "UPDATE " + table + " SET v = ? WHERE id = ? AND name = ?", value, null, key);
            rows.put(key, value + unique(rows, key));
        } else if (kind == 6) {
            String other = (number + 10L * random.nextInt(2 * ROWS_EACH)) + "/b";
            if (!rows.containsKey(other)) {
                try (PreparedStatement update = connection.prepareStatement(
                        "UPDATE " + table + " SET id = ?, name = ? WHERE id = ? AND name = ?")) {
                    set(update, 1, other);
                    set(update, 3, key);
                    update.executeUpdate();
                }
                rows.put(other, rows.remove(key));
            }
        } else if (kind == 7) {
            run(connection, "DELETE FROM " + table + " WHERE id = ? AND name = ?", null, null, key);
            rows.remove(key);
        } else if (kind == 8) {
            String other = keys.get(random.nextInt(keys.size()));
            if (!other.equals(key)) {
                swap(connection, rows, key, other);
            }
        } else {
            long from = Long.parseLong(key.substring(0, key.indexOf('/')));
            try (Statement update = connection.createStatement()) {
                update.executeUpdate("UPDATE " + table + " SET v = '" + value + "' WHERE id BETWEEN " + from + " AND "
                        + (from + 100) + " AND id % 10 = " + number);
            }
            for (String each : keys) {
                long id = Long.parseLong(each.substring(0, each.indexOf('/')));
                if (id >= from && id <= from + 100) {
                    rows.put(each, value + unique(rows, each));
                }
            }
        }
    }

    /** Two rows exchange what only one may have. */
    private void swap(Connection connection, Map<String, String> rows, String one, String other) throws SQLException {
        String first = unique(rows, one);
        String second = unique(rows, other);
        setUnique(connection, one, -1 - Long.parseLong(first.substring(1)));
        setUnique(connection, other, Long.parseLong(first.substring(1)));
        setUnique(connection, one, Long.parseLong(second.substring(1)));
        rows.put(one, rows.get(one).substring(0, rows.get(one).lastIndexOf('/')) + second);
        rows.put(other, rows.get(other).substring(0, rows.get(other).lastIndexOf('/')) + first);
    }

    private void setUnique(Connection connection, String key, long unique) throws SQLException {
        run(connection, "UPDATE " + table + " SET u = ? WHERE id = ? AND name = ?", null, unique, key);
    }

    private static String unique(Map<String, String> rows, String key) {
        String row = rows.get(key);
        return row.substring(row.lastIndexOf('/'));
    }

    private static void run(Connection connection, String sql, String value, Long unique, String key)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int index = 1;
            if (value != null) {
                statement.setString(index++, value);
            }
            if (unique != null) {
                statement.setLong(index++, unique);
            }
            set(statement, index, key);
            statement.executeUpdate();
        }
    }

    private static void set(PreparedStatement statement, int index, String key) throws SQLException {
        int slash = key.indexOf('/');
        statement.setLong(index, Long.parseLong(key.substring(0, slash)));
        statement.setString(index + 1, key.substring(slash + 1));
    }

    /** Waits for the threads to end. */
    void join() throws InterruptedException {
        for (Thread each : threads) {
            each.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("A writer failed", failures.peek());
        }
    }

    /** Returns the acknowledged rows, by key. Only when the threads have ended. */
    Map<String, String> acknowledged() {
        Map<String, String> all = new TreeMap<>();
        models.forEach(all::putAll);
        return all;
    }

    /** Reads the rows of a table in the same form. */
    static Map<String, String> rows(DataSource pool, String table) throws SQLException {
        Map<String, String> all = new TreeMap<>();
        try (Connection connection = pool.getConnection();
                Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT id, name, v, u FROM " + table)) {
            while (rows.next()) {
                all.put(rows.getLong(1) + "/" + rows.getString(2), rows.getString(3) + "/" + rows.getLong(4));
            }
        }
        return all;
    }

    /** Lets the threads end after what they are doing. */
    void stop() {
        stopped = true;
    }

    @Override
    public void close() {
        stop();
        for (Thread each : threads) {
            try {
                each.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

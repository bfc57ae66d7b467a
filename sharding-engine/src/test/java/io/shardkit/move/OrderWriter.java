package io.shardkit.move;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Writes orders and their items for users of its own, reads them back, and remembers what was acknowledged: a value that is
 * read must be the last one acknowledged, or that of a write whose outcome is not known. Used by one thread.
 */
final class OrderWriter {
    /** H2 fails with it now and then when triggers change while a table is written. */
    private static final int H2_INTERNAL = 50_000;

    /** Items are numbered within their users. */
    private static final int ITEMS = 3;

    private final DataSource orders;
    private final int first;
    private final int step;
    private final int users;
    private final Random random;

    /** For each user the value that was acknowledged, and the number of writes after it of which it is not known. */
    private final Map<Integer, Long> acknowledged = new TreeMap<>();

    private final Map<Integer, Boolean> doubtful = new TreeMap<>();
    private volatile long transactions;
    private long restarts;
    private long longestNanos;

    /** Writes users {@code first}, {@code first + step} and so on. */
    OrderWriter(DataSource orders, int first, int step, int users, long seed) {
        this.orders = orders;
        this.first = first;
        this.step = step;
        this.users = users;
        this.random = new Random(seed);
    }

    static String[] tables(String order, String item) {
        return new String[] {
            "CREATE TABLE " + order + " (user_id BIGINT NOT NULL, n BIGINT NOT NULL, note VARCHAR(40),"
                    + " PRIMARY KEY (user_id))",
            "CREATE TABLE " + item + " (user_id BIGINT NOT NULL, item_id BIGINT NOT NULL, n BIGINT NOT NULL,"
                    + " PRIMARY KEY (user_id, item_id))"
        };
    }

    void fill() throws SQLException {
        try (Connection connection = orders.getConnection();
                PreparedStatement order = connection.prepareStatement("INSERT INTO t_order VALUES (?, 0, 'first')");
                PreparedStatement item = connection.prepareStatement("INSERT INTO t_order_item VALUES (?, ?, 0)")) {
            for (int i = 0; i < users; i++) {
                int user = first + i * step;
                order.setLong(1, user);
                order.executeUpdate();
                for (int j = 0; j < ITEMS; j++) {
                    item.setLong(1, user);
                    item.setLong(2, j);
                    item.executeUpdate();
                }
                acknowledged.put(user, 0L);
            }
        }
    }

    long transactions() {
        return transactions;
    }

    long restarts() {
        return restarts;
    }

    long longestMillis() {
        return longestNanos / 1_000_000;
    }

    Map<Integer, Long> acknowledged() {
        return acknowledged;
    }

    boolean isDoubtful(int user) {
        return doubtful.containsKey(user);
    }

    /** Does one transaction, or a statement in autocommit, and reads what is there. */
    void step() throws SQLException {
        int user = first + random.nextInt(users) * step;
        long begun = System.nanoTime();
        try (Connection connection = orders.getConnection()) {
            switch (random.nextInt(4)) {
                case 0 -> increase(connection, user, false);
                case 1 -> check(user, read(connection, user));
                default -> increase(connection, user, true);
            }
            transactions++;
        }
        longestNanos = Math.max(longestNanos, System.nanoTime() - begun);
    }

    private void increase(Connection connection, int user, boolean transaction) throws SQLException {
        long next = acknowledged.get(user) + 1;
        try {
            connection.setAutoCommit(!transaction);
            if (transaction) {
                items(connection, user, next);
            }
            int count = update(connection, user, next);
            if (count != 1) {
                throw new AssertionError("user " + user + ": " + count + " orders were updated, and not one");
            }
            if (transaction) {
                connection.commit();
            }
            acknowledged.put(user, next);
            doubtful.remove(user);
        } catch (SQLException failure) {
            if (!mayFail(failure)) {
                throw failure;
            }
            restarts++;
            if (transaction) {
                connection.rollback();
            }
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static int update(Connection connection, int user, long value) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE t_order SET n = ?, note = ? WHERE user_id = ?")) {
            update.setLong(1, value);
            update.setString(2, "note " + value);
            update.setLong(3, user);
            return update.executeUpdate();
        }
    }

    private void items(Connection connection, int user, long value) throws SQLException {
        int item = random.nextInt(ITEMS);
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM t_order_item WHERE user_id = ? AND item_id = ?")) {
            delete.setLong(1, user);
            delete.setLong(2, item);
            if (delete.executeUpdate() != 1) {
                throw new AssertionError("user " + user + " has no item " + item);
            }
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order_item VALUES (?, ?, ?)")) {
            insert.setLong(1, user);
            insert.setLong(2, item);
            insert.setLong(3, value);
            insert.executeUpdate();
        }
    }

    private static long read(Connection connection, int user) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT n FROM t_order WHERE user_id = ?")) {
            query.setLong(1, user);
            try (ResultSet rows = query.executeQuery()) {
                if (!rows.next()) {
                    throw new AssertionError("the order of user " + user + " is lost");
                }
                return rows.getLong(1);
            }
        }
    }

    private void check(int user, long value) {
        if (value != acknowledged.get(user)) {
            throw new AssertionError(
                    "user " + user + " has " + value + ", and " + acknowledged.get(user) + " was acknowledged");
        }
    }

    /** Returns true if a failure leaves nothing of its transaction, and tells to run it again. */
    private static boolean mayFail(SQLException failure) {
        boolean restarts = failure instanceof ShardingException coded && coded.errorCode() == ErrorCode.RULE_CHANGED;
        boolean deadlock =
                failure.getSQLState() != null && failure.getSQLState().startsWith("40");
        return restarts
                || deadlock
                || failure.getErrorCode() == H2_INTERNAL
                || failure.getErrorCode() == 1205
                || "HYT00".equals(failure.getSQLState());
    }

    /** Finds the orders of all users by another instance, which may read them before or after a write. */
    void find(DataSource instance) throws SQLException {
        try (Connection connection = instance.getConnection()) {
            for (int i = 0; i < users; i++) {
                read(connection, first + i * step);
            }
        }
    }

    /** Compares what another instance reads, user by user, with what was acknowledged. */
    void checkEach(DataSource instance) throws SQLException {
        try (Connection connection = instance.getConnection()) {
            for (int i = 0; i < users; i++) {
                int user = first + i * step;
                check(user, read(connection, user));
            }
        }
    }

    /** Compares all that is there with what was acknowledged. */
    void checkAll() throws SQLException {
        try (Connection connection = orders.getConnection();
                Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery(
                        "SELECT o.user_id, o.n, COUNT(*), MAX(i.n) FROM t_order o JOIN t_order_item i"
                                + " ON o.user_id = i.user_id GROUP BY o.user_id, o.n ORDER BY o.user_id")) {
            int found = 0;
            while (rows.next()) {
                int user = rows.getInt(1);
                if (acknowledged.containsKey(user)) {
                    found++;
                    check(user, rows.getLong(2));
                    if (rows.getInt(3) != ITEMS || rows.getLong(4) > rows.getLong(2)) {
                        throw new AssertionError(
                                "user " + user + " has " + rows.getInt(3) + " items, the newest of " + rows.getLong(4));
                    }
                }
            }
            if (found != users) {
                throw new AssertionError(found + " users, and not " + users);
            }
        }
    }
}

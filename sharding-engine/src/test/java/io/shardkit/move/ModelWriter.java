package io.shardkit.move;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Writes and reads the orders of users of its own, and tells each write before it is tried and once it is acknowledged, so
 * that another process can go on after this one was killed. Used by one thread.
 */
final class ModelWriter implements Runnable {
    /** Items of each user. */
    static final int ITEMS = 3;

    /** The rest after each operation, so that many processes need not use up the machine; in milliseconds. */
    private static final long REST_MILLIS = Long.getLong("model.rest", 0);

    /** The units of the model: users lie in them by turns, and the second one moves. */
    static final int UNITS = 4;

    static final int MOVING = 1;

    private final DataSource orders;
    private final Map<Integer, Known> users;
    private final Consumer<String> out;
    private final Random random;
    private final Latencies moving;
    private final Latencies others;
    private volatile boolean over;
    private volatile long steps;

    /**
     * The value of an order.
     *
     * @param acknowledged the last value that was acknowledged
     * @param tried the last value that was tried; it may be there, and may yet come as long as nothing greater is
     */
    record Known(long acknowledged, long tried) {
        boolean allows(long value) {
            return value == acknowledged || (value > acknowledged && value <= tried);
        }
    }

    ModelWriter(
            DataSource orders,
            Map<Integer, Known> users,
            Consumer<String> out,
            long seed,
            Latencies moving,
            Latencies others) {
        this.orders = orders;
        this.users = new TreeMap<>(users);
        this.out = out;
        this.random = new Random(seed);
        this.moving = moving;
        this.others = others;
    }

    long steps() {
        return steps;
    }

    void stop() {
        over = true;
    }

    @Override
    public void run() {
        Integer[] all = users.keySet().toArray(Integer[]::new);
        while (!over) {
            int user = all[random.nextInt(all.length)];
            try {
                long begun = System.nanoTime();
                step(user, random.nextInt(5));
                (user % UNITS == MOVING ? moving : others).add(System.nanoTime() - begun);
                steps++;
                pause(REST_MILLIS);
            } catch (SQLException failure) {
                out.accept("error " + user + " " + failure.getSQLState() + " " + failure.getErrorCode() + " "
                        + oneLine(failure));
                pause(20);
            } catch (RuntimeException | AssertionError wrong) {
                out.accept("wrong " + oneLine(wrong));
                return;
            }
        }
    }

    private static String oneLine(Throwable failure) {
        return String.valueOf(failure).replaceAll("\\s+", " ");
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does it again as long as it was rolled back and may be run again, as an application does. */
    private void step(int user, int kind) throws SQLException {
        while (true) {
            try (Connection connection = orders.getConnection()) {
                try {
                    switch (kind) {
                        case 0 -> write(connection, user, false);
                        case 1, 2 -> write(connection, user, true);
                        case 3 -> read(connection, user);
                        default -> readTwice(connection, user);
                    }
                    return;
                } catch (SQLException failure) {
                    if (!isRolledBack(failure)) {
                        throw failure;
                    }
                    if (!connection.getAutoCommit()) {
                        connection.rollback();
                    }
                } finally {
                    connection.setAutoCommit(true);
                }
            } catch (SQLException failure) {
                if (!isRolledBack(failure)) {
                    throw failure;
                }
            }
            out.accept("again " + user);
        }
    }

    private static boolean isRolledBack(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return (failure instanceof ShardingException coded && coded.errorCode() == ErrorCode.RULE_CHANGED)
                || state.startsWith("40")
                || state.equals("HYT00")
                || state.equals("55P03")
                || failure.getErrorCode() == 1205;
    }

    private void write(Connection connection, int user, boolean transaction) throws SQLException {
        Known before = users.get(user);
        long next = before.tried() + 1;
        connection.setAutoCommit(!transaction);
        if (transaction) {
            items(connection, user, next);
        } else {
            tried(user, before, next);
        }
        // A late write of a process that was killed finds a greater value, and has no effect.
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE t_order SET n = ?, note = ? WHERE user_id = ? AND n < ?")) {
            update.setLong(1, next);
            update.setString(2, "note " + next);
            update.setLong(3, user);
            update.setLong(4, next);
            int count = update.executeUpdate();
            if (count != 1) {
                throw new AssertionError("user " + user + ": " + count + " orders were set to " + next
                        + ", and not one; known: " + before);
            }
        }
        if (transaction) {
            tried(user, before, next);
            connection.commit();
        }
        users.put(user, new Known(next, next));
        out.accept("a " + user + " " + next);
    }

    private void tried(int user, Known before, long next) {
        users.put(user, new Known(before.acknowledged(), next));
        out.accept("t " + user + " " + next);
    }

    private void items(Connection connection, int user, long value) throws SQLException {
        int item = random.nextInt(ITEMS);
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM t_order_item WHERE user_id = ? AND item_id = ?")) {
            delete.setLong(1, user);
            delete.setLong(2, item);
            int count = delete.executeUpdate();
            if (count != 1) {
                throw new AssertionError("user " + user + " has " + count + " items " + item);
            }
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order_item VALUES (?, ?, ?)")) {
            insert.setLong(1, user);
            insert.setLong(2, item);
            insert.setLong(3, value);
            insert.executeUpdate();
        }
    }

    private void read(Connection connection, int user) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT n FROM t_order WHERE user_id = ?")) {
            query.setLong(1, user);
            try (ResultSet rows = query.executeQuery()) {
                if (!rows.next()) {
                    throw new AssertionError("the order of user " + user + " is lost");
                }
                check(user, rows.getLong(1));
                if (rows.next()) {
                    throw new AssertionError("the order of user " + user + " is there twice");
                }
            }
        }
    }

    private void readTwice(Connection connection, int user) throws SQLException {
        connection.setAutoCommit(false);
        read(connection, user);
        try (PreparedStatement query = connection.prepareStatement("SELECT o.n, COUNT(*), MAX(i.n) FROM t_order o"
                + " JOIN t_order_item i ON o.user_id = i.user_id WHERE o.user_id = ? GROUP BY o.n")) {
            query.setLong(1, user);
            try (ResultSet rows = query.executeQuery()) {
                if (!rows.next()) {
                    throw new AssertionError("the items of user " + user + " are lost");
                }
                check(user, rows.getLong(1));
                if (rows.getInt(2) != ITEMS || rows.getLong(3) > rows.getLong(1)) {
                    throw new AssertionError("user " + user + " has " + rows.getInt(2) + " items, the newest of "
                            + rows.getLong(3) + ", and an order of " + rows.getLong(1));
                }
            }
        }
        connection.commit();
    }

    private void check(int user, long value) {
        if (!users.get(user).allows(value)) {
            throw new AssertionError("user " + user + " has " + value + ", and known is " + users.get(user));
        }
    }
}

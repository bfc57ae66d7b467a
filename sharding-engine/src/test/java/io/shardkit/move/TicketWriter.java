package io.shardkit.move;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes tickets, whose codes have a lookup table, under ids of its own, and knows what is there: new rows, other codes, other
 * sharding columns, and codes that go from one row to another. Used by one thread.
 */
final class TicketWriter {
    /** Names the sharding columns of both rules, so that no rows of other units are locked. */
    private static final String WHERE = " WHERE id = ? AND user_id = ? AND shop_id = ?";

    private static final int IDS = 40;
    private static final int CODES = 30;
    private static final int USERS = 16;
    private static final int H2_INTERNAL = 50_000;
    private static final int LOCK_WAIT = 1205;

    private final DataSource tickets;
    private final int number;
    private final Random random;
    private final Map<Long, Ticket> known = new TreeMap<>();

    /** A row beside its id. */
    record Ticket(long user, long shop, @Nullable String code) {}

    TicketWriter(DataSource tickets, int number, long seed) {
        this.tickets = tickets;
        this.number = number;
        this.random = new Random(seed);
    }

    Map<Long, Ticket> known() {
        return known;
    }

    private String code() {
        return "w" + number + "-" + random.nextInt(CODES);
    }

    private Ticket ticket() {
        return new Ticket(random.nextInt(USERS), random.nextInt(USERS), random.nextInt(8) == 0 ? null : code());
    }

    /** Does one statement, or a transaction of two. */
    void step() throws SQLException {
        long id = number * 1000L + random.nextInt(IDS);
        Ticket before = known.get(id);
        List<Map.Entry<Long, @Nullable Ticket>> changes = new ArrayList<>();
        try (Connection connection = tickets.getConnection()) {
            connection.setAutoCommit(false);
            try {
                if (before == null) {
                    changes.add(inserted(connection, id, ticket()));
                } else {
                    change(connection, id, before, changes);
                }
                connection.commit();
            } catch (SQLException failure) {
                connection.rollback();
                if (!mayFail(failure)) {
                    throw failure;
                }
                return;
            } finally {
                connection.setAutoCommit(true);
            }
        }
        for (Map.Entry<Long, @Nullable Ticket> each : changes) {
            if (each.getValue() == null) {
                known.remove(each.getKey());
            } else {
                known.put(each.getKey(), each.getValue());
            }
        }
    }

    private void change(Connection connection, long id, Ticket before, List<Map.Entry<Long, @Nullable Ticket>> changes)
            throws SQLException {
        switch (random.nextInt(4)) {
            case 0 ->
                changes.add(updated(
                        connection, id, before, new Ticket(before.user(), random.nextInt(USERS), before.code())));
            case 1 ->
                changes.add(updated(
                        connection, id, before, new Ticket(random.nextInt(USERS), before.shop(), before.code())));
            case 2 -> changes.add(updated(connection, id, before, new Ticket(before.user(), before.shop(), code())));
            default -> {
                try (PreparedStatement delete = connection.prepareStatement("DELETE FROM t_ticket" + WHERE)) {
                    where(delete, 1, id, before);
                    one(delete.executeUpdate(), id);
                }
                changes.add(new SimpleEntry<>(id, null));
                long other = number * 1000L + random.nextInt(IDS);
                if (!known.containsKey(other)) {
                    changes.add(inserted(
                            connection,
                            other,
                            new Ticket(random.nextInt(USERS), random.nextInt(USERS), before.code())));
                }
            }
        }
    }

    private static void one(int count, long id) {
        if (count != 1) {
            throw new AssertionError("ticket " + id + ": " + count + " rows were written, and not one");
        }
    }

    private static Map.Entry<Long, @Nullable Ticket> inserted(Connection connection, long id, Ticket ticket)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO t_ticket (id, user_id, shop_id, code, n) VALUES (?, ?, ?, ?, 0)")) {
            insert.setLong(1, id);
            insert.setLong(2, ticket.user());
            insert.setLong(3, ticket.shop());
            insert.setString(4, ticket.code());
            insert.executeUpdate();
        }
        return new SimpleEntry<>(id, ticket);
    }

    private static void where(PreparedStatement statement, int first, long id, Ticket before) throws SQLException {
        statement.setLong(first, id);
        statement.setLong(first + 1, before.user());
        statement.setLong(first + 2, before.shop());
    }

    private static Map.Entry<Long, @Nullable Ticket> updated(
            Connection connection, long id, Ticket before, Ticket ticket) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE t_ticket SET user_id = ?, shop_id = ?, code = ?" + WHERE)) {
            update.setLong(1, ticket.user());
            update.setLong(2, ticket.shop());
            update.setString(3, ticket.code());
            where(update, 4, id, before);
            one(update.executeUpdate(), id);
        }
        return new SimpleEntry<>(id, ticket);
    }

    /** Returns true if a failure leaves nothing of its transaction: a code that is taken, a lock, another rule. */
    private static boolean mayFail(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        boolean isOtherRule = failure instanceof ShardingException coded && coded.errorCode() == ErrorCode.RULE_CHANGED;
        return isOtherRule
                || state.startsWith("23")
                || state.startsWith("40")
                || state.equals("HYT00")
                || failure.getErrorCode() == LOCK_WAIT
                || failure.getErrorCode() == H2_INTERNAL;
    }
}

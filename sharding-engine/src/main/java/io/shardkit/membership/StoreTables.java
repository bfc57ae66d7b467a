package io.shardkit.membership;

import io.shardkit.dialect.Dialect;
import io.shardkit.execute.watch.TimedQuestion;
import io.shardkit.options.RuleStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The tables of rules and of instances on one data source. Each method is one short transaction on a connection of its
 * own, with a limit of time. Times are milliseconds since 1970 UTC by the clock of the database. Immutable.
 *
 * @param dataSource the pool
 * @param name the name of the data source
 * @param seconds how long a question may take, once the pool has given a connection
 */
record StoreTables(DataSource dataSource, String name, Dialect dialect, RuleStore settings, int seconds) {
    /** The state of an epoch that is, or was, the rule of all. */
    private static final String CURRENT = "current";

    private static final long DAY_MILLIS = 24L * 60 * 60 * 1000;
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");
    private static final List<String> NO_TABLE = List.of("42S02", "42S03", "42S04", "42P01", "3F000");

    /** A question over one connection. */
    @FunctionalInterface
    private interface Question<T extends @Nullable Object> {
        T ask(Connection connection) throws SQLException;
    }

    private <T extends @Nullable Object> T asked(Question<T> question) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return TimedQuestion.ask(connection, seconds, () -> {
                connection.setAutoCommit(true);
                return question.ask(connection);
            });
        }
    }

    /** Returns the statements that make the tables. */
    List<String> definitions() {
        String text = dialect == Dialect.POSTGRESQL ? "TEXT" : dialect == Dialect.H2 ? "CLOB" : "LONGTEXT";
        String charset = dialect == Dialect.POSTGRESQL || dialect == Dialect.H2 ? "" : " CHARACTER SET utf8mb4";
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + settings.ruleTable() + " (epoch BIGINT NOT NULL PRIMARY KEY,"
                        + " state VARCHAR(16) NOT NULL, rule_hash VARCHAR(64) NOT NULL, rule_text " + text
                        + " NOT NULL, made_by VARCHAR(200) NOT NULL, made_at BIGINT NOT NULL)" + charset,
                "CREATE TABLE IF NOT EXISTS " + settings.memberTable()
                        + " (member_id VARCHAR(36) NOT NULL PRIMARY KEY, instance VARCHAR(200) NOT NULL,"
                        + " epoch BIGINT NOT NULL, state VARCHAR(16) NOT NULL, problem VARCHAR(1000) NOT NULL,"
                        + " started_at BIGINT NOT NULL, seen_at BIGINT NOT NULL, expires_at BIGINT NOT NULL)" + charset);
    }

    /**
     * Creates the tables where they are missing.
     *
     * @throws SQLException of the last that could not be created: another instance may have done so in this moment
     */
    void create() throws SQLException {
        asked(connection -> {
            SQLException failure = null;
            try (Statement statement = connection.createStatement()) {
                for (String definition : definitions()) {
                    try {
                        statement.execute(definition);
                    } catch (SQLException each) {
                        failure = each;
                    }
                }
            }
            if (failure != null) {
                throw failure;
            }
            return true;
        });
    }

    /** Returns true if both tables are there. */
    boolean areThere() throws SQLException {
        return asked(connection -> isThere(connection, settings.ruleTable())
                && isThere(connection, settings.memberTable()));
    }

    private static boolean isThere(Connection connection, String table) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT COUNT(*) FROM " + table)) {
            return rows.next();
        } catch (SQLException failure) {
            if (isNoTable(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /** Returns the epochs, the first one first; null if there is no table of them. */
    @Nullable List<Epoch> history() throws SQLException {
        return asked(connection -> {
            List<Epoch> epochs = new ArrayList<>();
            try (PreparedStatement query = connection.prepareStatement("SELECT epoch, rule_text, made_by, made_at FROM "
                    + settings.ruleTable() + " WHERE state = ? ORDER BY epoch")) {
                query.setString(1, CURRENT);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        epochs.add(
                                new Epoch(rows.getLong(1), rows.getString(2), rows.getString(3), rows.getLong(4)));
                    }
                }
                return epochs;
            } catch (SQLException failure) {
                if (isNoTable(failure)) {
                    return null;
                }
                throw failure;
            }
        });
    }

    /** Returns the number of the newest epoch; 0 if there is none. */
    long newest() throws SQLException {
        return asked(connection -> {
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT MAX(epoch) FROM " + settings.ruleTable() + " WHERE state = ?")) {
                query.setString(1, CURRENT);
                try (ResultSet rows = query.executeQuery()) {
                    return rows.next() ? rows.getLong(1) : 0L;
                }
            }
        });
    }

    /**
     * Writes an epoch, which is the rule of all from now on.
     *
     * @return false if another instance has written that epoch
     */
    boolean decide(long epoch, String hash, String text, String instance) throws SQLException {
        return asked(connection -> {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + settings.ruleTable()
                    + " (epoch, state, rule_hash, rule_text, made_by, made_at) VALUES (?, ?, ?, ?, ?, "
                    + dialect.clock().epochMillis() + ")")) {
                insert.setLong(1, epoch);
                insert.setString(2, CURRENT);
                insert.setString(3, hash);
                insert.setString(4, text);
                insert.setString(5, instance);
                return insert.executeUpdate() == 1;
            } catch (SQLException failure) {
                String state = failure.getSQLState();
                if (state != null && state.startsWith("23")) {
                    return false;
                }
                throw failure;
            }
        });
    }

    /** Tells that an instance lives, and which epoch it runs by. */
    void renew(String id, String instance, long epoch, String problem, long leaseMillis) throws SQLException {
        asked(connection -> {
            String now = dialect.clock().epochMillis();
            String state = problem.isEmpty() ? "running" : "left-behind";
            try (PreparedStatement update = connection.prepareStatement("UPDATE " + settings.memberTable()
                    + " SET epoch = ?, state = ?, problem = ?, seen_at = " + now + ", expires_at = " + now
                    + " + ? WHERE member_id = ?")) {
                update.setLong(1, epoch);
                update.setString(2, state);
                update.setString(3, problem);
                update.setLong(4, leaseMillis);
                update.setString(5, id);
                if (update.executeUpdate() > 0) {
                    return true;
                }
            }
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + settings.memberTable()
                    + " (epoch, state, problem, member_id, instance, started_at, seen_at, expires_at) VALUES"
                    + " (?, ?, ?, ?, ?, " + now + ", " + now + ", " + now + " + ?)")) {
                insert.setLong(1, epoch);
                insert.setString(2, state);
                insert.setString(3, problem);
                insert.setString(4, id);
                insert.setString(5, instance);
                insert.setLong(6, leaseMillis);
                insert.executeUpdate();
            }
            // Of instances that were ended without a word.
            try (Statement delete = connection.createStatement()) {
                delete.executeUpdate("DELETE FROM " + settings.memberTable() + " WHERE expires_at < " + now + " - "
                        + DAY_MILLIS);
            }
            return true;
        });
    }

    /** Removes an instance that ends. */
    void leave(String id) throws SQLException {
        asked(connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM " + settings.memberTable() + " WHERE member_id = ?")) {
                delete.setString(1, id);
                return delete.executeUpdate();
            }
        });
    }

    /** Returns the instances that have told lately that they live. */
    List<Member> members() throws SQLException {
        return asked(connection -> {
            List<Member> members = new ArrayList<>();
            String now = dialect.clock().epochMillis();
            try (Statement query = connection.createStatement();
                    ResultSet rows = query.executeQuery("SELECT member_id, instance, epoch, state, problem, started_at,"
                            + " seen_at FROM " + settings.memberTable() + " WHERE expires_at >= " + now
                            + " ORDER BY started_at, member_id")) {
                while (rows.next()) {
                    members.add(new Member(
                            rows.getString(1),
                            rows.getString(2),
                            rows.getLong(3),
                            rows.getString(4),
                            rows.getString(5),
                            rows.getLong(6),
                            rows.getLong(7)));
                }
            }
            return members;
        });
    }

    /** Returns true if there is a table of that name, and it has a row. */
    boolean hasRows(String table) throws SQLException {
        String written = PLAIN.matcher(table).matches() ? table : dialect.quoted(table);
        return asked(connection -> {
            try (Statement query = connection.createStatement();
                    ResultSet rows = query.executeQuery("SELECT 1 FROM " + written + " LIMIT 1")) {
                return rows.next();
            } catch (SQLException failure) {
                if (isNoTable(failure)) {
                    return false;
                }
                throw failure;
            }
        });
    }

    private static boolean isNoTable(SQLException failure) {
        return NO_TABLE.contains(failure.getSQLState());
    }
}

package io.shardkit.membership;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.CatalogRules;
import io.shardkit.execute.watch.TimedQuestion;
import io.shardkit.execute.write.StoredEpoch;
import io.shardkit.options.RuleStore;
import io.shardkit.rule.RuleText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The tables of rules and of instances on one data source. Each method is one short transaction on a connection of its
 * own, with a limit of time. Times are milliseconds since 1970 UTC by the clock of the database. Immutable.
 *
 * <p>The table of rules has a row for each epoch, of which only the state changes, once a rule with more data sources is
 * decided: writes of broadcast tables ask for it, and lock the row. It has one row of number 0 while a change of the rule is
 * under way, and one of a negative number for each change that has a way back: that of the epoch which it made.
 *
 * @param dataSource the pool
 * @param name the name of the data source
 * @param seconds how long a question may take, once the pool has given a connection
 */
record StoreTables(DataSource dataSource, String name, Dialect dialect, RuleStore settings, int seconds) {
    /** The number of the row of a change that is under way. */
    static final long CHANGE = 0;

    /** The state of an epoch. */
    private static final String CURRENT = StoredEpoch.CURRENT;

    /** The state of an epoch since there is one with more data sources. */
    private static final String SUPERSEDED = "superseded";

    /** The requests with which no change is decided, as literals. */
    private static final String STOPPING =
            Change.STOPPING.stream().sorted().map(word -> "'" + word + "'").collect(Collectors.joining(", "));

    /** The longest time that a decision waits for transactions. */
    private static final int WAIT_SECONDS = 1;

    private static final long DAY_MILLIS = 24L * 60 * 60 * 1000;
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");
    private static final List<String> NO_TABLE = List.of("42S02", "42S03", "42S04", "42P01", "3F000");

    /** A question over one connection. */
    @FunctionalInterface
    interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    /** Sets the parameters of a statement. */
    @FunctionalInterface
    private interface Values {
        void set(PreparedStatement statement) throws SQLException;
    }

    /** Asks over a connection of its own. */
    <T> T asked(Question<T> question) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return TimedQuestion.ask(connection, seconds, () -> {
                connection.setAutoCommit(true);
                return question.ask(connection);
            });
        }
    }

    private static int write(Connection connection, String sql, Values values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            values.set(statement);
            return statement.executeUpdate();
        }
    }

    /** Returns the time of the database as an expression. */
    String now() {
        return dialect.clock().epochMillis();
    }

    /** Returns the name of the table of rules with its schema, as connections that were set to another one need it. */
    String qualifiedRuleTable() throws SQLException {
        String table = settings.ruleTable();
        if (table.contains(".")) {
            return table;
        }
        String schema =
                asked(connection -> Objects.requireNonNullElse(dialect.catalog().currentSchema(connection), ""));
        return schema.isEmpty() ? table : dialect.quoted(schema) + "." + table;
    }

    /** Returns the statements that make the tables. */
    List<String> definitions() {
        String text = dialect.catalog().longText();
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + settings.ruleTable() + " (epoch BIGINT NOT NULL PRIMARY KEY,"
                        + " state VARCHAR(16) NOT NULL, rule_hash VARCHAR(64) NOT NULL, rule_text " + text
                        + " NOT NULL, made_by VARCHAR(200) NOT NULL, made_at BIGINT NOT NULL, holder VARCHAR(36)"
                        + " NOT NULL, expires_at BIGINT NOT NULL, request VARCHAR(16) NOT NULL, operation " + text
                        + " NOT NULL)",
                "CREATE TABLE IF NOT EXISTS " + settings.memberTable()
                        + " (member_id VARCHAR(36) NOT NULL PRIMARY KEY, instance VARCHAR(200) NOT NULL,"
                        + " epoch BIGINT NOT NULL, state VARCHAR(16) NOT NULL, problem " + text + " NOT NULL,"
                        + " started_at BIGINT NOT NULL, seen_at BIGINT NOT NULL, expires_at BIGINT NOT NULL)");
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
        return asked(
                connection -> isThere(connection, settings.ruleTable()) && isThere(connection, settings.memberTable()));
    }

    private boolean isThere(Connection connection, String table) throws SQLException {
        if (isKnownMissing(connection, table)) {
            return false;
        }
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

    /**
     * Returns true if the catalog of MySQL or MariaDB tells that a table is missing: no statement need fail for it, which
     * MariaDB's driver would log as a warning. Of a table that it might hide from the account, only a statement tells.
     */
    boolean isKnownMissing(Connection connection, String table) throws SQLException {
        int dot = table.indexOf('.');
        CatalogRules catalog = dialect.catalog();
        String schema = dot < 0 ? catalog.schemaTerm() : catalog.literal(table.substring(0, dot));
        String seesAll = catalog.seesAllTables(schema);
        if (seesAll == null) {
            return false;
        }
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT NOT EXISTS (SELECT 1 FROM information_schema.tables WHERE LOWER(table_schema) = LOWER(" + schema
                        + ") AND LOWER(table_name) = LOWER(?)) AND " + seesAll)) {
            query.setString(1, table.substring(dot + 1));
            try (ResultSet row = query.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    /** Returns the epochs, the first one first; none if there is no table of them. */
    List<Epoch> history() throws SQLException {
        return asked(connection -> {
            List<Epoch> epochs = new ArrayList<>();
            if (isKnownMissing(connection, settings.ruleTable())) {
                return epochs;
            }
            try (Statement query = connection.createStatement();
                    ResultSet rows = query.executeQuery("SELECT epoch, rule_text, made_by, made_at FROM "
                            + settings.ruleTable() + " WHERE epoch > " + CHANGE + " ORDER BY epoch")) {
                while (rows.next()) {
                    epochs.add(new Epoch(rows.getLong(1), rows.getString(2), rows.getString(3), rows.getLong(4)));
                }
                return epochs;
            } catch (SQLException failure) {
                if (isNoTable(failure)) {
                    return List.of();
                }
                throw failure;
            }
        });
    }

    /**
     * The state of the rule.
     *
     * @param newest the number of the newest epoch; 0 if there is none
     * @param change the change that is under way, or null
     * @param unheld whether a change has no worker, be it under way or one with a way back
     * @param hold what is asked of commits over several data sources
     */
    record Latest(long newest, @Nullable Change change, boolean unheld, HoldPhase hold) {}

    /** Returns the newest epoch and the change that is under way. */
    Latest latest() throws SQLException {
        return asked(connection -> {
            try (Statement query = connection.createStatement();
                    ResultSet rows = query.executeQuery("SELECT " + changeColumns() + " FROM " + settings.ruleTable()
                            + " WHERE epoch = " + CHANGE + " UNION ALL SELECT MAX(epoch), MAX(CASE WHEN epoch < "
                            + CHANGE + " AND expires_at < " + now()
                            + " THEN 'unheld' ELSE '' END), '', '', 0, '', 0, MAX(CASE WHEN epoch > " + CHANGE
                            + " AND expires_at >= " + now() + " THEN request ELSE '' END), '' FROM "
                            + settings.ruleTable())) {
                HoldPhase hold = HoldPhase.NONE;
                long newest = 0;
                boolean unheld = false;
                Change change = null;
                while (rows.next()) {
                    String state = rows.getString(2);
                    if (state != null && !state.isEmpty() && !state.equals("unheld")) {
                        change = change(rows);
                        unheld |= change.expired();
                    } else {
                        newest = Math.max(newest, rows.getLong(1));
                        unheld |= "unheld".equals(state);
                        hold = HoldPhase.of(rows.getString(8));
                    }
                }
                return new Latest(newest, change, unheld, hold);
            }
        });
    }

    private String changeColumns() {
        return "epoch, state, rule_text, made_by, made_at, holder, CASE WHEN expires_at < " + now()
                + " THEN 1 ELSE 0 END, request, operation";
    }

    private static Change change(ResultSet rows) throws SQLException {
        return new Change(
                rows.getLong(1),
                Change.State.of(rows.getString(2)),
                rows.getString(3),
                rows.getString(4),
                rows.getLong(5),
                rows.getString(6),
                rows.getInt(7) == 1,
                rows.getString(8),
                rows.getString(9));
    }

    /** Returns all changes: the one that is under way, and those with a way back. */
    List<Change> changes() throws SQLException {
        return asked(connection -> {
            List<Change> changes = new ArrayList<>();
            try (Statement query = connection.createStatement();
                    ResultSet rows = query.executeQuery("SELECT " + changeColumns() + " FROM " + settings.ruleTable()
                            + " WHERE epoch <= " + CHANGE + " ORDER BY epoch DESC")) {
                while (rows.next()) {
                    changes.add(change(rows));
                }
            }
            return changes;
        });
    }

    /**
     * Writes an epoch, which is the rule of all from now on.
     *
     * @param joins whether it has a data source that the one before has not
     * @return false if another instance has written that epoch
     * @throws OpenWritersException if it has, and transactions stay open that have written broadcast tables
     */
    boolean decide(Epoch epoch, String hash, boolean joins) throws SQLException {
        return atomically(connection -> isWritten(connection, epoch, hash, joins));
    }

    private boolean isWritten(Connection connection, Epoch epoch, String hash, boolean joins) throws SQLException {
        if (joins) {
            supersede(connection, epoch.number());
        }
        return inserted(connection, epoch.number(), CURRENT, hash, epoch.text(), epoch.madeBy(), "", "");
    }

    /** Waits for the transactions that have asked for their epochs, and tells those that ask later. */
    private void supersede(Connection connection, long next) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE " + settings.ruleTable()
                + " SET state = ? WHERE epoch > " + CHANGE + " AND epoch < ? AND state = ?")) {
            update.setQueryTimeout(WAIT_SECONDS);
            update.setString(1, SUPERSEDED);
            update.setLong(2, next);
            update.setString(3, CURRENT);
            update.executeUpdate();
        } catch (SQLException failure) {
            throw new OpenWritersException(failure);
        }
    }

    /** Asks in a transaction, which is rolled back if the answer is no. */
    private boolean atomically(Question<Boolean> question) throws SQLException {
        return asked(connection -> {
            connection.setAutoCommit(false);
            try {
                boolean done = question.ask(connection);
                if (done) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
                return done;
            } catch (SQLException | RuntimeException failure) {
                connection.rollback();
                throw failure;
            } finally {
                connection.setAutoCommit(true);
            }
        });
    }

    private boolean inserted(
            Connection connection,
            long number,
            String state,
            String hash,
            String text,
            String madeBy,
            String holder,
            String operation)
            throws SQLException {
        try {
            return write(
                            connection,
                            "INSERT INTO " + settings.ruleTable()
                                    + " (epoch, state, rule_hash, rule_text, made_by, made_at,"
                                    + " holder, expires_at, request, operation) VALUES (?, ?, ?, ?, ?, " + now()
                                    + ", ?, 0, '', ?)",
                            insert -> {
                                insert.setLong(1, number);
                                insert.setString(2, state);
                                insert.setString(3, hash);
                                insert.setString(4, text);
                                insert.setString(5, madeBy);
                                insert.setString(6, holder);
                                insert.setString(7, operation);
                            })
                    == 1;
        } catch (SQLException failure) {
            if (isTaken(failure)) {
                return false;
            }
            throw failure;
        }
    }

    private static boolean isTaken(SQLException failure) {
        String code = failure.getSQLState();
        return code != null && code.startsWith("23");
    }

    /**
     * Begins a change of the rule.
     *
     * @param text the rule that is to be
     * @param operation what the worker is to do, and how far it is
     * @return false if another change is under way
     */
    boolean begin(String hash, String text, String madeBy, String operation) throws SQLException {
        return asked(connection ->
                inserted(connection, CHANGE, Change.State.PREPARED.word(), hash, text, madeBy, "", operation));
    }

    /**
     * Takes hold of a change, or keeps it.
     *
     * @param worker tells the worker from all others
     * @return false if another worker holds it, or it has ended
     */
    boolean hold(String worker, long number, long leaseMillis) throws SQLException {
        return changed(
                "holder = ?, expires_at = " + now() + " + ?",
                "epoch = ? AND (holder = ? OR expires_at < " + now() + ")",
                worker,
                leaseMillis,
                number,
                worker);
    }

    /** Lets another worker hold the change at once. */
    void release(String worker, long number) throws SQLException {
        changed("expires_at = 0", "epoch = ? AND holder = ?", number, worker);
    }

    /**
     * Brings the change that is under way from one state to another.
     *
     * @return false if it is in another state, or another worker holds it
     */
    boolean advance(String worker, Change.State from, Change.State to) throws SQLException {
        return asked(connection -> advanced(connection, worker, from, to));
    }

    private boolean advanced(Connection connection, String worker, Change.State from, Change.State to)
            throws SQLException {
        return changed(
                connection,
                "state = ?",
                "epoch = " + CHANGE + " AND state = ? AND holder = ?",
                to.word(),
                from.word(),
                worker);
    }

    /** Writes how far the worker is; false if another worker holds the change. */
    boolean report(String worker, long number, String operation) throws SQLException {
        return changed("operation = ?", "epoch = ? AND holder = ?", operation, number, worker);
    }

    /** Writes the rule that is to be, made anew from the newest one; false if the change is not prepared any more. */
    boolean rebase(String worker, RuleText next) throws SQLException {
        return changed(
                "rule_hash = ?, rule_text = ?",
                "epoch = " + CHANGE + " AND state = ? AND holder = ?",
                next.hash(),
                next.toString(),
                Change.State.PREPARED.word(),
                worker);
    }

    /** Asks the worker of a change for something; false if there is no such change. */
    boolean request(long number, String word) throws SQLException {
        return changed("request = ?", "epoch = ?", word, number);
    }

    /** Takes back a request that was met; false if there is another one by now. */
    boolean met(String worker, long number, String word) throws SQLException {
        return changed("request = ''", "epoch = ? AND request = ? AND holder = ?", number, word, worker);
    }

    /** Makes room for other changes: this one keeps its way back under another number. */
    boolean keep(String worker, long number, Change.State from, String operation) throws SQLException {
        return changed(
                "epoch = ?, state = ?, operation = ?, request = ''",
                "epoch = " + CHANGE + " AND state = ? AND holder = ?",
                number,
                Change.State.SWITCHED.word(),
                operation,
                from.word(),
                worker);
    }

    /**
     * Begins the way back of a change.
     *
     * @return false if another change is under way, or another worker holds this one
     */
    boolean recall(String worker, long number, String operation) throws SQLException {
        try {
            return changed(
                    "epoch = " + CHANGE + ", state = ?, operation = ?, request = ''",
                    "epoch = ? AND holder = ?",
                    Change.State.PREPARED.word(),
                    operation,
                    number,
                    worker);
        } catch (SQLException failure) {
            if (isTaken(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /** Changes a row of a change; false if there is none to which the condition applies. */
    private boolean changed(String assignments, String condition, Object... values) throws SQLException {
        return asked(connection -> changed(connection, assignments, condition, values));
    }

    private boolean changed(Connection connection, String assignments, String condition, Object... values)
            throws SQLException {
        return write(
                        connection,
                        "UPDATE " + settings.ruleTable() + " SET " + assignments + " WHERE " + condition,
                        update -> {
                            for (int i = 0; i < values.length; i++) {
                                update.setObject(i + 1, values[i]);
                            }
                        })
                == 1;
    }

    /**
     * Decides a change: one transaction writes the next epoch and tells that the change is decided.
     *
     * @param joins whether the epoch has a data source that the one before has not
     * @return false if it is not paused any more, was asked to stop, another worker holds it, or another instance has
     *     written that epoch
     * @throws OpenWritersException if it has, and transactions stay open that have written broadcast tables
     */
    boolean decide(String worker, Epoch next, String hash, boolean joins) throws SQLException {
        return atomically(connection -> changed(
                        connection,
                        "state = ?",
                        "epoch = " + CHANGE + " AND state = ? AND holder = ? AND request NOT IN (" + STOPPING + ")",
                        Change.State.DECIDED.word(),
                        Change.State.PAUSED.word(),
                        worker)
                && isWritten(connection, next, hash, joins));
    }

    /** Ends a change; false if it is in another state, or another worker holds it. */
    boolean end(String worker, long number, Change.State from) throws SQLException {
        return asked(connection -> write(
                        connection,
                        "DELETE FROM " + settings.ruleTable() + " WHERE epoch = ? AND state = ? AND holder = ?",
                        delete -> {
                            delete.setLong(1, number);
                            delete.setString(2, from.word());
                            delete.setString(3, worker);
                        })
                == 1);
    }

    /** Asks all instances to look often, as commits are to be held; false if another one does. */
    boolean announceHold(long epoch, String holder, long leaseMillis) throws SQLException {
        return changed(
                "request = ?, holder = ?, expires_at = " + now() + " + ?",
                "epoch = ? AND expires_at < " + now(),
                HoldPhase.NEAR.word(),
                holder,
                leaseMillis,
                epoch);
    }

    /** Asks all instances to hold commits over several data sources; false if the time of the announcement is over. */
    boolean hold(long epoch, String holder, long leaseMillis) throws SQLException {
        return changed(
                "request = ?, expires_at = " + now() + " + ?",
                "epoch = ? AND holder = ? AND expires_at >= " + now(),
                HoldPhase.HELD.word(),
                leaseMillis,
                epoch,
                holder);
    }

    /** Lets commits go on. */
    void endHold(long epoch, String holder) throws SQLException {
        changed("request = '', holder = '', expires_at = 0", "epoch = ? AND holder = ?", epoch, holder);
    }

    /** Tells that an instance lives, by which epoch it runs, and how far it is with a change. */
    void renew(Member member, long leaseMillis) throws SQLException {
        asked(connection -> {
            String now = now();
            int known = write(
                    connection,
                    "UPDATE " + settings.memberTable() + " SET epoch = ?, state = ?, problem = ?, seen_at = " + now
                            + ", expires_at = " + now + " + ? WHERE member_id = ?",
                    update -> {
                        update.setLong(1, member.epoch());
                        update.setString(2, member.state());
                        update.setString(3, member.problem());
                        update.setLong(4, leaseMillis);
                        update.setString(5, member.id());
                    });
            if (known > 0) {
                return true;
            }
            write(
                    connection,
                    "INSERT INTO " + settings.memberTable()
                            + " (epoch, state, problem, member_id, instance, started_at,"
                            + " seen_at, expires_at) VALUES (?, ?, ?, ?, ?, " + now + ", " + now + ", " + now + " + ?)",
                    insert -> {
                        insert.setLong(1, member.epoch());
                        insert.setString(2, member.state());
                        insert.setString(3, member.problem());
                        insert.setString(4, member.id());
                        insert.setString(5, member.instance());
                        insert.setLong(6, leaseMillis);
                    });
            // Of instances that were ended without a word.
            write(
                    connection,
                    "DELETE FROM " + settings.memberTable() + " WHERE expires_at < " + now + " - " + DAY_MILLIS,
                    delete -> {});
            return true;
        });
    }

    /** Removes an instance that ends. */
    void leave(String id) throws SQLException {
        asked(connection -> write(
                connection,
                "DELETE FROM " + settings.memberTable() + " WHERE member_id = ?",
                delete -> delete.setString(1, id)));
    }

    /** Returns the instances that have told lately that they live. */
    List<Member> members() throws SQLException {
        return members(" WHERE expires_at >= " + now());
    }

    /** Returns the instances that have not said that they end, those too that have told nothing for up to a day. */
    List<Member> known() throws SQLException {
        return members("");
    }

    private List<Member> members(String condition) throws SQLException {
        return asked(connection -> {
            List<Member> members = new ArrayList<>();
            try (Statement query = connection.createStatement();
                    ResultSet rows = query.executeQuery("SELECT member_id, instance, epoch, state, problem, started_at,"
                            + " seen_at, " + now() + " - seen_at FROM " + settings.memberTable()
                            + condition + " ORDER BY started_at, member_id")) {
                while (rows.next()) {
                    members.add(new Member(
                            rows.getString(1),
                            rows.getString(2),
                            rows.getLong(3),
                            rows.getString(4),
                            rows.getString(5),
                            rows.getLong(6),
                            rows.getLong(7),
                            rows.getLong(8)));
                }
            }
            return members;
        });
    }

    /** Returns true if there is a table of that name, and it has a row. */
    boolean hasRows(String table) throws SQLException {
        String written = PLAIN.matcher(table).matches() ? table : dialect.quoted(table);
        return asked(connection -> {
            if (isKnownMissing(connection, table)) {
                return false;
            }
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

    static boolean isNoTable(SQLException failure) {
        return NO_TABLE.contains(failure.getSQLState());
    }
}

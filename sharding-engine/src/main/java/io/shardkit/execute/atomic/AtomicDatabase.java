package io.shardkit.execute.atomic;

import io.shardkit.dialect.branch.BranchId;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.execute.watch.TimedQuestion;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A database as atomic commits see it: its table of decisions, and what is prepared there. A decision is a row that is
 * there once: the first to insert it has decided. Immutable, thread-safe.
 */
final class AtomicDatabase {
    /** Seconds that a database may take to answer one question, once its pool has given a connection. */
    static final int SECONDS = 10;

    private static final String COMMIT = "commit";
    private static final String ABORT = "abort";

    /** The row with the name of the database. */
    private static final String IDENTITY = "database";

    private static final int IDENTITY_BYTES = 8;

    private final String dataSourceName;
    private final DataSource dataSource;
    private final TwoPhase statements;
    private final String table;
    private final String id;

    private AtomicDatabase(String dataSourceName, DataSource dataSource, TwoPhase statements, String table, String id) {
        this.dataSourceName = dataSourceName;
        this.dataSource = dataSource;
        this.statements = statements;
        this.table = table;
        this.id = id;
    }

    /**
     * A database whose table of decisions is there and has its name in it.
     *
     * @param connection a connection to it, in autocommit
     * @param table its name, as it stands in statements
     */
    static AtomicDatabase open(
            String dataSourceName, DataSource dataSource, Connection connection, TwoPhase statements, String table)
            throws SQLException {
        String id = TimedQuestion.ask(connection, SECONDS, () -> identity(connection, statements, table));
        return new AtomicDatabase(dataSourceName, dataSource, statements, table, id);
    }

    private static String identity(Connection connection, TwoPhase statements, String table) throws SQLException {
        connection.setAutoCommit(true);
        String known = decision(connection, table, IDENTITY);
        if (known != null) {
            return known;
        }
        byte[] random = new byte[IDENTITY_BYTES];
        new SecureRandom().nextBytes(random);
        try {
            insert(connection, statements, table, IDENTITY, HexFormat.of().formatHex(random), List.of());
        } catch (SQLException taken) {
            // Another process may have named it in this moment.
            String its = decision(connection, table, IDENTITY);
            if (its == null) {
                throw taken;
            }
            return its;
        }
        return HexFormat.of().formatHex(random);
    }

    /** Returns the statement that gives a copy of another database a name of its own. */
    String renaming() {
        return "DELETE FROM " + table + " WHERE id = '" + IDENTITY + "'";
    }

    /** Returns true if it is the database of that pool. */
    boolean isOf(String name, DataSource pool) {
        return dataSourceName.equals(name) && dataSource.equals(pool);
    }

    /** The name of its data source. */
    String dataSourceName() {
        return dataSourceName;
    }

    /** Tells it from all other databases, of whatever application: 16 hexadecimal digits. */
    String id() {
        return id;
    }

    /**
     * Writes the decision to commit as a part of what is open on a connection, with which it is committed.
     *
     * @throws SQLException of a constraint if another process has decided against it
     */
    void decide(Connection connection, String transaction, Collection<AtomicDatabase> participants)
            throws SQLException {
        insert(connection, statements, table, transaction, COMMIT, participants);
    }

    /** Decides on a connection of its own: when it returns, the transaction is committed. */
    void decide(String transaction, Collection<AtomicDatabase> participants) throws SQLException {
        asking(connection -> {
            decide(connection, transaction, participants);
            return true;
        });
    }

    private static void insert(
            Connection connection,
            TwoPhase statements,
            String table,
            String transaction,
            String decision,
            Collection<AtomicDatabase> participants)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(statements.insert(table))) {
            insert.setString(1, transaction);
            insert.setString(2, decision);
            insert.setString(
                    3,
                    String.join(
                            ",", participants.stream().map(AtomicDatabase::id).toList()));
            insert.executeUpdate();
        }
    }

    /**
     * Returns the decision on a transaction; if there is none, decides on rollback, which its coordinator learns when it
     * wants to decide otherwise. Waits for a decision under way.
     *
     * @return whether it commits
     */
    boolean settle(String transaction) throws SQLException {
        return asking(connection -> {
            try {
                insert(connection, statements, table, transaction, ABORT, List.of());
                return false;
            } catch (SQLException decided) {
                // A wait for a decision under way may have ended by a timeout; it must not be read before it is made.
                String decision = isTaken(decided) ? decision(connection, table, transaction) : null;
                if (decision == null) {
                    throw decided;
                }
                return decision.equals(COMMIT);
            }
        });
    }

    /** Returns true if a row of the same name is there. */
    static boolean isTaken(Exception failure) {
        return failure instanceof SQLException exception
                && exception.getSQLState() != null
                && exception.getSQLState().startsWith("23");
    }

    private static @Nullable String decision(Connection connection, String table, String transaction)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT decision FROM " + table + " WHERE id = ?")) {
            query.setString(1, transaction);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    /** The branches that are prepared on it. */
    List<BranchId> prepared() throws SQLException {
        return asking(connection -> {
            List<BranchId> found = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(statements.preparedQuery())) {
                while (rows.next()) {
                    BranchId branch = BranchId.parse(rows.getString(statements.preparedColumn()));
                    if (branch != null && branch.participant().equals(id)) {
                        found.add(branch);
                    }
                }
            }
            return found;
        });
    }

    /**
     * Ends the branch that is prepared on the database.
     *
     * @return false if that failed because the branch had ended: another process ended it, or the answer was lost
     */
    boolean end(BranchId branch, boolean commit) throws SQLException {
        try {
            return asking(connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(commit ? statements.commit(branch) : statements.rollback(branch));
                }
                return true;
            });
        } catch (SQLException failure) {
            if (isPrepared(branch, failure)) {
                throw failure;
            }
            return false;
        }
    }

    /** Returns true if the branch is prepared, or may be, since its database does not answer. */
    private boolean isPrepared(BranchId branch, SQLException failure) {
        try {
            return prepared().contains(branch);
        } catch (SQLException unanswered) {
            failure.addSuppressed(unanswered);
            return true;
        }
    }

    /**
     * A decision that has not been removed.
     *
     * @param participants the databases that had to follow the decision
     */
    record Decision(String transaction, boolean commit, List<String> participants) {}

    /** The decisions that are older than so many hours. */
    List<Decision> olderThan(int hours) throws SQLException {
        return asking(connection -> {
            List<Decision> found = new ArrayList<>();
            try (PreparedStatement query = connection.prepareStatement("SELECT id, decision, participants FROM " + table
                    + " WHERE decided_at < CURRENT_TIMESTAMP - INTERVAL '" + hours + "' HOUR AND id <> ?")) {
                query.setString(1, IDENTITY);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        found.add(new Decision(
                                rows.getString(1),
                                rows.getString(2).equals(COMMIT),
                                List.of(rows.getString(3).split(","))));
                    }
                }
            }
            return found;
        });
    }

    /** Removes decisions that will not be asked for again. */
    void forget(Collection<String> transactions) throws SQLException {
        if (transactions.isEmpty()) {
            return;
        }
        asking(connection -> {
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + " WHERE id IN ("
                    + String.join(", ", Collections.nCopies(transactions.size(), "?")) + ")")) {
                int parameter = 1;
                for (String transaction : transactions) {
                    delete.setString(parameter++, transaction);
                }
                return delete.executeUpdate();
            }
        });
    }

    private <T> T asking(TimedQuestion.Question<T> question) throws SQLException {
        return TimedQuestion.askAlone(dataSource, SECONDS, question);
    }
}

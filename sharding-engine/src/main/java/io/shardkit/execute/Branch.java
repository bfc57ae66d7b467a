package io.shardkit.execute;

import io.shardkit.dialect.branch.BranchName;
import io.shardkit.dialect.branch.TwoPhase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The part of a connection in a transaction over several databases, under the name by which its database knows it. */
final class Branch {
    private static final Logger LOG = LoggerFactory.getLogger(Branch.class);

    private final TwoPhase statements;
    private final BranchName id;
    private boolean prepared;

    /** Tells whether temporary tables were allowed for it. */
    private boolean temporary;

    private Branch(TwoPhase statements, BranchName id) {
        this.statements = statements;
        this.id = id;
    }

    /**
     * Begins one on a database that names it at its begin.
     *
     * @param temporary whether it will have temporary tables
     */
    static Branch begin(Connection connection, TwoPhase statements, BranchName id, boolean temporary)
            throws SQLException {
        Branch branch = new Branch(statements, id);
        branch.temporary = temporary && set(connection, statements.allowTemporaryTables());
        execute(connection, statements.begin(id));
        return branch;
    }

    /** Tells whether the user may say it; what is forbidden then fails where it is tried. */
    private static boolean set(Connection connection, @Nullable String sql) {
        if (sql == null) {
            return false;
        }
        try {
            execute(connection, sql);
            return true;
        } catch (SQLException refused) {
            LOG.debug("{} is refused", sql, refused);
            return false;
        }
    }

    private void ended(Connection connection) {
        if (temporary) {
            set(connection, statements.forbidTemporaryTables());
        }
    }

    /** One that a database names when it is prepared: what is open on the connection. */
    static Branch of(TwoPhase statements, BranchName id) {
        return new Branch(statements, id);
    }

    /** Tells whether it has been prepared, or may have been. */
    boolean isPrepared() {
        return prepared;
    }

    /** The rest of it after its database has answered that it did not prepare it; null if it has no name then. */
    @Nullable Branch unprepared() {
        prepared = false;
        return statements.isNamedAtBegin() ? this : null;
    }

    void prepare(Connection connection) throws SQLException {
        if (statements.isNamedAtBegin()) {
            execute(connection, statements.end(id));
        }
        prepared = true;
        execute(connection, statements.prepare(id));
    }

    /** Commits it in one phase. */
    void commitAtOnce(Connection connection) throws SQLException {
        execute(connection, statements.end(id));
        execute(connection, statements.commitAtOnce(id));
        ended(connection);
    }

    /** Commits what was prepared. */
    void commit(Connection connection) throws SQLException {
        end(connection, statements.commit(id));
    }

    /** Rolls it back, prepared or not. */
    void rollback(Connection connection) throws SQLException {
        if (prepared) {
            end(connection, statements.rollback(id));
            return;
        }
        try {
            execute(connection, statements.end(id));
        } catch (SQLException rolledBack) {
            // A database that has rolled it back already says so here, and wants to be told all the same.
            LOG.debug("The branch {} can only be rolled back", id, rolledBack);
        }
        execute(connection, statements.rollback(id));
        ended(connection);
    }

    private void end(Connection connection, String sql) throws SQLException {
        if (!statements.endsInAutoCommit()) {
            execute(connection, sql);
            ended(connection);
            return;
        }
        connection.setAutoCommit(true);
        execute(connection, sql);
        connection.setAutoCommit(false);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

package io.shardkit.execute;

import io.shardkit.dialect.branch.BranchName;
import io.shardkit.dialect.branch.TwoPhase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a connection has of a transaction over several databases, under the name by which its database knows it. */
final class Branch {
    private static final Logger LOG = LoggerFactory.getLogger(Branch.class);

    private final TwoPhase statements;
    private final BranchName id;
    private boolean prepared;

    private Branch(TwoPhase statements, BranchName id) {
        this.statements = statements;
        this.id = id;
    }

    /** Begins one on a database that names it at its begin. */
    static Branch begin(Connection connection, TwoPhase statements, BranchName id) throws SQLException {
        execute(connection, statements.begin(id));
        return new Branch(statements, id);
    }

    /** One that a database names when it is prepared: what is open on the connection. */
    static Branch of(TwoPhase statements, BranchName id) {
        return new Branch(statements, id);
    }

    /** Whether it has been prepared, or may have been. */
    boolean isPrepared() {
        return prepared;
    }

    /** What is left of it after its database has answered that it did not prepare it; null if it has no name then. */
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
        } catch (SQLException spoilt) {
            // A database that has rolled it back already says so here, and wants to be told all the same.
            LOG.debug("The branch {} can only be rolled back", id, spoilt);
        }
        execute(connection, statements.rollback(id));
    }

    private void end(Connection connection, String sql) throws SQLException {
        if (!statements.endsInAutoCommit()) {
            execute(connection, sql);
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

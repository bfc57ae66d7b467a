package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.session.Session;
import java.sql.SQLException;
import java.sql.Savepoint;

/** The ends of a connection's transactions, and their savepoints: all of them are the session's. */
abstract class ConnectionTransactions extends ConnectionSettings {

    ConnectionTransactions(Session session) {
        super(session);
    }

    @Override
    public void commit() throws SQLException {
        checkOpen();
        session().transactions().checkEnds();
        session().transactions().ends().commit();
    }

    @Override
    public void rollback() throws SQLException {
        checkOpen();
        session().transactions().checkEnds();
        session().transactions().ends().rollback();
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        checkOpen();
        return new ShardingSavepoint(session().savepoints().set(null));
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        checkOpen();
        return new ShardingSavepoint(session().savepoints().set(name));
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        checkOpen();
        session().savepoints().rollbackTo(own(savepoint).mark());
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        checkOpen();
        session().savepoints().release(own(savepoint).mark());
    }

    private static ShardingSavepoint own(Savepoint savepoint) throws SQLException {
        if (savepoint instanceof ShardingSavepoint own) {
            return own;
        }
        throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "a savepoint of another connection");
    }
}

package io.shardkit.dialect.driver;

import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * PostgreSQL's driver. A statement that was cancelled does not end before the cancel has, which a frozen server never
 * answers, so the connection is asked to cancel what it runs. It keeps a query timeout by a cancel of its own, too.
 */
final class PostgresqlDriver extends JdbcDriver {
    PostgresqlDriver() {
        super("PostgreSQL JDBC", "org.postgresql.", "org.postgresql.PGConnection");
    }

    @Override
    public boolean keepsTimeouts() {
        return false;
    }

    @Override
    public void cancel(Statement statement, Connection own) throws SQLException {
        try {
            own.getClass().getMethod("cancelQuery").invoke(own);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new SQLException("A statement could not be cancelled", failed.getCause());
        } catch (ReflectiveOperationException notPossible) {
            statement.cancel();
        }
    }
}

package io.shardkit.dialect.driver;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * MySQL Connector/J. It keeps a query timeout by a timer that opens a connection to send KILL QUERY; the statement does
 * not end before that timer has, which waits for ever on a server that accepts connections and answers nothing. The
 * text of a number with a fraction is that of the Java object, not the one that the server sends, and columns of floating
 * numbers without a fixed scale have the scale 0.
 */
final class ConnectorJDriver extends JdbcDriver {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectorJDriver.class);

    private static final String PACKAGES = "com.mysql.cj.";

    ConnectorJDriver() {
        super("MySQL Connector", PACKAGES, PACKAGES + "jdbc.JdbcConnection");
    }

    @Override
    public boolean keepsTimeouts() {
        return false;
    }

    @Override
    public boolean keepsStatements(Connection own) {
        return true;
    }

    /** Returns the one number with which it does not read all rows at first. */
    @Override
    public int fetchSize(int rows) {
        return Integer.MIN_VALUE;
    }

    /**
     * The driver itself cancels nothing once a statement has answered, although rows may still come, all of which it reads
     * before it closes their result.
     */
    @Override
    public void cancel(Statement statement, Connection own) throws SQLException {
        try {
            Class<?> type = Class.forName(
                    PACKAGES + "jdbc.JdbcStatement", false, own.getClass().getClassLoader());
            Object of = statement.unwrap(type);
            AtomicBoolean executing =
                    (AtomicBoolean) type.getMethod("getStatementExecuting").invoke(of);
            boolean answered = executing.compareAndSet(false, true);
            try {
                statement.cancel();
            } finally {
                if (answered) {
                    executing.set(false);
                }
            }
        } catch (ReflectiveOperationException | RuntimeException unknown) {
            LOG.debug("Connector/J does not tell whether a statement runs", unknown);
            statement.cancel();
        }
    }

    @Override
    public boolean endsOnlyWhatBegan() {
        return true;
    }

    @Override
    public String text(Number value, String sent) {
        boolean made = value instanceof BigDecimal || value instanceof Double || value instanceof Float;
        return made ? value.toString() : sent;
    }
}

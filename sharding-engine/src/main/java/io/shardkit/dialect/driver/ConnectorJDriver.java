package io.shardkit.dialect.driver;

import java.math.BigDecimal;
import java.sql.Connection;

/**
 * MySQL Connector/J. It keeps a query timeout by a timer that opens a connection to send KILL QUERY; the statement does
 * not end before that timer has, which waits for ever on a server that accepts connections and answers nothing. The
 * text of a number with a fraction is that of the Java object, not the one that the server sends, and columns of floating
 * numbers without a fixed scale have the scale 0.
 */
final class ConnectorJDriver extends JdbcDriver {
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

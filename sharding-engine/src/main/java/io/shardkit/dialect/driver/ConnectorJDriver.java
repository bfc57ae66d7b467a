package io.shardkit.dialect.driver;

import java.sql.Connection;

/**
 * MySQL Connector/J. It keeps a query timeout by a timer that opens a connection to send KILL QUERY; the statement does
 * not end before that timer has, which waits for ever on a server that accepts connections and answers nothing.
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
}

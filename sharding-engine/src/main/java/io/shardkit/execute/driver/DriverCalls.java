package io.shardkit.execute.driver;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs a driver's statement, prepared or not. */
public final class DriverCalls {
    private DriverCalls() {}

    public static ResultSet query(Statement statement, String sql) throws SQLException {
        return statement instanceof PreparedStatement prepared ? prepared.executeQuery() : statement.executeQuery(sql);
    }

    public static long update(Statement statement, String sql, KeyRequest keys, boolean large) throws SQLException {
        if (statement instanceof PreparedStatement prepared) {
            return large ? prepared.executeLargeUpdate() : prepared.executeUpdate();
        }
        if (keys.wanted()) {
            return keys.update(statement, sql);
        }
        return large ? statement.executeLargeUpdate(sql) : statement.executeUpdate(sql);
    }

    public static boolean execute(Statement statement, String sql, KeyRequest keys) throws SQLException {
        if (statement instanceof PreparedStatement prepared) {
            return prepared.execute();
        }
        return keys.wanted() ? keys.execute(statement, sql) : statement.execute(sql);
    }
}

package io.shardkit.execute.driver;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs a driver's statement, prepared or not. */
public final class DriverCalls {
    private DriverCalls() {}

    /** As {@link #query(Statement, String)}, of one that is known to be prepared or not. */
    static ResultSet query(OpenStatement open, String sql) throws SQLException {
        PreparedStatement prepared = open.prepared;
        return prepared == null ? open.statement.executeQuery(sql) : prepared.executeQuery();
    }

    public static ResultSet query(Statement statement, String sql) throws SQLException {
        return statement instanceof PreparedStatement prepared ? prepared.executeQuery() : statement.executeQuery(sql);
    }

    /**
     * The rows that a write returns. Connector/J takes no write for a query, whatever it returns; and MariaDB sends no columns
     * where it sees beforehand that no row is met.
     */
    public static ResultSet returned(Statement statement, String sql) throws SQLException {
        boolean rows = statement instanceof PreparedStatement prepared ? prepared.execute() : statement.execute(sql);
        return rows ? statement.getResultSet() : GeneratedKeyRows.WITHOUT_COLUMNS.rows();
    }

    public static long update(Statement statement, String sql, KeyRequest keys, boolean large) throws SQLException {
        if (statement instanceof PreparedStatement prepared) {
            return large ? largeUpdate(prepared) : prepared.executeUpdate();
        }
        if (keys.wanted()) {
            return keys.update(statement, sql, large);
        }
        return large ? largeUpdate(statement, sql) : statement.executeUpdate(sql);
    }

    /** Wrappers of drivers that know no large counts do nothing before they say so. */
    private static long largeUpdate(PreparedStatement statement) throws SQLException {
        try {
            return statement.executeLargeUpdate();
        } catch (UnsupportedOperationException noLargeCounts) {
            return statement.executeUpdate();
        }
    }

    private static long largeUpdate(Statement statement, String sql) throws SQLException {
        try {
            return statement.executeLargeUpdate(sql);
        } catch (UnsupportedOperationException noLargeCounts) {
            return statement.executeUpdate(sql);
        }
    }

    /** The update count of what was executed last. */
    public static long count(Statement statement) throws SQLException {
        try {
            return statement.getLargeUpdateCount();
        } catch (UnsupportedOperationException noLargeCounts) {
            return statement.getUpdateCount();
        }
    }

    public static boolean execute(Statement statement, String sql, KeyRequest keys) throws SQLException {
        if (statement instanceof PreparedStatement prepared) {
            return prepared.execute();
        }
        return keys.wanted() ? keys.execute(statement, sql) : statement.execute(sql);
    }
}

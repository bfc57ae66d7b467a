package io.shardkit.execute.driver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The request for generated keys, if any; asks the driver in the same way. Immutable.
 *
 * @param flag one of the constants of {@link Statement}
 * @param indexes the columns by number, or null
 * @param names the columns by name, or null
 */
public record KeyRequest(int flag, int @Nullable [] indexes, String @Nullable [] names) {
    /** Not asked for. */
    public static final KeyRequest NONE = new KeyRequest(Statement.NO_GENERATED_KEYS, null, null);

    /** Asked for in general. */
    static final KeyRequest ALL = new KeyRequest(Statement.RETURN_GENERATED_KEYS, null, null);

    public static KeyRequest of(int flag) {
        return flag == Statement.RETURN_GENERATED_KEYS ? ALL : NONE;
    }

    public static KeyRequest of(int[] indexes) {
        return new KeyRequest(Statement.RETURN_GENERATED_KEYS, indexes.clone(), null);
    }

    public static KeyRequest of(String[] names) {
        return new KeyRequest(Statement.RETURN_GENERATED_KEYS, null, names.clone());
    }

    public boolean wanted() {
        return flag == Statement.RETURN_GENERATED_KEYS;
    }

    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        if (indexes != null) {
            return connection.prepareStatement(sql, indexes);
        }
        if (names != null) {
            return connection.prepareStatement(sql, names);
        }
        return connection.prepareStatement(sql, flag);
    }

    boolean execute(Statement statement, String sql) throws SQLException {
        if (indexes != null) {
            return statement.execute(sql, indexes);
        }
        if (names != null) {
            return statement.execute(sql, names);
        }
        return statement.execute(sql, flag);
    }

    long update(Statement statement, String sql, boolean large) throws SQLException {
        if (large) {
            try {
                return updateLarge(statement, sql);
            } catch (UnsupportedOperationException noLargeCounts) {
                // It does nothing before it says so.
            } catch (SQLFeatureNotSupportedException noLargeCounts) {
                if (noLargeCounts.getSQLState() != null) {
                    // Not the default of the interface: a driver or its database says that of the statement.
                    throw noLargeCounts;
                }
            }
        }
        if (indexes != null) {
            return statement.executeUpdate(sql, indexes);
        }
        return names != null ? statement.executeUpdate(sql, names) : statement.executeUpdate(sql, flag);
    }

    private long updateLarge(Statement statement, String sql) throws SQLException {
        if (indexes != null) {
            return statement.executeLargeUpdate(sql, indexes);
        }
        return names != null ? statement.executeLargeUpdate(sql, names) : statement.executeLargeUpdate(sql, flag);
    }
}

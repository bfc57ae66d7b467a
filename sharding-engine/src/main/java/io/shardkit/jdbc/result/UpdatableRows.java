package io.shardkit.jdbc.result;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.TableNames;
import java.lang.reflect.InvocationTargetException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/**
 * Checks writes through a driver's updatable rows, and allows those that one unsharded database would allow: a driver
 * knows nothing but the actual table that it read.
 */
final class UpdatableRows {
    private UpdatableRows() {}

    /**
     * Checks that a column may be updated.
     *
     * @throws SQLException if it says where the row belongs
     */
    static void checkColumn(ResultSet rows, int column, TableNames names, String method) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        if (column < 1 || column > columns.getColumnCount()) {
            // The driver's to say.
            return;
        }
        String name = columnName(columns, column);
        if (names.isShardingColumn(table(columns, column), name)) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, method + " of the sharding column " + name);
        }
    }

    /**
     * Checks that rows may be written.
     *
     * @param inserts whether a new one is
     * @throws SQLException if they are copies of others, lookup tables have to know, or a new one may belong elsewhere
     */
    static void checkRow(ResultSet rows, boolean inserts, TableNames names, String method) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String table = table(columns, i);
            if (names.isCopied(table) || names.isLookedUp(table) || (inserts && names.isActual(table))) {
                throw ShardingExceptions.of(
                        ErrorCode.UNSUPPORTED_JDBC,
                        method + " on rows of " + names.logical(table) + "; use a statement");
            }
        }
    }

    private static String table(ResultSetMetaData columns, int column) throws SQLException {
        String table = columns.getTableName(column);
        return table == null ? "" : table;
    }

    /** The column's own name; PostgreSQL's driver tells its label where others tell the name. */
    private static String columnName(ResultSetMetaData columns, int column) throws SQLException {
        try {
            return String.valueOf(
                    columns.getClass().getMethod("getBaseColumnName", int.class).invoke(columns, column));
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new SQLException(failed.getCause());
        } catch (ReflectiveOperationException otherDriver) {
            return columns.getColumnName(column);
        }
    }
}

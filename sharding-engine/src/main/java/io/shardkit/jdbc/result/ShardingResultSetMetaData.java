package io.shardkit.jdbc.result;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.TableNames;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** The columns that the user asked for, of the logical tables. */
public final class ShardingResultSetMetaData implements ResultSetMetaData {
    private final ResultSetMetaData columns;
    private final int visibleColumns;
    private final TableNames tableNames;

    public ShardingResultSetMetaData(ResultSetMetaData columns, int visibleColumns, TableNames tableNames) {
        this.columns = columns;
        this.visibleColumns = visibleColumns;
        this.tableNames = tableNames;
    }

    private int visible(int column) throws SQLException {
        if (column > visibleColumns) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "column " + column + " of " + visibleColumns);
        }
        return column;
    }

    @Override
    public int getColumnCount() throws SQLException {
        return Math.min(columns.getColumnCount(), visibleColumns);
    }

    @Override
    public String getTableName(int column) throws SQLException {
        String actual = columns.getTableName(visible(column));
        return actual == null ? "" : tableNames.logical(actual);
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        return columns.isAutoIncrement(visible(column));
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return columns.isCaseSensitive(visible(column));
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        return columns.isSearchable(visible(column));
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        return columns.isCurrency(visible(column));
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return columns.isNullable(visible(column));
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return columns.isSigned(visible(column));
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return columns.getColumnDisplaySize(visible(column));
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return tableNames.logicalLabel(columns.getColumnLabel(visible(column)));
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return tableNames.logicalLabel(columns.getColumnName(visible(column)));
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        String actual = columns.getSchemaName(visible(column));
        return actual == null ? "" : tableNames.schema(actual);
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return columns.getPrecision(visible(column));
    }

    @Override
    public int getScale(int column) throws SQLException {
        return columns.getScale(visible(column));
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        String actual = columns.getCatalogName(visible(column));
        return actual == null ? "" : tableNames.catalog(actual);
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return columns.getColumnType(visible(column));
    }

    /** Of a whole row, the type is named after its table. */
    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return tableNames.logical(columns.getColumnTypeName(visible(column)));
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        return columns.isReadOnly(visible(column));
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        return columns.isWritable(visible(column));
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        return columns.isDefinitelyWritable(visible(column));
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return columns.getColumnClassName(visible(column));
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        return type.isInstance(columns) ? type.cast(columns) : columns.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || type.isInstance(columns) || columns.isWrapperFor(type);
    }
}

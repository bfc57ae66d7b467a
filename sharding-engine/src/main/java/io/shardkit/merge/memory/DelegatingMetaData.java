package io.shardkit.merge.memory;

import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.dialect.driver.JdbcDrivers;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Columns as a driver describes them. */
public abstract class DelegatingMetaData implements ResultSetMetaData {
    private final ResultSetMetaData columns;

    protected DelegatingMetaData(ResultSetMetaData columns) {
        this.columns = columns;
    }

    @Override
    public int getColumnCount() throws SQLException {
        return columns.getColumnCount();
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        return columns.isAutoIncrement(column);
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return columns.isCaseSensitive(column);
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        return columns.isSearchable(column);
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        return columns.isCurrency(column);
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return columns.isNullable(column);
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return columns.isSigned(column);
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return columns.getColumnDisplaySize(column);
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return columns.getColumnLabel(column);
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return columns.getColumnName(column);
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        return columns.getSchemaName(column);
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return columns.getPrecision(column);
    }

    @Override
    public int getScale(int column) throws SQLException {
        return columns.getScale(column);
    }

    @Override
    public String getTableName(int column) throws SQLException {
        return columns.getTableName(column);
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        return columns.getCatalogName(column);
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return columns.getColumnType(column);
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return columns.getColumnTypeName(column);
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        return columns.isReadOnly(column);
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        return columns.isWritable(column);
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        return columns.isDefinitelyWritable(column);
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return columns.getColumnClassName(column);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type == JdbcDriver.class) {
            return type.cast(JdbcDrivers.of(columns));
        }
        return type.isInstance(columns) ? type.cast(columns) : columns.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type == JdbcDriver.class || type.isInstance(columns) || columns.isWrapperFor(type);
    }
}

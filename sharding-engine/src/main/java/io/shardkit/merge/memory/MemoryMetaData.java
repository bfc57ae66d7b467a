package io.shardkit.merge.memory;

import io.shardkit.dialect.facts.ValueKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.List;

/** Columns that come from no table: label and type, and what follows from the type. Immutable. */
public final class MemoryMetaData implements ResultSetMetaData {
    private final List<String> labels;
    private final int[] jdbcTypes;

    /**
     * Columns from the left.
     *
     * @param jdbcTypes from {@link java.sql.Types}, as many as labels
     */
    public MemoryMetaData(List<String> labels, int[] jdbcTypes) {
        if (labels.size() != jdbcTypes.length) {
            throw new IllegalArgumentException("as many types as labels are needed");
        }
        this.labels = List.copyOf(labels);
        this.jdbcTypes = jdbcTypes.clone();
    }

    @Override
    public int getColumnCount() {
        return jdbcTypes.length;
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return labels.get(checked(column));
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return labels.get(checked(column));
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return jdbcTypes[checked(column)];
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return JDBCType.valueOf(jdbcTypes[checked(column)]).getName();
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        int type = jdbcTypes[checked(column)];
        Class<?> javaClass =
                switch (type) {
                    case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Integer.class;
                    case Types.BIGINT -> Long.class;
                    case Types.DECIMAL, Types.NUMERIC -> BigDecimal.class;
                    case Types.REAL -> Float.class;
                    case Types.FLOAT, Types.DOUBLE -> Double.class;
                    case Types.BOOLEAN, Types.BIT -> Boolean.class;
                    case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR -> String.class;
                    case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> byte[].class;
                    case Types.DATE -> Date.class;
                    case Types.TIME -> Time.class;
                    case Types.TIMESTAMP -> Timestamp.class;
                    case Types.TIMESTAMP_WITH_TIMEZONE -> java.time.OffsetDateTime.class;
                    default -> Object.class;
                };
        return javaClass.getName();
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return switch (ValueKind.ofJdbcType(jdbcTypes[checked(column)])) {
            case INTEGER, DECIMAL, DECIMAL_FLOATING, FLOATING -> true;
            default -> false;
        };
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return ValueKind.ofJdbcType(jdbcTypes[checked(column)]) == ValueKind.TEXT;
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        checked(column);
        return false;
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        checked(column);
        return false;
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        checked(column);
        return false;
    }

    @Override
    public int isNullable(int column) throws SQLException {
        checked(column);
        return columnNullableUnknown;
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        checked(column);
        return 0;
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        checked(column);
        return 0;
    }

    @Override
    public int getScale(int column) throws SQLException {
        checked(column);
        return 0;
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        checked(column);
        return "";
    }

    @Override
    public String getTableName(int column) throws SQLException {
        checked(column);
        return "";
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        checked(column);
        return "";
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        checked(column);
        return true;
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        checked(column);
        return false;
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        checked(column);
        return false;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, "unwrap to " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    private int checked(int column) throws SQLException {
        if (column < 1 || column > jdbcTypes.length) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "column " + column + " of " + jdbcTypes.length);
        }
        return column - 1;
    }
}

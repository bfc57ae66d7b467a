package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import java.sql.ParameterMetaData;
import java.sql.SQLException;

/** How many parameters a statement has, and that they go in. Their types are known to a shard only, and only later. */
final class ShardingParameterMetaData implements ParameterMetaData {
    private final int count;

    ShardingParameterMetaData(int count) {
        this.count = count;
    }

    private SQLException unknown(int parameter) throws SQLException {
        check(parameter);
        return ErrorCode.UNSUPPORTED_JDBC.exception("the type of a parameter before it is sent to a shard");
    }

    private void check(int parameter) throws SQLException {
        if (parameter < 1 || parameter > count) {
            throw ErrorCode.INVALID_ARGUMENT.exception("parameter " + parameter + " of " + count);
        }
    }

    @Override
    public int getParameterCount() {
        return count;
    }

    @Override
    public int getParameterMode(int parameter) throws SQLException {
        check(parameter);
        return parameterModeIn;
    }

    @Override
    public int isNullable(int parameter) throws SQLException {
        throw unknown(parameter);
    }

    @Override
    public boolean isSigned(int parameter) throws SQLException {
        throw unknown(parameter);
    }

    @Override
    public int getPrecision(int parameter) throws SQLException {
        throw unknown(parameter);
    }

    @Override
    public int getScale(int parameter) throws SQLException {
        throw unknown(parameter);
    }

    @Override
    public int getParameterType(int parameter) throws SQLException {
        throw unknown(parameter);
    }

    @Override
    public String getParameterTypeName(int parameter) throws SQLException {
        throw unknown(parameter);
    }

    @Override
    public String getParameterClassName(int parameter) throws SQLException {
        throw unknown(parameter);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw ErrorCode.UNSUPPORTED_JDBC.exception("unwrap to " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}

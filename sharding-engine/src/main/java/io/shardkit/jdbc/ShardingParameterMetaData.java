package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The parameters of a statement; their types are those that one shard reports. */
final class ShardingParameterMetaData implements ParameterMetaData {
    private final int count;
    private final Shard shard;
    private @Nullable ParameterMetaData types;

    /** Asks a shard. */
    @FunctionalInterface
    interface Shard {
        /** Returns the driver's parameter metadata; null if no shard can be asked. */
        @Nullable ParameterMetaData parameters() throws SQLException;
    }

    /** @param shard is asked when a type is first asked for */
    ShardingParameterMetaData(int count, Shard shard) {
        this.count = count;
        this.shard = shard;
    }

    private ParameterMetaData types(int parameter) throws SQLException {
        check(parameter);
        if (types == null) {
            types = shard.parameters();
        }
        if (types == null) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_JDBC, "the type of a parameter where no shard has all tables");
        }
        return types;
    }

    private void check(int parameter) throws SQLException {
        if (parameter < 1 || parameter > count) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "parameter " + parameter + " of " + count);
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
        return types(parameter).isNullable(parameter);
    }

    @Override
    public boolean isSigned(int parameter) throws SQLException {
        return types(parameter).isSigned(parameter);
    }

    @Override
    public int getPrecision(int parameter) throws SQLException {
        return types(parameter).getPrecision(parameter);
    }

    @Override
    public int getScale(int parameter) throws SQLException {
        return types(parameter).getScale(parameter);
    }

    @Override
    public int getParameterType(int parameter) throws SQLException {
        return types(parameter).getParameterType(parameter);
    }

    @Override
    public String getParameterTypeName(int parameter) throws SQLException {
        return types(parameter).getParameterTypeName(parameter);
    }

    @Override
    public String getParameterClassName(int parameter) throws SQLException {
        return types(parameter).getParameterClassName(parameter);
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
}

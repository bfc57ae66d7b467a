package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.ShardingKey;
import java.sql.ShardingKeyBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sharding values that a connection was given. Immutable.
 *
 * @param values one or two: for the strategy of the data source, and for that of the table
 */
record ConnectionKey(List<Object> values) implements ShardingKey {
    private static final int MOST = 2;

    ConnectionKey {
        values = List.copyOf(values);
    }

    /**
     * The values of a super sharding key, if there is one, and after them those of a sharding key; null for no key.
     *
     * @throws SQLException if they are of another driver, or too many
     */
    static @Nullable ConnectionKey of(@Nullable ShardingKey key, @Nullable ShardingKey superKey) throws SQLException {
        List<Object> values = new ArrayList<>();
        for (ShardingKey each : new @Nullable ShardingKey[] {superKey, key}) {
            if (each instanceof ConnectionKey own) {
                values.addAll(own.values());
            } else if (each != null) {
                throw ShardingExceptions.of(
                        ErrorCode.INVALID_ARGUMENT,
                        "a sharding key of another driver, of "
                                + each.getClass().getName());
            }
        }
        if (values.size() > MOST) {
            throw ShardingExceptions.of(
                    ErrorCode.INVALID_ARGUMENT,
                    values.size() + " values in the sharding keys; the data source has one, and the table has one");
        }
        return values.isEmpty() ? null : new ConnectionKey(values);
    }

    /** Without the values. */
    @Override
    public String toString() {
        return "ConnectionKey of " + values.size();
    }

    /** Collects values. Not thread-safe. */
    static final class Builder implements ShardingKeyBuilder {
        private final List<Object> values = new ArrayList<>();

        /** {@inheritDoc} How a value becomes a key is decided by the column that it is compared with, not by the type. */
        @Override
        public ShardingKeyBuilder subkey(Object subkey, SQLType subkeyType) {
            if (subkey == null) {
                throw new IllegalArgumentException("a sharding value is not null");
            }
            values.add(subkey);
            return this;
        }

        @Override
        public ShardingKey build() throws SQLException {
            if (values.isEmpty() || values.size() > MOST) {
                throw ShardingExceptions.of(
                        ErrorCode.INVALID_ARGUMENT, "a sharding key has one or two values, not " + values.size());
            }
            return new ConnectionKey(values);
        }
    }
}

package com.example.orders.mybatis;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;
import org.apache.ibatis.type.MappedTypes;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an instant as its UTC date and time. MyBatis' own handler goes through {@link java.sql.Timestamp}, so that
 * what is stored depends on the time zone of the JVM, and an hour of each autumn is ambiguous.
 */
@MappedTypes(Instant.class)
public class UtcInstantTypeHandler extends BaseTypeHandler<Instant> {

    @Override
    public void setNonNullParameter(
            PreparedStatement statement, int index, Instant instant, @Nullable JdbcType jdbcType) throws SQLException {
        statement.setObject(index, LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    }

    @Override
    public @Nullable Instant getNullableResult(ResultSet rows, String column) throws SQLException {
        return toInstant(rows.getObject(column, LocalDateTime.class));
    }

    @Override
    public @Nullable Instant getNullableResult(ResultSet rows, int column) throws SQLException {
        return toInstant(rows.getObject(column, LocalDateTime.class));
    }

    @Override
    public @Nullable Instant getNullableResult(CallableStatement call, int column) throws SQLException {
        return toInstant(call.getObject(column, LocalDateTime.class));
    }

    private static @Nullable Instant toInstant(@Nullable LocalDateTime dateTime) {
        return dateTime == null ? null : dateTime.toInstant(ZoneOffset.UTC);
    }
}

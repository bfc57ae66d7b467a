package io.shardkit.jdbc.result;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;

/**
 * Result sets that refuse every call. They stand in for the row where there is none, so that getters need not look
 * first.
 */
final class AbsentRow {
    /** After close. */
    static final ResultSet CLOSED = refusing(ErrorCode.CLOSED, "result set");

    /** Before the first and after the last row. */
    static final ResultSet NONE = refusing(ErrorCode.NO_CURRENT_ROW, "");

    private AbsentRow() {}

    private static ResultSet refusing(ErrorCode code, String detail) {
        return (ResultSet) Proxy.newProxyInstance(
                AbsentRow.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        throw new IllegalStateException(code.message(detail));
                    }
                    throw ShardingExceptions.of(code, detail);
                });
    }
}

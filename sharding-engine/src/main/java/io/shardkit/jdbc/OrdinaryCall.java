package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A text that calls no routine, prepared as a call: answers as a prepared statement does. It has neither parameters by
 * name nor any that give values back. Not thread-safe.
 */
final class OrdinaryCall implements InvocationHandler {
    private final PreparedStatement statement;

    private OrdinaryCall(PreparedStatement statement) {
        this.statement = statement;
    }

    /** The prepared statement as a call. */
    static CallableStatement of(PreparedStatement statement) {
        return (CallableStatement) Proxy.newProxyInstance(
                OrdinaryCall.class.getClassLoader(),
                new Class<?>[] {CallableStatement.class},
                new OrdinaryCall(statement));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == CallableStatement.class) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_JDBC,
                    method.getName()
                            + " of CallableStatement, as the text is no call of a routine on one database alone");
        }
        if (method.getName().equals("equals")) {
            return proxy == arguments[0];
        }
        if (method.getName().equals("unwrap") && arguments[0] instanceof Class<?> type && type.isInstance(proxy)) {
            return proxy;
        }
        if (method.getName().equals("isWrapperFor")
                && arguments[0] instanceof Class<?> type
                && type.isInstance(proxy)) {
            return true;
        }
        try {
            return method.invoke(statement, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? new SQLException(thrown) : thrown.getCause();
        }
    }
}

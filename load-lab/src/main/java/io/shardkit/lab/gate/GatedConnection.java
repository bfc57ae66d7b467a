package io.shardkit.lab.gate;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Connections and their statements as proxies, of which only the executing methods do something of their own. What is no
 * statement, as a commit or what the metadata ask, passes without a place.
 */
final class GatedConnection {
    private static final Set<String> EXECUTING = Set.of(
            "execute", "executeQuery", "executeUpdate", "executeLargeUpdate", "executeBatch", "executeLargeBatch");

    private GatedConnection() {}

    static Connection of(Connection connection, Gate gate) {
        return proxy(Connection.class, new Handler(connection, null, gate));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(GatedConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static final class Handler implements InvocationHandler {
        private final Object target;
        private final @Nullable Connection gated;
        private final Gate gate;
        private int batched;

        /** @param gated the connection that a statement says it is of; null for a connection */
        Handler(Object target, @Nullable Connection gated, Gate gate) {
            this.target = target;
            this.gated = gated;
            this.gate = gate;
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
            String name = method.getName();
            if (method.getDeclaringClass() == Object.class) {
                return ofObject(self, name, arguments);
            }
            if (target instanceof Statement) {
                return ofStatement(method, name, arguments);
            }
            Object answer = call(method, arguments);
            Connection own = gated != null ? gated : (Connection) self;
            if (answer instanceof CallableStatement statement) {
                return proxy(CallableStatement.class, new Handler(statement, own, gate));
            }
            if (answer instanceof PreparedStatement statement) {
                return proxy(PreparedStatement.class, new Handler(statement, own, gate));
            }
            if (answer instanceof Statement statement) {
                return proxy(Statement.class, new Handler(statement, own, gate));
            }
            if (answer instanceof DatabaseMetaData metaData) {
                return proxy(DatabaseMetaData.class, new Handler(metaData, own, gate));
            }
            return name.equals("getConnection") && gated != null ? gated : answer;
        }

        private @Nullable Object ofStatement(Method method, String name, Object @Nullable [] arguments)
                throws Throwable {
            if (name.equals("getConnection")) {
                return gated;
            }
            if (!EXECUTING.contains(name)) {
                Object answer = call(method, arguments);
                batched = name.equals("addBatch") ? batched + 1 : name.equals("clearBatch") ? 0 : batched;
                return answer;
            }
            int statements = 1;
            if (name.endsWith("Batch")) {
                statements = batched;
                batched = 0;
            }
            return gate.pass(statements, () -> call(method, arguments));
        }

        private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
            if (arguments != null && arguments.length == 1 && arguments[0] instanceof Class<?> type) {
                if (method.getName().equals("isWrapperFor") && type.isInstance(target)) {
                    return true;
                }
                if (method.getName().equals("unwrap") && type.isInstance(target)) {
                    return target;
                }
            }
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            }
        }

        private Object ofObject(Object self, String name, Object @Nullable [] arguments) {
            return switch (name) {
                case "equals" -> arguments != null && self == arguments[0];
                case "hashCode" -> System.identityHashCode(self);
                default -> "gated " + target;
            };
        }
    }
}

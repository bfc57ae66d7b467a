package io.shardkit.boot.audit;

import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.util.ClassUtils;

/**
 * Connections and statements that do what those of the driver or pool do, and tell of each statement that is sent. Nothing
 * that goes wrong with the telling reaches the application. Result sets are those of the driver; so is the statement that
 * one of them names.
 */
final class AuditedCalls {
    private static final Logger LOGGER = LoggerFactory.getLogger(AuditedCalls.class);

    /** Of the rows of a batch, how many keep their parameters. */
    private static final int MOST_ROWS = 1000;

    /** The length from which on a value is no key, and would only take memory while it waits. */
    private static final int LONGEST_VALUE = 4000;

    /**
     * The number of statements that this thread reported. Of DataSources that call one another only the innermost
     * reports: it is the one that knows which database a statement went to.
     */
    private static final ThreadLocal<Long> TOLD = ThreadLocal.withInitial(() -> 0L);

    /** The interfaces of a proxy of a class: those whose methods can be called from here. */
    private static final ClassValue<Class<?>[]> INTERFACES = new ClassValue<>() {
        @Override
        protected Class<?>[] computeValue(Class<?> type) {
            return ClassUtils.getAllInterfacesForClassAsSet(type, type.getClassLoader()).stream()
                    .filter(each -> Modifier.isPublic(each.getModifiers())
                            && each.getModule().isExported(each.getPackageName(), AuditedCalls.class.getModule()))
                    .toArray(Class<?>[]::new);
        }
    };

    private AuditedCalls() {}

    /** Is told of what was sent. */
    @FunctionalInterface
    interface Statements {
        void sent(Sent statement);
    }

    static Connection connection(Connection connection, Statements statements) {
        return proxy(connection, Connection.class, new OfConnection(connection, statements));
    }

    /**
     * The same, which has the class of the connection too, for pools whose method promises that class.
     *
     * @throws org.springframework.aop.framework.AopConfigException if the class can have no subclass
     */
    static Connection connectionOfClass(Connection connection, Statements statements) {
        OfConnection handler = new OfConnection(connection, statements);
        ProxyFactory factory = new ProxyFactory(connection);
        factory.setProxyTargetClass(true);
        factory.addAdvice((MethodInterceptor) call ->
                handler.invoke(((ProxyMethodInvocation) call).getProxy(), call.getMethod(), call.getArguments()));
        return (Connection) factory.getProxy(connection.getClass().getClassLoader());
    }

    static ConnectionBuilder builder(ConnectionBuilder builder, Statements statements) {
        return proxy(builder, ConnectionBuilder.class, new OfBuilder(builder, statements));
    }

    /** All public interfaces that the delegate has, as applications may cast to those of their driver. */
    private static <T> T proxy(T delegate, Class<T> type, InvocationHandler handler) {
        Class<?> own = delegate.getClass();
        try {
            return type.cast(Proxy.newProxyInstance(own.getClassLoader(), INTERFACES.get(own), handler));
        } catch (IllegalArgumentException | ClassCastException unseen) {
            // Its loader does not see one of them.
            ClassLoader loader = AuditedCalls.class.getClassLoader();
            return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
        }
    }

    /** The common part of all proxies. */
    private abstract static class Delegating implements InvocationHandler {
        final Object delegate;

        Delegating(Object delegate) {
            this.delegate = delegate;
        }

        @Override
        public final @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (arguments != null && method.getName().equals("equals") && arguments.length == 1) {
                return proxy == arguments[0] || delegate.equals(behind(arguments[0]));
            }
            return called(proxy, method, arguments);
        }

        abstract @Nullable Object called(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable;

        final @Nullable Object proceed(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            try {
                return method.invoke(delegate, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getTargetException();
            }
        }

        private static @Nullable Object behind(@Nullable Object other) {
            return other != null
                            && Proxy.isProxyClass(other.getClass())
                            && Proxy.getInvocationHandler(other) instanceof Delegating handler
                    ? handler.delegate
                    : other;
        }
    }

    private static final class OfConnection extends Delegating {
        private final Statements statements;

        OfConnection(Connection connection, Statements statements) {
            super(connection);
            this.statements = statements;
        }

        @Override
        @Nullable Object called(Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            Object answer = proceed(method, arguments);
            Connection connection = (Connection) proxy;
            if (answer instanceof PreparedStatement prepared
                    && arguments != null
                    && arguments[0] instanceof String sql) {
                Class<PreparedStatement> type = PreparedStatement.class;
                return proxy(prepared, type, new OfStatement(prepared, sql, connection, statements));
            }
            if (answer instanceof Statement plain && method.getName().equals("createStatement")) {
                return proxy(plain, Statement.class, new OfStatement(plain, null, connection, statements));
            }
            if (answer instanceof DatabaseMetaData data) {
                return proxy(data, DatabaseMetaData.class, new OfMetaData(data, connection));
            }
            return answer;
        }
    }

    private static final class OfBuilder extends Delegating {
        private final Statements statements;

        OfBuilder(ConnectionBuilder builder, Statements statements) {
            super(builder);
            this.statements = statements;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a builder answers with itself
        @Nullable Object called(Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            Object answer = proceed(method, arguments);
            if (answer instanceof Connection built) {
                return connection(built, statements);
            }
            return answer == delegate ? proxy : answer;
        }
    }

    private static final class OfMetaData extends Delegating {
        private final Connection connection;

        OfMetaData(DatabaseMetaData data, Connection connection) {
            super(data);
            this.connection = connection;
        }

        @Override
        @Nullable Object called(Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            return method.getName().equals("getConnection") ? connection : proceed(method, arguments);
        }
    }

    private static final class OfStatement extends Delegating {
        private final @Nullable String prepared;
        private final Connection connection;
        private final Statements statements;
        private final Parameters parameters = new Parameters(4);
        private final List<Parameters> rows = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();
        private long batched;

        OfStatement(Statement statement, @Nullable String prepared, Connection connection, Statements statements) {
            super(statement);
            this.prepared = prepared;
            this.connection = connection;
            this.statements = statements;
        }

        @Override
        @Nullable Object called(Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            String name = method.getName();
            if (name.equals("getConnection")) {
                return connection;
            }
            if (name.startsWith("execute")) {
                return executed(method, arguments);
            }
            Object answer = proceed(method, arguments);
            try {
                noted(name, arguments);
            } catch (RuntimeException failure) {
                LOGGER.debug("A parameter is not known to the audit", failure);
            }
            return answer;
        }

        private void noted(String name, @Nullable Object @Nullable [] arguments) {
            if (name.equals("addBatch")) {
                batched++;
                if (arguments != null && arguments[0] instanceof String text) {
                    texts.add(text);
                } else if (rows.size() < MOST_ROWS) {
                    rows.add(parameters.copy());
                }
            } else if (name.equals("clearBatch")) {
                forgetBatch();
            } else if (name.equals("clearParameters")) {
                parameters.clear();
            } else if (prepared != null
                    && name.startsWith("set")
                    && arguments != null
                    && arguments.length > 1
                    && arguments[0] instanceof Integer number
                    && number > 0) {
                note(number - 1, name.equals("setNull") ? null : arguments[1]);
            }
        }

        private void note(int index, @Nullable Object value) {
            if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
                parameters.setLong(index, ((Number) value).longValue());
            } else {
                parameters.setObject(index, isKept(value) ? value : Value.UNKNOWN);
            }
        }

        /**
         * Returns true if a value may be a key and is the same when the statement is planned: the copy of the parameters
         * has its own bytes and dates.
         */
        private static boolean isKept(@Nullable Object value) {
            if (value instanceof String text) {
                return text.length() <= LONGEST_VALUE;
            }
            if (value instanceof byte[] bytes) {
                return bytes.length <= LONGEST_VALUE;
            }
            return value == null
                    || value instanceof Number
                    || value instanceof Boolean
                    || value instanceof Character
                    || value instanceof Enum<?>
                    || value instanceof UUID
                    || value instanceof TemporalAccessor
                    || value instanceof Date;
        }

        private void forgetBatch() {
            rows.clear();
            texts.clear();
            batched = 0;
        }

        private @Nullable Object executed(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            long told = TOLD.get();
            boolean failed = true;
            long start = System.nanoTime();
            try {
                Object answer = proceed(method, arguments);
                failed = false;
                return answer;
            } finally {
                long nanos = System.nanoTime() - start;
                String name = method.getName();
                if (TOLD.get() == told) {
                    TOLD.set(told + 1);
                    try {
                        tell(name, arguments, nanos, failed);
                    } catch (RuntimeException | LinkageError failure) {
                        LOGGER.debug("A statement is not known to the audit", failure);
                    }
                }
                if (name.endsWith("Batch")) {
                    forgetBatch();
                }
            }
        }

        private void tell(String name, @Nullable Object @Nullable [] arguments, long nanos, boolean failed) {
            if (name.endsWith("Batch")) {
                for (String text : texts) {
                    statements.sent(
                            new Sent("", text, List.of(Parameters.NONE), 1, nanos / Math.max(1, batched), failed));
                }
                long entries = batched - texts.size();
                if (prepared != null && entries > 0) {
                    statements.sent(new Sent("", prepared, List.copyOf(rows), entries, nanos, failed));
                }
            } else if (arguments != null && arguments.length > 0 && arguments[0] instanceof String text) {
                statements.sent(new Sent("", text, List.of(Parameters.NONE), 1, nanos, failed));
            } else if (prepared != null) {
                statements.sent(new Sent("", prepared, List.of(parameters.copy()), 1, nanos, failed));
            }
        }
    }
}

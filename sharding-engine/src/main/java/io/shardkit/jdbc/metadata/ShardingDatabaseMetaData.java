package io.shardkit.jdbc.metadata;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.session.DriverQuestions;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a logical connection. A proxy, since its 175 methods fall into three kinds: facts about the product,
 * which were read at start; questions about tables, answered in logical names; and the rest, which the default data
 * source answers.
 */
public final class ShardingDatabaseMetaData implements InvocationHandler {
    private static final Object[] NONE = {};

    /** Makes the proxy of a handler; MyBatis asks for one after each query. */
    private static final MethodHandle MAKER = maker();

    private final Connection connection;
    private final DriverQuestions physical;
    private final LogicalSchema logical;

    private ShardingDatabaseMetaData(Connection connection, DriverQuestions physical, LogicalSchema logical) {
        this.connection = connection;
        this.physical = physical;
        this.logical = logical;
    }

    /**
     * The metadata of a logical connection.
     *
     * @param connection what users know
     * @param physical where its questions go
     */
    public static DatabaseMetaData of(Connection connection, DriverQuestions physical, LogicalSchema logical) {
        InvocationHandler handler = new ShardingDatabaseMetaData(connection, physical, logical);
        try {
            return (DatabaseMetaData) MAKER.invokeExact(handler);
        } catch (Throwable e) {
            throw new IllegalStateException("a proxy of DatabaseMetaData cannot be made", e);
        }
    }

    private static MethodHandle maker() {
        Class<?> proxy = Proxy.newProxyInstance(
                        ShardingDatabaseMetaData.class.getClassLoader(),
                        new Class<?>[] {DatabaseMetaData.class},
                        (self, method, arguments) -> null)
                .getClass();
        try {
            return MethodHandles.publicLookup()
                    .findConstructor(proxy, MethodType.methodType(void.class, InvocationHandler.class))
                    .asType(MethodType.methodType(DatabaseMetaData.class, InvocationHandler.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) throws Throwable {
        Object[] arguments = given == null ? NONE : given;
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, arguments);
        }
        if (connection.isClosed()) {
            throw ShardingExceptions.of(ErrorCode.CLOSED, "connection");
        }
        Object fact = logical.product().answer(method);
        if (fact != null) {
            return fact;
        }
        return switch (method.getName()) {
            case "getConnection" -> connection;
            case "isWrapperFor" -> ((Class<?>) arguments[0]).isInstance(proxy);
            case "unwrap" -> unwrap(proxy, (Class<?>) arguments[0]);
            default -> asked(method, arguments);
        };
    }

    private static Object unwrap(Object proxy, Class<?> type) throws SQLException {
        if (type.isInstance(proxy)) {
            return proxy;
        }
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, "unwrap to " + type.getName());
    }

    private static @Nullable Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "metadata of a sharded database";
        };
    }

    private @Nullable Object asked(Method method, Object[] arguments) throws Throwable {
        MetaDataQuestion question = new MetaDataQuestion(method, arguments);
        if (method.getReturnType() == ResultSet.class) {
            return new TableMetaData(physical, logical, question).answer();
        }
        int home = logical.rule().home();
        return physical.withConnection(home, driver -> question.ask(driver, arguments));
    }
}

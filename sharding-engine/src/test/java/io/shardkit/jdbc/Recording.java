package io.shardkit.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Wraps real data sources: writes down each call that the driver gets as a line of text, counts what is open, and fails or
 * waits on order.
 */
final class Recording {
    /** The action instead of, or before, a call. */
    interface Hook {
        void before() throws Exception;
    }

    final List<String> lines = new CopyOnWriteArrayList<>();
    final AtomicInteger borrowed = new AtomicInteger();
    final AtomicInteger returned = new AtomicInteger();
    final AtomicInteger statementsOpened = new AtomicInteger();
    final AtomicInteger statementsClosed = new AtomicInteger();
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final Map<String, Hook> hooks = new ConcurrentHashMap<>();

    /** Before each call of this kind, such as {@code ds1 Connection.commit}. */
    void on(String call, Hook hook) {
        hooks.put(call, hook);
    }

    void fail(String call, SQLException failure) {
        on(call, () -> {
            throw failure;
        });
    }

    void clearHooks() {
        hooks.clear();
    }

    /** Tells if a call of this kind, such as {@code ds1 Statement.executeQuery}, has returned without a failure. */
    boolean hasAnswered(String call) {
        return answered.contains(call);
    }

    /** The lines written since the last call of this. */
    List<String> take() {
        synchronized (lines) {
            List<String> taken = List.copyOf(lines);
            lines.clear();
            return taken;
        }
    }

    /** Returns the lines that are about one kind of call. */
    List<String> taken(String part) {
        return take().stream().filter(line -> line.contains(part)).toList();
    }

    DataSource wrap(String name, DataSource real) {
        return wrap(name, real, DataSource.class);
    }

    private <T> T wrap(String name, Object real, Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                Recording.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.getName().equals("equals") ? proxy == given[0] : method.invoke(real, given);
                    }
                    Object[] arguments = given == null ? new Object[0] : given;
                    String call = name + " " + type.getSimpleName() + "." + method.getName();
                    if (!asksTheWrapper(type, method.getName())) {
                        synchronized (lines) {
                            lines.add(call + "(" + text(arguments) + ")");
                        }
                    }
                    Hook hook = hooks.get(call);
                    if (hook != null) {
                        hook.before();
                    }
                    count(type, method.getName(), real);
                    try {
                        Object answer = method.invoke(real, given);
                        if (type == DataSource.class && answer instanceof Connection) {
                            borrowed.incrementAndGet();
                        }
                        if (answer instanceof Statement
                                && type == Connection.class
                                && !method.getName().equals("unwrap")) {
                            statementsOpened.incrementAndGet();
                        }
                        answered.add(call);
                        return method.getName().equals("unwrap") ? answer : wrapped(name, answer);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    /** Returns true if the call asks a pool's wrapper which connection it wraps, and nothing of the driver. */
    private static boolean asksTheWrapper(Class<?> type, String method) {
        return type == Connection.class && (method.equals("isWrapperFor") || method.equals("unwrap"));
    }

    private void count(Class<?> type, String method, Object real) throws SQLException {
        if (type == Connection.class && method.equals("close") && !((Connection) real).isClosed()) {
            returned.incrementAndGet();
        } else if (Statement.class.isAssignableFrom(type) && method.equals("close") && !((Statement) real).isClosed()) {
            statementsClosed.incrementAndGet();
        }
    }

    private Object wrapped(String name, Object answer) {
        if (answer instanceof Connection) {
            return wrap(name, answer, Connection.class);
        }
        if (answer instanceof PreparedStatement) {
            return wrap(name, answer, PreparedStatement.class);
        }
        if (answer instanceof Statement) {
            return wrap(name, answer, Statement.class);
        }
        if (answer instanceof ResultSet) {
            return wrap(name, answer, ResultSet.class);
        }
        return answer instanceof DatabaseMetaData ? wrap(name, answer, DatabaseMetaData.class) : answer;
    }

    private static String text(Object[] arguments) {
        return Arrays.stream(arguments)
                .map(argument -> argument instanceof Object[] array
                        ? Arrays.toString(array)
                        : argument instanceof int[] ints ? Arrays.toString(ints) : String.valueOf(argument))
                .collect(Collectors.joining(", "));
    }
}

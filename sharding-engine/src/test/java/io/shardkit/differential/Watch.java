package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the engine and the pools of its shards. Sees what is not given back or closed, and makes the n-th
 * statement or commit fail. Thread-safe.
 */
final class Watch {
    /** What can fail. */
    enum Call {
        STATEMENT,
        COMMIT
    }

    /** How a call fails. */
    enum Way {
        /** It is not done. */
        REFUSED,
        /** The connection is lost before it is done. */
        LOST_BEFORE,
        /** The connection is lost after it was done. */
        LOST_AFTER
    }

    /**
     * A failure to come.
     *
     * @param call of which kind of call
     * @param number the how many-th of them, from 1
     * @param way how
     */
    record Fault(Call call, int number, Way way) {}

    private final TestDatabase database;
    private final AtomicInteger borrowed = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger checked = new AtomicInteger();
    private final Set<String> leaks = ConcurrentHashMap.newKeySet();
    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean recording;
    private volatile @Nullable Fault fault;
    private volatile boolean fired;

    Watch(TestDatabase database) {
        this.database = database;
    }

    DataSource over(String name, DataSource real) {
        return proxy(DataSource.class, real, (method, arguments) -> {
            Object answer = invoke(real, method, arguments);
            if (answer instanceof Connection connection) {
                borrowed.incrementAndGet();
                return new Borrowed(name, connection).proxy();
            }
            return answer;
        });
    }

    /**
     * Switches the recording of the statements that the shards are asked.
     *
     * @return what was recorded since the last call of this: for each the data source and the text
     */
    List<String> record(boolean on) {
        recording = on;
        List<String> taken = List.copyOf(recorded);
        recorded.clear();
        return taken;
    }

    /** From now on this fault is waited for; null for none. */
    void expect(@Nullable Fault next) {
        calls.set(0);
        fired = false;
        fault = next;
    }

    /** Whether the fault came. */
    boolean fired() {
        return fired;
    }

    /** How many connections were looked at for temporary tables when they were given back. */
    int checkedConnections() {
        return checked.get();
    }

    /** What was not given back, closed or dropped since the last call of this. */
    List<String> takeLeaks() {
        List<String> found = new ArrayList<>(leaks);
        leaks.clear();
        if (borrowed.get() != 0) {
            found.add(borrowed.get() + " connections not given back");
        }
        return found;
    }

    /** One physical connection from the pool until it goes back. */
    private final class Borrowed {
        private final String name;
        private final Connection real;
        private final Set<Statement> open = ConcurrentHashMap.newKeySet();
        private volatile boolean temporary;
        private volatile boolean lost;
        private volatile boolean ended;
        private boolean closed;

        Borrowed(String name, Connection real) {
            this.name = name;
            this.real = real;
        }

        Connection proxy() {
            return Watch.proxy(Connection.class, real, this::call);
        }

        private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
            switch (method.getName()) {
                case "close" -> {
                    giveBack();
                    return null;
                }
                case "abort" -> {
                    ended = true;
                    return invoke(real, method, arguments);
                }
                case "isValid", "isClosed" -> {
                    return lost && method.getName().equals("isValid")
                            ? (Object) false
                            : invoke(real, method, arguments);
                }
                default -> failIfLost();
            }
            boolean commits = method.getName().equals("commit")
                    || (method.getName().equals("setAutoCommit")
                            && arguments != null
                            && Boolean.TRUE.equals(arguments[0])
                            && !real.getAutoCommit());
            Object answer = commits
                    ? guarded(Call.COMMIT, () -> invoke(real, method, arguments))
                    : invoke(real, method, arguments);
            return answer instanceof Statement statement ? watched(statement, text(arguments)) : answer;
        }

        private Object watched(Statement statement, String sql) {
            open.add(statement);
            noteTemporary(sql);
            Class<? extends Statement> type = statement instanceof CallableStatement
                    ? CallableStatement.class
                    : statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
            return Watch.proxy(type, statement, (method, arguments) -> {
                if (method.getName().equals("close")) {
                    open.remove(statement);
                    return invoke(statement, method, arguments);
                }
                if (method.getName().startsWith("execute")) {
                    failIfLost();
                    String now = text(arguments);
                    noteTemporary(now);
                    if (recording) {
                        recorded.add(name + ": " + (now.isEmpty() ? sql : now));
                    }
                    return guarded(Call.STATEMENT, () -> invoke(statement, method, arguments));
                }
                return invoke(statement, method, arguments);
            });
        }

        private void noteTemporary(String sql) {
            temporary |= sql.toUpperCase(Locale.ROOT).contains("TEMP");
        }

        private @Nullable Object guarded(Call call, Step step) throws Throwable {
            Fault wanted = fault;
            if (wanted == null || wanted.call() != call || calls.incrementAndGet() != wanted.number()) {
                return step.run();
            }
            fired = true;
            if (wanted.way() == Way.LOST_AFTER) {
                step.run();
            }
            if (wanted.way() == Way.REFUSED) {
                throw new SQLException("refused on purpose", "HY000");
            }
            // What a server does when a connection is gone.
            if (!real.getAutoCommit()) {
                real.rollback();
            }
            lost = true;
            failIfLost();
            throw new IllegalStateException("not lost");
        }

        private void failIfLost() throws SQLException {
            if (lost) {
                throw new SQLNonTransientConnectionException("lost on purpose", "08S01");
            }
        }

        private synchronized void giveBack() throws SQLException {
            if (closed) {
                return;
            }
            closed = true;
            for (Statement statement : open) {
                leaks.add("a statement on " + name + " was not closed: " + statement);
            }
            if (temporary && !lost && !ended) {
                checked.incrementAndGet();
                temporaryTables();
            }
            borrowed.decrementAndGet();
            real.close();
        }

        private void temporaryTables() throws SQLException {
            String sql =
                    switch (database) {
                        case H2 ->
                            "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE LIKE '%TEMPORARY'";
                        case MARIADB ->
                            "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'TEMPORARY'";
                        case POSTGRESQL -> "SELECT relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()";
                    };
            // In a transaction that its owner did not end a table may still go with it.
            if (!real.getAutoCommit()) {
                real.rollback();
            }
            try (Statement statement = real.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    leaks.add("a temporary table was left on " + name + ": " + rows.getString(1));
                }
            }
        }
    }

    /** The call behind a proxy. */
    @FunctionalInterface
    private interface Step {
        @Nullable Object run() throws Throwable;
    }

    /** What a proxy does for a call that is not of {@link Object}. */
    @FunctionalInterface
    private interface Behaviour {
        @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Object real, Behaviour behaviour) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return method.getName().equals("equals") ? proxy == arguments[0] : invoke(real, method, arguments);
            }
            return behaviour.call(method, arguments);
        };
        return type.cast(Proxy.newProxyInstance(Watch.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object invoke(Object real, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private static String text(Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String sql ? sql : "";
    }
}

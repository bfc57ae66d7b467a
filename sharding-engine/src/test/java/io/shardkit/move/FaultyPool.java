package io.shardkit.move;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A pool that tells of each statement before and after it, and can be cut off. Thread-safe. */
public final class FaultyPool {
    private final HikariDataSource pool;
    private final Told told;
    private volatile boolean cut;

    /** Gets to know of each statement. */
    public interface Told {
        void statement(String sql, boolean run) throws SQLException;
    }

    /** @param told gets the SQL, or "commit", and whether it has been run; what it throws is what the statement throws */
    public FaultyPool(HikariDataSource pool, Told told) {
        this.pool = pool;
        this.told = told;
    }

    /** From now on there is no connection to be had, and those that there are fail; or all is as before. */
    void cut(boolean now) {
        cut = now;
    }

    /** Returns the pool. */
    public DataSource dataSource() {
        return wrap(DataSource.class, pool, null);
    }

    private <T> T wrap(Class<T> type, Object real, @Nullable String prepared) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            String name = method.getName();
            boolean runs = name.startsWith("execute");
            String sql = runs && arguments != null && arguments[0] instanceof String given ? given : prepared;
            if (cut && (runs || name.equals("getConnection") && real == pool)) {
                throw new SQLTransientConnectionException("cut off", "08001");
            }
            boolean counted = (runs && sql != null) || name.equals("commit");
            String statement = sql == null ? "commit" : sql;
            if (counted) {
                told.statement(statement, false);
            }
            Object answer;
            try {
                answer = method.invoke(real, arguments);
            } catch (InvocationTargetException failure) {
                if (counted) {
                    told.statement(statement + " -- " + failure.getCause(), true);
                }
                throw failure.getCause();
            }
            if (counted) {
                told.statement(statement, true);
            }
            if (answer instanceof PreparedStatement && name.startsWith("prepare")) {
                return wrap(PreparedStatement.class, answer, (String) arguments[0]);
            }
            if (answer instanceof Statement && name.equals("createStatement")) {
                return wrap(Statement.class, answer, null);
            }
            return answer instanceof Connection && name.equals("getConnection") && real == pool
                    ? wrap(Connection.class, answer, null)
                    : answer;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}

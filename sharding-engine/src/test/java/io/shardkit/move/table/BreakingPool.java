package io.shardkit.move.table;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** A pool whose user is broken off before or after the n-th statement: from then on nothing of it works any more. */
final class BreakingPool {
    private final AtomicLong left;
    private final boolean after;

    /**
     * @param statements the number of statements and commits until then
     * @param after whether the last one is run, but its answer lost
     */
    BreakingPool(long statements, boolean after) {
        this.left = new AtomicLong(statements);
        this.after = after;
    }

    boolean isBroken() {
        return left.get() <= 0;
    }

    DataSource over(HikariDataSource pool) {
        return wrap(DataSource.class, pool, pool);
    }

    private <T> T wrap(Class<T> type, Object real, HikariDataSource pool) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            String name = method.getName();
            boolean counted = name.startsWith("execute") || name.equals("commit");
            boolean cleaning = name.equals("close")
                    || name.equals("abort")
                    || name.equals("unwrap")
                    || name.equals("isWrapperFor")
                    || name.equals("toString")
                    || name.equals("isClosed");
            long now = counted ? left.decrementAndGet() : left.get();
            boolean broken = now < 0 || (now == 0 && !(counted && after));
            if (broken && !cleaning) {
                throw new SQLException("broken off", "08006");
            }
            if (broken && name.equals("close") && real instanceof Connection connection) {
                // As when the process ends: the server rolls back.
                pool.evictConnection(connection);
                return null;
            }
            Object answer;
            try {
                answer = method.invoke(real, arguments);
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
            if (counted && now == 0) {
                throw new SQLException("broken off", "08006");
            }
            if (answer instanceof PreparedStatement) {
                return wrap(PreparedStatement.class, answer, pool);
            }
            if (answer instanceof Statement && !(name.equals("getStatement"))) {
                return wrap(Statement.class, answer, pool);
            }
            return answer instanceof Connection && name.equals("getConnection")
                    ? wrap(Connection.class, answer, pool)
                    : answer;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}

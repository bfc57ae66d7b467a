package io.shardkit.jdbc;

import io.shardkit.execute.AttachedStatement;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.session.Session;
import io.shardkit.jdbc.result.ResultOwner;
import io.shardkit.jdbc.result.ResultSets;
import io.shardkit.plan.Plan;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call of a routine, which one database runs: the driver's own statement, of which only the connection and the result
 * sets are the framework's, and whose executions count as writes of the session. Not thread-safe.
 */
final class PassthroughCall implements InvocationHandler, ResultOwner {
    private final Connection connection;
    private final Session session;
    private final TableNames names;
    private final Plan plan;
    private final ShardConnection shard;
    private final CallableStatement call;
    private final CallableStatement shown;
    private final AttachedStatement attached;

    private PassthroughCall(
            Connection connection,
            Session session,
            TableNames names,
            Plan plan,
            ShardConnection shard,
            CallableStatement call) {
        this.connection = connection;
        this.session = session;
        this.names = names;
        this.plan = plan;
        this.shard = shard;
        this.call = call;
        this.shown = (CallableStatement) Proxy.newProxyInstance(
                PassthroughCall.class.getClassLoader(), new Class<?>[] {CallableStatement.class}, this);
        this.attached = new AttachedStatement() {
            @Override
            protected Statement statement() {
                return call;
            }
        };
        shard.attach(attached);
    }

    /**
     * The statement for users.
     *
     * @param connection what users know as its connection
     * @param shard the connection on which the call was prepared, and which keeps it
     */
    static CallableStatement of(
            Connection connection,
            Session session,
            TableNames names,
            Plan plan,
            ShardConnection shard,
            CallableStatement call) {
        return new PassthroughCall(connection, session, names, plan, shard, call).shown;
    }

    @Override
    public Statement statement() {
        return shown;
    }

    @Override
    public TableNames tableNames() {
        return names;
    }

    @Override
    public void resultClosed(ResultSet rows) {}

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments) throws Throwable {
        String name = method.getName();
        if (name.equals("getConnection")) {
            return logicalConnection();
        }
        if (name.equals("close")) {
            shard.detach(attached);
        } else if (name.equals("equals")) {
            return proxy == arguments[0];
        } else if (name.equals("hashCode")) {
            return System.identityHashCode(proxy);
        }
        Object answer = name.startsWith("execute") ? execute(method, arguments) : ask(method, arguments);
        return answer instanceof ResultSet rows ? ResultSets.ofUnit(this, rows, shard) : answer;
    }

    private Connection logicalConnection() throws SQLException {
        if (call.isClosed()) {
            call.getConnection();
        }
        return connection;
    }

    private @Nullable Object execute(Method method, @Nullable Object[] arguments) throws SQLException {
        session.transactions().checkStatement();
        session.watch().limit(call.getQueryTimeout());
        if (plan.commits()) {
            session.ends().commitBeforeDdl();
        }
        session.transactions().beforeWrite(shard.dataSource());
        Optional<Object> answer = session.watch().bounded(() -> {
            try {
                return Optional.ofNullable(ask(method, arguments));
            } catch (SQLException failure) {
                session.failed(failure);
                throw failure;
            }
        });
        return answer.orElse(null);
    }

    private @Nullable Object ask(Method method, @Nullable Object[] arguments) throws SQLException {
        try {
            return method.invoke(call, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof SQLException failure) {
                throw failure;
            }
            if (thrown.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new SQLException(thrown.getCause());
        } catch (IllegalAccessException impossible) {
            throw new SQLException(impossible);
        }
    }
}

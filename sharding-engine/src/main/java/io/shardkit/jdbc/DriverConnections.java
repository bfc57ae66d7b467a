package io.shardkit.jdbc;

import io.shardkit.catalog.Question;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.Warnings;
import io.shardkit.execute.session.DriverQuestions;
import io.shardkit.execute.session.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The drivers' connections of a session, as far as users reach them: values that they make, warnings, and themselves. */
final class DriverConnections {
    private final Session session;

    DriverConnections(Session session) {
        this.session = session;
    }

    @Nullable SQLWarning warnings() throws SQLException {
        Warnings warnings = new Warnings();
        DriverQuestions connections = new DriverQuestions(session);
        for (ShardConnection shard : session.physical().enlisted()) {
            warnings.add(connections.ask(shard, Connection::getWarnings));
        }
        return warnings.first();
    }

    void clearWarnings() throws SQLException {
        for (ShardConnection shard : session.physical().enlisted()) {
            shard.connection().clearWarnings();
        }
    }

    /**
     * Has something made by a driver's connection that stays as long as the logical one, as users keep it.
     *
     * @param dataSource which is asked where no other one is preferred
     */
    <T> T lasting(int dataSource, Question<T> maker) throws SQLException {
        int preferred = session.physical().preferred();
        ShardConnection shard = lasting(preferred >= 0 ? preferred : dataSource);
        return Objects.requireNonNull(new DriverQuestions(session).ask(shard, maker));
    }

    /** A connection that is not given back before the logical one is closed. */
    ShardConnection lasting(int dataSource) throws SQLException {
        session.watch().check();
        session.watch().limit(0);
        ShardConnection shard = session.connection(dataSource);
        shard.pin();
        return shard;
    }

    /** All but those to replicas, which come and go. */
    private List<ShardConnection> primaries() {
        int dataSources = session.databases().size();
        return session.physical().enlisted().stream()
                .filter(shard -> shard.dataSource() < dataSources)
                .toList();
    }

    /** As {@link Connection#unwrap}, of the only one. */
    <T> T unwrap(Class<T> type) throws SQLException {
        List<ShardConnection> enlisted = primaries();
        if (enlisted.size() != 1) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_JDBC,
                    "unwrap to " + type.getName() + " of a connection that stands for " + enlisted.size());
        }
        ShardConnection shard = enlisted.get(0);
        Connection driver = session.watch().bounded(() -> {
            shard.pin();
            shard.handOut();
            return shard.connection();
        });
        return type.isInstance(driver) ? type.cast(driver) : driver.unwrap(type);
    }

    /** As {@link Connection#isWrapperFor}, of the only one. */
    boolean isWrapperFor(Class<?> type) throws SQLException {
        List<ShardConnection> enlisted = primaries();
        return enlisted.size() == 1
                && (type.isInstance(enlisted.get(0).connection())
                        || enlisted.get(0).connection().isWrapperFor(type));
    }
}

package io.shardkit.execute.write;

import io.shardkit.dialect.facts.Clock;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.FixedTimestampWrite;
import io.shardkit.plan.MultiShardWrite;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Lets several data sources agree on the time of a write: that of the first of them. */
final class FixedTimestamp {
    private FixedTimestamp() {}

    /** The write with the time in its text, where sessions cannot be told what the time is. */
    static MultiShardWrite resolve(Session session, FixedTimestampWrite timed) throws SQLException {
        if (timed.questions().isEmpty()) {
            return timed.at(List.of());
        }
        Clock clock = session.databases().dialect().clock();
        ShardConnection shard = session.connection(timed.dataSources().get(0));
        List<String> literals = new ArrayList<>();
        try (Statement statement = shard.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT " + String.join(", ", timed.questions()))) {
            ResultSetMetaData columns = row.getMetaData();
            row.next();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                literals.add(clock.literal(
                        Objects.requireNonNull(row.getString(i)), columns.getColumnTypeName(i), columns.getScale(i)));
            }
        }
        return timed.at(literals);
    }

    /**
     * Runs a write while the sessions of these data sources have one time, where they can be told what the time is.
     *
     * @param dataSources where it writes, ascending
     * @throws SQLException a coded refusal, also if the sessions' time zones differ, or what the write throws
     */
    static <T> T during(Session session, List<Integer> dataSources, Step<T> write) throws SQLException {
        Clock clock = session.databases().dialect().clock();
        if (!clock.canBeSet()) {
            return write.run();
        }
        List<ShardConnection> connections = session.connections(dataSources);
        String time = ask(connections.get(0), clock.query());
        boolean done = false;
        session.physical().hold(true);
        try {
            String shown = null;
            for (ShardConnection connection : connections) {
                run(connection, clock.set(time));
                String here = ask(connection, clock.shownQuery());
                if (shown != null && !shown.equals(here)) {
                    throw ShardingExceptions.of(
                            ErrorCode.BROADCAST_WRITE,
                            "at a time that " + connection.name() + " shows in another time zone");
                }
                shown = here;
            }
            T result = write.run();
            done = true;
            return result;
        } finally {
            session.physical().hold(false);
            reset(session, connections, clock, done);
        }
    }

    private static void reset(Session session, List<ShardConnection> connections, Clock clock, boolean done)
            throws SQLException {
        for (ShardConnection connection : connections) {
            if (connection.isLost()) {
                continue;
            }
            try {
                run(connection, clock.reset());
            } catch (SQLException failure) {
                session.watch().markBroken("the clock of a session could not be reset");
                connection.discard();
                if (done) {
                    throw failure;
                }
            }
        }
    }

    private static void run(ShardConnection connection, String sql) throws SQLException {
        connection.execute(sql);
    }

    private static String ask(ShardConnection connection, String sql) throws SQLException {
        try (Statement statement = connection.connection().createStatement();
                ResultSet row = connection.calling(statement, () -> statement.executeQuery(sql))) {
            row.next();
            return Objects.requireNonNull(row.getString(1));
        }
    }
}

package io.shardkit.execute.session;

import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.execute.watch.Severing;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks all databases, one after the other and within one time limit, whether they are there. */
public final class Validation {
    private final Databases databases;
    private final Session session;
    private final int seconds;

    /** The connection that is asked now, and the session's if it is one of those. */
    private @Nullable Connection asked;

    private @Nullable ShardConnection enlisted;
    private boolean over;

    private Validation(Databases databases, Session session, int seconds) {
        this.databases = databases;
        this.session = session;
        this.seconds = seconds;
    }

    /**
     * Asks the databases of a session: those of its connections over these, the others over one of their pools. A
     * connection that has not answered when the time is over is ended.
     *
     * @param given how many seconds all of it may take; where that is 0, as long as the limits say
     */
    public static boolean isValid(Databases databases, Session session, int given) {
        int seconds = given > 0 ? given : databases.timeoutSeconds();
        Validation validation = new Validation(databases, session, seconds);
        Future<Boolean> answer = HelperThreads.helpers().submit(validation::askAll);
        try {
            return seconds == 0 ? answer.get() : answer.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            validation.stop(answer);
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            validation.stop(answer);
            session.watch().abort();
            return false;
        } catch (ExecutionException unreachable) {
            return false;
        }
    }

    private boolean askAll() {
        for (int i = 0; i < databases.size(); i++) {
            ShardConnection shard = session.physical().get(i);
            if (!(shard == null ? isValid(i) : isValid(shard.connection(), shard))) {
                return false;
            }
        }
        return true;
    }

    private boolean isValid(int dataSource) {
        try (Connection transientOne = databases.open(dataSource)) {
            return isValid(transientOne, null);
        } catch (SQLException | RuntimeException unreachable) {
            return false;
        }
    }

    private boolean isValid(Connection connection, @Nullable ShardConnection shard) {
        if (!begin(connection, shard)) {
            return false;
        }
        try {
            return connection.isValid(seconds);
        } catch (SQLException unreachable) {
            return false;
        } finally {
            end();
        }
    }

    /** Tells whether the answer is still waited for. */
    private synchronized boolean begin(Connection connection, @Nullable ShardConnection shard) {
        if (!over) {
            asked = connection;
            enlisted = shard;
        }
        return !over;
    }

    private synchronized void end() {
        asked = null;
        enlisted = null;
    }

    private synchronized void stop(Future<Boolean> answer) {
        over = true;
        if (enlisted != null) {
            enlisted.markLost();
            session.watch().markLost("a database did not answer in time, and the connection to it was ended");
        } else if (asked != null) {
            Severing.sever(asked, null);
        } else {
            // Ends the waiting for a pool.
            answer.cancel(true);
        }
    }
}

package io.shardkit.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks all databases, one after the other and within one time limit, whether they are there. */
public final class Validation {
    private Validation() {}

    /**
     * Asks the databases of a session: those of its connections over these, the others over one of their pools.
     *
     * @param seconds how long all of it may take; 0 for any time
     */
    public static boolean isValid(Databases databases, Session session, int seconds) {
        AtomicInteger asked = new AtomicInteger();
        Future<Boolean> answer = Watchdog.helpers().submit(() -> {
            for (int i = 0; i < databases.size(); i++) {
                asked.set(i);
                ShardConnection shard = session.enlisted(i);
                if (shard == null ? !isValid(databases, i, seconds) : !isValid(shard.connection(), seconds)) {
                    return false;
                }
            }
            return true;
        });
        try {
            return seconds == 0 ? answer.get() : answer.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            ShardConnection shard = session.enlisted(asked.get());
            answer.cancel(true);
            if (shard != null) {
                shard.lose();
                session.lose("a database did not answer in time, and the connection to it was ended");
            }
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            session.abort();
            return false;
        } catch (ExecutionException unreachable) {
            return false;
        }
    }

    private static boolean isValid(Databases databases, int dataSource, int seconds) {
        try (Connection transientOne = databases.dataSources().get(dataSource).getConnection()) {
            return transientOne.isValid(seconds);
        } catch (SQLException unreachable) {
            return false;
        }
    }

    private static boolean isValid(Connection connection, int seconds) {
        try {
            return connection.isValid(seconds);
        } catch (SQLException unreachable) {
            return false;
        }
    }
}

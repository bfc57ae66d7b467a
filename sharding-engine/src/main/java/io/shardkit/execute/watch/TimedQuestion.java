package io.shardkit.execute.watch;

import io.shardkit.catalog.Progress;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A question to a connection that belongs to no session, within a time limit. */
public final class TimedQuestion {
    private static final Logger LOG = LoggerFactory.getLogger(TimedQuestion.class);

    private TimedQuestion() {}

    /** A question to a database. */
    @FunctionalInterface
    public interface Question<T> {
        /** Asks it. */
        T ask(Connection connection) throws SQLException;
    }

    /**
     * Asks on a connection of its own, in autocommit.
     *
     * @param seconds how long it may take, once the pool has given a connection; 0 for any time
     * @throws SQLException what the pool or the question throws, or a coded one when the time is over
     */
    public static <T> T askAlone(DataSource dataSource, int seconds, Question<T> question) throws SQLException {
        Connection connection = dataSource.getConnection();
        return ask(connection, seconds, () -> {
            try (connection) {
                boolean before = connection.getAutoCommit();
                connection.setAutoCommit(true);
                try {
                    return question.ask(connection);
                } finally {
                    connection.setAutoCommit(before);
                }
            }
        });
    }

    /**
     * Asks on another thread if there is a time limit. A connection that has not answered when the time is over is ended.
     *
     * @param seconds how long it may take; 0 for any time
     * @throws SQLException what the question throws, or a coded one when the time is over
     */
    public static <T> T ask(Connection connection, int seconds, Step<T> question) throws SQLException {
        return seconds == 0
                ? question.run()
                : ask(
                        connection,
                        TimeUnit.SECONDS.toNanos(seconds),
                        new Progress(),
                        "no answer in " + seconds + " s",
                        question);
    }

    /**
     * As the other.
     *
     * @param nanos how long it may take until the first sign of progress, and from each to the next
     * @param late what is told when the time is over
     */
    public static <T> T ask(Connection connection, long nanos, Progress progress, String late, Step<T> question)
            throws SQLException {
        Future<T> answer = HelperThreads.helpers().submit(question::run);
        try {
            while (true) {
                try {
                    return answer.get(nanos - progress.silence(), TimeUnit.NANOSECONDS);
                } catch (TimeoutException over) {
                    if (progress.silence() >= nanos) {
                        sever(connection, answer);
                        throw ShardingExceptions.of(ErrorCode.DEADLINE_PASSED, late);
                    }
                }
            }
        } catch (InterruptedException stop) {
            sever(connection, answer);
            Thread.currentThread().interrupt();
            throw ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof SQLException failure) {
                throw failure;
            }
            if (cause instanceof RuntimeException failure) {
                throw failure;
            }
            if (cause instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(cause);
        }
    }

    /** Ends the waiting: some drivers ask once more when what still waits is closed. */
    private static void sever(Connection connection, Future<?> answer) {
        Severing.sever(connection, null);
        try {
            answer.get(Watch.GRACE_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException later) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException ended) {
            LOG.debug("A question was given up", ended);
        }
    }
}

package io.shardkit.execute;

import io.shardkit.catalog.Progress;
import io.shardkit.catalog.Reading;
import io.shardkit.execute.watch.Borrowing;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.TimedQuestion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads on a connection that belongs to no session, within a time limit. */
final class TimedReading {
    private TimedReading() {}

    /**
     * Borrows a connection and reads. Only a pool that can be closed is asked on another thread: other data sources are
     * no pools and may choose their target by the calling thread.
     *
     * @param name the data source, for messages
     * @param nanos how long it may take to borrow and to get the first answer, and then each further one
     */
    static <T> @Nullable T of(String name, DataSource pool, Step<Connection> borrow, long nanos, Reading<T> reading)
            throws SQLException {
        Progress progress = new Progress();
        Connection connection = pool instanceof AutoCloseable
                ? Borrowing.alone(new Deadline(true, System.nanoTime() + nanos, false), name, borrow)
                : borrow.run();
        // It is closed where it is asked: on one that was ended that may take long.
        Step<Optional<T>> step = () -> {
            try (connection) {
                return Optional.ofNullable(reading.read(connection, progress));
            }
        };
        return TimedQuestion.ask(connection, nanos, progress, "no answer from " + name, step)
                .orElse(null);
    }
}

package io.shardkit.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The connections that a session holds already: who holds some must not wait for more to learn of a table. */
@FunctionalInterface
public interface OpenConnections {
    /** None at all. */
    OpenConnections NONE = dataSource -> null;

    /**
     * Returns the connection to a data source, by its number in the rule, or null. The connection is only read on, and
     * its state stays as it is.
     */
    @Nullable Connection to(int dataSource);

    /**
     * Asks over the one to a data source, which is there.
     *
     * @throws SQLException what the question throws, or a coded one when the time is over
     */
    default <T> @Nullable T ask(int dataSource, Question<T> question) throws SQLException {
        return question.ask(Objects.requireNonNull(to(dataSource)));
    }

    /**
     * Returns the time that questions may take from now on, in nanoseconds; 0 if there is no limit.
     *
     * @throws SQLException a coded one if the time is over
     */
    default long left() throws SQLException {
        return 0;
    }

    /** Gives back idle connections that others may wait for, before the caller waits for the pool of a data source. */
    default void beforeWaitingFor(int dataSource) throws SQLException {}
}

package io.shardkit.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A source of connections for questions to databases about tables. */
public interface ConnectionSource {
    /** Returns a connection to a data source, by its number in the rule; the caller closes the connection. */
    Connection open(int dataSource) throws SQLException;

    /**
     * Asks over a connection of its own.
     *
     * @param nanos how long it may take to borrow the connection and to ask; 0 for any time
     * @throws SQLException what the pool or the question throws, or a coded one when the time is over
     */
    default <T> @Nullable T ask(int dataSource, long nanos, Question<T> question) throws SQLException {
        return read(dataSource, nanos, (connection, progress) -> question.ask(connection));
    }

    /**
     * Reads over a connection of its own.
     *
     * @param nanos how long it may take to borrow the connection, and then each step that the reading tells of; 0 for any
     *     time
     * @throws SQLException what the pool or the reading throws, or a coded one when the time is over
     */
    default <T> @Nullable T read(int dataSource, long nanos, Reading<T> reading) throws SQLException {
        try (Connection connection = open(dataSource)) {
            return reading.read(connection, new Progress());
        }
    }

    /** Returns the time that a question may take without a limit of its own, in nanoseconds; 0 for no limit. */
    default long limit() {
        return 0;
    }

    /** Returns true if it is better to ask another data source. */
    default boolean isDown(int dataSource) {
        return false;
    }

    /** These, in the rule's order. */
    static ConnectionSource of(List<DataSource> dataSources) {
        List<DataSource> all = List.copyOf(dataSources);
        return dataSource -> all.get(dataSource).getConnection();
    }
}

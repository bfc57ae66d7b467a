package io.shardkit.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Where connections come from to ask databases about tables. */
public interface ConnectionSource {
    /** A connection to a data source, by its number in the rule; whoever asks closes it. */
    Connection open(int dataSource) throws SQLException;

    /**
     * Asks over a connection of its own.
     *
     * @param nanos how long it may take to borrow the connection and to ask; 0 for any time
     * @throws SQLException what the pool or the question throws, or a coded one when the time is over
     */
    default <T> @Nullable T ask(int dataSource, long nanos, Question<T> question) throws SQLException {
        try (Connection connection = open(dataSource)) {
            return question.ask(connection);
        }
    }

    /** How long a question may take where nothing else is said, in nanoseconds; 0 for any time. */
    default long limit() {
        return 0;
    }

    /** Whether it is better to ask another one. */
    default boolean isDown(int dataSource) {
        return false;
    }

    /** These, in the rule's order. */
    static ConnectionSource of(List<DataSource> dataSources) {
        List<DataSource> all = List.copyOf(dataSources);
        return dataSource -> all.get(dataSource).getConnection();
    }
}

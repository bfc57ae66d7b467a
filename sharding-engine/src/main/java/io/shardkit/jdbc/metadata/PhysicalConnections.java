package io.shardkit.jdbc.metadata;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The drivers' connections below a logical one. */
public interface PhysicalConnections {

    /**
     * Something that is asked of a driver's connection.
     *
     * @param <T> the answer
     */
    @FunctionalInterface
    interface Question<T> {
        @Nullable T ask(Connection physical) throws SQLException;
    }

    /** Asks a data source over the enlisted connection, or else over one that is taken for this question alone. */
    <T> @Nullable T withConnection(int dataSource, Question<T> question) throws SQLException;
}

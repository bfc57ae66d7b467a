package io.shardkit.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A question of many answers, such as all rows of a table.
 *
 * @param <T> the result of all of them
 */
@FunctionalInterface
public interface Reading<T> {
    /**
     * Reads the answers.
     *
     * @param progress is told of each answer
     */
    @Nullable T read(Connection connection, Progress progress) throws SQLException;
}

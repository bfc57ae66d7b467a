package io.shardkit.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A question to a database.
 *
 * @param <T> the answer
 */
@FunctionalInterface
public interface Question<T> {
    /** Asks it. */
    @Nullable T ask(Connection connection) throws SQLException;
}

package io.shardkit.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The transactions of a transaction manager, such as one of JTA. Implementations are thread-safe. */
@FunctionalInterface
public interface GlobalTransactions {
    /**
     * The transaction that work on this thread belongs to; null if there is none.
     *
     * @throws SQLException if there is one that takes no more work
     */
    @Nullable GlobalTransaction current() throws SQLException;
}

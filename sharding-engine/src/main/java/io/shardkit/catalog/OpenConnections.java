package io.shardkit.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The connections that a session holds already: who holds some must not wait for more to learn of a table. */
@FunctionalInterface
public interface OpenConnections {
    /** None at all. */
    OpenConnections NONE = dataSource -> null;

    /** The one to a data source, by its number in the rule, or null. It is read on, and left as it is. */
    @Nullable Connection to(int dataSource);

    /** The pool of a data source will be waited for; what others may wait for meanwhile, and nobody needs, goes back. */
    default void beforeWaitingFor(int dataSource) throws SQLException {}
}

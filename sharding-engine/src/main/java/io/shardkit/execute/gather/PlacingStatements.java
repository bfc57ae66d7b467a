package io.shardkit.execute.gather;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Prepares the statements that carry rows to their units, one unit after the other. Used by one thread. */
@FunctionalInterface
public interface PlacingStatements {
    /** Prepares statements whose results are not asked for. */
    PlacingStatements PLAIN = Connection::prepareStatement;

    /** Prepares one; the caller closes it. */
    PreparedStatement prepare(Connection connection, String sql) throws SQLException;

    /** A statement has written rows. */
    default void wrote(PreparedStatement statement) throws SQLException {}

    /**
     * All rows of a unit are written.
     *
     * @param rows their numbers among those of all units, in the order in which they were written
     */
    default void placed(List<Integer> rows) {}
}

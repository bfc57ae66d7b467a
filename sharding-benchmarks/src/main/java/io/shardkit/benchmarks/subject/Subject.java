package io.shardkit.benchmarks.subject;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs statements. The caller has computed where the rows lie; a subject that routes by itself ignores that. Thread-safe.
 */
public interface Subject extends AutoCloseable {

    /**
     * A connection for rows of one data source.
     *
     * @param source its number
     */
    Connection connection(int source) throws SQLException;

    /** The text of a statement for rows of the actual tables with that suffix. */
    String text(Query query, int suffix);

    /** A statement that stays prepared, on connections of its own. */
    KeptStatement keep(Query query) throws SQLException;

    /** Releases what the subject itself opened; not the pools. */
    @Override
    void close();
}

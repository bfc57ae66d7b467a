package io.shardkit.sql.passthrough;

import java.util.List;

/**
 * A statement that a database gets as it was written.
 *
 * @param sql the text
 * @param kind what it does
 * @param parameterCount how many {@code ?} it has
 * @param dataSource where it runs
 * @param setsLastKey whether it sets what the database tells as the key that was generated last
 * @param certain whether nothing else can be meant; if not, it is for where the statement is not understood
 * @param once whether the text holds rows that were read for it, which may be others next time
 * @param absent tables that the data source does not have, so no parameter may name them
 */
public record Passthrough(
        String sql,
        Kind kind,
        int parameterCount,
        int dataSource,
        boolean setsLastKey,
        boolean certain,
        boolean once,
        List<String> absent) {
    /** A statement that stays as it is. */
    Passthrough(String sql, Kind kind, int parameterCount, int dataSource, boolean setsLastKey, boolean certain) {
        this(sql, kind, parameterCount, dataSource, setsLastKey, certain, false, List.of());
    }

    /** The effect of the statement on data, on tables, and on the connection. */
    public enum Kind {
        /** Returns rows and changes nothing. */
        QUERY,
        /** Returns rows and locks them. */
        LOCKING_QUERY,
        INSERT,
        UPDATE,
        DELETE,
        /** An INSERT that returns rows. */
        RETURNING_INSERT,
        /** An UPDATE or MERGE that returns rows. */
        RETURNING_UPDATE,
        /** A DELETE that returns rows. */
        RETURNING_DELETE,
        /** Makes, changes or drops something that others see. */
        DDL,
        /** Anything: rows, counts or several of both; it may leave something on its connection. */
        OTHER,
        /** As {@link #OTHER}, of what commits the open transaction on some databases. */
        COMMITTING
    }
}

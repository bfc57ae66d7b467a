package io.shardkit.execute.driver;

import java.sql.SQLException;

/** The source of generated keys when a driver's own result set of them is not the answer. */
@FunctionalInterface
public interface KeySource {
    /** No keys at all. */
    KeySource NONE = () -> GeneratedKeyRows.NONE;

    /** The keys, in the order of the rows that the user gave. */
    GeneratedKeyRows keys() throws SQLException;
}

package io.shardkit.plan;

import java.sql.SQLException;

/** Chooses the servers that answer reads. */
@FunctionalInterface
public interface ServerChoice {
    /** The number of the server that gets the calls of a data source. */
    int of(int dataSource) throws SQLException;
}

package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Collects the units' values of one aggregate in one group. */
interface Accumulator {

    /** Takes the value of a unit's current row. */
    void add(ResultSet row) throws SQLException;

    /** The value of the whole group. */
    @Nullable Object result() throws SQLException;
}

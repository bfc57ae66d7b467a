package io.shardkit.merge;

import io.shardkit.dialect.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Puts the units' rows together. */
public final class Merger {
    private Merger() {}

    /**
     * @param spec how
     * @param limit which of the merged rows are given out
     * @param results the units' rows, in the order of the units; the cursor closes them
     * @param dialect whose rules of NULL, division and types hold
     * @throws SQLException a coded refusal if the types cannot be merged exactly, or what a driver throws; the results
     *     are closed then
     */
    public static RowCursor merge(MergeSpec spec, RowLimit limit, List<ResultSet> results, Dialect dialect)
            throws SQLException {
        if (results.isEmpty()) {
            throw new IllegalArgumentException("no results");
        }
        throw new java.sql.SQLFeatureNotSupportedException(spec + " " + limit + " " + dialect);
    }
}

package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;

/**
 * Results that are read as they come, some rows of one and then some of the next: so no database waits with a full
 * buffer until the others have sent everything.
 */
final class RowsInTurns extends MergedRows {
    /** About what the buffers between a database and its client hold. */
    private static final int ROWS_OF_TURN = 1_000;

    private final List<ResultSet> results;
    /** The results that stand on a row which was not given out yet. */
    private final BitSet ahead = new BitSet();

    private final BitSet ended = new BitSet();
    private int current;
    private int given;

    RowsInTurns(List<ResultSet> results, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        super(results, metaData, visibleColumns, limit);
        this.results = results;
    }

    @Override
    boolean advance() throws SQLException {
        if (given == ROWS_OF_TURN) {
            passTurn();
        }
        while (ended.cardinality() < results.size()) {
            if (!ended.get(current)
                    && (ahead.get(current) || results.get(current).next())) {
                ahead.clear(current);
                given++;
                return true;
            }
            ended.set(current);
            passTurn();
        }
        return false;
    }

    private void passTurn() {
        current = (current + 1) % results.size();
        given = 0;
    }

    @Override
    boolean isLastOfAll() throws SQLException {
        if (!ahead.isEmpty() || !results.get(current).isLast()) {
            return false;
        }
        for (int i = 0; i < results.size(); i++) {
            if (i != current && !ended.get(i) && results.get(i).next()) {
                ahead.set(i);
                return false;
            }
        }
        return true;
    }

    @Override
    public ResultSet row() {
        return results.get(current);
    }
}

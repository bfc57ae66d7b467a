package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;

/** Some rows of one result, and then some of the next; or all of one before the next. */
final class RowsInTurns extends MergedRows {
    private final List<ResultSet> results;
    private final long rowsOfTurn;
    /** The results that stand on a row which was not given out yet. */
    private final BitSet ahead = new BitSet();

    private final BitSet ended = new BitSet();
    private int open;
    private int current;
    private long given;

    /** @param rowsOfTurn after how many rows the next result has its turn */
    RowsInTurns(
            List<ResultSet> results, long rowsOfTurn, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        super(results, metaData, visibleColumns, limit);
        this.results = results;
        this.rowsOfTurn = rowsOfTurn;
        this.open = results.size();
    }

    @Override
    boolean advance() throws SQLException {
        if (given == rowsOfTurn) {
            passTurn();
        }
        while (open > 0) {
            if (ahead.get(current) || results.get(current).next()) {
                ahead.clear(current);
                given++;
                return true;
            }
            ended.set(current);
            open--;
            passTurn();
        }
        return false;
    }

    /** To the next result that is not at its end; where all are, it stays at the last one. */
    private void passTurn() {
        given = 0;
        if (open > 0) {
            do {
                current = (current + 1) % results.size();
            } while (ended.get(current));
        }
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

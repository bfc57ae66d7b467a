package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Some rows of one result, and then some of the next; or all of one before the next. */
final class ConcatenatedRows extends UncomparedRows {
    private final int results;
    private final long rowsOfTurn;
    private int turn;
    private long given;

    /** @param rowsOfTurn after how many rows the next result has its turn */
    ConcatenatedRows(
            List<ResultSet> results, long rowsOfTurn, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        super(results, metaData, visibleColumns, limit);
        this.results = results.size();
        this.rowsOfTurn = rowsOfTurn;
    }

    @Override
    boolean advance() throws SQLException {
        if (given > 0 && given < rowsOfTurn && goOn()) {
            given++;
            return true;
        }
        return advanceInTurn();
    }

    private boolean advanceInTurn() throws SQLException {
        if (given > 0) {
            passTurn();
        }
        while (!hasEnded(turn)) {
            if (advance(turn)) {
                given = 1;
                return true;
            }
            passTurn();
        }
        return false;
    }

    /** To the next result that is not at its end; where all are, it stays. */
    private void passTurn() {
        for (int passed = 0; passed < results; passed++) {
            turn = (turn + 1) % results;
            if (!hasEnded(turn)) {
                return;
            }
        }
    }
}

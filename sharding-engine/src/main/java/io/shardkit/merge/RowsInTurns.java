package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Some rows of one result, and then some of the next; or all of one before the next. */
final class RowsInTurns extends UncomparedRows {
    private final int results;
    private final long rowsOfTurn;
    private int open;
    private int turn;
    private long given;

    /** @param rowsOfTurn after how many rows the next result has its turn */
    RowsInTurns(
            List<ResultSet> results, long rowsOfTurn, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        super(results, metaData, visibleColumns, limit);
        this.results = results.size();
        this.rowsOfTurn = rowsOfTurn;
        this.open = this.results;
    }

    @Override
    boolean advance() throws SQLException {
        if (given == rowsOfTurn) {
            passTurn();
        }
        while (open > 0) {
            if (advance(turn)) {
                given++;
                return true;
            }
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
                turn = (turn + 1) % results;
            } while (hasEnded(turn));
        }
    }
}

package io.shardkit.jdbc;

import io.shardkit.jdbc.result.ShardingResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of a statement beside the one that it shows: generated keys, rows that the user keeps, and what comes next. */
final class OtherAnswers {
    private @Nullable ShardingResultSet keys;

    /** The rows that the user moved on from without closing them. */
    private List<ShardingResultSet> kept = List.of();

    private @Nullable Next next;

    /** The answers of a statement after its first one. */
    interface Next {
        /**
         * Has the statement show the next answer: rows, a count, or a count of -1 if there is none.
         *
         * @param current what becomes of the rows before, as for {@link java.sql.Statement#getMoreResults(int)}
         * @return whether it is rows
         */
        boolean next(int current) throws SQLException;

        /** Must be told when the statement is closed, or runs once more. */
        default void close() throws SQLException {}
    }

    @Nullable Next next() {
        return next;
    }

    void follow(Next answers) {
        next = answers;
    }

    ShardingResultSet keys(ShardingResultSet rows) {
        keys = rows;
        return rows;
    }

    void keep(ShardingResultSet rows) {
        if (kept.isEmpty()) {
            kept = new ArrayList<>(1);
        }
        kept.add(rows);
    }

    void closeKeys() throws SQLException {
        ShardingResultSet last = keys;
        if (last != null) {
            keys = null;
            last.close();
        }
    }

    void closeKept() throws SQLException {
        List<ShardingResultSet> last = kept;
        kept = List.of();
        for (ShardingResultSet each : last) {
            each.close();
        }
    }

    void close() throws SQLException {
        closeKept();
        closeKeys();
        if (next != null) {
            next.close();
        }
    }
}

package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results that are ordered already, merged into one order by a tree of losers: a row costs one comparison for each
 * doubling of the number of results, plus one that checks that its result is in order. Equal rows come in the order of
 * the results.
 */
final class MergeSortedRows extends MergedRows {
    private static final int NONE = -1;

    private final List<ResultSet> results;
    private final RowOrder order;
    /** For each result the sort key of its current row, read once; null if it has no more rows. */
    private final @Nullable Object[] @Nullable [] sortKeys;
    /** At 0 the winner, at 1 and up the loser of each inner node. */
    private final int[] tree;

    private boolean started;

    MergeSortedRows(
            List<ResultSet> results, RowOrder order, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        super(results, metaData, visibleColumns, limit);
        this.results = results;
        this.order = order;
        this.sortKeys = new @Nullable Object[results.size()] @Nullable [];
        this.tree = new int[results.size()];
    }

    @Override
    boolean advance() throws SQLException {
        if (started) {
            pull(tree[0]);
            replay(tree[0]);
        } else {
            started = true;
            start();
        }
        return sortKeys[tree[0]] != null;
    }

    private void start() throws SQLException {
        for (int i = 0; i < sortKeys.length; i++) {
            pull(i);
        }
        Arrays.fill(tree, NONE);
        for (int i = sortKeys.length - 1; i >= 0; i--) {
            enter(i);
        }
    }

    /** Plays a result upwards until it meets a node where no other waits yet. */
    private void enter(int result) {
        int winner = result;
        for (int node = (result + sortKeys.length) / 2; node > 0; node /= 2) {
            if (tree[node] == NONE) {
                tree[node] = winner;
                return;
            }
            if (beats(tree[node], winner)) {
                int loser = winner;
                winner = tree[node];
                tree[node] = loser;
            }
        }
        tree[0] = winner;
    }

    private void replay(int result) {
        int winner = result;
        for (int node = (result + sortKeys.length) / 2; node > 0; node /= 2) {
            if (beats(tree[node], winner)) {
                int loser = winner;
                winner = tree[node];
                tree[node] = loser;
            }
        }
        tree[0] = winner;
    }

    private boolean beats(int a, int b) {
        @Nullable Object[] x = sortKeys[a];
        @Nullable Object[] y = sortKeys[b];
        if (x == null || y == null) {
            return y == null && (x != null || a < b);
        }
        int result = order.compare(x, y);
        return result < 0 || (result == 0 && a < b);
    }

    /** Moves one result on, and refuses to go on if the database's order is not the one that is merged by. */
    private void pull(int index) throws SQLException {
        ResultSet result = results.get(index);
        @Nullable Object[] before = sortKeys[index];
        if (!result.next()) {
            sortKeys[index] = null;
            return;
        }
        @Nullable Object[] sortKey = order.read(result);
        if (before != null && order.compare(before, sortKey) > 0) {
            throw order.contradiction(before, sortKey);
        }
        sortKeys[index] = sortKey;
    }

    @Override
    boolean isLastOfAll() throws SQLException {
        for (int i = 0; i < sortKeys.length; i++) {
            if (i != tree[0] && sortKeys[i] != null) {
                return false;
            }
        }
        return row().isLast();
    }

    @Override
    public ResultSet row() {
        return results.get(tree[0]);
    }
}

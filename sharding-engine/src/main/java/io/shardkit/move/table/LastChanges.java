package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The last changes of a table, which are followed when nothing can be written any more. Transactions wait meanwhile: so
 * everything that is asked of the catalog is asked before the fence. Used by one thread.
 */
public final class LastChanges implements AutoCloseable {
    private final TableMove move;
    private final TargetTransactions transactions;
    private final Witnesses witnesses;
    private final Follow follow;
    private final MoveConnection source;
    private final MovedRows moved;

    private LastChanges(TableMove move, Progress progress, MoveConnection source, MovedRows moved) {
        this.move = move;
        this.transactions = new TargetTransactions(move, progress);
        this.witnesses = progress.witnesses();
        this.follow = new Follow(move, progress);
        this.source = source;
        this.moved = moved;
    }

    /** Makes ready, before the fence. */
    public static LastChanges of(TableMove move, Progress progress) throws SQLException {
        MoveConnection source = MoveConnection.source(move);
        try {
            MovedRows before = MovedRows.read(move, source);
            new Journal(move).check(source, before);
            return new LastChanges(move, progress, source, before.fenced());
        } catch (SQLException | RuntimeException failure) {
            source.close();
            throw failure;
        }
    }

    /**
     * Follows them, compares their rows, and lets the target's counters go on where those of the source are.
     *
     * @throws RowsDifferException if source and target differ
     * @throws SQLException if the structure of the source was changed, among others
     */
    public void follow() throws SQLException {
        // A worker that was replaced may have dropped the triggers in its last moment.
        new Journal(move).check(source, moved);
        Set<MovedKey> keys = new LinkedHashSet<>();
        List<MovedRows.Entry> some;
        do {
            boolean isFirst = keys.isEmpty();
            some = transactions.run((target, state, clearing) -> {
                if (isFirst) {
                    Follow.check(source, moved, state);
                }
                return follow.follow(source, moved, target, clearing);
            });
            moved.forget(source, some);
            some.stream().map(MovedRows.Entry::key).filter(Objects::nonNull).forEach(keys::add);
        } while (!some.isEmpty());
        List<MovedKey> all = List.copyOf(keys);
        int most = move.limits().chunkRows();
        for (int i = 0; i < all.size(); i += most) {
            compare(all.subList(i, Math.min(all.size(), i + most)));
        }
        if (!transactions.run(
                (target, state, clearing) -> witnesses.hold(source, target, moved, state.incarnation()))) {
            throw new RowsDifferException("The source of " + move.table() + " has lost rows although all changes were"
                    + " followed: it may have been truncated");
        }
        try (MoveConnection target = MoveConnection.target(move)) {
            for (String each : moved.sql()
                    .counters(source, target, moved.table(), moved.table().target())) {
                target.execute(each);
            }
        }
    }

    private void compare(List<MovedKey> keys) throws SQLException {
        List<Difference> differences =
                transactions.run((target, state, clearing) -> Verify.differences(source, target, moved, keys));
        if (!differences.isEmpty()) {
            throw new RowsDifferException("Rows of " + move.table()
                    + " differ at the target although all changes were followed: " + differences);
        }
    }

    @Override
    public void close() throws SQLException {
        source.close();
    }
}

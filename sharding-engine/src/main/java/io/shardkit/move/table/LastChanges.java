package io.shardkit.move.table;

import io.shardkit.dialect.facts.Filling;
import io.shardkit.move.table.Verify.Difference;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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
     * Follows them, and compares their rows.
     *
     * @throws RowsDifferException if source and target differ
     * @throws SQLException if the structure of the source was changed, among others
     */
    public void follow() throws SQLException {
        // A worker that was replaced may have dropped the triggers in its last moment.
        new Journal(move).check(source, moved);
        // In one transaction of each target: transactions of the application wait for all that is asked.
        List<MovedRows.Entry> followed = transactions.run((targets, state, clearing) -> {
            Follow.check(source, moved, state);
            List<MovedRows.Entry> all = followAll(targets, clearing);
            compare(targets, all);
            if (!witnesses.hold(source, targets, moved, state.incarnation())) {
                throw new RowsDifferException("The source of " + move.table()
                        + " has lost rows although all changes were" + " followed: it may have been truncated");
            }
            return all;
        });
        moved.forget(source, followed);
    }

    private List<MovedRows.Entry> followAll(Targets targets, boolean clearing) throws SQLException {
        List<MovedRows.Entry> all = new ArrayList<>();
        List<MovedRows.Entry> some;
        do {
            long last = all.isEmpty() ? 0 : all.get(all.size() - 1).number();
            some = follow.follow(source, moved, targets, last, clearing);
            all.addAll(some);
        } while (!some.isEmpty());
        return all;
    }

    /**
     * Lets the counters of the targets go on where those of the source are, unless they are further. The sources of one
     * target do so one after the other.
     */
    public void raiseCounters() throws SQLException {
        boolean isCounted = moved.table().columns().stream()
                .anyMatch(column -> column.filling().kind() == Filling.Kind.COUNTER);
        for (int target = 0; isCounted && target < move.targets().size(); target++) {
            try (MoveConnection connection =
                    MoveConnection.open(move.targets().get(target).place(), move)) {
                for (String each : moved.sql().counters(source, connection, moved.table(), target)) {
                    connection.execute(each);
                }
            }
        }
    }

    private void compare(Targets targets, List<MovedRows.Entry> followed) throws SQLException {
        List<MovedKey> keys = followed.stream()
                .map(MovedRows.Entry::key)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        int most = move.limits().chunkRows();
        for (int i = 0; i < keys.size(); i += most) {
            List<Difference> differences =
                    Verify.differences(source, targets, moved, keys.subList(i, Math.min(keys.size(), i + most)));
            if (!differences.isEmpty()) {
                throw new RowsDifferException("Rows of " + move.table()
                        + " differ at the target although all changes were followed: " + differences);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        source.close();
    }
}

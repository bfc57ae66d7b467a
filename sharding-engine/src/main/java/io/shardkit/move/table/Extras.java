package io.shardkit.move.table;

import io.shardkit.move.table.Verify.Difference;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks through the targets that several sources share for rows that their source does not have: as each source is compared
 * by its own rows, it does not come by them. Not thread-safe.
 */
public final class Extras {
    private final List<TableMove> moves;
    private final List<Verify> comparisons;

    /**
     * @param moves of all sources of the same targets, by their numbers
     * @param comparisons of the same sources
     */
    public Extras(List<TableMove> moves, List<Verify> comparisons) {
        this.moves = List.copyOf(moves);
        this.comparisons = List.copyOf(comparisons);
    }

    /**
     * Looks at all rows of all targets.
     *
     * @param most the number of differences of a source after which it stops
     * @return the differences by the number of the source
     */
    public Map<Integer, List<Difference>> find(int most, Throttle throttle) throws SQLException {
        Map<Integer, List<Difference>> found = new LinkedHashMap<>();
        for (int target = 0; target < moves.get(0).targets().size(); target++) {
            Chunk chunk = null;
            do {
                long start = System.nanoTime();
                chunk = next(target, chunk == null ? null : chunk.last());
                for (Map.Entry<Integer, List<MovedKey>> each : chunk.bySource().entrySet()) {
                    found.computeIfAbsent(each.getKey(), any -> new ArrayList<>())
                            .addAll(comparisons
                                    .get(each.getKey())
                                    .keys(each.getValue())
                                    .differences());
                }
                throttle.pause(chunk.rows(), System.nanoTime() - start);
            } while (chunk.last() != null && found.values().stream().allMatch(each -> each.size() < most));
        }
        found.values().removeIf(List::isEmpty);
        return found;
    }

    /** Keys of a target; the last one is null if there are no more after them. */
    private record Chunk(Map<Integer, List<MovedKey>> bySource, int rows, @Nullable MovedKey last) {}

    private Chunk next(int target, @Nullable MovedKey from) throws SQLException {
        TableMove move = moves.get(0);
        int most = move.limits().chunkRows();
        try (MoveConnection source = MoveConnection.source(move);
                MoveConnection connection =
                        MoveConnection.open(move.targets().get(target).place(), move)) {
            MovedRows moved = MovedRows.read(move, source);
            List<@Nullable Object[]> rows = moved.afterAtTarget(connection, target, from, most);
            Map<Integer, List<MovedKey>> bySource = new LinkedHashMap<>();
            for (@Nullable Object[] row : rows) {
                bySource.computeIfAbsent(moved.source(row), any -> new ArrayList<>())
                        .add(moved.keyOf(row));
            }
            MovedKey last = rows.size() < most ? null : moved.keyOf(rows.get(most - 1));
            return new Chunk(bySource, rows.size(), last);
        }
    }
}

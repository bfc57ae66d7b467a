package io.shardkit.move.table;

import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a table that is to move, and where they go: spread over the key if its first column is a number, else the
 * first ones. Immutable.
 *
 * @param targets the number of rows for each target
 * @param rows how many were read
 * @param isWhole whether these are all rows of the table
 * @param problem a row that has no target, in words; empty if each one has
 */
@API(status = API.Status.INTERNAL)
public record RowSample(List<Long> targets, long rows, boolean isWhole, String problem) {
    private static final int ROWS_AT_ONCE = 50;

    /** Copies the list. */
    public RowSample {
        targets = List.copyOf(targets);
    }

    /**
     * Reads rows.
     *
     * @param most the number of rows that are read at most
     * @throws SQLException if they cannot be read
     */
    public static RowSample read(TableMove move, int most) throws SQLException {
        try (MoveConnection source = MoveConnection.source(move)) {
            MovedRows rows = MovedRows.read(move, source);
            List<@Nullable Object[]> first = rows.after(source, null, most);
            boolean isWhole = first.size() < most;
            List<@Nullable Object[]> some = isWhole ? first : spread(rows, source, most);
            return placed(rows, some.isEmpty() ? first : some, move.targets().size(), isWhole);
        }
    }

    private static RowSample placed(MovedRows rows, List<@Nullable Object[]> some, int targets, boolean isWhole) {
        long[] counts = new long[targets];
        String problem = "";
        for (@Nullable Object[] row : some) {
            try {
                counts[rows.target(row)]++;
            } catch (SQLException misplaced) {
                problem = problem.isEmpty() ? String.valueOf(misplaced.getMessage()) : problem;
            }
        }
        List<Long> all = new ArrayList<>();
        for (long count : counts) {
            all.add(count);
        }
        return new RowSample(all, some.size(), isWhole, problem);
    }

    /** Returns rows at even distances of the first column of the key; none if that is no number. */
    private static List<@Nullable Object[]> spread(MovedRows rows, MoveConnection source, int most)
            throws SQLException {
        MovedKey least = rows.edge(source, "", "", 1).get(0);
        BigInteger from = number(least);
        BigInteger to = number(rows.edge(source, "", " DESC", 1).get(0));
        List<@Nullable Object[]> some = new ArrayList<>();
        Set<MovedKey> seen = new HashSet<>();
        int steps = Math.max(1, most / ROWS_AT_ONCE);
        for (int i = 0; from != null && to != null && i < steps; i++) {
            List<String> values = new ArrayList<>(least.values());
            values.set(
                    0,
                    from.add(to.subtract(from).multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(steps)))
                            .toString());
            for (@Nullable Object[] row : rows.after(source, i == 0 ? null : new MovedKey(values), ROWS_AT_ONCE)) {
                if (seen.add(rows.keyOf(row))) {
                    some.add(row);
                }
            }
        }
        return some;
    }

    private static @Nullable BigInteger number(MovedKey key) {
        try {
            return new BigInteger(key.values().get(0));
        } catch (NumberFormatException text) {
            return null;
        }
    }
}

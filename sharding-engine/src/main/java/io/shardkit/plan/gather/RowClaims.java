package io.shardkit.plan.gather;

import io.shardkit.plan.Attempt;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.plan.unique.UniqueClaims;
import io.shardkit.plan.unique.UniquenessProbe;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The unique keys that rows of a query have, for which other units are asked before they are inserted. Immutable. */
public final class RowClaims {
    private final UniqueCheck check;
    private final List<int[]> positions;

    /** @param positions for each key those of its columns in a row, empty where no other row can have the key */
    private RowClaims(UniqueCheck check, List<int[]> positions) {
        this.check = check;
        this.positions = positions;
    }

    /**
     * Returns the unique keys of the rows of a query.
     *
     * @param columns the columns that the statement inserts, in lower case
     * @param generated the column that is generated, or null
     */
    public static Attempt<RowClaims> of(UniqueCheck check, List<String> columns, @Nullable String generated) {
        return Attempt.ofEach(check.keys(), key -> {
                    boolean isNew = generated != null && key.names().contains(generated);
                    return isNew ? Attempt.done(new int[0]) : positions(key, columns);
                })
                .map(positions -> new RowClaims(check, positions));
    }

    private static Attempt<int[]> positions(UniqueCheck.Key key, List<String> columns) {
        int[] positions = new int[key.columns().size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = columns.indexOf(key.names().get(i));
            if (positions[i] < 0) {
                Refusal refusal = KeyColumn.leftOut(key.columns().get(i).column());
                return refusal == null ? Attempt.done(new int[0]) : Attempt.refused(refusal);
            }
        }
        return Attempt.done(positions);
    }

    /**
     * Returns the questions to ask before rows, given by unit, are inserted.
     *
     * @param parallelism decides whether the data sources are asked in parallel
     */
    public UniquenessProbe.All questions(Map<Integer, List<@Nullable Object[]>> rows, ParallelismChoice parallelism)
            throws SQLException {
        UniqueClaims claims = new UniqueClaims(check, parallelism);
        for (Map.Entry<Integer, List<@Nullable Object[]>> ofUnit : rows.entrySet()) {
            for (@Nullable Object[] row : ofUnit.getValue()) {
                for (int key = 0; key < positions.size(); key++) {
                    List<@Nullable Object> given = new ArrayList<>();
                    for (int position : positions.get(key)) {
                        given.add(row[position]);
                    }
                    if (!given.isEmpty()) {
                        claims.add(key, ofUnit.getKey(), given);
                    }
                }
            }
        }
        return claims.questions();
    }
}

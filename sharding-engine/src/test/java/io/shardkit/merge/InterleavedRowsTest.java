package io.shardkit.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterleavedRowsTest {

    /** The first result has fewer rows than the order says, the others have more. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givesTheRowsInOrderAndKnowsTheLast(boolean asksWhetherLast) throws SQLException {
        Rows rows = Rows.ofIntegers("a")
                .unit(Rows.row(1), Rows.row(3))
                .unit(Rows.row(2), Rows.row(4), Rows.row(5))
                .unit(Rows.row(6), Rows.row(7));
        List<Integer> seen = new ArrayList<>();
        try (RowCursor cursor = Merger.interleave(new int[] {0, 1, 0, 1, 0, 0}, RowLimit.NONE, rows.results())) {
            while (cursor.next()) {
                seen.add(cursor.row().getInt(1));
                if (asksWhetherLast) {
                    assertThat(cursor.isLast()).isEqualTo(seen.size() == 7);
                }
            }
        }
        assertThat(seen).containsExactly(1, 2, 3, 4, 5, 6, 7);
    }
}

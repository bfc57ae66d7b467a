package io.shardkit.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDrivers;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConcatenatedRowsTest {
    private static final Merger MERGER = new Merger(Dialect.MARIADB, JdbcDrivers.named("MariaDB Connector/J"));

    private static final MergeSpec AS_THEY_COME = new MergeSpec(0, null, List.of());

    private static Rows numbered(int... sizes) {
        Rows rows = Rows.ofIntegers("a");
        long first = 0;
        for (int size : sizes) {
            rows.unit(LongStream.range(first, first + size).mapToObj(Rows::row).toArray(Object[][]::new));
            first += size;
        }
        return rows;
    }

    private static RowCursor streamed(Rows rows, RowLimit limit) throws SQLException {
        return MERGER.mergeUnions(AS_THEY_COME, limit, rows.results(), Schema.common(rows.results()), null, true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givesEachRowOnceAndKnowsTheLast(boolean asksWhetherLast) throws SQLException {
        int[][] cases = {{2500, 0, 1200}, {0, 0}, {1000, 1000}, {1001, 1}, {0, 3000}, {1}, {1, 1000, 2001, 0}};
        for (int[] sizes : cases) {
            long all = Arrays.stream(sizes).sum();
            TreeSet<Long> seen = new TreeSet<>();
            try (RowCursor cursor = streamed(numbered(sizes), RowLimit.NONE)) {
                while (cursor.next()) {
                    seen.add(cursor.row().getLong(1));
                    if (asksWhetherLast) {
                        assertThat(cursor.isLast()).isEqualTo(seen.size() == all);
                    }
                }
            }
            assertThat(seen).as("rows of %s", (Object) sizes).hasSize((int) all);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void readsOfEachBeforeAnyIsAtItsEnd(int results) throws SQLException {
        int[] sizes = new int[results];
        Arrays.fill(sizes, 5000);
        List<String> rows = Rows.texts(streamed(numbered(sizes), new RowLimit(0, 1000L * results)), 1);
        for (int i = 0; i < results; i++) {
            assertThat(rows).contains(String.valueOf(5000 * i));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 999, 1000, 1001, 2600})
    void cutsByOffset(long offset) throws SQLException {
        assertThat(Rows.texts(streamed(numbered(2500, 1200), new RowLimit(offset, 10_000)), 1))
                .hasSize((int) (3700 - offset));
    }
}

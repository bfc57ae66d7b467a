package io.shardkit.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Differences between answers that the comparison of suites finds, and those that it leaves to the database. */
class ComparisonTest {
    private static final String ORDERED =
            "SELECT a, b FROM (SELECT 1 ORDER BY 2) t ORDER BY t.a DESC NULLS FIRST, b + 1";
    private static final String CUT = ORDERED + " LIMIT 2";

    @Test
    void tiesMayChangePlaces() throws Exception {
        assertThat(difference(ORDERED, "2 x, 1 y, 1 z", "2 x, 1 z, 1 y")).isNull();
        assertThat(difference("SELECT a, b FROM t", "2 x, 1 y", "1 y, 2 x")).isNull();
        assertThat(difference(ORDERED, "2 x, 1 y", "1 y, 2 x")).contains("by its order");
        assertThat(difference(ORDERED, "2 x, 1 y, 1 y", "2 x, 1 y, 1 z")).contains("[1, z]");
        assertThat(difference(ORDERED, "2 x", "2 -")).contains("[2, null]");
        assertThat(difference(ORDERED, "2 x", "2 x, 2 x")).contains("2 rows");
    }

    @Test
    void limitMayCutThroughTies() throws Exception {
        assertThat(difference(CUT, "2 x, 1 y", "2 x, 1 z")).isNull();
        assertThat(difference(CUT, "2 x, 1 y", "2 x, 1 q")).contains("[1, q]");
        assertThat(difference(CUT, "2 x, 1 y", "2 z, 1 y")).contains("[2, z]");
    }

    @Test
    void onlyFloatingPointNumbersMayBeNear() throws Exception {
        assertThat(difference(ORDERED, "0.30000000000000004 1", "0.3 1")).isNull();
        assertThat(difference(ORDERED, "0.3 1", "0.3001 1")).isNotNull();
        assertThat(difference(ORDERED, "2 1.50", "2 1.5")).isNotNull();
    }

    private static @Nullable String difference(String query, String expected, String found) throws Exception {
        return new Comparison(query, answer(expected), answer(found)).difference(() -> answer("2 x, 1 y, 1 z"));
    }

    /** An answer of the columns a, of floating-point numbers, and b. */
    private static Answer answer(String rows) {
        List<List<@Nullable String>> all = Arrays.stream(rows.split(", "))
                .map(row -> Arrays.<@Nullable String>asList(row.split(" ")))
                .toList();
        all.forEach(row -> row.replaceAll(value -> "-".equals(value) ? null : value));
        return new Answer(List.of("a", "b"), Set.of(0), all);
    }
}

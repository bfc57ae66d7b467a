package io.shardkit.merge;

import static io.shardkit.merge.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Types;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergerTest {
    private static final Merger MERGER = new Merger(Dialect.MARIADB, JdbcDrivers.named("MariaDB Connector/J"));

    private static final MergeSpec CONCATENATED = new MergeSpec(0, null, List.of());

    private static MergeSpec orderedBy(SortKey... keys) {
        return new MergeSpec(0, null, List.of(keys));
    }

    private static SortKey ascending(int column) {
        return new SortKey(column, false, true, TextOrder.UNKNOWN);
    }

    private static RowCursor merge(MergeSpec spec, RowLimit limit, Rows rows) throws SQLException {
        return MERGER.merge(spec, limit, rows.results());
    }

    @Test
    void concatenatesInTheOrderOfTheUnits() throws SQLException {
        Rows rows =
                Rows.ofIntegers("a").unit(row(2L), row(1L)).unit().unit(row(3L)).unit();
        assertThat(Rows.texts(merge(CONCATENATED, RowLimit.NONE, rows), 1)).containsExactly("2", "1", "3");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, '1,2'",
        "1, 3, '2,3,4'",
        "4, 9223372036854775807, '5'",
        "5, 1, ''",
        "9223372036854775807, 9223372036854775807, ''",
        "0, 0, ''"
    })
    void cutsWhatIsConcatenatedAndWhatIsOrdered(long offset, long count, String expected) throws SQLException {
        for (MergeSpec spec : List.of(CONCATENATED, orderedBy(ascending(1)))) {
            Rows rows =
                    Rows.ofIntegers("a").unit(row(1L), row(2L), row(3L)).unit().unit(row(4L), row(5L));
            assertThat(String.join(",", Rows.texts(merge(spec, new RowLimit(offset, count), rows), 1)))
                    .isEqualTo(expected);
        }
    }

    @Test
    void readsNoMoreRowsThanTheLimitNeeds() throws SQLException {
        for (MergeSpec spec : List.of(CONCATENATED, orderedBy(ascending(1)))) {
            Rows rows = Rows.ofIntegers("a").unit(row(1L), row(2L), row(3L)).unit(row(9L), row(10L));
            try (RowCursor cursor = merge(spec, new RowLimit(0, 1), rows)) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.next()).isFalse();
                assertThat(cursor.next()).isFalse();
                assertThat(rows.results().get(0).getRow()).isEqualTo(1);
                assertThat(rows.results().get(1).isLast()).isFalse();
            }
            Rows none = Rows.ofIntegers("a").unit(row(1L));
            try (RowCursor cursor = merge(spec, new RowLimit(0, 0), none)) {
                assertThat(cursor.next()).isFalse();
                assertThat(none.results().get(0).isBeforeFirst()).isTrue();
                assertThat(cursor.metaData().getColumnLabel(1)).isEqualTo("a");
            }
        }
    }

    @Test
    void knowsTheLastRowWithoutLeavingIt() throws SQLException {
        for (MergeSpec spec : List.of(CONCATENATED, orderedBy(ascending(1)))) {
            for (long limit : new long[] {2, 3, RowLimit.ALL}) {
                Rows rows = Rows.ofIntegers("a")
                        .unit(row(1L), row(2L))
                        .unit()
                        .unit(row(3L), row(4L))
                        .unit();
                StringBuilder seen = new StringBuilder();
                try (RowCursor cursor = merge(spec, new RowLimit(0, limit), rows)) {
                    while (cursor.next()) {
                        boolean last = cursor.isLast();
                        assertThat(cursor.isLast()).isEqualTo(last);
                        seen.append(cursor.row().getString(1)).append(last ? "!" : " ");
                    }
                }
                assertThat(seen).hasToString(limit == 2 ? "1 2!" : limit == 3 ? "1 2 3!" : "1 2 3 4!");
            }
        }
    }

    @Test
    void givesOutTheUnitsOwnResultSet() throws SQLException {
        Rows rows = Rows.ofIntegers("a").unit(row(2L)).unit(row(1L));
        try (RowCursor cursor = merge(orderedBy(ascending(1)), RowLimit.NONE, rows)) {
            cursor.next();
            assertThat(cursor.row()).isSameAs(rows.results().get(1));
            cursor.next();
            assertThat(cursor.row()).isSameAs(rows.results().get(0));
        }
    }

    @Test
    void equalRowsComeInTheOrderOfTheUnits() throws SQLException {
        for (int units = 1; units <= 9; units++) {
            Rows rows = Rows.ofIntegers("a", "unit");
            for (long unit = 1; unit <= units; unit++) {
                rows.unit(row(1L, unit), row(1L, unit), row(2L, unit));
            }
            List<List<String>> merged = Rows.texts(merge(orderedBy(ascending(1)), RowLimit.NONE, rows));
            assertThat(merged).hasSize(units * 3);
            for (int i = 0; i < units * 2; i++) {
                assertThat(merged.get(i)).containsExactly("1", Integer.toString(i / 2 + 1));
            }
            for (int i = 0; i < units; i++) {
                assertThat(merged.get(units * 2 + i)).containsExactly("2", Integer.toString(i + 1));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "false, true, 'null,null,1,2'",
        "false, false, '1,2,null,null'",
        "true, true, 'null,null,2,1'",
        "true, false, '2,1,null,null'"
    })
    void putsNullsWhereTheyAreWanted(boolean descending, boolean nullsFirst, String expected) throws SQLException {
        Object[] nothing = {null};
        Object[] number = {descending ? 2L : 1L};
        Object[] other = {descending ? 1L : 2L};
        Rows rows = Rows.ofIntegers("a")
                .unit(nullsFirst ? nothing : number, nullsFirst ? number : nothing)
                .unit(nullsFirst ? nothing : other, nullsFirst ? other : nothing);
        MergeSpec spec = orderedBy(new SortKey(1, descending, nullsFirst, TextOrder.UNKNOWN));
        assertThat(Rows.texts(merge(spec, RowLimit.NONE, rows), 1).stream()
                        .map(String::valueOf)
                        .toList())
                .isEqualTo(List.of(expected.split(",")));
    }

    @Test
    void countsColumnsFromTheRightEndAndHidesThem() throws SQLException {
        Rows rows = Rows.ofIntegers("a", "b", "hidden")
                .unit(row(1L, 5L, 3L), row(2L, 5L, 4L))
                .unit(row(3L, 5L, 1L), row(4L, 5L, 9L));
        MergeSpec spec = new MergeSpec(1, null, List.of(ascending(-2), ascending(-1)));
        RowCursor cursor = merge(spec, RowLimit.NONE, rows);
        assertThat(cursor.visibleColumns()).isEqualTo(2);
        assertThat(cursor.metaData().getColumnCount()).isEqualTo(3);
        assertThat(Rows.texts(cursor, 1)).containsExactly("3", "1", "2", "4");
    }

    @Test
    void anOffsetOutsideTheRowIsRefusedAndEverythingClosed() throws SQLException {
        for (int offset : new int[] {0, 2, -2}) {
            Rows rows = Rows.ofIntegers("a").unit(row(1L)).unit(row(2L));
            assertThatThrownBy(() -> merge(orderedBy(ascending(offset)), RowLimit.NONE, rows))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith(ErrorCode.INVALID_ARGUMENT.code());
            assertAllClosed(rows);
        }
    }

    @Test
    void refusesRowsThatContradictTheOrder() throws SQLException {
        Rows numbers = Rows.ofIntegers("a").unit(row(1L), row(3L)).unit(row(2L), row(1L));
        RowCursor cursor = merge(orderedBy(ascending(1)), RowLimit.NONE, numbers);
        assertThatThrownBy(() -> Rows.texts(cursor))
                .hasMessageStartingWith(ErrorCode.SORT_TYPE_UNKNOWN.code())
                .hasMessageContaining("\"a\"");
        assertAllClosed(numbers);

        Rows texts = new Rows().column("name", Types.VARCHAR).unit(row("a"), row("B"));
        RowCursor ignoringCase = merge(orderedBy(new SortKey(1, false, true, TextOrder.BINARY)), RowLimit.NONE, texts);
        assertThatThrownBy(() -> Rows.texts(ignoringCase)).hasMessageStartingWith(ErrorCode.TEXT_ORDER_UNKNOWN.code());
        assertAllClosed(texts);
    }

    @Test
    void refusesUnitsThatAnswerWithOtherColumns() throws SQLException {
        Rows fewer = Rows.ofIntegers("a").unit(row(1L));
        fewer.column("b", Types.BIGINT).unit(row(1L, 2L));
        assertDrift(fewer, "result 2", "2 columns instead of 1");

        Rows labels = Rows.ofIntegers("a").unit(row(1L)).unit(row(1L));
        labels.results().addAll(Rows.ofIntegers("b").unit(row(1L)).results());
        assertDrift(labels, "result 3", "\"b\" instead of \"a\"");
    }

    /** The statement is gathered then. */
    @Test
    void refusesToMergeComputedColumnsOfTwoTypes() throws SQLException {
        Rows types = Rows.ofIntegers("a").unit(row(1L));
        types.results()
                .addAll(new Rows().column("a", Types.VARCHAR).unit(row("1")).results());
        assertThatThrownBy(() -> merge(CONCATENATED, RowLimit.NONE, types))
                .hasMessageStartingWith(ErrorCode.SORT_TYPE_UNKNOWN.code())
                .hasMessageContaining("\"a\" is VARCHAR instead of BIGINT");
        assertAllClosed(types);
    }

    private static void assertDrift(Rows rows, String result, String difference) throws SQLException {
        assertThatThrownBy(() -> merge(CONCATENATED, RowLimit.NONE, rows))
                .isInstanceOf(SQLNonTransientException.class)
                .hasMessageStartingWith(ErrorCode.SCHEMA_DRIFT.code())
                .hasMessageContaining(result)
                .hasMessageContaining(difference);
        assertAllClosed(rows);
    }

    @Test
    void labelsInAnotherCaseAndNumbersOfAnotherSizeAreNoDrift() throws SQLException {
        Rows rows = Rows.ofIntegers("a").unit(row(2L));
        rows.results().addAll(new Rows().column("A", Types.INTEGER).unit(row(1)).results());
        assertThat(Rows.texts(merge(orderedBy(ascending(1)), RowLimit.NONE, rows), 1))
                .containsExactly("1", "2");
    }

    @Test
    void closesEveryResultAndReportsEveryFailure() throws SQLException {
        Rows rows = Rows.ofIntegers("a").unit(row(1L)).unit(row(2L)).unit(row(3L));
        List<ResultSet> results = List.of(
                FailingResult.onClose(rows.results().get(0), "first"),
                rows.results().get(1),
                FailingResult.onClose(rows.results().get(2), "third"));
        RowCursor cursor = MERGER.merge(CONCATENATED, RowLimit.NONE, results);
        assertThatThrownBy(cursor::close).hasMessage("first").satisfies(e -> assertThat(e.getSuppressed())
                .singleElement()
                .satisfies(suppressed -> assertThat(suppressed).hasMessage("third")));
        assertAllClosed(rows);
        cursor.close();
        assertThatThrownBy(cursor::next).hasMessageStartingWith(ErrorCode.CLOSED.code());
    }

    @Test
    void aFailureWhileReadingClosesEveryResult() throws SQLException {
        for (MergeSpec spec : List.of(
                CONCATENATED,
                orderedBy(ascending(1)),
                new MergeSpec(0, new Aggregation(List.of(), List.of(new Aggregate.Sum(1))), List.of()))) {
            Rows rows = Rows.ofIntegers("a").unit(row(1L)).unit(row(2L));
            List<ResultSet> results = List.of(
                    rows.results().get(0), FailingResult.onNext(rows.results().get(1), "lost"));
            assertThatThrownBy(() -> Rows.texts(MERGER.merge(spec, RowLimit.NONE, results)))
                    .hasMessage("lost");
            assertAllClosed(rows);
        }
    }

    private static void assertAllClosed(Rows rows) throws SQLException {
        for (ResultSet result : rows.results()) {
            assertThat(result.isClosed()).isTrue();
        }
    }
}

package io.shardkit.merge;

import static io.shardkit.merge.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AggregationTest {
    private static final Merger MERGER = new Merger(Dialect.POSTGRESQL, JdbcDrivers.named("PostgreSQL JDBC Driver"));

    private static final GroupKey FIRST = new GroupKey(1, TextOrder.UNKNOWN);

    private static RowCursor merge(Aggregation aggregation, RowLimit limit, Rows rows, SortKey... order)
            throws SQLException {
        return MERGER.merge(new MergeSpec(0, aggregation, List.of(order)), limit, rows.results());
    }

    private static Object sum(int type, Object... parts) throws SQLException {
        Rows rows = new Rows().column("total", type);
        for (Object part : parts) {
            rows.unit(row(new Object[] {part}));
        }
        try (RowCursor cursor = merge(new Aggregation(List.of(), List.of(new Aggregate.Sum(1))), RowLimit.NONE, rows)) {
            assertThat(cursor.next()).isTrue();
            return cursor.row().getObject(1);
        }
    }

    @Test
    void groupsComeInTheOrderInWhichTheyAreSeen() throws SQLException {
        Rows rows = Rows.ofIntegers("k", "n", "other")
                .unit(row(5L, 1L, 10L), row(3L, 1L, 20L))
                .unit(row(3L, 2L, 30L), row(9L, 2L, 40L), row(5L, 2L, 50L));
        Aggregation aggregation = new Aggregation(List.of(FIRST), List.of(new Aggregate.Sum(2)));
        assertThat(Rows.texts(merge(aggregation, RowLimit.NONE, rows)))
                .containsExactly(List.of("5", "3", "10"), List.of("3", "3", "20"), List.of("9", "2", "40"));
    }

    @Test
    void groupsAreOrderedByAggregatesAndThenCut() throws SQLException {
        Aggregation aggregation = new Aggregation(List.of(FIRST), List.of(new Aggregate.Sum(-1)));
        SortKey byTotal = new SortKey(2, true, false, TextOrder.UNKNOWN);
        Rows rows = Rows.ofIntegers("k", "n")
                .unit(row(1L, 5L), row(2L, 6L), row(3L, null), row(4L, 9L))
                .unit(row(1L, 5L), row(4L, 1L));
        assertThat(Rows.texts(merge(aggregation, new RowLimit(1, 3), rows, byTotal)))
                .containsExactly(List.of("4", "10"), List.of("2", "6"), Arrays.asList("3", null));
    }

    @Test
    void withoutGroupKeysThereIsExactlyOneRow() throws SQLException {
        Aggregation aggregation = new Aggregation(
                List.of(),
                List.of(
                        new Aggregate.Count(1),
                        new Aggregate.Sum(2),
                        new Aggregate.Min(3, TextOrder.UNKNOWN),
                        new Aggregate.Max(4, TextOrder.UNKNOWN),
                        new Aggregate.Avg(5, 2, 1)));
        Rows empty = Rows.ofIntegers("c", "s", "min", "max")
                .column("avg", Types.NUMERIC)
                .unit()
                .unit();
        try (RowCursor cursor = merge(aggregation, RowLimit.NONE, empty)) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.row().getObject(1)).isEqualTo(0L);
            for (int i = 2; i <= 5; i++) {
                assertThat(cursor.row().getObject(i)).isNull();
                assertThat(cursor.row().wasNull()).isTrue();
            }
            assertThat(cursor.next()).isFalse();
        }
        Rows nothing = Rows.ofIntegers("c", "s", "min", "max")
                .column("avg", Types.NUMERIC)
                .unit(row(0L, null, null, null, null))
                .unit(row(0L, null, null, null, null));
        assertThat(Rows.texts(merge(aggregation, RowLimit.NONE, nothing)))
                .containsExactly(Arrays.asList("0", null, null, null, null));
    }

    @Test
    void withGroupKeysEmptyUnitsGiveNoRow() throws SQLException {
        Aggregation aggregation = new Aggregation(List.of(FIRST), List.of(new Aggregate.Count(2)));
        assertThat(Rows.texts(merge(
                        aggregation,
                        RowLimit.NONE,
                        Rows.ofIntegers("k", "n").unit().unit())))
                .isEmpty();
        assertThat(Rows.texts(merge(
                        aggregation,
                        RowLimit.NONE,
                        Rows.ofIntegers("k", "n").unit().unit(row(1L, 2L)))))
                .containsExactly(List.of("1", "2"));
    }

    @Test
    void sumsKeepTheClassThatTheUnitsGive() throws SQLException {
        assertThat(sum(Types.BIGINT, 1L, null, 2L)).isEqualTo(3L);
        assertThat(sum(Types.INTEGER, 1, 2)).isEqualTo(3);
        assertThat(sum(Types.SMALLINT, (short) 1, (short) 2)).isEqualTo((short) 3);
        assertThat(sum(Types.BIGINT, new BigInteger("18446744073709551615"), BigInteger.ONE))
                .isEqualTo(new BigInteger("18446744073709551616"));
        assertThat(sum(Types.DECIMAL, new BigDecimal("1.10"), new BigDecimal("2")))
                .isEqualTo(new BigDecimal("3.10"));
        assertThat(sum(Types.DOUBLE, 0.5, 0.25)).isEqualTo(0.75);
        assertThat(sum(Types.REAL, 0.5f, 0.25f)).isEqualTo(0.75f);
        assertThat(sum(Types.BIGINT, null, null)).isNull();
        assertThat(sum(Types.NUMERIC, new BigDecimal("1E+400"), Double.NEGATIVE_INFINITY))
                .isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(sum(Types.NUMERIC, Double.POSITIVE_INFINITY, BigDecimal.ONE, Double.NEGATIVE_INFINITY))
                .isEqualTo(Double.NaN);
    }

    @Test
    void refusesSumsThatDoNotFit() {
        assertOutOfRange(Types.BIGINT, Long.MAX_VALUE, 1L);
        assertOutOfRange(Types.BIGINT, Long.MIN_VALUE, -1L);
        assertOutOfRange(Types.INTEGER, Integer.MAX_VALUE, 1);
        assertOutOfRange(Types.SMALLINT, Short.MAX_VALUE, (short) 1);
        assertOutOfRange(Types.DOUBLE, Double.MAX_VALUE, Double.MAX_VALUE);
        assertOutOfRange(Types.REAL, Float.MAX_VALUE, Float.MAX_VALUE);
    }

    private static void assertOutOfRange(int type, Object... parts) {
        assertThatThrownBy(() -> sum(type, parts))
                .isInstanceOf(SQLDataException.class)
                .hasMessageStartingWith(ErrorCode.NUMBER_OUT_OF_RANGE.code());
    }

    @Test
    void averagesComeFromSumsAndCounts() throws SQLException {
        Aggregation aggregation = new Aggregation(List.of(), List.of(new Aggregate.Avg(1, -2, -1)));
        Rows rows = new Rows()
                .column("avg", Types.NUMERIC)
                .column("s", Types.BIGINT)
                .column("c", Types.BIGINT)
                .unit(row(new BigDecimal("10"), Long.MAX_VALUE, 1L))
                .unit(row(null, null, 0L))
                .unit(row(new BigDecimal("5"), Long.MAX_VALUE, 3L));
        try (RowCursor cursor = merge(aggregation, RowLimit.NONE, rows)) {
            cursor.next();
            // 4611686018427387903.5, but PostgreSQL's AVG keeps no fraction of so long a number
            assertThat(cursor.row().getBigDecimal(1)).isEqualTo(new BigDecimal("4611686018427387904"));
        }
    }

    @Test
    void averagesOfSinglePrecisionNeedSumsOfDoublePrecision() throws SQLException {
        Aggregation aggregation = new Aggregation(List.of(), List.of(new Aggregate.Avg(1, 2, 3)));
        Rows exact = new Rows()
                .column("avg", Types.DOUBLE)
                .column("s", Types.DOUBLE)
                .column("c", Types.BIGINT)
                .unit(row(16777217.0, 16777217.0, 1L))
                .unit(row(16777219.0, 16777219.0, 1L));
        try (RowCursor cursor = merge(aggregation, RowLimit.NONE, exact)) {
            cursor.next();
            assertThat(cursor.row().getDouble(1)).isEqualTo(16777218.0);
        }
        Rows rounded = new Rows()
                .column("avg", Types.DOUBLE)
                .column("s", Types.REAL)
                .column("c", Types.BIGINT)
                .unit(row(16777217.0, 16777216f, 1L))
                .unit(row(16777219.0, 16777220f, 1L));
        assertThatThrownBy(() -> merge(aggregation, RowLimit.NONE, rounded)).hasMessageStartingWith("SK-2019");
    }

    @Test
    void equalNumbersAreOneGroupHoweverTheyAreWritten() throws SQLException {
        Rows decimals = new Rows()
                .column("k", Types.NUMERIC)
                .unit(row(new BigDecimal("1.0")), row(new BigDecimal("100")), row(new BigDecimal("0")))
                .unit(row(new BigDecimal("1.00")), row(new BigDecimal("1E+2")), row(new BigDecimal("0.00")));
        assertThat(Rows.texts(merge(new Aggregation(List.of(FIRST), List.of()), RowLimit.NONE, decimals), 1))
                .containsExactly("1.0", "100", "0");

        Rows doubles = new Rows()
                .column("k", Types.DOUBLE)
                .unit(row(0.0), row(Double.NaN))
                .unit(row(-0.0), row(Double.NaN));
        assertThat(Rows.texts(merge(new Aggregation(List.of(FIRST), List.of()), RowLimit.NONE, doubles), 1))
                .containsExactly("0.0", "NaN");

        Rows integers = new Rows()
                .column("k", Types.BIGINT)
                .unit(row(1L), row(new BigInteger("9223372036854775808")))
                .unit(row(BigInteger.ONE), row(1), row(new BigInteger("9223372036854775808")));
        assertThat(Rows.texts(merge(new Aggregation(List.of(FIRST), List.of()), RowLimit.NONE, integers), 1))
                .containsExactly("1", "9223372036854775808");

        Rows bytes = new Rows()
                .column("k", Types.VARBINARY)
                .unit(row(new byte[] {1}))
                .unit(row(new byte[] {1}), row(new byte[] {1, 0}));
        assertThat(Rows.texts(merge(new Aggregation(List.of(FIRST), List.of()), RowLimit.NONE, bytes)))
                .hasSize(2);
    }

    @Test
    void nanIsTheGreatestNumberAndZerosAreEqual() throws SQLException {
        Aggregation extremes = new Aggregation(
                List.of(), List.of(new Aggregate.Min(1, TextOrder.UNKNOWN), new Aggregate.Max(2, TextOrder.UNKNOWN)));
        Rows rows = new Rows()
                .column("min", Types.DOUBLE)
                .column("max", Types.DOUBLE)
                .unit(row(0.0, 5.0))
                .unit(row(-0.0, Double.NaN))
                .unit(row(Double.NaN, Double.POSITIVE_INFINITY));
        assertThat(Rows.texts(merge(extremes, RowLimit.NONE, rows))).containsExactly(List.of("0.0", "NaN"));
    }

    @Test
    void refusesToAggregateWhatIsNoNumber() {
        for (Aggregate aggregate : List.of(
                new Aggregate.Sum(1), new Aggregate.Count(1), new Aggregate.Avg(1, 2, 2), new Aggregate.Avg(2, 1, 2))) {
            Rows rows = new Rows()
                    .column("v", Types.VARCHAR)
                    .column("n", Types.DOUBLE)
                    .unit(row("1", 1.0));
            assertThatThrownBy(() -> merge(new Aggregation(List.of(), List.of(aggregate)), RowLimit.NONE, rows))
                    .hasMessageStartingWith(ErrorCode.SORT_TYPE_UNKNOWN.code());
        }
    }
}

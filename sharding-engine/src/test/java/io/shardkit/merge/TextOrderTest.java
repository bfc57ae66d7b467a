package io.shardkit.merge;

import static io.shardkit.merge.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TextOrderTest {
    private static final Merger MERGER = new Merger(Dialect.MARIADB, JdbcDrivers.named("MariaDB Connector/J"));

    private static final String EMOJI = "\uD83D\uDE00";
    private static final String REPLACEMENT = "\uFFFD";

    /** Returns true if the merge puts the first string before the second, whichever unit each comes from. */
    private static boolean before(TextOrder order, String first, String second) throws SQLException {
        MergeSpec spec = new MergeSpec(0, null, List.of(new SortKey(1, false, true, order)));
        Rows rows = new Rows().column("name", Types.VARCHAR).unit(row(second)).unit(row(first));
        return Rows.texts(MERGER.merge(spec, RowLimit.NONE, rows.results()), 1).equals(List.of(first, second));
    }

    @Test
    void ordersByCodePointAndNotByCodeUnit() throws SQLException {
        for (TextOrder order : List.of(TextOrder.BINARY, TextOrder.BINARY_PADDED)) {
            assertThat(before(order, REPLACEMENT, EMOJI)).isTrue();
            assertThat(before(order, EMOJI, REPLACEMENT)).isFalse();
            assertThat(before(order, "\uD7FF", "\uE000")).isTrue();
            assertThat(before(order, "\uE000", EMOJI)).isTrue();
            assertThat(before(order, "\uD83D\uDE00", "\uD83D\uDE01")).isTrue();
            assertThat(before(order, "\uD83D\uDFFF", "\uD83E\uDC00")).isTrue();
            assertThat(before(order, "B", "a")).isTrue();
            assertThat(before(order, "a", "ab")).isTrue();
        }
        assertThat(before(TextOrder.UTF16, EMOJI, REPLACEMENT)).isTrue();
    }

    @Test
    void paddedTextComparesAsIfFilledUpWithBlanks() throws SQLException {
        assertThat(before(TextOrder.BINARY_PADDED, "a\t", "a")).isTrue();
        assertThat(before(TextOrder.BINARY_PADDED, "a", "a!")).isTrue();
        // equal: they stay in the order of the units
        assertThat(before(TextOrder.BINARY_PADDED, "a", "a ")).isFalse();
        assertThat(before(TextOrder.BINARY_PADDED, "a ", "a")).isFalse();
        assertThat(before(TextOrder.BINARY, "a", "a\t")).isTrue();
        assertThat(before(TextOrder.BINARY, "a", "a ")).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = TextOrder.class,
            names = {"UNKNOWN", "EXACT_EQUALITY"})
    void refusesToOrderTextOfUnknownOrder(TextOrder order) {
        List<MergeSpec> specs = List.of(
                new MergeSpec(0, null, List.of(new SortKey(1, false, true, order))),
                new MergeSpec(0, new Aggregation(List.of(), List.of(new Aggregate.Min(1, order))), List.of()),
                new MergeSpec(0, new Aggregation(List.of(), List.of(new Aggregate.Max(1, order))), List.of()));
        for (MergeSpec spec : specs) {
            Rows rows = new Rows().column("name", Types.VARCHAR).unit(row("a"));
            assertThatThrownBy(() -> MERGER.merge(spec, RowLimit.NONE, rows.results()))
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessageStartingWith(ErrorCode.TEXT_ORDER_UNKNOWN.code())
                    .hasMessageContaining("\"name\"");
        }
    }

    private static List<String> groups(TextOrder order) throws SQLException {
        MergeSpec spec = new MergeSpec(0, new Aggregation(List.of(new GroupKey(1, order)), List.of()), List.of());
        Rows rows = new Rows()
                .column("name", Types.VARCHAR)
                .unit(row("a"), row("A"), row(new Object[] {null}))
                .unit(row("a "), row("a"), row(""), row(new Object[] {null}));
        return Rows.texts(MERGER.merge(spec, RowLimit.NONE, rows.results()), 1);
    }

    @Test
    void groupsByWhatIsEqual() throws SQLException {
        assertThat(groups(TextOrder.BINARY)).containsExactly("a", "A", null, "a ", "");
        assertThat(groups(TextOrder.EXACT_EQUALITY)).containsExactly("a", "A", null, "a ", "");
        assertThat(groups(TextOrder.UTF16)).containsExactly("a", "A", null, "a ", "");
        // Which of "a" and "a " one database would show is not known here.
        assertThatThrownBy(() -> groups(TextOrder.BINARY_PADDED)).hasMessageContaining("several spellings");
        assertThatThrownBy(() -> groups(TextOrder.UNKNOWN)).hasMessageStartingWith(ErrorCode.TEXT_ORDER_UNKNOWN.code());
    }
}

package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.options.Limits;
import io.shardkit.plan.MergedQuery;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks which values of a list each unit gets: users by the data source, orders by the table, mod 2 and mod 3. */
class InListSplitTest {
    private static final String LIST = "SELECT note FROM t_order WHERE user_id = 4 AND order_id IN (?, ?, ?, ?)";

    /** For each call its unit, and the user's parameters that its text takes. */
    private static List<String> narrowed(String sql, Parameters parameters) throws SQLException {
        Plan plan = new Planner(OrderTables.rule(), OrderTables.catalog(), Dialect.MARIADB, Limits.DEFAULTS).plan(sql);
        MergedQuery query = (MergedQuery) plan.bind(parameters, -1);
        List<String> calls = new ArrayList<>();
        for (ShardCall call : query.narrowed(parameters).calls()) {
            ParameterMapping mapping = call.mapping();
            calls.add(call.unit() + " " + (mapping == null ? "all" : Arrays.toString(mapping.sources())));
        }
        return calls;
    }

    private static Parameters texts(String... values) {
        Parameters parameters = new Parameters(values.length);
        for (int i = 0; i < values.length; i++) {
            parameters.setString(i, values[i]);
        }
        return parameters;
    }

    private static Parameters longs(long... values) {
        Parameters parameters = new Parameters(values.length);
        for (int i = 0; i < values.length; i++) {
            parameters.setLong(i, values[i]);
        }
        return parameters;
    }

    @Test
    void aUnitGetsItsOwnValues() throws SQLException {
        assertThat(narrowed(LIST, longs(0, 1, 3, 4))).containsExactly("0 [0, 0, 2, 0]", "1 [1, 1, 1, 3]");
    }

    @Test
    void bothColumnsAreNarrowed() throws SQLException {
        assertThat(narrowed(
                        "SELECT note FROM t_order WHERE order_id IN (?, ?) AND status = ? AND user_id IN (?, ?)",
                        longs(1, 2, 9, 4, 5)))
                .containsExactly("1 [0, 0, 2, 3, 3]", "2 [1, 1, 2, 3, 3]", "4 [0, 0, 2, 4, 4]", "5 [1, 1, 2, 4, 4]");
    }

    @Test
    void aUnitWithoutAValueKeepsAll() throws SQLException {
        assertThat(narrowed(
                        "SELECT note FROM t_order WHERE user_id = 4 AND (order_id IN (?, ?) OR status = ?)",
                        longs(1, 4, 9)))
                .containsExactly("0 all", "1 [0, 1, 2]", "2 all");
    }

    @Test
    void textsThatAreNumbersAreNarrowed() throws SQLException {
        assertThat(narrowed(LIST, texts("1", "2", "3", "4")))
                .containsExactly("0 [2, 2, 2, 2]", "1 [0, 0, 0, 3]", "2 [1, 1, 1, 1]");
    }

    /**
     * Checks that a list with a value that does not say its shard is left alone: what the other values equal may depend
     * on this value, as a database may choose one type for all of a list.
     */
    @Test
    void aListWithAValueThatDoesNotSayItsShardIsLeft() throws SQLException {
        for (String odd : List.of("2.5", "", "x")) {
            assertThat(narrowed(LIST, texts("1", odd, "3", "4")))
                    .as(odd)
                    .hasSizeGreaterThan(1)
                    .allMatch(call -> call.endsWith(" all"));
        }
        assertThat(narrowed("SELECT note FROM t_order WHERE user_id = 4 AND order_id IN (?, 'x', ?)", texts("1", "3")))
                .allMatch(call -> call.endsWith(" all"));
    }

    @Test
    void anAlgorithmThatRefusesAValueWhichNothingIsRoutedByIsNoReasonToFail() throws SQLException {
        assertThat(narrowed("SELECT x FROM t_broken WHERE x = ? OR id IN (?, ?)", longs(1, 5, 101)))
                .hasSize(2)
                .allMatch(call -> call.endsWith(" all"));
    }

    @Test
    void valuesThatAreSetOtherwiseStayWhereTheyAre() throws SQLException {
        String sql = "SELECT note FROM t_order WHERE user_id = 4 AND order_id IN (?, ?, ?)";
        for (Object other : new @Nullable Object[] {null, 3, "3", 3.0}) {
            Parameters parameters = longs(1, 2, 3);
            parameters.setObject(2, other);
            assertThat(narrowed(sql, parameters)).as(Objects.toString(other)).allMatch(call -> call.endsWith(" all"));
        }
    }

    @Test
    void otherTablesAndPairsAreNotNarrowed() throws SQLException {
        for (String sql : List.of(
                "SELECT o.note FROM t_order o JOIN t_country c ON c.id = o.user_id WHERE c.id IN (?, ?)",
                "SELECT note FROM t_order WHERE (user_id, order_id) IN ((?, 1), (?, 2))",
                "SELECT note FROM t_order WHERE user_id NOT IN (?, ?)",
                "SELECT note FROM t_order WHERE user_id IN (? + 0, ? + 0)",
                "SELECT note FROM t_order WHERE status IN (?, ?)")) {
            assertThat(narrowed(sql, longs(4, 5)))
                    .as(sql)
                    .hasSizeGreaterThan(1)
                    .allMatch(call -> call.endsWith(" all"));
        }
    }

    @Test
    void eachTableOfAJoinHasItsOwnLists() throws SQLException {
        assertThat(narrowed(
                        "SELECT i.product FROM t_order o JOIN t_order_item i"
                                + " ON i.user_id = o.user_id AND i.order_id = o.order_id"
                                + " WHERE i.user_id IN (?, ?) AND o.order_id = 3",
                        longs(4, 5)))
                .containsExactly("0 [0, 0]", "3 [1, 1]");
    }
}

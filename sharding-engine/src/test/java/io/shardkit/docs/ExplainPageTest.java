package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The page on EXPLAIN SHARDING shows what it answers, and no database is asked for it. */
class ExplainPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("\\{\\{(.+?)}}");
    private static final List<String> LABELS = List.of(
            "step",
            "way",
            "action",
            "data_source",
            "unit",
            "sql",
            "parameters",
            "merge",
            "reason",
            "advice",
            "rows",
            "bytes");

    @Test
    void pageShowsTheAnswers() throws IOException, SQLException {
        try (Shop shop = new Shop()) {
            Matcher example = EXAMPLE.matcher(DocsPage.template("explain.md"));
            StringBuilder page = new StringBuilder();
            while (example.find()) {
                example.appendReplacement(page, Matcher.quoteReplacement(shown(shop, example.group(1))));
            }
            DocsPage.named("explain.md").isGenerated(example.appendTail(page).toString());
        }
    }

    /** The statement and its answer, without the columns that are empty. */
    private static String shown(Shop shop, String sql) throws SQLException {
        List<List<@Nullable Object>> rows = explain(shop, sql);
        List<Integer> columns = new ArrayList<>();
        for (int i = 0; i < LABELS.size(); i++) {
            int column = i;
            if (rows.stream().anyMatch(row -> row.get(column) != null)) {
                columns.add(i);
            }
        }
        StringBuilder text = new StringBuilder("```sql\nEXPLAIN SHARDING " + sql + "\n```\n\n|");
        columns.forEach(column -> text.append(' ').append(LABELS.get(column)).append(" |"));
        text.append("\n|").append(" --- |".repeat(columns.size()));
        for (List<@Nullable Object> row : rows) {
            text.append("\n|");
            for (int column : columns) {
                Object value = row.get(column);
                boolean code = LABELS.get(column).equals("sql") && value != null;
                text.append(' ')
                        .append(code ? "`" + value + "`" : value == null ? "" : value)
                        .append(" |");
            }
        }
        return text.toString();
    }

    private static List<List<@Nullable Object>> explain(Shop shop, String sql) throws SQLException {
        List<List<@Nullable Object>> rows = Shop.read(shop.sharded, "EXPLAIN SHARDING " + sql);
        assertThat(shop.calls).as(sql).isEmpty();
        return rows;
    }

    private static List<@Nullable Object> column(List<List<@Nullable Object>> rows, String label) {
        List<@Nullable Object> values = new ArrayList<>();
        rows.forEach(row -> values.add(row.get(LABELS.indexOf(label))));
        return values;
    }

    @Test
    void tellsOfEachKindOfStatement() throws SQLException {
        try (Shop shop = new Shop()) {
            assertWay(shop, "SELECT * FROM t_order WHERE user_id = 1 AND order_id = 11", "verbatim", 1);
            assertWay(shop, "SELECT * FROM t_order WHERE user_id = 1", "merge", 3);
            assertWay(shop, "SELECT DISTINCT MAX(total) OVER () FROM t_order", "gather", 5);
            assertWay(shop, "INSERT INTO t_order_item (order_id, user_id, product) VALUES (1, 1, 'a')", "split", 1);
            assertWay(shop, "UPDATE t_order SET status = 'X' WHERE user_id = 1", "scatter", 3);
            assertWay(shop, "DELETE FROM t_order WHERE order_id IN (1, 2)", "scatter", 5);
            assertWay(shop, "INSERT INTO t_country VALUES ('FR', 'France')", "broadcast", 3);
            assertWay(
                    shop,
                    "UPDATE t_order SET status = 'X' WHERE total > (SELECT AVG(total) FROM t_order)",
                    "gather",
                    13);
            assertWay(
                    shop,
                    "INSERT INTO t_order_item (order_id, user_id, product) SELECT order_id, user_id, status FROM t_order",
                    "gather",
                    10);
            assertWay(shop, "UPDATE t_audit SET note = 'x'", "verbatim", 1);
            assertWay(shop, "CREATE INDEX ix ON t_order (status)", "scatter", 5);
            assertWay(shop, "DROP TABLE t_order, t_country", "scatter", 3);
            assertWay(shop, "UPDATE t_order SET user_id = 1 WHERE order_id = 11", "move", 6);
            assertWay(shop, "UPDATE t_order SET user_id = 1 WHERE user_id = 2", "refused", 1);
            assertWay(shop, "this is no SQL of t_order", "refused", 1);
            assertWay(shop, "this is no SQL", "verbatim", 1);
            assertWay(shop, "EXPLAIN SHARDING SELECT 1", "refused", 1);
            assertThat(Shop.read(shop.sharded, "SELECT COUNT(*) FROM t_order")
                            .get(0)
                            .get(0))
                    .isEqualTo(6L);
        }
    }

    private static void assertWay(Shop shop, String sql, String way, int steps) throws SQLException {
        List<List<@Nullable Object>> rows = explain(shop, sql);
        assertThat(rows).as(sql).hasSize(steps);
        assertThat(column(rows, "way")).as(sql).containsOnly(way);
    }

    @Test
    void saysWhy() throws SQLException {
        try (Shop shop = new Shop()) {
            assertThat(column(explain(shop, "SELECT * FROM t_order WHERE user_id = 1"), "reason")
                            .get(0))
                    .isEqualTo("2 of the 4 actual tables of t_order may hold rows;"
                            + " equality on user_id, order_id leaves one");
            assertThat((String) column(explain(shop, "SELECT DISTINCT MAX(total) OVER () FROM t_order"), "reason")
                            .get(0))
                    .startsWith(ErrorCode.WINDOW_OVER_UNITS.code());
            assertThat((String) column(explain(shop, "UPDATE t_order SET user_id = 1 WHERE user_id = 2"), "reason")
                            .get(0))
                    .isEqualTo(ErrorCode.UPDATE_OF_SHARDING_COLUMN.message(
                            "t_order.user_id, and no unique key names the rows"));
        }
    }

    @Test
    void bindsParameters() throws SQLException {
        try (Shop shop = new Shop();
                Connection connection = shop.sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "-- why\n/* is it slow */ explain sharding SELECT order_id FROM t_order"
                                + " WHERE user_id = ? AND order_id = ? LIMIT ?")) {
            assertThat(statement.getMetaData()).isNull();
            assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(3);
            statement.setInt(1, 3);
            statement.setInt(2, 15);
            statement.setInt(3, 1);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt("step")).isEqualTo(1);
                assertThat(rows.getString("WAY")).isEqualTo("verbatim");
                assertThat(rows.getString("data_source")).isEqualTo("ds1");
                assertThat(rows.getString("unit")).isEqualTo("t_order_1");
                assertThat(rows.getString("parameters")).isEqualTo("?1 = 3, ?2 = 15, ?3 = 1");
                assertThat(rows.getString("reason")).isNull();
                assertThat(rows.next()).isFalse();
                assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.INTEGER);
                assertThat(rows.getMetaData().getColumnType(2)).isEqualTo(Types.VARCHAR);
                assertThat(rows.getMetaData().getColumnLabel(4)).isEqualTo("data_source");
            }
            assertThat(shop.calls).isEmpty();
        }
    }

    @Test
    void showsParametersWithTheirValues() throws SQLException {
        try (Shop shop = new Shop();
                Connection connection = shop.sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "EXPLAIN SHARDING SELECT order_id FROM t_order"
                                + " WHERE user_id = 1 AND order_id = 11 AND status IN (?, ?, ?) AND total > ? AND country = ?")) {
            statement.setString(1, "NEW");
            statement.setString(2, "x".repeat(50));
            statement.setNull(3, Types.VARCHAR);
            statement.setBigDecimal(4, new BigDecimal("1.50"));
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("parameters"))
                        .isEqualTo("?1 = 'NEW', ?2 = '" + "x".repeat(40) + "...', ?3 = NULL, ?4 = 1.50, ?5");
            }
        }
    }

    @Test
    void refusalOfAStatementWithParametersIsAnAnswer() throws SQLException {
        try (Shop shop = new Shop();
                Connection connection = shop.sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "EXPLAIN SHARDING UPDATE t_order SET user_id = ? WHERE total = ?")) {
            statement.setInt(1, 3);
            statement.setInt(2, 15);
            assertThat(statement.execute()).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("way")).isEqualTo("refused");
            }
            statement.setMaxRows(1);
            statement.executeQuery().close();
        }
    }

    @Test
    void isAQueryInAnyTransaction() throws SQLException {
        try (Shop shop = new Shop();
                Connection connection = shop.sharded.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(statement.execute("EXPLAIN SHARDING DROP TABLE t_order")).isTrue();
            statement.setMaxRows(2);
            try (ResultSet rows = statement.executeQuery("EXPLAIN SHARDING SELECT * FROM t_order")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.next()).isTrue();
                assertThat(rows.next()).isFalse();
            }
            assertThatThrownBy(() -> statement.executeUpdate("EXPLAIN SHARDING SELECT 1"))
                    .hasMessageContaining(ErrorCode.IS_A_QUERY.code());
            assertThatThrownBy(() -> statement.executeQuery("EXPLAIN SELECT * FROM t_order"))
                    .hasMessageContaining(ErrorCode.SEVERAL_UNITS.code());
            connection.rollback();
        }
    }
}

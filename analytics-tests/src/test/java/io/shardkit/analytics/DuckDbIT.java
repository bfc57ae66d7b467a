package io.shardkit.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.export.ExportEngine;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** DuckDB reads the sample's tables on two servers by the exported script. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class DuckDbIT {
    @Parameter
    TestDatabase database;

    private OrderShop shop;
    private DuckDb duckDb;

    @BeforeEach
    void open() throws Exception {
        duckDb = DuckDb.over(database);
        shop = new OrderShop(database);
        duckDb.run(shop.script(ExportEngine.DUCKDB));
    }

    @AfterEach
    void close() throws Exception {
        if (shop != null) {
            shop.close();
        }
        if (duckDb != null) {
            duckDb.close();
        }
    }

    @Test
    void queriesOfThePageAnswerAsOneDatabase() throws Exception {
        List<String> queries = Page.queries("Queries");
        assertThat(queries).hasSizeGreaterThan(2);
        for (String query : queries) {
            assertThat(duckDb.rows(query)).as(query).isNotEmpty().isEqualTo(shop.expected(query));
        }
    }

    @Test
    void keysAreLookedUpInTheDatabases() throws Exception {
        String plan = String.join("\n", duckDb.rows("EXPLAIN SELECT * FROM t_order WHERE order_id = 17"));
        assertThat(plan.split("order_id *= *17", -1)).hasSize(1 + OrderShop.TABLES);
    }

    @Test
    void actualTablesBeyondTheirBoundsAreNotRead() throws Exception {
        List<OrderShop.Bounded> queries = new ArrayList<>(OrderShop.boundedByValue());
        queries.add(new OrderShop.Bounded(
                "SELECT * FROM t_account WHERE account_id BETWEEN 10 AND 99", List.of("t_account_0")));
        queries.add(new OrderShop.Bounded(
                "SELECT visit_id FROM t_visit WHERE visited_at = TIMESTAMP '2026-01-31 23:59:59.999999'",
                List.of("t_visit_202601")));
        queries.add(new OrderShop.Bounded(
                "SELECT SUM(visit_id) FROM t_visit WHERE visited_at >= TIMESTAMP '2026-02-01 00:00:00'",
                List.of("t_visit_202602")));
        for (OrderShop.Bounded each : queries) {
            assertThat(duckDb.rows(each.query())).as(each.query()).isNotEmpty().isEqualTo(shop.expected(each.query()));
            String plan = String.join("\n", duckDb.rows("EXPLAIN " + each.query()));
            assertThat(OrderShop.tablesOf(plan)).as(plan).containsExactlyElementsOf(each.tables());
        }
        for (String query : OrderShop.unbounded()) {
            assertThat(duckDb.rows(query)).as(query).isEqualTo(shop.expected(query));
        }
    }

    @Test
    void rowsWrittenAfterTheExportAreFound() throws Exception {
        shop.write();
        for (String query : OrderShop.written()) {
            assertThat(duckDb.rows(query)).as(query).isNotEmpty().isEqualTo(shop.answer(query));
        }
    }

    @Test
    void nothingIsWritten() {
        assertThatThrownBy(() -> duckDb.run("DELETE FROM ds0.t_order_0")).isInstanceOf(SQLException.class);
    }

    @Test
    void oldExportFailsAfterAMove() throws Exception {
        List<String> queries = new ArrayList<>(OrderShop.empty());
        for (String query : queries) {
            assertThat(duckDb.rows(query)).as(query).isEqualTo(shop.expected(query));
        }
        queries.add("SELECT COUNT(*) FROM t_order");
        shop.move();
        assertThatThrownBy(() -> duckDb.rows("SELECT COUNT(*) FROM t_country"))
                .hasMessageContaining("another rule is in force")
                .hasMessageContaining("sharding-admin.jar export --engine duckdb");
        for (String query : queries) {
            // PostgreSQL may tell first that the table has another name by now.
            assertThatThrownBy(() -> duckDb.rows(query))
                    .as(query)
                    .hasMessageMatching("(?s).*(another rule is in force|t_order_1\" does not exist).*");
        }
        duckDb.run(shop.script(ExportEngine.DUCKDB).replaceAll("(?m)^ATTACH .*$", ""));
        for (String query : Page.queries("Queries")) {
            assertThat(duckDb.rows(query)).as(query).isEqualTo(shop.expected(query));
        }
    }
}

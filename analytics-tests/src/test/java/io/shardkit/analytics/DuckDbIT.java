package io.shardkit.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.export.ExportEngine;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** DuckDB reads the sample's tables on two servers by the exported script. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class DuckDbIT {
    /** The system property that names the folder with the extensions. */
    private static final String PROPERTY = "shardkit.duckdb";

    @Parameter
    TestDatabase database;

    private OrderShop shop;
    private Connection duckDb;

    @BeforeEach
    void open() throws Exception {
        Path extension = Path.of(
                System.getProperty(PROPERTY, ".duckdb"),
                (database.speaksMysql() ? "mysql" : "postgres") + "_scanner.duckdb_extension");
        Assumptions.assumeTrue(
                Files.exists(extension),
                "Skipped: no " + extension + ", which DuckDB needs. tools/duckdb-extensions.sh brings it.");
        shop = new OrderShop(database);
        duckDb = DriverManager.getConnection("jdbc:duckdb:");
        run("LOAD '" + extension + "'");
        for (String source : List.of("ds0", "ds1")) {
            run(Page.block("DuckDB", "sql")
                    .replace("ds0", source)
                    .replace("TYPE mysql", database.speaksMysql() ? "TYPE mysql" : "TYPE postgres")
                    .replace("'...'", "'" + OrderShop.PASSWORD + "'"));
        }
        run(shop.script(ExportEngine.DUCKDB));
    }

    @AfterEach
    void close() throws Exception {
        if (shop != null) {
            duckDb.close();
            shop.close();
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = duckDb.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void queriesOfThePageAnswerAsOneDatabase() throws Exception {
        List<String> queries = Page.queries("Queries");
        assertThat(queries).hasSizeGreaterThan(2);
        for (String query : queries) {
            assertThat(OrderShop.rows(duckDb, query)).as(query).isNotEmpty().isEqualTo(shop.expected(query));
        }
    }

    @Test
    void keysAreLookedUpInTheDatabases() throws Exception {
        String plan = String.join("\n", OrderShop.rows(duckDb, "EXPLAIN SELECT * FROM t_order WHERE order_id = 17"));
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
            assertThat(OrderShop.rows(duckDb, each.query()))
                    .as(each.query())
                    .isNotEmpty()
                    .isEqualTo(shop.expected(each.query()));
            String plan = String.join("\n", OrderShop.rows(duckDb, "EXPLAIN " + each.query()));
            assertThat(OrderShop.tablesOf(plan)).as(plan).containsExactlyElementsOf(each.tables());
        }
        for (String query : OrderShop.unbounded()) {
            assertThat(OrderShop.rows(duckDb, query)).as(query).isEqualTo(shop.expected(query));
        }
    }

    @Test
    void rowsWrittenAfterTheExportAreFound() throws Exception {
        shop.write();
        for (String query : OrderShop.written()) {
            assertThat(OrderShop.rows(duckDb, query)).as(query).isNotEmpty().isEqualTo(shop.answer(query));
        }
    }

    @Test
    void nothingIsWritten() {
        assertThatThrownBy(() -> run("DELETE FROM ds0.t_order_0")).isInstanceOf(SQLException.class);
    }

    @Test
    void oldExportFailsAfterAMove() throws Exception {
        List<String> queries = new ArrayList<>(OrderShop.empty());
        for (String query : queries) {
            assertThat(OrderShop.rows(duckDb, query)).as(query).isEqualTo(shop.expected(query));
        }
        queries.add("SELECT COUNT(*) FROM t_order");
        shop.move();
        assertThatThrownBy(() -> OrderShop.rows(duckDb, "SELECT COUNT(*) FROM t_country"))
                .hasMessageContaining("another rule is in force")
                .hasMessageContaining("sharding-admin.jar export --engine duckdb");
        for (String query : queries) {
            // PostgreSQL may tell first that the table has another name by now.
            assertThatThrownBy(() -> OrderShop.rows(duckDb, query))
                    .as(query)
                    .hasMessageMatching("(?s).*(another rule is in force|t_order_1\" does not exist).*");
        }
        run(shop.script(ExportEngine.DUCKDB).replaceAll("(?m)^ATTACH .*$", ""));
        for (String query : Page.queries("Queries")) {
            assertThat(OrderShop.rows(duckDb, query)).as(query).isEqualTo(shop.expected(query));
        }
    }
}

package io.shardkit.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.export.ExportEngine;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Spark reads the sample's tables on two servers by the exported script. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class SparkIT {
    @Parameter
    TestDatabase database;

    private OrderShop shop;
    private Spark engine;

    @BeforeEach
    void open() throws Exception {
        engine = Spark.open();
        shop = new OrderShop(database);
        run(shop.script(ExportEngine.SPARK));
    }

    @AfterEach
    void close() throws Exception {
        if (shop != null) {
            shop.close();
        }
        if (engine != null) {
            engine.close();
        }
    }

    private void run(String script) {
        SparkSession spark = engine.session();
        // region: spark
        for (String statement : script.split(";\n")) {
            spark.sql(statement);
        }
        Dataset<Row> orders = spark.table("t_order");
        // endregion
        assertThat(orders.columns()).contains("order_id");
    }

    @Test
    void queriesOfThePageAnswerAsOneDatabase() throws Exception {
        for (String query : Page.queries("Queries")) {
            assertThat(engine.rows(query)).as(query).isNotEmpty().isEqualTo(shop.expected(query));
        }
        assertThat(engine.session().table("t_order").javaRDD().getNumPartitions())
                .isEqualTo(OrderShop.TABLES);
        String plan = String.join("\n", engine.rows("EXPLAIN SELECT * FROM t_order WHERE order_id = 17"));
        assertThat(plan.split("EqualTo\\(order_id,17\\)", -1)).hasSize(1 + OrderShop.TABLES);
    }

    @Test
    void actualTablesBeyondTheirBoundsAreNotRead() throws Exception {
        for (OrderShop.Bounded each : OrderShop.boundedByValue()) {
            assertThat(engine.rows(each.query())).as(each.query()).isNotEmpty().isEqualTo(shop.expected(each.query()));
            String plan = String.join("\n", engine.rows("EXPLAIN " + each.query()));
            assertThat(OrderShop.tablesOf(plan)).as(plan).containsExactlyElementsOf(each.tables());
        }
        for (String query : OrderShop.unbounded()) {
            assertThat(engine.rows(query)).as(query).isEqualTo(shop.expected(query));
        }
    }

    @Test
    void rowsWrittenAfterTheExportAreFound() throws Exception {
        shop.write();
        for (String query : OrderShop.written()) {
            assertThat(engine.rows(query)).as(query).isNotEmpty().isEqualTo(shop.answer(query));
        }
    }

    @Test
    void oldExportFailsAfterAMove() throws Exception {
        List<String> queries = new ArrayList<>(OrderShop.empty());
        for (String query : queries) {
            assertThat(engine.rows(query)).as(query).isEqualTo(shop.expected(query));
        }
        queries.addAll(List.of("SELECT COUNT(*) FROM t_order", "SELECT COUNT(*) FROM t_country"));
        shop.move();
        for (String query : queries) {
            assertThatThrownBy(() -> engine.rows(query))
                    .as(query)
                    .hasStackTraceContaining("another rule is in force")
                    .hasStackTraceContaining("sharding-admin.jar export --engine spark");
        }
        run(shop.script(ExportEngine.SPARK));
        for (String query : Page.queries("Queries")) {
            assertThat(engine.rows(query)).as(query).isEqualTo(shop.expected(query));
        }
    }
}

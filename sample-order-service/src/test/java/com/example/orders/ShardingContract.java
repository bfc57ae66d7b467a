package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;

/** The contract on sharded tables. */
abstract class ShardingContract extends OrderServiceContract {

    @Autowired
    Environment environment;

    @Autowired
    JdbcTemplate jdbc;

    /** Without this, the service on any one database would pass for a sharded one. */
    @Test
    void keepsEachOrderAndItsItemsInTheOneShardOfItsKeys() throws SQLException {
        for (int i = 0; i < 8; i++) {
            long user = newUser();
            long order = Long.parseLong(JsonPath.read(place(user, "1.00"), "$.id"));

            String shard =
                    String.format(Locale.ROOT, "ds%d %d", Math.floorMod(user, 2L), Math.abs(Long.hashCode(order)) % 4);
            assertThat(shardsHolding("t_order", order)).containsExactly(shard);
            assertThat(shardsHolding("t_order_item", order)).containsExactly(shard);
        }
    }

    @Test
    void keepsTheCountriesInEveryDatabase() throws SQLException {
        for (int source = 0; source < 2; source++) {
            assertThat(count(source, "SELECT COUNT(*) FROM t_country WHERE code = ?", "DE"))
                    .isEqualTo(1);
        }
    }

    @Test
    void explainsWhereAnOrderIs() {
        List<Map<String, Object>> steps =
                jdbc.queryForList("EXPLAIN SHARDING SELECT * FROM t_order WHERE user_id = ? AND order_id = ?", 7L, 21L);
        assertThat(steps)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("way", "verbatim")
                .containsEntry("data_source", "ds1")
                .containsEntry("unit", "t_order_1");
        List<Map<String, Object>> merged = jdbc.queryForList("EXPLAIN SHARDING SELECT COUNT(*) FROM t_order");
        assertThat(merged).allSatisfy(step -> assertThat(step).containsEntry("way", "merge"));
        // A data source may be asked for several of its tables at once.
        assertThat(merged.stream().filter(step -> step.get("unit") != null).flatMap(step -> Stream.of(
                                step.get("unit").toString().split(", "))
                        .map(unit -> step.get("data_source") + "." + unit)))
                .hasSize(8)
                .doesNotHaveDuplicates()
                .contains("ds0.t_order_0", "ds1.t_order_3");
    }

    @Test
    void showsWhatIsShardedAndWhatRan() {
        long user = newUser();
        place(user, "1.00");

        String report = body(HttpStatus.OK, get("/actuator/sharding"));

        assertThat(this.<List<String>>read(report, "$.topology.tables[*].name"))
                .containsExactlyInAnyOrder("t_order", "t_order_item");
        assertThat(this.<List<Boolean>>read(report, "$.dataSources[*].reachable"))
                .containsExactly(true, true);
        assertThat(this.<Integer>read(report, "$.statements.one_unit")).isPositive();
        assertThat(report).doesNotContain("jdbc:", "password", String.valueOf(user));
        assertThat(this.<Integer>read(body(HttpStatus.OK, get("/actuator/info")), "$.sharding.actualTables"))
                .isEqualTo(16);
        assertThat(this.<String>read(body(HttpStatus.OK, get("/actuator/metrics/sharding.query")), "$.name"))
                .isEqualTo("sharding.query");
    }

    @Test
    void verifiesAndExplainsWhenItIsAsked() {
        assertThat(this.<Boolean>read(body(HttpStatus.OK, get("/actuator/sharding/verification")), "$.looked"))
                .isTrue();
        String explained = body(
                HttpStatus.OK,
                post(
                        "/actuator/sharding/explain",
                        """
                {"sql": "SELECT * FROM t_order WHERE user_id = ? AND order_id = ?", "parameters": "7, 21"}
                """));
        assertThat(this.<List<String>>read(explained, "$.steps[*].unit")).containsExactly("t_order_1");
        get("/actuator/sharding/other").expectStatus().isNotFound();
        post("/actuator/sharding/other", "{\"sql\": \"SELECT 1\"}")
                .expectStatus()
                .isBadRequest();
    }

    /** The id of an order holds the data source of its user. */
    @Test
    void readsAnOrderByItsIdAloneFromOneTable() throws SQLException {
        long user = newUser();
        long order = Long.parseLong(JsonPath.read(place(user, "1.00"), "$.id"));

        List<Map<String, Object>> steps = jdbc.queryForList(
                "EXPLAIN SHARDING SELECT o.user_id FROM t_order o JOIN t_order_item i ON i.order_id = o.order_id"
                        + " WHERE o.order_id = ?",
                order);
        assertThat(steps)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("way", "verbatim")
                .containsEntry("data_source", "ds" + Math.floorMod(user, 2L));
    }

    private List<String> shardsHolding(String table, long order) throws SQLException {
        List<String> shards = new ArrayList<>();
        for (int source = 0; source < 2; source++) {
            for (int number = 0; number < 4; number++) {
                String sql = String.format(Locale.ROOT, "SELECT COUNT(*) FROM %s_%d WHERE order_id = ?", table, number);
                if (count(source, sql, order) > 0) {
                    shards.add(String.format(Locale.ROOT, "ds%d %d", source, number));
                }
            }
        }
        return shards;
    }

    /** Asks one database itself, past the sharding engine. */
    private long count(int source, String sql, Object parameter) throws SQLException {
        String url = environment.getRequiredProperty("orders.ds" + source + ".url");
        String username = environment.getRequiredProperty("orders.username");
        String password = environment.getRequiredProperty("orders.password");
        try (Connection connection = DriverManager.getConnection(url, username, password);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, parameter);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}

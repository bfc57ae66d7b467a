package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Tables go to where another rule has them by commands, and back, while an instance of the application runs. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class ReshardCommandsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String WIDER =
            """
            sharding:
              tables:
                t_order:
                  actual-data-nodes: "ds{0..2}.t_order_{0..1}"
                  database-strategy: { sharding-column: user_id, algorithm: by-rest }
                  table-strategy: { sharding-column: user_id, algorithm: by-hash }
                t_order_item:
                  actual-data-nodes: "ds{0..2}.t_order_item_{0..1}"
                  database-strategy: { sharding-column: user_id, algorithm: by-rest }
                  table-strategy: { sharding-column: user_id, algorithm: by-hash }
              algorithms:
                by-hash: { type: hash-mod }
            """;

    @Parameter
    TestDatabase database;

    private AdminShop shop;
    private Commands commands;
    private ConfiguredDataSource application;

    @BeforeEach
    void open() throws Exception {
        shop = new AdminShop(database).filled();
        application = shop.start();
        commands = new Commands(shop.file());
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    private void count() throws Exception {
        assertThat(AdminShop.count(application, "t_order")).isEqualTo(80);
        assertThat(AdminShop.count(application, "t_order_item")).isEqualTo(40);
    }

    @Test
    void tablesGoToMoreDataSourcesAndBack() throws Exception {
        commands.run(Exit.REFUSED, "moves", "check", "--next");
        assertThat(commands.err()).contains("SK-1024", "sharding.next");
        Path next = Files.createTempFile("next", ".yml");
        Files.writeString(next, WIDER);
        commands.run(Exit.DONE, "moves", "check", "--next", next.toString());
        assertThat(commands.out())
                .contains(
                        "now         ds0.t_order_{0..1}, ds1.t_order_{2..3} by user_id with mod",
                        "then        ds0.t_order_{0..1}, ds1.t_order_{0..1}, ds2.t_order_{0..1} by user_id with mod and by"
                                + " user_id with hash-mod",
                        "from 80 of 80 rows",
                        "ds2.t_order_item_1",
                        "Nothing stands in the way.");
        Path statements = Files.createTempFile("statements", ".sql");
        Files.writeString(statements, "SELECT * FROM t_order WHERE user_id = ?;\nSELECT * FROM t_order;\n");
        commands.run(
                Exit.DONE,
                "moves",
                "start",
                "--next",
                next.toString(),
                "--table",
                "t_order",
                "--dry-run",
                "--statements",
                statements.toString());
        assertThat(commands.out()).doesNotContain("statement:");
        Files.delete(statements);
        commands.run(Exit.DONE, "moves", "start", "--next", next.toString());
        String id = commands.begun();
        assertThat(commands.out())
                .contains(
                        "of t_order, t_order_item to ds0, ds1, ds2 begins.",
                        "t_order, t_order_item are where the wanted rule has them, on ds0, ds1, ds2 since epoch 2",
                        "by the former rule on ds0, ds1 are kept");
        assertThat(shop.tables("ds2")).contains("t_order_0", "t_order_item_1");
        count();
        commands.run(Exit.DONE, "moves", "status", id);
        assertThat(commands.out()).contains("tables     t_order, t_order_item");
        commands.run(Exit.DONE, "moves", "back", id);
        assertThat(commands.out()).contains("are back where the former rule has them, on ds0, ds1 since epoch 3");
        commands.run(Exit.DONE, "moves", "back", id);
        commands.run(Exit.DONE, "moves", "complete", id, "--yes");
        assertThat(commands.out()).contains("the actual tables of t_order, t_order_item by the former rule");
        count();
        commands.run(Exit.REFUSED, "moves", "check", "--next", next.toString());
        assertThat(commands.err()).contains("all tables are where sharding.next says");
        Files.delete(next);
    }

    @Test
    void anInstanceThatDoesNotGenerateTheKeysOfTheWantedRuleHoldsTheSwitch() throws Exception {
        Path next = Files.createTempFile("next", ".yml");
        Files.writeString(
                next,
                WIDER.replace(
                        "    t_order_item:",
                        "      key-generate-strategy: { column: order_id, generator: order-keys }\n    t_order_item:"));
        commands.run(Exit.DONE, "moves", "start", "--next", next.toString(), "--detach");
        String id = commands.begun();
        long until = System.nanoTime() + PATIENCE.toNanos();
        do {
            commands.run("moves", "status", id);
            assertThat(System.nanoTime()).as(commands.said()).isLessThan(until);
        } while (!commands.out().contains("not all instances can run by the next rule"));
        assertThat(commands.out())
                .contains("sharding.key-generate-strategies.t_order: the next rule has the keys of t_order.order_id"
                        + " generated, and this instance has no generator for them");
        commands.run(Exit.DONE, "moves", "cancel", id);
        count();
        Files.delete(next);
    }

    @Test
    void aKeyIsIsolatedAndReleased() throws Exception {
        commands.run(Exit.DONE, "moves", "isolate", "--table", "t_order", "--key", "7", "--to", "ds2", "--dry-run");
        assertThat(commands.out()).contains("the key 7 in ds2.t_order_k7", "Nothing stands in the way.");
        commands.run(
                Exit.DONE,
                "moves",
                "isolate",
                "--table",
                "t_order",
                "--key",
                "7",
                "--to",
                "ds2",
                "--name",
                "t_order_vip");
        String id = commands.begun();
        assertThat(shop.tables("ds2")).contains("t_order_vip", "t_order_item_vip");
        commands.run(Exit.DONE, "moves", "complete", id, "--yes");
        count();
        commands.run(Exit.REFUSED, "moves", "release", "--table", "t_order", "--key", "8");
        assertThat(commands.err()).contains("the key '8' of t_order has no unit of its own; those that have are [7]");
        commands.run(Exit.DONE, "--json", "moves", "release", "--table", "t_order", "--key", "7");
        List<String> lines = commands.out().lines().toList();
        assertThat(lines.stream()
                        .filter(line -> JsonPath.<String>read(line, "$.type").equals("table"))
                        .map(line -> JsonPath.<Integer>read(line, "$.sampled")))
                .containsExactly(20, 10);
        assertThat(JsonPath.<List<String>>read(lines.get(lines.size() - 1), "$.tables"))
                .containsExactly("t_order", "t_order_item");
        count();
    }

    @Test
    void optionsThatDoNotFitTogetherAreNamed() {
        commands.run(Exit.USAGE, "moves", "start");
        assertThat(commands.err()).contains("'--unit UNIT' with '--to DATA-SOURCE', or '--next [FILE]'");
        commands.run(Exit.USAGE, "moves", "start", "--next", "--unit", "ds0.t_order_1", "--to", "ds2");
        assertThat(commands.err()).contains("--next and --table go without them");
        commands.run(Exit.REFUSED, "moves", "check", "--next", "nowhere.yml");
        assertThat(commands.err()).contains("nowhere.yml");
    }
}

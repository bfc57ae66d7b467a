package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Output and exit codes of commands about moves. */
class MovesCommandsTest {
    private AdminShop shop;
    private Commands commands;
    private ConfiguredDataSource application;

    @BeforeEach
    void open() throws Exception {
        shop = new AdminShop(TestDatabase.H2).filled();
        application = shop.start();
        commands = new Commands(shop.file());
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    @Test
    void whatStandsInTheWayIsSaidBefore() {
        commands.run(Exit.REFUSED, "moves", "check", "--unit", "ds0.t_order_9", "--to", "ds2");
        assertThat(commands.err()).contains("SK-1024", "'ds0.t_order_9' is not an actual table", "as in ds0.t_order_3");
        commands.run(Exit.REFUSED, "moves", "start", "--unit", "ds0.t_order_1", "--to", "ds9");
        assertThat(commands.err()).contains("ds9");
        commands.run(Exit.REFUSED, "moves", "start", "--unit", "ds0.t_order_1", "--to", "ds0");
        assertThat(commands.err()).contains(" is on ds0 already");
        commands.run(Exit.DONE, "moves", "list");
        assertThat(commands.out()).contains("There are no moves.");
    }

    @Test
    void theRuleAndItsInstancesAreShown() {
        commands.run(Exit.DONE, "rule");
        assertThat(commands.out()).contains("epoch        1", "sharding-admin@", "(this command)", "running");
    }

    @Test
    void aCommandWaitsForAsLongAsItIsTold() throws Exception {
        commands.run(Exit.DONE, "moves", "start", "--unit", "ds0.t_order_1", "--to", "ds2", "--switch-by-hand");
        String id = commands.begun();
        // The application takes it over from the command that has ended.
        commands.run(Exit.WAITS, "moves", "status", id, "--watch");
        try (Connection writer = shop.connection("ds0");
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("UPDATE t_order_1 SET note = 'held'");
            commands.run(Exit.WAITS, "moves", "switch", id, "--timeout", "1s");
            assertThat(commands.out()).contains("After 1 s: Move " + id + " goes on without this command: in ");
            writer.rollback();
        }
        commands.run(Exit.DONE, "moves", "status", id, "--watch");
        assertThat(AdminShop.count(application, "t_order")).isEqualTo(80);
    }

    @Test
    void programsReadObjects() throws Exception {
        commands.run(Exit.DONE, "--json", "moves", "start", "--unit", "ds0.t_order_1", "--to", "ds2");
        List<String> lines = commands.out().lines().toList();
        assertThat(lines)
                .extracting(line -> JsonPath.<String>read(line, "$.type"))
                .startsWith("unit", "unit", "check");
        String last = lines.get(lines.size() - 1);
        assertThat(JsonPath.<String>read(last, "$.phase")).isEqualTo("switched");
        assertThat(JsonPath.<List<String>>read(last, "$.from")).containsExactly("ds2");
        String id = JsonPath.read(last, "$.id");
        commands.run(Exit.DONE, "moves", "complete", id, "--yes", "--json");
        assertThat(commands.out().lines().reduce("", (before, line) -> line))
                .isEqualTo("{\"type\":\"over\",\"id\":\"" + id + "\"}");
        commands.run(Exit.REFUSED, "moves", "halt", id, "--json");
        assertThat(JsonPath.<String>read(commands.out(), "$.code")).isEqualTo("SK-1024");
        commands.run(Exit.DONE, "rule", "--json");
        assertThat(commands.out().lines().map(line -> JsonPath.<String>read(line, "$.type")))
                .containsExactly("rule", "member", "member");
    }
}

package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Moves by the command, while an instance of the application runs. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.MARIADB)
class MovesCommandsIT {
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

    @Test
    void unitsMoveAndComeBackAndStay() throws Exception {
        commands.run(Exit.DONE, "moves", "check", "--unit", "ds0.t_order_1", "--to", "ds2");
        assertThat(commands.out()).contains("ds0.t_order_1", "ds0.t_order_item_1", "Nothing stands in the way.");
        commands.run(Exit.DONE, "moves", "start", "--unit", "ds0.t_order_1", "--to", "ds2", "--dry-run");
        commands.run(Exit.DONE, "moves", "list");
        assertThat(commands.out()).contains("There are no moves.");
        commands.run(Exit.DONE, "moves", "start", "--unit", "ds0.t_order_1", "--to", "ds2");
        String id = commands.begun();
        assertThat(commands.out())
                .contains("t_order_item_1", " are at ds2 since epoch 2", "moves back " + id, "moves complete " + id);
        assertThat(shop.tables("ds2")).contains("t_order_1", "t_order_item_1");
        commands.run(Exit.DONE, "moves", "list");
        assertThat(commands.out()).contains(id, "switched");
        commands.run(Exit.DONE, "moves", "status", id);
        assertThat(commands.out()).contains("now at     ds2", "copies at  ds0");
        commands.run(Exit.REFUSED, "moves", "cancel", id);
        assertThat(commands.err()).contains("SK-1024", "go back, or complete it");
        commands.run(Exit.DONE, "moves", "back", id);
        assertThat(commands.out()).contains(" are back at ds0 since epoch 3");
        assertThat(shop.tables("ds2")).doesNotContain("t_order_1");
        commands.run(Exit.DONE, "moves", "back", id);
        commands.run(Exit.USAGE, "moves", "complete", id);
        assertThat(commands.err()).contains("add --yes", "the copies of t_order_1, t_order_item_1 at ds0");
        assertThat(commands.answered("no\n", "moves", "complete", id)).isEqualTo(Exit.WAITS);
        assertThat(commands.err()).contains("there is no way back then", "Nothing was dropped.");
        assertThat(commands.answered("y\n", "moves", "complete", id))
                .as(commands.said())
                .isEqualTo(Exit.DONE);
        assertThat(commands.out()).contains("is complete");
        assertThat(shop.tables("ds0")).noneMatch(name -> name.startsWith("t_order_1"));
        assertThat(AdminShop.count(application, "t_order")).isEqualTo(80);
        assertThat(AdminShop.count(application, "t_order_item")).isEqualTo(40);
        commands.run(Exit.DONE, "verify", "--all");
        commands.run(Exit.DONE, "in-doubt");
        commands.run(Exit.DONE, "rule");
    }

    @Test
    void aMoveWaitsForThePerson() throws Exception {
        commands.run(
                Exit.DONE,
                "moves",
                "start",
                "--unit",
                "ds1.t_order_2,ds1.t_order_3",
                "--to",
                "ds2",
                "--switch-by-hand");
        String id = commands.begun();
        assertThat(commands.out()).contains("moves switch " + id, "moves cancel " + id);
        // The application takes it over from the command that has ended.
        commands.run(Exit.WAITS, "moves", "status", id, "--watch");
        commands.run(Exit.REFUSED, "moves", "start", "--unit", "ds0.t_order_0", "--to", "ds2");
        assertThat(commands.err()).contains("another move is under way: [" + id + "]");
        commands.run(Exit.REFUSED, "moves", "back", id);
        commands.run(Exit.DONE, "moves", "halt", id);
        assertThat(commands.out()).contains("is halted", "moves resume " + id);
        commands.run(Exit.WAITS, "moves", "status", id);
        commands.run(Exit.DONE, "moves", "resume", id);
        commands.run(Exit.DONE, "moves", "cancel", id);
        assertThat(commands.out()).contains("is cancelled: ds1.t_order_2, ds1.t_order_3, ds1.t_order_item_2");
        commands.run(Exit.REFUSED, "moves", "status", id);
        assertThat(commands.err()).contains("SK-1024", "there is no move '" + id + "'");
        assertThat(shop.tables("ds2")).noneMatch(name -> name.startsWith("t_order"));
        commands.run(Exit.DONE, "moves", "start", "--unit", "ds1.t_order_2", "--to", "ds2", "--switch-by-hand");
        id = commands.begun();
        commands.run(Exit.DONE, "moves", "switch", id);
        assertThat(commands.out()).contains(" are at ds2 since epoch 2");
        assertThat(AdminShop.count(application, "t_order")).isEqualTo(80);
    }

    @Test
    void withoutAnInstanceTheCommandWorks() throws Exception {
        shop.stop(application);
        commands.run(Exit.DONE, "moves", "start", "--unit", "ds0.t_order_1", "--to", "ds2", "--detach");
        assertThat(commands.out())
                .contains("waits until an instance of the application runs, or 'moves work' does", "moves cancel ");
        commands.run(Exit.DONE, "moves", "work");
        assertThat(commands.out()).contains(" are at ds2 since epoch 2", "No move goes on by itself.");
        application = shop.start();
        assertThat(AdminShop.count(application, "t_order")).isEqualTo(80);
    }
}

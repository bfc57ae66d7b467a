package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;

/** A table is altered by commands, while an instance of the application runs. */
class AlterCommandIT {
    private static int columns(ConfiguredDataSource application) throws Exception {
        try (Connection connection = application.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM t_order")) {
            return rows.getMetaData().getColumnCount();
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void aTableIsAltered(TestDatabase database) throws Exception {
        try (AdminShop shop = new AdminShop(database).filled()) {
            ConfiguredDataSource application = shop.start();
            int before = columns(application);
            Commands commands = new Commands(shop.file());
            commands.run(Exit.USAGE, "moves", "alter", "t_order");
            commands.run(Exit.REFUSED, "moves", "alter", "t_order", "DROP COLUMN there_is_none");
            assertThat(commands.out()).contains("in the way: ds0.t_order_0 can't be altered");
            commands.run(Exit.REFUSED, "moves", "alter", "t_other", "ADD COLUMN remark VARCHAR(20)");
            assertThat(commands.err()).contains("SK-1024", "is not a sharded table");

            commands.run(Exit.DONE, "moves", "alter", "t_order", "ADD COLUMN remark VARCHAR(20)", "--check");
            assertThat(commands.out())
                    .contains(
                            "note: the databases alter the actual tables in place",
                            "ds0.t_order_0_g2, ds0.t_order_1_g2, ds1.t_order_2_g2, ds1.t_order_3_g2 afterwards",
                            "Nothing stands in the way.");
            assertThat(shop.tables("ds0")).contains("t_order_0");

            commands.run(Exit.DONE, "moves", "alter", "t_order", "ADD COLUMN remark VARCHAR(20)");
            String id = commands.begun();
            assertThat(commands.out())
                    .contains("t_order (ADD COLUMN remark VARCHAR(20)) begins", "t_order is altered since");
            commands.run(Exit.REFUSED, "moves", "back", id);
            assertThat(commands.err()).contains("no way back");
            commands.run(Exit.DONE, "moves", "complete", id, "--yes");
            assertThat(columns(application)).isEqualTo(before + 1);

            String retyping = database == TestDatabase.POSTGRESQL
                    ? "ALTER COLUMN remark TYPE TEXT, ADD COLUMN mark INT NOT NULL DEFAULT random()"
                    : "MODIFY COLUMN remark TEXT, ADD COLUMN mark INT NOT NULL DEFAULT 1";
            commands.run(Exit.DONE, "moves", "alter", "t_order", retyping, "--switch-by-hand");
            String copied = commands.begun();
            assertThat(commands.out())
                    .contains("note: rows are copied to new actual tables", "The altered tables are ready");
            commands.run(Exit.WAITS, "moves", "status", copied, "--watch");
            commands.run(Exit.DONE, "moves", "switch", copied);
            commands.run(Exit.DONE, "moves", "back", copied);
            assertThat(commands.out()).contains("t_order is as it was since");
            commands.run(Exit.DONE, "moves", "back", copied);
            commands.run(Exit.DONE, "moves", "complete", copied, "--yes");
            assertThat(commands.out()).contains("what is left of t_order as it was on ds0, ds1");
            assertThat(columns(application)).isEqualTo(before + 2);
            assertThat(AdminShop.count(application, "t_order")).isEqualTo(80);
            assertThat(shop.tables("ds0"))
                    .contains("t_order_0_g3", "t_order_item_0")
                    .doesNotContain("t_order_0", "t_order_0_g2")
                    .noneMatch(name -> name.contains("__"));
        }
    }
}

package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Restore points by the command, while an instance of the application runs. */
class RestorePointCommandIT {
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J})
    @ParameterizedTest
    void pointsAreMadeAndListed(TestDatabase database) throws Exception {
        try (AdminShop shop = new AdminShop(database).filled()) {
            shop.start();
            Commands commands = new Commands(shop.file());
            commands.run(Exit.DONE, "restore-point");
            assertThat(commands.out()).contains("No restore point was made");
            commands.run(Exit.DONE, "restore-point", "nightly");
            assertThat(commands.out()).contains("nightly of ", "epoch ", "commits held for ", "  ds0  ", "  ds1  ");
            commands.run(Exit.REFUSED, "restore-point", "nightly");
            assertThat(commands.err()).contains("SK-1026", "there is one named nightly");
            commands.run(Exit.DONE, "restore-point", "--json");
            Map<String, Object> point = JsonPath.read(commands.out().strip(), "$");
            assertThat(point).containsEntry("type", "restore-point").containsEntry("name", "nightly");
            assertThat(point.get("positions").toString()).contains("ds0", "ds1");
        }
    }

    @Test
    void h2TellsNoPositions() throws Exception {
        try (AdminShop shop = new AdminShop(TestDatabase.H2).filled()) {
            Commands commands = new Commands(shop.file());
            shop.start();
            commands.run(Exit.REFUSED, "restore-point", "nightly");
            assertThat(commands.err()).contains("SK-1026", "H2 does not tell how far it has written");
        }
    }
}

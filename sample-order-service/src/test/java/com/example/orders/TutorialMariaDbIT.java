package com.example.orders;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The tutorial on two MariaDB servers, as the containers have them. */
@ActiveProfiles("mariadb")
class TutorialMariaDbIT extends TutorialTest {

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        for (int number = 0; number < 2; number++) {
            DatabaseServer server = EmbeddedServers.mariaDb(number);
            properties.add("orders.ds" + number + ".url", () -> server.database("tutorial"));
            properties.add("orders.username", server::username);
            properties.add("orders.password", server::password);
        }
    }
}

package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key of LAST_INSERT_ID() is the client's own, although clients share connections. */
@ParameterizedClass
@OnDatabases({TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
class LastKeyIT {
    private final TestDatabase database;

    LastKeyIT(TestDatabase database) {
        this.database = database;
    }

    private static ProxyFixture fixture;

    @BeforeParameterizedClassInvocation
    static void start(TestDatabase database) throws SQLException, IOException {
        fixture = new ProxyFixture(database);
        try (RawClient client = fixture.raw("sharded")) {
            ok(client, "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            ok(client, "CREATE TABLE keyed (id INT AUTO_INCREMENT PRIMARY KEY, v INT)");
        }
        try (RawClient client = fixture.raw("proxy_plain")) {
            ok(client, "CREATE TABLE keyed (id INT AUTO_INCREMENT PRIMARY KEY, v INT)");
        }
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        fixture.close();
    }

    private static void ok(RawClient client, String sql) throws IOException {
        assertThat(client.query(sql).toString()).as(sql).contains("ok");
    }

    /** Returns the key that the client is told, or the error. */
    private static String asked(RawClient client) throws IOException {
        return client.query("SELECT LAST_INSERT_ID()").toString().replaceAll(".*row \\w+ \\.(.*?), end.*", "$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sharded", "proxy_plain"})
    void aGivenKeyIsNotThatOfAnotherClient(String name) throws IOException {
        try (RawClient one = fixture.raw(name);
                RawClient other = fixture.raw(name)) {
            for (String rest : List.of("SET autocommit = 1", "BEGIN")) {
                ok(one, "INSERT INTO keyed (v) VALUES (7)");
                String told = asked(one);
                ok(other, rest);
                ok(other, "REPLACE INTO keyed (id, v) VALUES (1000, 1)");
                assertThat(asked(other)).isEqualTo("0").isNotEqualTo(told);
                ok(other, "REPLACE INTO keyed (id, v) VALUES (1001, 1), (1002, 2)");
                ok(other, "COMMIT");
                assertThat(asked(other)).isEqualTo("0");
                assertThat(asked(one)).isEqualTo(told);
            }
            ok(other, "INSERT INTO keyed (v) SELECT 1000");
            String own = asked(other);
            assertThat(own).matches("[1-9]\\d*");
            ok(other, "REPLACE INTO keyed (id, v) VALUES (1000, 1)");
            assertThat(asked(other)).isEqualTo(own);
        }
    }

    @Test
    void aKeyThatIsNotKnownIsRefusedWhenItIsAskedFor() throws IOException {
        try (RawClient client = fixture.raw("sharded")) {
            ok(client, "REPLACE INTO t_order (order_id, user_id) VALUES (1, 1), (2, 2), (3, 3)");
            ok(client, "SET autocommit = 0");
            ok(client, "REPLACE INTO keyed (id, v) VALUES (2000, 2)");
            ok(client, "COMMIT");
            // Each command has one answer.
            ok(client, "SET autocommit = 1");
            assertThat(client.query("SELECT 3").toString()).contains("row 0133");
            assertThat(asked(client)).as("over " + database).contains("SK-2024");
            assertThat(client.query("SELECT 4").toString()).contains("row 0134");
            ok(client, "INSERT INTO keyed (v) VALUES (7)");
            assertThat(asked(client)).matches("[1-9]\\d*");
        }
    }
}

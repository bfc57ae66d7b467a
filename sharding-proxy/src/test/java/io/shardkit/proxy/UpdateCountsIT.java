package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardkit.proxy.wire.Capability;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what clients get that the sessions of the databases do not tell by themselves, as from the server. */
@ParameterizedClass
@OnDatabases({TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
class UpdateCountsIT {
    private final TestDatabase database;

    UpdateCountsIT(TestDatabase database) {
        this.database = database;
    }

    private static ProxyFixture fixture;

    @BeforeParameterizedClassInvocation
    static void start(TestDatabase database) throws SQLException, IOException {
        fixture = new ProxyFixture(database);
        try (RawClient client = fixture.raw("proxy_plain")) {
            assertThat(client.query("DROP TABLE IF EXISTS counted; CREATE TABLE counted (id INT PRIMARY KEY, v INT)")
                            .toString())
                    .contains("ok");
        }
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, Capability.FOUND_ROWS})
    void updateCountsWhatTheClientAsksFor(int flag) throws IOException {
        try (RawClient proxy = fixture.raw("proxy_plain", RawClient.USUAL | flag);
                RawClient direct = fixture.rawDirect(RawClient.USUAL | flag)) {
            for (String sql : new String[] {
                "UPDATE counted SET v = 1 WHERE id < 3",
                "UPDATE counted SET v = 2 WHERE id = 1",
                "UPDATE counted SET v = 1 WHERE id < 3",
                "INSERT INTO counted VALUES (1, 1) ON DUPLICATE KEY UPDATE v = 1"
            }) {
                String fresh = "REPLACE INTO counted VALUES (1, 1), (2, 1)";
                direct.query(fresh);
                Object expected = direct.query(sql).toString().replaceAll("Rows matched.*?Warnings: 0", "");
                direct.query(fresh);
                Object seen = proxy.query(sql).toString();
                assertThat(seen).as(sql).isEqualTo(expected);
            }
        }
    }

    @Test
    void aSessionsOwnVariableMayBePrepared() throws SQLException {
        try (var connection = fixture.connect("mariadb", "sharded", "useServerPrepStmts=true");
                var statement = connection.prepareStatement("SELECT @@autocommit");
                var rows = statement.executeQuery()) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(1);
        }
    }

    @Test
    void theUsualModesMayBeSetAgain() throws IOException {
        try (RawClient client = fixture.raw("proxy_plain")) {
            String usual = client.query("SELECT @@sql_mode").toString();
            client.query("SET sql_mode = 'STRICT_TRANS_TABLES'");
            assertThat(client.query("SELECT @@sql_mode").toString()).isNotEqualTo(usual);
            assertThat(client.query("SET sql_mode = DEFAULT").toString()).contains("ok");
            assertThat(client.query("SELECT @@sql_mode").toString()).isEqualTo(usual);
        }
    }

    @Test
    void aDateThatTheDriverCannotReadEndsTheStatementOnly() throws SQLException {
        assumeTrue(database == TestDatabase.MARIADB, "MySQL keeps no such date by default, and Connector/J reads it");
        try (var connection = fixture.connect("mariadb", "proxy_plain", "useServerPrepStmts=true");
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE partial_dates (id INT, d DATE)");
            statement.execute("INSERT INTO partial_dates VALUES (1, '2024-00-00')");
            try (var prepared = connection.prepareStatement("SELECT d FROM partial_dates WHERE id = ?")) {
                prepared.setInt(1, 1);
                assertThatThrownBy(prepared::executeQuery)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("no calendar has");
            }
            try (var rows = statement.executeQuery("SELECT 1")) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @Test
    void compressionIsRefusedAtTheLogin() {
        assertThatThrownBy(() -> fixture.raw("proxy_plain", RawClient.USUAL | Capability.COMPRESS)
                        .close())
                .isInstanceOf(IOException.class);
    }
}

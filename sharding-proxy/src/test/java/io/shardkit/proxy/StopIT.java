package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.proxy.session.Settings;
import java.io.IOException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StopIT {

    @Test
    void openTransactionsEndBeforeTheServerDoes() throws Exception {
        try (ProxyFixture stopping = new ProxyFixture();
                RawClient idle = stopping.raw("proxy_plain");
                RawClient working = stopping.raw("proxy_plain")) {
            working.query("CREATE TABLE t (id INT PRIMARY KEY)");
            working.query("BEGIN");
            working.query("INSERT INTO t VALUES (1)");
            CompletableFuture<Void> stopped =
                    CompletableFuture.runAsync(() -> stopping.proxy.stop(Duration.ofSeconds(10)));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100; i++) {
                            idle.query("SELECT 1");
                            Thread.sleep(20);
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> stopping.raw("proxy_plain")).isInstanceOf(IOException.class);
            assertThat(working.query("INSERT INTO t VALUES (2)").toString()).contains("ok");
            assertThat(working.query("COMMIT").toString()).contains("ok");
            stopped.get();
            try (RawClient direct = stopping.rawDirect()) {
                assertThat(direct.query("SELECT COUNT(*) FROM t").toString()).contains("row 0132");
            }
        }
    }

    @Test
    void aSilentClientIsDisconnected() throws Exception {
        Settings impatient = new Settings(2, 50, 1 << 20, 100, Duration.ofSeconds(2), Duration.ofSeconds(2), false);
        try (ProxyFixture stopping = new ProxyFixture(impatient, null);
                RawClient silent = stopping.raw("proxy_plain")) {
            silent.query("BEGIN");
            silent.query("SELECT * FROM information_schema.tables LIMIT 1");
            try (RawClient second = stopping.raw("proxy_plain")) {
                assertThatThrownBy(() -> stopping.raw("proxy_plain")).isInstanceOf(IOException.class);
                assertThat(second.query("SELECT SLEEP(4)").toString()).contains("row 0130");
            }
            assertThatThrownBy(() -> silent.query("SELECT 1")).isInstanceOf(IOException.class);
            try (Socket mute = new Socket("127.0.0.1", stopping.proxy.port())) {
                mute.setSoTimeout(20_000);
                assertThat(mute.getInputStream().readAllBytes()).isNotEmpty();
            }
            stopping.assertNoneBorrowed();
        }
    }

    @Test
    void tlsIsThereForThoseWhoAsk() throws Exception {
        Settings secure = new Settings(10, 50, 1 << 20, 100, Duration.ofMinutes(1), Duration.ofSeconds(5), true);
        try (ProxyFixture stopping = new ProxyFixture(secure, TestCertificate.context())) {
            String url = stopping.url("mariadb", "sharded");
            try (Connection connection = DriverManager.getConnection(
                            url + "?sslMode=trust", ProxyFixture.USER, ProxyFixture.PASSWORD);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT REPEAT('x', 100000)")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).hasSize(100_000);
            }
            try (Connection connection = DriverManager.getConnection(
                    stopping.url("mysql", "sharded") + "?sslMode=REQUIRED", "sha2", ProxyFixture.PASSWORD)) {
                assertThat(connection.isValid(2)).isTrue();
            }
            assertThatThrownBy(() -> stopping.raw("proxy_plain")).hasMessageContaining("3159");
        }
    }
}

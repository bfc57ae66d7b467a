package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.proxy.session.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that, where there are many clients, those that say nothing have no thread, and go on where they were. */
class ManyClientsIT {
    private static final int CLIENTS = 400;

    /** Far longer than it takes to hear from all of them once, also where the machine is busy. */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("sharding-proxy-client-"))
                .count();
    }

    @Test
    void silentClientsHaveNoThread() throws Exception {
        Settings settings = new Settings(1000, 50, 1 << 20, 100, IDLE_TIMEOUT, Duration.ofSeconds(10), false);
        List<RawClient> clients = new ArrayList<>();
        try (ProxyFixture fixture = new ProxyFixture(settings, null)) {
            for (int i = 0; i < CLIENTS; i++) {
                RawClient client = fixture.raw("proxy_plain");
                clients.add(client);
                assertThat(client.query("SET @mine = " + i).toString()).contains("ok");
            }
            for (int i = 0; i < 1000 && threads() >= 300; i++) {
                Thread.sleep(20);
            }
            assertThat(threads()).isLessThan(300);
            fixture.assertNoneBorrowed();
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < CLIENTS; i++) {
                    assertThat(clients.get(i).query("SELECT @mine + 0").toString())
                            .contains(Integer.toString(i));
                }
            }
            Thread.sleep(1500);
            RawClient killing = clients.get(0);
            RawClient killed = clients.get(CLIENTS - 1);
            String id = killed.query("SELECT CONNECTION_ID()").get(1);
            Thread.sleep(1500);
            killing.query("KILL " + id.substring(id.lastIndexOf('.') + 1));
            assertThatThrownBy(() -> killed.query("SELECT 1")).isInstanceOf(IOException.class);
            clients.get(1).close();
            for (int i = 0; i < 3000 && fixture.proxy.connections() > 0; i++) {
                Thread.sleep(20);
            }
            assertThat(fixture.proxy.connections()).isZero();
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }
}

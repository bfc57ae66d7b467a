package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets of chance: the server closes their connection or answers, and the next client gets the right answer. */
class FuzzIT {
    private static final int CONNECTIONS = 60;

    private static ProxyFixture fixture;

    @BeforeAll
    static void start() throws SQLException, IOException {
        fixture = new ProxyFixture();
        try (RawClient client = fixture.raw("proxy_plain")) {
            client.query("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))");
            client.query("INSERT INTO t VALUES (1, 'one'), (2, 'two')");
        }
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20, 300})
    void packetsOfChanceHarmNobodyElse(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < CONNECTIONS; i++) {
            try (RawClient client = fixture.raw("proxy_plain")) {
                client.socket.setSoTimeout(15);
                play(client, random);
            } catch (IOException ended) {
                assertThat(ended).isNotNull(); // the server may well end it
            }
            if (i % 10 == 0) {
                try (RawClient next = fixture.raw("proxy_plain")) {
                    assertThat(next.query("SELECT v FROM t WHERE id = 2").toString())
                            .contains("row 0374776f");
                    assertThat(next.prepared("SELECT v FROM t WHERE id = ?", "1")
                                    .toString())
                            .contains("one");
                }
            }
        }
        for (int i = 0; i < 500 && fixture.proxy.connections() > 0; i++) {
            Thread.sleep(20);
        }
        assertThat(fixture.proxy.connections()).isZero();
        fixture.assertNoneBorrowed();
    }

    private static void play(RawClient client, Random random) throws IOException {
        for (int step = random.nextInt(4); step >= 0; step--) {
            byte[] payload = new byte[random.nextInt(60)];
            random.nextBytes(payload);
            int command = random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(0x20);
            switch (random.nextInt(5)) {
                case 0 -> client.send(0x16, "SELECT v FROM t WHERE id = ? AND v <> ?".getBytes(StandardCharsets.UTF_8));
                case 1 -> {
                    // An execution of what was prepared, with values of chance.
                    byte[] execute = new byte[10 + random.nextInt(30)];
                    random.nextBytes(execute);
                    execute[0] = 1;
                    execute[1] = 0;
                    execute[2] = 0;
                    execute[3] = 0;
                    client.send(0x17, execute);
                }
                case 2 -> {
                    byte[] raw = new byte[random.nextInt(40)];
                    random.nextBytes(raw);
                    client.socket.getOutputStream().write(raw);
                    client.socket.getOutputStream().flush();
                }
                default -> client.send(command, payload);
            }
            client.socket.getInputStream().read(new byte[512]);
        }
    }
}

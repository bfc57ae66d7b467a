package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.proxy.session.Settings;
import io.shardkit.proxy.wire.PacketReader;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the limits of clients that have not logged in: little memory, little time, and no place of a user. */
class LoginLimitsIT {
    private static final int LARGEST = 64 << 10;

    private static Settings settings(int clients, int logins, Duration loginTimeout) {
        return new Settings(clients, logins, 64 << 20, 100, Duration.ofMinutes(5), loginTimeout, false);
    }

    /** A client that has read the greeting and says nothing. */
    private static final class Mute implements AutoCloseable {
        final Socket socket;
        final PacketReader reader;

        Mute(ProxyFixture fixture) throws IOException {
            socket = new Socket("127.0.0.1", fixture.proxy.port());
            socket.setSoTimeout(30_000);
            reader = new PacketReader(socket.getInputStream(), LARGEST);
            assertThat(reader.read(true)[0]).isEqualTo((byte) 10);
        }

        void send(int... bytes) throws IOException {
            for (int each : bytes) {
                socket.getOutputStream().write(each);
            }
        }

        String error() throws IOException {
            return RawClient.error(reader.read(true, 1));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void largePacketsAreRefusedByTheirHeaders() throws Exception {
        try (ProxyFixture fixture = new ProxyFixture(settings(10, 10, Duration.ofMinutes(1)), null)) {
            try (Mute greedy = new Mute(fixture)) {
                greedy.send(1, 0, 1, 1);
                assertThat(RawClient.error(greedy.reader.read(true, 2))).startsWith("error 1153 #08S01");
                assertThat(greedy.socket.getInputStream().read()).isEqualTo(-1);
            }
            try (RawClient user = fixture.raw("proxy_plain")) {
                String text = "x".repeat(2 * LARGEST);
                assertThat(user.query("SELECT LENGTH('" + text + "')").toString())
                        .contains(Integer.toString(2 * LARGEST));
            }
        }
    }

    @Test
    void aLoginHasOneDeadlineHoweverOftenSomethingIsSaid() throws Exception {
        try (ProxyFixture fixture = new ProxyFixture(settings(10, 10, Duration.ofSeconds(1)), null);
                Mute slow = new Mute(fixture);
                Mute silent = new Mute(fixture)) {
            slow.send(0, LARGEST >> 9, 0, 1);
            // Far less time passes between two bytes than a login may take.
            for (int i = 0; i < 300 && slow.socket.getInputStream().available() == 0; i++) {
                slow.send(0);
                Thread.sleep(100);
            }
            assertThat(RawClient.error(slow.reader.read(true, 2))).startsWith("error 1159 #08S01");
            assertThat(silent.error()).startsWith("error 1159 #08S01");
        }
    }

    /** The proxy has users' places until it has noticed that their sockets are closed. */
    private static Mute afterUsersLeft(ProxyFixture fixture) throws Exception {
        for (int i = 0; ; i++) {
            try {
                return new Mute(fixture);
            } catch (AssertionError noPlace) {
                if (i == 600) {
                    throw noPlace;
                }
                Thread.sleep(50);
            }
        }
    }

    @Test
    void usersComeInHoweverManySayNothing() throws Exception {
        List<Mute> mutes = new ArrayList<>();
        try (ProxyFixture fixture = new ProxyFixture(settings(2, 3, Duration.ofMinutes(5)), null)) {
            for (int i = 0; i < 3; i++) {
                mutes.add(new Mute(fixture));
            }
            try (RawClient first = fixture.raw("proxy_plain");
                    RawClient second = fixture.raw("proxy_plain")) {
                assertThat(first.query("SELECT 1").toString()).contains("row 0131");
                assertThat(second.query("SELECT 2").toString()).contains("row 0132");
                assertThat(mutes.get(0).error()).startsWith("error 1040 #08004");
                assertThatThrownBy(() -> fixture.raw("proxy_plain")).isInstanceOf(IOException.class);
            }
            mutes.add(afterUsersLeft(fixture));
            for (int i = 1; i < 10; i++) {
                mutes.add(new Mute(fixture));
            }
            for (int i = 1; i < 10; i++) {
                assertThat(mutes.get(i).error()).startsWith("error 1040 #08004");
            }
            try (RawClient user = fixture.raw("proxy_plain")) {
                assertThat(user.query("SELECT 3").toString()).contains("row 0133");
            }
        } finally {
            for (Mute mute : mutes) {
                mute.close();
            }
        }
    }
}

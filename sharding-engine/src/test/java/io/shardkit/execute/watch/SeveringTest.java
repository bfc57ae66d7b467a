package io.shardkit.execute.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.FreezableProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that a thread that waits in H2's driver, whose abort does nothing, is released. */
@Timeout(60)
class SeveringTest {
    private static final String LONG =
            "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) a, SYSTEM_RANGE(1, 1000000) b WHERE a.x = -b.x";

    private static CompletableFuture<Void> running(Connection connection, String sql) throws InterruptedException {
        CompletableFuture<Void> end = CompletableFuture.runAsync(() -> {
            try (Statement statement = connection.createStatement()) {
                statement.executeQuery(sql).close();
            } catch (SQLException failure) {
                throw new CompletionException(failure);
            }
        });
        Thread.sleep(300);
        assertThat(end).isNotDone();
        return end;
    }

    private static void assertEnds(Connection connection, CompletableFuture<Void> end) {
        // What has not begun yet is not ended.
        for (int i = 0; i < 20 && !end.isDone(); i++) {
            Severing.sever(connection, null);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        assertThat(end).failsWithin(2, TimeUnit.SECONDS).withThrowableThat().withCauseInstanceOf(SQLException.class);
    }

    @Test
    void statementOfADatabaseInThisProcessEnds() throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:h2:mem:severed");
        assertEnds(connection, running(connection, LONG));
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (!connection.isClosed() && System.nanoTime() < until) {
            Thread.sleep(10);
        }
        assertThat(connection.isClosed()).isTrue();
    }

    @Test
    void statementOfAFrozenServerEnds() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try (FreezableProxy proxy = new FreezableProxy(server.getPort())) {
            Connection connection =
                    DriverManager.getConnection("jdbc:h2:tcp://127.0.0.1:" + proxy.port() + "/mem:severed_far");
            proxy.freeze();
            assertEnds(connection, running(connection, "SELECT 1"));
        } finally {
            server.stop();
        }
    }
}

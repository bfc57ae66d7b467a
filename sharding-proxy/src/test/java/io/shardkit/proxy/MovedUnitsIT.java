package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveRequest;
import io.shardkit.move.MoveState;
import io.shardkit.move.Moves;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Clients of a proxy write while a unit moves to a data source that none of its files names. */
class MovedUnitsIT {
    private static final String RERUN = "40001";
    private static final long WAIT_NANOS = Duration.ofMinutes(2).toNanos();

    @TempDir
    private Path folder;

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong keys = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private final Queue<SQLException> failures = new ConcurrentLinkedQueue<>();

    private static String sharding(String prefix) throws SQLException {
        DatabaseServer server = EmbeddedServers.mariaDb(0);
        String url0 = server.createDatabase(prefix + "_ds0");
        String url1 = server.createDatabase(prefix + "_ds1");
        server.createDatabase(prefix + "_ds4");
        return """
                sharding:
                  data-sources:
                    ds0: { url: "%s", username: root }
                    ds1: { url: "%s", username: root }
                  data-source-template: { url: "%s", username: root }
                  tables:
                    t_order:
                      actual-data-nodes: ds{0..1}.t_order
                      database-strategy: { sharding-column: user_id, algorithm: by-rest }
                  algorithms:
                    by-rest: { type: mod }
                  rule-store:
                    poll: 100ms
                """
                .formatted(url0, url1, url0.replace(prefix + "_ds0", prefix + "_{name}"));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Half of the clients write in transactions; what is to be run again is followed by another one. */
    private void write(Connection client, boolean inTransactions) {
        try (client;
                PreparedStatement insert = client.prepareStatement("INSERT INTO t_order VALUES (?, ?, 0)");
                PreparedStatement update =
                        client.prepareStatement("UPDATE t_order SET n = n + 1 WHERE user_id = ? AND id = ?")) {
            client.setAutoCommit(!inTransactions);
            while (!over.get()) {
                long key = keys.incrementAndGet();
                try {
                    insert.setLong(1, key);
                    insert.setLong(2, key);
                    insert.executeUpdate();
                    if (inTransactions) {
                        update.setLong(1, key);
                        update.setLong(2, key);
                        update.executeUpdate();
                        client.commit();
                    }
                    written.incrementAndGet();
                } catch (SQLException failure) {
                    if (!RERUN.equals(failure.getSQLState())) {
                        throw failure;
                    }
                    client.rollback();
                }
            }
        } catch (SQLException failure) {
            failures.add(failure);
        }
    }

    private void awaitWrites() {
        long before = written.get();
        assertThat(Eventually.zero(() -> written.get() > before + 20 || !failures.isEmpty() ? 0 : 1))
                .isZero();
        assertThat(failures).isEmpty();
    }

    private static void await(Moves moves, String id, MovePhase phase) throws InterruptedException {
        long until = System.nanoTime() + WAIT_NANOS;
        for (MoveState state = state(moves, id); state.phase() != phase; state = state(moves, id)) {
            assertThat(state.phase()).as(state.toString()).isNotEqualTo(MovePhase.FAILED);
            assertThat(System.nanoTime()).as(state.toString()).isLessThan(until);
            Thread.sleep(50);
        }
    }

    private static MoveState state(Moves moves, String id) {
        try {
            return moves.state(id);
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    private List<Thread> writers(int port, String database) throws SQLException {
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean inTransactions = i % 2 == 0;
            String prepares = i < 2 ? "true" : "false";
            Connection client = connect(port, database + "?useServerPrepStmts=" + prepares);
            writers.add(new Thread(() -> write(client, inTransactions)));
        }
        writers.forEach(Thread::start);
        return writers;
    }

    private static Connection connect(int port, String database) throws SQLException {
        return DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/" + database, "app", "secret");
    }

    private void move(ConfigurableApplicationContext proxy, String database, Path file) throws Exception {
        int port = proxy.getBean(ProxyLifecycle.class).port();
        // What the command does: it is an instance like others while it runs.
        try (ConfiguredDataSource command = ConfiguredDataSource.open("file:" + file);
                Connection client = connect(port, database)) {
            ShardingDataSource own = command.dataSource();
            assertThat(own.ruleState().members()).hasSize(2);
            List<Thread> writers = writers(port, database);
            try {
                awaitWrites();
                String id = own.moves().start(MoveRequest.of(List.of("ds1.t_order"), "ds4"));
                await(own.moves(), id, MovePhase.SWITCHED);
                awaitWrites();
                own.moves().goBack(id);
                assertThat(Eventually.zero(() -> state(own.moves(), id).phase() == MovePhase.SWITCHED ? 1 : 0))
                        .isZero();
                await(own.moves(), id, MovePhase.SWITCHED);
                awaitWrites();
            } finally {
                over.set(true);
                for (Thread writer : writers) {
                    writer.join();
                }
            }
            assertThat(failures).isEmpty();
            assertThat(count(client)).isEqualTo(written.get());
        }
    }

    private ConfigurableApplicationContext start(String sharding, String more) throws Exception {
        Path file = folder.resolve("application.yml");
        Files.writeString(
                file,
                """
                server.port: 0
                management.endpoints.web.exposure.include: health,metrics
                """
                        + sharding
                        + """
                          proxy:
                            port: 0
                            database: shop
                            users:
                              app: { password: secret }
                        """
                                .indent(0)
                        + more);
        return ProxyApplication.application()
                .run("--spring.config.location=file:" + file, "--spring.main.register-shutdown-hook=false");
    }

    @Test
    void clientsGoOnWhileAUnitOfTheProxysOwnFileMoves() throws Exception {
        String sharding = sharding("moved");
        Path file = Files.writeString(folder.resolve("command.yml"), sharding);
        try (ConfigurableApplicationContext proxy = start(sharding, "")) {
            try (Connection client = connect(proxy.getBean(ProxyLifecycle.class).port(), "shop")) {
                execute(client, "CREATE TABLE t_order (user_id BIGINT, id BIGINT, n INT, PRIMARY KEY (user_id, id))");
            }
            move(proxy, "shop", file);
            assertThat(proxy.containsBean("ds4")).isTrue();
        }
    }
}

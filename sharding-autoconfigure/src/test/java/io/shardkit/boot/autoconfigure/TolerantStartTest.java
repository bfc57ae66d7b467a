package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application that starts while one of its databases is down. */
@ExtendWith(OutputCaptureExtension.class)
class TolerantStartTest {
    private static final String OPTIONS = ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";

    @TempDir
    private Path directory;

    private ApplicationContextRunner runner;

    /** Holds the port, without listening, until the database starts. */
    private final Socket absent = new Socket();

    @BeforeEach
    void create() throws IOException, SQLException {
        String first = H2.url();
        absent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        table(first);
        table("jdbc:h2:" + directory.resolve("late") + OPTIONS);
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ShardingAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class))
                .withPropertyValues(
                        "sharding.data-sources.ds0.url=" + first,
                        "sharding.data-sources.ds1.url=jdbc:h2:tcp://127.0.0.1:" + absent.getLocalPort() + "/"
                                + directory.resolve("late") + OPTIONS,
                        "sharding.hikari.connection-timeout=3000",
                        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order",
                        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.database-strategy.algorithm=modulo",
                        "sharding.algorithms.modulo.type=mod");
    }

    @AfterEach
    void close() throws IOException {
        absent.close();
    }

    private static void table(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (user_id BIGINT)");
            statement.execute("INSERT INTO t_order VALUES (" + (url.contains("late") ? 1 : 2) + ")");
        }
    }

    @Test
    void theStartStopsOtherwise() {
        runner.run(context -> assertThat(context)
                .getFailure()
                .hasStackTraceContaining("sharding.data-sources.ds1")
                .hasStackTraceContaining("SK-1012"));
    }

    @Test
    void whatDoesNotNeedItRuns(CapturedOutput output) {
        runner.withPropertyValues("sharding.start=tolerate").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output)
                    .containsPattern("ds1 at [^ ]+:" + absent.getLocalPort() + " is started without: SK-1012")
                    .contains("No table is looked at, as ds1 cannot be reached");
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            assertThat(orders(jdbc, 2)).isEqualTo(1);
            assertThatThrownBy(() -> orders(jdbc, 1))
                    .isInstanceOf(DataAccessException.class)
                    .hasMessageContaining("ds1");
            int port = absent.getLocalPort();
            absent.close();
            Server server = Server.createTcpServer("-tcpPort", String.valueOf(port), "-tcpDaemon")
                    .start();
            try {
                assertThat(orders(jdbc, 1)).isEqualTo(1);
                assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                        .isEqualTo(2);
            } finally {
                server.stop();
            }
        });
    }

    private static Integer orders(JdbcTemplate jdbc, int user) {
        return jdbc.queryForObject("SELECT COUNT(*) FROM t_order WHERE user_id = ?", Integer.class, user);
    }
}

package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;

/** The application as it is started by its command line. */
class ProxyApplicationIT {
    private static String url0;
    private static String url1;

    @TempDir
    private Path folder;

    @BeforeAll
    static void createDatabases() throws SQLException {
        DatabaseServer server = EmbeddedServers.mariaDb(0);
        url0 = server.createDatabase("app_ds0");
        url1 = server.createDatabase("app_other");
    }

    private ConfigurableApplicationContext start(String... more) throws IOException {
        Path file = folder.resolve("application.yml");
        Files.writeString(
                file,
                """
                server.port: 0
                management.endpoints.web.exposure.include: health,metrics
                sharding:
                  data-sources:
                    ds0: { url: "%s", username: root }
                  proxy:
                    port: 0
                    database: shop
                    databases:
                      other: "file:%s"
                    users:
                      app: { password: secret }
                      reader: { password: "{native}*14E65567ABDB5135D0CFD9A70B3032C179A49EE7", databases: [ other ] }
                """
                        .formatted(url0, folder.resolve("other.yml")));
        Files.writeString(
                folder.resolve("other.yml"),
                "sharding:\n  data-sources:\n    only: { url: \"" + url1 + "\", username: root }\n");
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("--spring.config.location=file:" + file);
        arguments.add("--spring.main.register-shutdown-hook=false");
        return ProxyApplication.application().run(arguments.toArray(new String[0]));
    }

    private static Connection connect(ConfigurableApplicationContext context, String database, String user)
            throws SQLException {
        int port = context.getBean(ProxyLifecycle.class).port();
        return DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/" + database, user, "secret");
    }

    @Test
    void databasesOfTheFileAndOfFurtherFilesAreThere() throws Exception {
        try (ConfigurableApplicationContext context = start()) {
            try (Connection connection = connect(context, "shop", "app");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE here (id INT)");
                statement.execute("INSERT INTO here VALUES (1)");
            }
            try (Connection connection = connect(context, "other", "reader");
                    Statement statement = connection.createStatement();
                    ResultSet tables = statement.executeQuery("SHOW TABLES")) {
                assertThat(tables.next()).isFalse();
            }
            assertThatThrownBy(() -> connect(context, "shop", "reader"))
                    .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getErrorCode())
                            .isEqualTo(1044));
            String base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
            assertThat(get(base + "/actuator/health")).contains("UP");
            assertThat(get(base + "/actuator/metrics")).contains("sharding.proxy.connections", "hikaricp.connections");
        }
    }

    private static String get(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--sharding.proxy.prot=1 | sharding.proxy.prot",
                "--sharding.proxy.max-connections=0 | sharding.proxy.max-connections",
                "--sharding.proxy.fetch-size=0 | sharding.proxy.fetch-size",
                "--sharding.proxy.max-packet-size=1B | sharding.proxy.max-packet-size",
                "--sharding.proxy.idle-timeout=0s | sharding.proxy.idle-timeout",
                "--sharding.proxy.port=70000 | sharding.proxy.port",
                "--sharding.proxy.users.x.databases=nowhere | sharding.proxy.users.x.password",
                "--sharding.proxy.users.app.databases=nowhere | sharding.proxy.users.app.databases",
                "--sharding.proxy.users.app.password={native}*00 | sharding.proxy.users.app.password",
                "--sharding.proxy.users.app.password=${NOWHERE_SET} | sharding.proxy.users.app.password: ${NOWHERE_SET} is not set",
                "--sharding.proxy.users.app.max-connections=-1 | sharding.proxy.users.app.max-connections",
                "--sharding.proxy.ssl.required=true | sharding.proxy.ssl",
                "--sharding.proxy.ssl.bundle=nowhere | sharding.proxy.ssl.bundle",
                "--sharding.proxy.database=other | sharding.proxy.databases.other",
                "--sharding.proxy.databases.third=file:/nowhere.yml | sharding.proxy.databases.third"
            })
    void aWrongSettingStopsTheStartAndIsNamed(String argument, String named) {
        assertThatThrownBy(() -> start(argument, "--spring.main.web-application-type=none")
                        .close())
                .satisfies(failure -> {
                    StringBuilder all = new StringBuilder();
                    for (Throwable each = failure; each != null; each = each.getCause()) {
                        all.append(each).append('\n');
                    }
                    assertThat(all.toString()).contains(named).doesNotContain("secret");
                });
    }
}

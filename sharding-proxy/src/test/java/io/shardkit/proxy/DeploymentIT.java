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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The proxy by the settings in {@code deploy/kubernetes}, and what its service for systemd hands to it. */
class DeploymentIT {
    private static final Path DEPLOY = Path.of("..", "deploy");

    @TempDir
    private Path secrets;

    @Test
    void startsByTheSettingsOfKubernetes() throws Exception {
        DatabaseServer server = EmbeddedServers.mariaDb(0);
        Files.writeString(secrets.resolve("db.password"), "");
        Files.writeString(secrets.resolve("app.password"), "secret");
        try (ConfigurableApplicationContext context = ProxyApplication.application()
                .run(
                        "--spring.config.location=" + DEPLOY.resolve("kubernetes/proxy") + "/",
                        "--spring.config.import=configtree:" + secrets + "/",
                        "--spring.main.register-shutdown-hook=false",
                        "--sharding.data-sources.ds0.url=" + server.createDatabase("deployment_0"),
                        "--sharding.data-sources.ds0.username=" + server.username(),
                        "--sharding.data-sources.ds1.url=" + server.createDatabase("deployment_1"),
                        "--sharding.data-sources.ds1.username=" + server.username(),
                        "--sharding.proxy.address=127.0.0.1",
                        "--sharding.proxy.port=0",
                        "--server.address=127.0.0.1",
                        "--server.port=0")) {
            int port = context.getBean(ProxyLifecycle.class).port();
            try (Connection connection =
                    DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/shop", "app", "secret")) {
                assertThat(users(connection)).isEqualTo(2);
            }
            String health = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port")
                    + "/actuator/health/";
            for (String group : List.of("liveness", "readiness")) {
                HttpResponse<String> response = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(health + group))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.body()).contains("\"status\":\"UP\"");
            }
        }
    }

    private static int users(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            statement.execute("INSERT INTO t_order (user_id) VALUES (7), (8)");
            try (ResultSet count = statement.executeQuery("SELECT COUNT(DISTINCT user_id) FROM t_order")) {
                count.next();
                return count.getInt(1);
            }
        }
    }

    @Test
    void thePortIsThatOfTheManifestsAndTheImage() throws IOException {
        int port = new Binder(new MapConfigurationPropertySource())
                .bindOrCreate("sharding.proxy", ProxyProperties.class)
                .port();
        assertThat(Files.readString(DEPLOY.resolve("kubernetes/proxy/deployment.yaml")))
                .contains("containerPort: " + port + " ");
        assertThat(Files.readString(DEPLOY.resolve("kubernetes/proxy/service.yaml")))
                .contains("port: " + port + ",");
        assertThat(Files.readString(DEPLOY.resolve("Dockerfile"))).contains("\nEXPOSE " + port + "\n");
    }

    /** For this the manifests have {@code enableServiceLinks: false}. */
    @Test
    void aVariableOfAServiceWouldBeTakenForThePort() {
        Binder variables = new Binder(ConfigurationPropertySources.from(new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                Map.of("SHARDING_PROXY_PORT", "tcp://10.0.0.1:3307"))));
        assertThatThrownBy(() -> variables.bind("sharding.proxy", ProxyProperties.class))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("sharding.proxy.port");
    }

    @Test
    void theServiceHandsOverThePasswordsOfTheSettings() throws IOException {
        String unit = Files.readString(DEPLOY.resolve("systemd/shardkit-proxy.service"));
        assertThat(found("LoadCredential=([\\w.]+):\\S+/\\1\n", unit))
                .isEqualTo(found(
                        "password: \"\\$\\{([\\w.]+)}\"",
                        Files.readString(DEPLOY.resolve("kubernetes/proxy/application.yml"))))
                .hasSize(2);
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toSet());
    }
}

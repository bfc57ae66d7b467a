package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.ParseContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** The files by which applications are deployed, and those of the project to start with, are true of this build. */
class DeploymentTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DEPLOY = ROOT.resolve("deploy");
    private static final Path KUBERNETES = DEPLOY.resolve("kubernetes");
    private static final Pattern VERSION = Pattern.compile("<version>(.*)</version>");

    /** Checked by those who bind them; all others need metadata. */
    private static final Set<String> OWN = Set.of("sharding", "orders", "sample");

    @TempDir
    Path secrets;

    static Stream<Path> yaml() throws IOException {
        return Stream.of(DEPLOY, ROOT.resolve("start"))
                .flatMap(DeploymentTest::files)
                .filter(file -> file.toString().matches(".*\\.ya?ml"))
                .filter(file -> !file.startsWith(ROOT.resolve("start").resolve("target")));
    }

    static Stream<Path> settings() throws IOException {
        return yaml().filter(file -> file.getFileName().toString().startsWith("application"));
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void filesAreYaml(Path file) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        assertThat(new Yaml(options).loadAll(Files.readString(file))).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("settings")
    void settingsHaveNamesThatAreKnown(Path file) throws IOException {
        Map<String, String> types = types();
        assertThat(types).hasSizeGreaterThan(500);
        for (PropertySource<?> source : new YamlPropertySourceLoader().load("file", new FileSystemResource(file))) {
            assertThat(((EnumerablePropertySource<?>) source).getPropertyNames())
                    .allSatisfy(written -> {
                        String name = written.replaceAll("\\[\\d+]", "");
                        assertThat(OWN.contains(name.substring(0, name.indexOf('.'))) || isKnown(name, types))
                                .as(name)
                                .isTrue();
                    });
        }
    }

    private static boolean isKnown(String name, Map<String, String> types) {
        return types.containsKey(name)
                || types.entrySet().stream()
                        .anyMatch(each ->
                                each.getValue().startsWith("java.util.Map") && name.startsWith(each.getKey() + "."));
    }

    /** The types of all properties of the class path's metadata, by name. */
    private static Map<String, String> types() throws IOException {
        Map<String, String> types = new HashMap<>();
        ParseContext parser =
                JsonPath.using(Configuration.defaultConfiguration().addOptions(Option.SUPPRESS_EXCEPTIONS));
        for (String resource : List.of("spring-configuration-metadata", "additional-spring-configuration-metadata")) {
            for (URL url : Collections.list(
                    DeploymentTest.class.getClassLoader().getResources("META-INF/" + resource + ".json"))) {
                try (InputStream in = url.openStream()) {
                    for (Map<String, ?> property : parser.parse(in).<List<Map<String, ?>>>read("$.properties[*]")) {
                        types.put(String.valueOf(property.get("name")), String.valueOf(property.get("type")));
                    }
                }
            }
        }
        return types;
    }

    @Test
    void theServiceRunsByTheSettingsOfKubernetes() throws Exception {
        Files.writeString(secrets.resolve("db.password"), "");
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(OrderServiceApplication.class)
                .run(
                        "--spring.config.additional-location=" + KUBERNETES.resolve("order-service") + "/",
                        "--spring.config.import=" + environment().replace("/secrets", secrets.toString()),
                        "--spring.profiles.active=h2",
                        "--orders.ds0.url=jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE",
                        "--orders.ds1.url=jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE",
                        "--orders.username=sa",
                        "--server.address=127.0.0.1",
                        "--server.port=0")) {
            String root = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
            for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                Map<String, ?> request = map(map(container().get(probe)).get("httpGet"));
                assertThat(request.get("port")).isEqualTo("http");
                assertThat(get(root + request.get("path"))).as(probe).contains("\"status\":\"UP\"");
            }
            assertThat(get(root + "/actuator/health/readiness")).contains("shardingRule");
            assertThat(context.getBean(JdbcTemplate.class)
                            .queryForObject("SELECT COUNT(*) FROM sharding_worker", Integer.class))
                    .isPositive();
        }
    }

    private static String get(String url) throws IOException, InterruptedException {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(url).isEqualTo(200);
        return response.body();
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-service", "proxy"})
    void theImageIsThatOfThisVersion(String name) throws IOException {
        var version = VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        Path folder = KUBERNETES.resolve(name);
        Map<String, ?> deployment = read(folder.resolve("deployment.yaml"));
        Map<String, ?> image = map(
                list(read(folder.resolve("kustomization.yaml")).get("images")).get(0));
        assertThat(image.get("newTag")).isEqualTo(version.group(1));
        assertThat(container(deployment).get("image")).isEqualTo(image.get("name"));
        assertThat(Files.readString(ROOT.resolve("docs/containers.md")))
                .contains(image.get("name") + ":" + version.group(1));
        assertThat(Files.readString(DEPLOY.resolve("Dockerfile"))).contains(" AS " + name + "\n");
    }

    @Test
    void theImageHasTheUserPortAndHealthThatKubernetesUses() throws IOException {
        Map<String, ?> pod = pod(read(KUBERNETES.resolve("instances/deployment.yaml")));
        Map<String, ?> user = map(pod.get("securityContext"));
        Object port = map(list(container().get("ports")).get(0)).get("containerPort");
        Object path = map(map(container().get("readinessProbe")).get("httpGet")).get("path");
        assertThat(Files.readString(DEPLOY.resolve("Dockerfile")))
                .contains("\nUSER " + user.get("runAsUser") + ":" + user.get("runAsGroup") + "\n")
                .contains("\nEXPOSE " + port + "\n")
                .contains("HEALTH_URL=http://localhost:" + port + path + "\n");
        // Else a service called sharding-proxy would set sharding.proxy.port
        assertThat(pod.get("enableServiceLinks")).isEqualTo(false);
    }

    /** The import of the configuration that the containers have in their environment. */
    private static String environment() throws IOException {
        Map<String, ?> variable = map(list(container().get("env")).get(0));
        assertThat(variable.get("name")).isEqualTo("SPRING_CONFIG_IMPORT");
        return String.valueOf(variable.get("value"));
    }

    private static Map<String, ?> container() throws IOException {
        return container(read(KUBERNETES.resolve("instances/deployment.yaml")));
    }

    private static Map<String, ?> container(Map<String, ?> deployment) {
        return map(list(pod(deployment).get("containers")).get(0));
    }

    private static Map<String, ?> pod(Map<String, ?> deployment) {
        return map(map(map(deployment.get("spec")).get("template")).get("spec"));
    }

    private static Map<String, ?> read(Path file) throws IOException {
        return new Yaml().load(Files.readString(file));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?> map(Object value) {
        return (Map<String, ?>) value;
    }

    private static List<?> list(Object value) {
        return (List<?>) value;
    }
}

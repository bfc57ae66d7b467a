package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.yaml.snakeyaml.Yaml;

/** Checks that the metrics that the dashboard and the alert rules query are those that Prometheus gets from this service. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "sample.seed=false",
            "sharding.heat.enabled=true",
            "sharding.metrics.histograms=true",
            "sharding.statements.enabled=true",
            "management.metrics.tags.application=orders",
            "management.endpoints.web.exposure.include=prometheus",
            "management.prometheus.metrics.export.enabled=true",
            "sharding.key-generators.item-keys.props.worker-id=lease",
            "sharding.key-generators.item-keys.props.create-table=true"
        })
@ContextConfiguration(initializers = EmbeddedDatabases.class)
@AutoConfigureRestTestClient
@ActiveProfiles({"sharding", "h2"})
class DashboardTest {
    private static final Path DASHBOARD = Path.of("../docs/dashboards/shardkit.json");
    private static final Path ALERTS = Path.of("../docs/dashboards/shardkit-alerts.yaml");
    private static final Set<String> WORDS = Set.of(
            "sum",
            "by",
            "rate",
            "increase",
            "max",
            "count",
            "or",
            "vector",
            "avg",
            "min",
            "topk",
            "histogram_quantile");

    /** The label that Prometheus adds itself. */
    private static final String INSTANCE = "instance";

    /** The metrics that this service does not have, as its databases have no replicas. */
    private static final Set<String> ABSENT = Set.of("sharding_replica_reads_total");

    private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(\\{[^}]*})?");
    private static final Pattern METRIC = Pattern.compile("\\b((?:sharding|hikaricp)_[a-z_]+)(\\{[^}]*})");
    private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");

    @Autowired
    RestTestClient client;

    @Autowired
    JdbcTemplate jdbc;

    /** A metric that a query reads, and the labels that it needs of it. */
    private record Read(String metric, Set<String> labels) {}

    @Test
    void everyMetricAndLabelIsScraped() throws IOException {
        jdbc.queryForList("SELECT status FROM t_order WHERE user_id = 1 AND order_id = 1");
        jdbc.queryForList("SELECT order_id FROM t_order ORDER BY order_id");
        jdbc.queryForList("SELECT RANK() OVER (ORDER BY order_id) FROM t_order");
        jdbc.update("UPDATE t_order SET status = 'PAID' WHERE user_id = 1 AND order_id = 1");
        assertThatThrownBy(() -> jdbc.update("DELETE FROM t_order")).isInstanceOf(DataAccessException.class);
        String scraped = client.get()
                .uri("/actuator/prometheus")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        List<Read> all = new ArrayList<>();
        queries().forEach(query -> all.addAll(reads(query)));
        Set<String> shown = all.stream().map(Read::metric).collect(Collectors.toCollection(TreeSet::new));
        rules().forEach(rule -> all.addAll(reads(String.valueOf(rule.get("expr")))));
        assertThat(all).hasSizeGreaterThan(20);
        assertThat(all.stream().map(Read::metric)).containsAll(ABSENT);
        all.removeIf(read -> ABSENT.contains(read.metric()));
        for (Read read : all) {
            assertThat(scraped.lines().filter(line -> isOf(line, read.metric())))
                    .as("%s by %s", read.metric(), read.labels())
                    .isNotEmpty()
                    .allSatisfy(line ->
                            read.labels().forEach(label -> assertThat(line).contains(label + "=\"")));
        }
        assertThat(all.stream().map(Read::metric)).anyMatch(metric -> metric.startsWith("hikaricp_"));
        assertThat(scraped.lines()
                        .filter(line -> line.startsWith("# TYPE sharding_"))
                        .map(line -> line.split(" ")[2])
                        .filter(name -> !name.endsWith("_max") && !name.contains("_active"))
                        .filter(name -> shown.stream().noneMatch(metric -> metric.startsWith(name))))
                .as("metrics that the dashboard does not show")
                .isEmpty();
    }

    private static List<String> queries() throws IOException {
        return JsonPath.read(Files.readString(DASHBOARD), "$.panels[*].targets[*].expr");
    }

    private static List<Map<String, Object>> rules() throws IOException {
        Map<String, List<Map<String, List<Map<String, Object>>>>> file = new Yaml().load(Files.readString(ALERTS));
        return Objects.requireNonNull(file.get("groups")).stream()
                .flatMap(group -> Objects.requireNonNull(group.get("rules")).stream())
                .toList();
    }

    @Test
    void everyQueryIsOfTheChosenApplicationsAndInstances() throws IOException {
        List<String> variables = JsonPath.read(Files.readString(DASHBOARD), "$.templating.list[*].name");
        assertThat(variables).containsExactly("datasource", "application", "instance");
        for (String query : queries()) {
            for (MatchResult found : METRIC.matcher(query).results().toList()) {
                assertThat(found.group(2))
                        .as(query)
                        .contains("application=~\"$application\"", "instance=~\"$instance\"");
            }
        }
        List<Integer> ids = JsonPath.read(Files.readString(DASHBOARD), "$.panels[*].id");
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void everyAlertHasANameASeverityAndWords() throws IOException {
        List<Map<String, Object>> rules = rules();
        assertThat(rules).hasSizeGreaterThan(10);
        assertThat(rules.stream().map(rule -> rule.get("alert"))).doesNotHaveDuplicates();
        assertThat(rules).allSatisfy(rule -> {
            assertThat(String.valueOf(rule.get("alert"))).matches("Shardkit[A-Za-z]+");
            assertThat(String.valueOf(rule.get("expr"))).matches("(?s).+ (>|<|==|!=) .+");
            assertThat(String.valueOf(rule.getOrDefault("for", "1m"))).matches("\\d+[smh]");
            assertThat(String.valueOf(rule.get("labels"))).matches("\\{severity=(info|warning|critical)}");
            assertThat(String.valueOf(rule.get("annotations"))).contains("summary=", "description=");
            assertThat(rule.keySet()).isSubsetOf("alert", "expr", "for", "labels", "annotations");
        });
    }

    private static boolean isOf(String line, String metric) {
        return line.startsWith(metric + "{") || line.startsWith(metric + " ");
    }

    private static List<Read> reads(String query) {
        Set<String> grouping = new TreeSet<>();
        GROUPING.matcher(query)
                .results()
                .flatMap(by -> Arrays.stream(by.group(1).split(",")))
                .map(String::strip)
                .forEach(grouping::add);
        String rest = GROUPING.matcher(query).replaceAll("").replaceAll("\\[[^]]*]", "");
        List<Read> reads = new ArrayList<>();
        for (MatchResult found : SELECTOR.matcher(rest).results().toList()) {
            String metric = found.group(1);
            if (WORDS.contains(metric)) {
                continue;
            }
            Set<String> labels = new TreeSet<>(grouping);
            if (found.group(2) != null) {
                for (String matcher :
                        found.group(2).substring(1, found.group(2).length() - 1).split(",")) {
                    labels.add(matcher.replaceFirst("[=!~].*", "").strip());
                }
            }
            labels.remove(INSTANCE);
            reads.add(new Read(metric, labels));
        }
        return reads;
    }
}

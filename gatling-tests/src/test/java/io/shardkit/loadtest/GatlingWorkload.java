package io.shardkit.loadtest;

import io.shardkit.lab.load.Progress;
import io.shardkit.lab.report.Answer;
import io.shardkit.lab.report.Chart;
import io.shardkit.lab.report.Figure;
import io.shardkit.lab.report.Machine;
import io.shardkit.lab.report.Measurement;
import io.shardkit.lab.report.Published;
import io.shardkit.lab.report.Run;
import io.shardkit.lab.report.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The order workload through REST in Gatling: query, update and insert over one and two databases of one and two tables,
 * plain where one database is all there is, and sharded; 18 scenarios. They run one after another, so a machine that is not
 * quiet shows in them; what tells small differences is the run of the two answers.
 */
final class GatlingWorkload {

    private static final String SOURCE = "Sharding-JDBC 1.5.2, 2017";

    private final Path jar;
    private final Path output;
    private final LoadSettings settings;
    private final Capacity gate = Settings.read("load.gate", new Capacity(4, 20), Capacity::parse);
    private final Findings findings = new Findings();
    private final Map<Variant, List<ScenarioResult>> results = new LinkedHashMap<>();

    /** Data access and topology of six of the 18. */
    private record Variant(DataAccess access, Topology topology) {
        String title() {
            return access.profile() + ", " + topology.title();
        }
    }

    GatlingWorkload(Path jar, Path output, LoadSettings settings) {
        this.jar = jar;
        this.output = output;
        this.settings = settings;
    }

    Run run() throws IOException, InterruptedException, SQLException {
        Instant started = Instant.now();
        Machine machine = Machine.here();
        Progress progress = Progress.onConsole();
        Map<String, String> about = new LinkedHashMap<>();
        settings.asJvmOptions().forEach(option -> {
            String[] parts = option.substring(2).split("=", 2);
            about.put(parts[0], parts[1]);
        });
        about.put("load.gate", gate.inWords());
        try (DatabaseServers servers = DatabaseServers.start(2)) {
            about.put("servers", servers.title());
            for (Variant variant : variants()) {
                progress.section("A");
                progress.tell(variant.title());
                results.put(variant, measure(servers, variant));
            }
        }
        return new Run(
                "A-rest",
                "Order workload through REST",
                started,
                Duration.between(started, Instant.now()).toMillis() / 1_000.0,
                machine,
                about,
                List.of(answer()),
                List.of(section()),
                published(),
                findings.check(),
                List.of(
                        "Virtual users of Gatling, each sending its next request when the last is answered; every variant has"
                                + " a service of its own JVM, one after another.",
                        "Each database, in every variant: " + gate.inWords() + ".",
                        "Percentiles are whole milliseconds, as Gatling's log has them."));
    }

    private static List<Variant> variants() {
        return List.of(
                new Variant(DataAccess.JDBC, new Topology(1, 1)),
                new Variant(DataAccess.BY_HAND, new Topology(1, 2)),
                new Variant(DataAccess.SHARDING, new Topology(1, 1)),
                new Variant(DataAccess.SHARDING, new Topology(1, 2)),
                new Variant(DataAccess.SHARDING, new Topology(2, 1)),
                new Variant(DataAccess.SHARDING, new Topology(2, 2)));
    }

    private List<ScenarioResult> measure(DatabaseServers servers, Variant variant)
            throws IOException, InterruptedException, SQLException {
        List<PhysicalTables.Location> locations = servers.databases(variant.topology(), "a");
        Path folder = output.resolve("gatling")
                .resolve(variant.access().profile() + "-" + variant.topology().name());
        delete(folder);
        try (Service service = Service.start(
                new Application(jar, output.resolve("services"), false),
                variant.access(),
                variant.topology(),
                locations,
                gate)) {
            PhysicalTables tables = new PhysicalTables(locations);
            PhysicalTables.Content before = tables.read();
            GatlingRun.Outcome outcome = new GatlingRun(settings, folder).against(service.uri(), variant.title());
            SimulationLog log = SimulationLog.read(outcome.simulationLog());
            List<ScenarioResult> measured = log.results(settings);
            findings.add(
                    measured.stream().mapToLong(ScenarioResult::requests).sum(), log.errors(), log.errorMessages());
            for (ScenarioResult result : measured) {
                if (result.requests() == 0) {
                    findings.add(0, 1, List.of("no request of \"" + result.title() + "\" was answered as expected"));
                }
            }
            findings.add(Reconciliation.of(variant.title(), before, outcome.acknowledged(), Set.of(), tables.read()));
            return measured;
        }
    }

    /** Results of an earlier run must not be taken for those of this one. */
    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private Answer answer() {
        Variant plain = variants().get(0);
        List<Chart.Bar> bars = new ArrayList<>();
        for (Variant variant : variants().subList(1, variants().size())) {
            for (Scenario scenario : settings.scenarios()) {
                bars.add(new Chart.Bar(
                        scenario.title() + ": " + variant.title(),
                        settings.scenarios().indexOf(scenario) % 6,
                        ratio(variant, plain, scenario),
                        null));
            }
        }
        Variant two = new Variant(DataAccess.SHARDING, new Topology(2, 1));
        double mean = settings.scenarios().stream()
                .mapToDouble(scenario -> Math.log(ratio(two, plain, scenario)))
                .average()
                .orElse(0);
        return new Answer(
                "What do two databases give in the order workload?",
                String.format(
                        Locale.ROOT,
                        "Two databases by Shardkit answer %.2f times the requests of one by plain JDBC, the mean of %d kinds of"
                                + " requests (each database: %s).",
                        Math.exp(mean),
                        settings.scenarios().size(),
                        gate.inWords()),
                Figure.of("2 databases to 1, mean of the scenarios", "x", Math.exp(mean), Figure.Better.HIGHER),
                new Chart.Bars("Requests per second, relative to plain JDBC on one table", "x", 1.0, bars));
    }

    private Section section() {
        List<Figure> figures = new ArrayList<>();
        List<Measurement> measurements = new ArrayList<>();
        Variant plain = variants().get(0);
        results.forEach((variant, measured) -> {
            for (ScenarioResult result : measured) {
                measurements.add(new Measurement(
                        result.title(),
                        variant.title(),
                        settings.users() + " users",
                        result.requests(),
                        result.errors(),
                        0,
                        result.perSecond(),
                        null,
                        null,
                        null));
            }
        });
        for (Variant variant : variants().subList(1, variants().size())) {
            for (Scenario scenario : settings.scenarios()) {
                figures.add(Figure.of(
                        scenario.title() + ": " + variant.title() + " to plain",
                        "x",
                        ratio(variant, plain, scenario),
                        Figure.Better.HIGHER));
            }
        }
        List<List<String>> percentiles = results.entrySet().stream()
                .flatMap(each -> each.getValue().stream()
                        .map(result -> List.of(
                                result.title(),
                                each.getKey().title(),
                                Integer.toString(result.p50()),
                                Integer.toString(result.p95()),
                                Integer.toString(result.p99()))))
                .toList();
        return new Section(
                "The scenarios",
                "",
                figures,
                List.of(),
                measurements,
                List.of(),
                List.of(new Section.Table(
                        "Response times, ms", List.of("scenario", "subject", "p50", "p95", "p99"), percentiles)));
    }

    private List<Published> published() {
        Variant plain = variants().get(0);
        List<Published> published = new ArrayList<>();
        add(
                published,
                plain,
                new Variant(DataAccess.SHARDING, new Topology(1, 1)),
                1600 / 1586.0,
                9263 / 9548.0,
                10882 / 11182.0);
        add(published, plain, new Variant(DataAccess.SHARDING, new Topology(2, 1)), 1.85, 1.94, 1.92);
        add(
                published,
                new Variant(DataAccess.BY_HAND, new Topology(1, 2)),
                new Variant(DataAccess.SHARDING, new Topology(1, 2)),
                1732 / 1736.0,
                8941 / 9170.0,
                10849 / 11574.0);
        add(
                published,
                new Variant(DataAccess.BY_HAND, new Topology(1, 2)),
                new Variant(DataAccess.SHARDING, new Topology(2, 2)),
                1.92,
                1.96,
                1.99);
        return published;
    }

    private void add(List<Published> published, Variant base, Variant variant, double... theirs) {
        for (int i = 0; i < theirs.length; i++) {
            Scenario scenario = LoadSettings.ORDER_WORKLOAD.get(i);
            published.add(new Published(
                    List.of("query", "update", "insert").get(i) + ", "
                            + variant.topology().title() + ", saturated",
                    SOURCE,
                    theirs[i],
                    settings.scenarios().contains(scenario) ? ratio(variant, base, scenario) : null));
        }
    }

    private double ratio(Variant variant, Variant base, Scenario scenario) {
        return perSecond(variant, scenario) / Math.max(1e-9, perSecond(base, scenario));
    }

    private double perSecond(Variant variant, Scenario scenario) {
        return results.getOrDefault(variant, List.of()).stream()
                .filter(result -> result.title().equals(scenario.title()))
                .mapToDouble(ScenarioResult::perSecond)
                .findFirst()
                .orElse(0);
    }
}

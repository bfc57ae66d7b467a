package io.shardkit.loadtest;

import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.Workers;
import io.shardkit.lab.report.Answer;
import io.shardkit.lab.report.Machine;
import io.shardkit.lab.report.Run;
import io.shardkit.lab.report.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What the framework costs at equal work, and what more databases give: {@link Cost} and {@link Gain}, one after the other. */
final class Answers {

    private static final int MOST_DATABASES = 4;

    private final Path jar;
    private final Path services;
    private final TurnSettings settings;
    private final Random random;
    private final Progress progress = Progress.onConsole();
    private final Findings findings = new Findings();
    private final List<Answer> answers = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();

    Answers(Path jar, Path output, TurnSettings settings) {
        this.jar = jar;
        this.services = output.resolve("services");
        this.settings = settings;
        this.random = new Random(settings.seed());
    }

    /**
     * @param which {@code cost}, {@code gain}, or {@code answers} for both
     */
    Run run(String which) throws IOException, InterruptedException, SQLException {
        Instant started = Instant.now();
        Machine machine = Machine.here();
        Map<String, String> about = new LinkedHashMap<>(settings.asMap());
        progress.section("start");
        progress.tell("database servers");
        try (Workers workers = Workers.start();
                DatabaseServers servers = DatabaseServers.start(MOST_DATABASES)) {
            about.put("servers", servers.title());
            if (!which.equals("gain")) {
                findCost(workers, servers);
            }
            if (!which.equals("cost")) {
                findGain(workers, servers);
            }
        }
        return new Run(
                "order-service " + which,
                "Load test of the order service",
                started,
                Duration.between(started, Instant.now()).toMillis() / 1_000.0,
                machine,
                about,
                answers,
                sections,
                List.of(),
                findings.check(),
                notes());
    }

    private void findCost(Workers workers, DatabaseServers servers)
            throws IOException, InterruptedException, SQLException {
        Cost cost = new Cost(settings, workers, random, progress, findings);
        for (Map.Entry<Topology, Way> each : pairs().entrySet()) {
            try (Stage stage =
                    start(servers, "cost", each.getKey(), List.of(each.getValue(), Way.SHARDING), Capacity.UNLIMITED)) {
                cost.measure(stage);
            }
        }
        answers.add(cost.answer());
        sections.add(cost.section());
    }

    private void findGain(Workers workers, DatabaseServers servers)
            throws IOException, InterruptedException, SQLException {
        Gain gain = new Gain(settings, workers, random, progress, findings);
        List<Stage> stages = new ArrayList<>();
        try {
            for (int databases = 1; databases <= MOST_DATABASES; databases *= 2) {
                stages.add(start(
                        servers,
                        "gain",
                        new Topology(databases, 1),
                        List.of(databases == 1 ? Way.JDBC : Way.SHARDING),
                        settings.gate()));
            }
            gain.measure(stages);
        } finally {
            stages.forEach(Stage::close);
        }
        answers.add(gain.answer());
        sections.add(gain.section());
    }

    private Stage start(DatabaseServers servers, String purpose, Topology topology, List<Way> ways, Capacity gate)
            throws IOException, InterruptedException, SQLException {
        progress.section("start");
        progress.tell(String.join(" and ", ways.stream().map(Way::profile).toList()) + " over " + topology.title());
        return Stage.start(jar, services, servers, purpose, topology, ways, gate, settings.orders());
    }

    /** Who is compared with Shardkit over which databases: what can be done without it there. */
    private static Map<Topology, Way> pairs() {
        Map<Topology, Way> pairs = new LinkedHashMap<>();
        pairs.put(new Topology(1, 1), Way.JDBC);
        pairs.put(new Topology(2, 4), Way.BY_HAND);
        return pairs;
    }

    private List<String> notes() {
        return List.of(
                "Databases, services and the generator share one machine; whoever takes turns shares its drift as well.",
                "The mix is 8 reads by key, 1 change of a status, 1 new order; each is a REST request to a service of its own"
                        + " JVM. The cost is that of: " + settings.operation().title() + "; the gain that of: "
                        + settings.gainOperation().title() + ".",
                "Closed load: each thread asks again when it has its answer. Open load: requests at an even rate, half of what"
                        + " the closed load reached; latency counts from the moment at which a request was due.",
                "Every service compiles its code after a tenth of the usual number of calls, to be warm within minutes.",
                "A ratio is the geometric mean of the ratios of the turns of a round; its interval is Student's t on their"
                        + " logarithms at 95 % (Kalibera and Jones, 2013).",
                "Garbage is what the service allocated in all turns, divided by its requests.",
                "Load of each shard: skew compares the new orders of each table with the mean of all.");
    }
}

package io.shardkit.loadtest;

import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.StatementCount;
import io.shardkit.lab.load.Workers;
import io.shardkit.lab.report.Answer;
import io.shardkit.lab.report.Machine;
import io.shardkit.lab.report.Run;
import io.shardkit.lab.report.Section;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures what the framework costs at equal work and what more databases gain: {@link Cost} and {@link Gain}, one after
 * the other. Where the build added the peer, its cost is shown too.
 */
final class Answers {

    private static final int MOST_DATABASES = 4;

    private final Application application;
    private final TurnSettings settings;
    private final Random random;
    private final Progress progress = Progress.onConsole();
    private final Findings findings = new Findings();
    private final List<Answer> answers = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();

    Answers(Application application, TurnSettings settings) {
        this.application = application;
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
            Conditions conditions = new Conditions(
                    settings, workers, random, new StatementCount(servers.counter()), progress, findings);
            if (!which.equals("gain")) {
                findCost(conditions, servers);
            }
            if (!which.equals("cost")) {
                findGain(conditions, servers);
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

    private void findCost(Conditions conditions, DatabaseServers servers)
            throws IOException, InterruptedException, SQLException {
        Cost cost = new Cost(conditions);
        for (Pair each : pairs()) {
            progress.section("start");
            progress.tell(each.other.profile() + " and sharding over " + each.topology.title());
            String purpose = each.other == DataAccess.PEER ? "peer" : "cost";
            try (Stage stage = start(
                    servers, purpose, each.topology, List.of(each.other, DataAccess.SHARDING), Capacity.UNLIMITED)) {
                cost.measure(stage);
            }
        }
        answers.add(cost.answer());
        sections.add(cost.section());
    }

    private void findGain(Conditions conditions, DatabaseServers servers)
            throws IOException, InterruptedException, SQLException {
        Gain gain = new Gain(conditions);
        progress.section("start");
        progress.tell("services over 1, 2 and 4 databases");
        List<Stage> stages = AtOnce.start(List.of(
                () -> start(servers, "gain", new Topology(1, 1), List.of(DataAccess.JDBC), settings.gate()),
                () -> start(servers, "gain", new Topology(2, 1), List.of(DataAccess.SHARDING), settings.gate()),
                () -> start(
                        servers,
                        "gain",
                        new Topology(MOST_DATABASES, 1),
                        List.of(DataAccess.SHARDING),
                        settings.gate())));
        try {
            gain.measure(stages);
        } finally {
            stages.forEach(Stage::close);
        }
        answers.add(gain.answer());
        sections.add(gain.section());
    }

    private Stage start(
            DatabaseServers servers, String purpose, Topology topology, List<DataAccess> accesses, Capacity gate)
            throws IOException, InterruptedException, SQLException {
        return Stage.start(application, servers, purpose, topology, accesses, gate, settings.orders());
    }

    /** The data access that is compared with Shardkit, and the databases of the comparison. */
    private record Pair(DataAccess other, Topology topology) {}

    /** Returns the data accesses that work without Shardkit on each topology, and the peer if the build added it. */
    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        pairs.add(new Pair(DataAccess.JDBC, new Topology(1, 1)));
        pairs.add(new Pair(DataAccess.BY_HAND, new Topology(2, 4)));
        if (application.peer()) {
            pairs.add(new Pair(DataAccess.PEER, new Topology(2, 4)));
        }
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
                "To be warm within a minute, the services of which the cost is found compile their code after three tenths of the"
                        + " usual number of calls, and those behind gates by the quicker of the two compilers only (C1).",
                "A ratio is the geometric mean of the ratios of the turns of a round; its interval is Student's t on their"
                        + " logarithms at 95 % (Kalibera and Jones, 2013).",
                "Garbage is what the service allocated in all turns, divided by its requests.",
                "Load of each shard: statements are those that read or write rows, as the status of each server counts them"
                        + " in the turns of a service and while it warmed up; whoever else asks a server named by"
                        + " load.servers meanwhile is among them. Skew compares the statements of a database, or the new"
                        + " orders of a table, with the mean of all.");
    }
}

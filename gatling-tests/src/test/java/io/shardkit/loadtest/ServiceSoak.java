package io.shardkit.loadtest;

import io.shardkit.lab.load.ClosedLoop;
import io.shardkit.lab.load.Failures;
import io.shardkit.lab.load.Load;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.Series;
import io.shardkit.lab.load.Task;
import io.shardkit.lab.load.Turn;
import io.shardkit.lab.load.WarmUp;
import io.shardkit.lab.load.Workers;
import io.shardkit.lab.report.Answer;
import io.shardkit.lab.report.Chart;
import io.shardkit.lab.report.Figure;
import io.shardkit.lab.report.Machine;
import io.shardkit.lab.report.Measurement;
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
import java.util.Locale;
import java.util.Map;

/** The service by Shardkit under load for hours, with curves of what must not grow: heap, threads, connections, latency. */
final class ServiceSoak {

    private static final Topology TOPOLOGY = new Topology(2, 4);
    private static final int SAMPLES = 240;
    private static final double MEGABYTE = 1 << 20;

    private final Path jar;
    private final Path services;
    private final TurnSettings settings;
    private final Duration length;

    private final Map<String, List<Chart.Point>> curves = new LinkedHashMap<>();
    private final List<Turn> turns = new ArrayList<>();

    ServiceSoak(Path jar, Path output, TurnSettings settings, Duration length) {
        this.jar = jar;
        this.services = output.resolve("services");
        this.settings = settings;
        this.length = length;
    }

    /** {@code 90s}, {@code 30m} or {@code 2h}. */
    static Duration parse(String text) {
        if (!text.matches("[1-9]\\d{0,5}[smhSMH]")) {
            throw new IllegalArgumentException("load.soak is a duration such as 90s, 30m or 2h, not \"" + text + "\"");
        }
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }

    Run run() throws IOException, InterruptedException, SQLException {
        Instant started = Instant.now();
        Machine machine = Machine.here();
        Findings findings = new Findings();
        Map<String, String> about = new LinkedHashMap<>(settings.asMap());
        about.put("load.soak", length.toString());
        Progress progress = Progress.onConsole();
        progress.section("soak");
        progress.tell("start");
        String title;
        Load load;
        try (Workers workers = Workers.start();
                DatabaseServers servers = DatabaseServers.start(TOPOLOGY.databases());
                Stage stage = Stage.start(
                        new Application(jar, services, false),
                        servers,
                        "soak",
                        TOPOLOGY,
                        List.of(DataAccess.SHARDING),
                        Capacity.UNLIMITED,
                        settings.orders())) {
            Service service = stage.services().get(0);
            Task task = stage.contender(service, settings.operation()).task();
            load = new ClosedLoop(settings.threads(), workers);
            title = service.title();
            sample(service, task, load, progress);
            findings.add(List.of(series(title)));
            stage.check(findings);
        }
        double heap = growth("heap, MiB");
        return new Run(
                "soak",
                "Soak of the order service",
                started,
                Duration.between(started, Instant.now()).toMillis() / 1_000.0,
                machine,
                about,
                List.of(new Answer(
                        "Does anything grow?",
                        String.format(
                                Locale.ROOT,
                                "In the last quarter of %s the heap held %.2f times, the live threads were %.2f times and"
                                        + " the connections %.2f times those of the second quarter.",
                                length.toString().substring(2).toLowerCase(Locale.ROOT),
                                heap,
                                growth("threads"),
                                growth("connections")),
                        Figure.of("heap, last quarter to second", "x", heap, Figure.Better.LOWER),
                        chart("heap, MiB"))),
                List.of(new Section(
                        "Curves",
                        "",
                        List.of(),
                        curves.keySet().stream()
                                .filter(name -> !name.equals("heap, MiB"))
                                .map(this::chart)
                                .toList(),
                        List.of(Measurement.of(settings.operation().title(), load.label(), series(title), null, null)),
                        List.of(),
                        List.of())),
                List.of(),
                findings.check(),
                List.of("Heap is what is used when it is asked for, garbage not yet collected included."));
    }

    private void sample(Service service, Task task, Load load, Progress progress)
            throws IOException, InterruptedException {
        Duration each = Duration.ofMillis(Math.max(1_000, length.toMillis() / SAMPLES));
        long samples = Math.max(8, length.toMillis() / each.toMillis());
        for (long i = 1; i <= samples; i++) {
            progress.tell(i + " of " + samples + " samples");
            Turn turn = load.run(task, each);
            turns.add(turn);
            double minutes = i * each.toMillis() / 60_000.0;
            add("heap, MiB", minutes, service.metric("jvm.memory.used?tag=area:heap") / MEGABYTE);
            add("threads", minutes, service.metric("jvm.threads.live"));
            add("connections", minutes, service.metric("hikaricp.connections"));
            add("requests/s", minutes, turn.perSecond());
            add("median, ms", minutes, turn.latency().getValueAtPercentile(50) / 1e6);
            add("99th percentile, ms", minutes, turn.latency().getValueAtPercentile(99) / 1e6);
        }
    }

    private Series series(String title) {
        return new Series(title, new WarmUp.Outcome(0, true, 0, new Failures()), turns);
    }

    private void add(String name, double minutes, double value) {
        curves.computeIfAbsent(name, each -> new ArrayList<>()).add(new Chart.Point(minutes, value));
    }

    private Chart chart(String name) {
        List<Chart.Point> points = curves.getOrDefault(name, List.of());
        return new Chart.Lines(name + " over time", "minutes", name, false, List.of(new Chart.Series(name, points)));
    }

    /** The mean of the last quarter by that of the second: the first is warming up. */
    private double growth(String name) {
        List<Chart.Point> points = curves.getOrDefault(name, List.of());
        int quarter = points.size() / 4;
        double second = mean(points.subList(quarter, 2 * quarter));
        return second == 0 ? 1 : mean(points.subList(points.size() - quarter, points.size())) / second;
    }

    private static double mean(List<Chart.Point> points) {
        return points.stream().mapToDouble(Chart.Point::y).average().orElse(0);
    }
}

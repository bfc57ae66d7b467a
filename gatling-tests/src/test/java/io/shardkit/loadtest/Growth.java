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
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * The service over one database, then two, four and two again, while orders come in: each time by the command with the
 * wanted rule in a file, as a user does it. The load goes on in threads of this process, as it is not known beforehand how long
 * the databases take; it is cut into slices for the curves.
 */
final class Growth {
    private static final List<Integer> STAGES = List.of(1, 2, 4, 2);
    private static final int SERVERS = 4;
    private static final int TABLES = 4;
    private static final Duration SLICE = Duration.ofSeconds(1);

    /** Slices without a move before the first one and after each. */
    private static final int QUIET = 10;

    private final Application from;
    private final Path admin;
    private final TurnSettings settings;
    private final List<Slice> slices = new ArrayList<>();
    private final List<Moved> moves = new ArrayList<>();

    /**
     * A stretch of time under load.
     *
     * @param seconds since the beginning, at its end
     */
    private record Slice(double seconds, Turn turn) {}

    /**
     * A move that is done.
     *
     * @param databases to how many
     * @param begun seconds since the beginning
     * @param ended the same
     * @param switched the same, at the end of the pause
     */
    private record Moved(int databases, double begun, double ended, double switched, AdminCommand.Outcome outcome) {
        double paused() {
            return switched - outcome.pauseMillis() / 1_000.0;
        }

        String title() {
            return "to " + databases + (databases == 1 ? " database" : " databases");
        }
    }

    Growth(Application from, Path admin, TurnSettings settings) {
        this.from = from;
        this.admin = admin;
        this.settings = settings;
    }

    Run run() throws IOException, InterruptedException, SQLException {
        Instant started = Instant.now();
        Machine machine = Machine.here();
        Findings findings = new Findings();
        Progress progress = Progress.onConsole();
        progress.section("grow");
        progress.tell("start");
        Topology first = new Topology(STAGES.get(0), TABLES);
        Topology all = new Topology(SERVERS, TABLES);
        try (Workers workers = Workers.start();
                DatabaseServers servers = DatabaseServers.start(SERVERS)) {
            List<PhysicalTables.Location> locations = servers.databases(all, "grow");
            Orders orders = Orders.first(settings.orders());
            AcknowledgedOrders ledger = new AcknowledgedOrders();
            // The first rule has one data source; the others are known once they are asked for.
            Service.start(from, DataAccess.SHARDING, first, locations.subList(0, 1), Capacity.UNLIMITED)
                    .close();
            FirstOrders.fill(first, locations.subList(0, 1), orders);
            PhysicalTables.Content before = new PhysicalTables(locations.subList(0, 1)).read();
            try (Service service =
                    Service.start(from, DataAccess.SHARDING, first, all.names(), locations, Capacity.UNLIMITED)) {
                Task task = new OrderCalls(
                                HttpClient.newBuilder()
                                        .version(HttpClient.Version.HTTP_1_1)
                                        .build(),
                                service.uri(),
                                orders,
                                ledger)
                        .task(settings.operation());
                grow(task, new ClosedLoop(settings.threads(), workers), service.rules(), locations, progress);
            }
            findings.add(List.of(series()));
            List<PhysicalTables.Location> found = new ArrayList<>();
            for (PhysicalTables.Location each : locations) {
                found.add(each.found());
            }
            findings.add(Reconciliation.of(
                    "1, 2, 4 and 2 databases", before, ledger.sums(), ledger.ids(), new PhysicalTables(found).read()));
            Map<String, String> about = new LinkedHashMap<>(settings.asMap());
            about.put("servers", servers.title());
            return report(started, machine, about, findings);
        }
    }

    /** Moves the orders in a thread of its own, and loads the service until that is done. */
    private void grow(Task task, Load load, Path rules, List<PhysicalTables.Location> locations, Progress progress)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        ExecutorService moving = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < QUIET; i++) {
                slice(task, load, start);
            }
            for (int stage = 1; stage < STAGES.size(); stage++) {
                int databases = STAGES.get(stage);
                progress.tell("to " + databases + " databases");
                double begun = since(start);
                Future<AdminCommand.Outcome> move = moving.submit(moving(databases, rules, locations));
                while (!move.isDone()) {
                    slice(task, load, start);
                }
                double ended = since(start);
                AdminCommand.Outcome outcome = move.get();
                double ago =
                        Duration.between(outcome.switchedAt(), Instant.now()).toMillis() / 1_000.0;
                moves.add(new Moved(databases, begun, ended, since(start) - ago, outcome));
                for (int i = 0; i < QUIET; i++) {
                    slice(task, load, start);
                }
            }
        } catch (ExecutionException failure) {
            throw new IOException("the orders could not be moved", failure.getCause());
        } finally {
            moving.shutdownNow();
        }
    }

    private Callable<AdminCommand.Outcome> moving(int databases, Path rules, List<PhysicalTables.Location> locations) {
        return () -> {
            Path file = from.folder().resolve("next-" + databases + ".yml");
            Files.writeString(file, new Topology(databases, TABLES).wanted());
            return new AdminCommand(admin, from.folder(), rules, locations).moved(file);
        };
    }

    private void slice(Task task, Load load, long start) {
        Turn turn = load.run(task, SLICE);
        slices.add(new Slice(since(start), turn));
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private Series series() {
        return new Series(
                "sharding",
                new WarmUp.Outcome(0, true, 0, new Failures()),
                slices.stream().map(Slice::turn).toList());
    }

    private double perSecond(double from, double to) {
        return slices.stream()
                .filter(slice -> slice.seconds() > from && slice.seconds() <= to)
                .mapToDouble(slice -> slice.turn().perSecond())
                .average()
                .orElse(0);
    }

    private double p99(double from, double to) {
        return slices.stream()
                .filter(slice -> slice.seconds() > from && slice.seconds() <= to)
                .mapToDouble(slice -> slice.turn().latency().getValueAtPercentile(99) / 1e6)
                .average()
                .orElse(0);
    }

    /** Requests per second while the rows were copied, to those just before. */
    private double whileCopying(Moved move) {
        double before = perSecond(move.begun() - QUIET, move.begun());
        return before == 0
                ? 0
                : perSecond(move.begun(), Math.max(move.ended(), move.begun() + SLICE.toSeconds())) / before;
    }

    private Run report(Instant started, Machine machine, Map<String, String> about, Findings findings) {
        double least = moves.stream().mapToDouble(this::whileCopying).min().orElse(0);
        long longest = moves.stream()
                .mapToLong(move -> move.outcome().pauseMillis())
                .max()
                .orElse(0);
        List<List<String>> rows = new ArrayList<>();
        for (Moved move : moves) {
            rows.add(List.of(
                    move.title(),
                    number(move.begun()),
                    number(move.ended() - move.begun()),
                    Long.toString(move.outcome().rows()),
                    number(perSecond(move.begun() - QUIET, move.begun())),
                    number(perSecond(move.begun(), move.ended())),
                    number(perSecond(move.ended(), move.ended() + QUIET)),
                    number(p99(move.begun() - QUIET, move.begun())),
                    number(p99(move.begun(), move.ended())),
                    Long.toString(move.outcome().pauseMillis())));
        }
        return new Run(
                "grow",
                "The order service over 1, 2, 4 and 2 databases",
                started,
                Duration.between(started, Instant.now()).toMillis() / 1_000.0,
                machine,
                about,
                List.of(new Answer(
                        "What do users notice when databases are added?",
                        String.format(
                                Locale.ROOT,
                                "While rows moved, the service answered at least %.2f times the requests of before; the"
                                        + " longest pause of a switch was %d ms.",
                                least,
                                longest),
                        Figure.of("requests/s, while rows move to before", "x", least, Figure.Better.HIGHER),
                        lines("requests/s", slice -> slice.turn().perSecond()))),
                List.of(new Section(
                        "The moves",
                        "",
                        List.of(Figure.of("longest pause", "ms", longest, Figure.Better.LOWER)),
                        List.of(
                                lines(
                                        "99th percentile, ms",
                                        slice -> slice.turn().latency().getValueAtPercentile(99) / 1e6),
                                lines(
                                        "longest request, ms",
                                        slice -> slice.turn().latency().getMaxValue() / 1e6)),
                        List.of(Measurement.of(
                                settings.operation().title(), settings.threads() + " threads", series(), null, null)),
                        List.of(),
                        List.of(new Section.Table(
                                "Moves",
                                List.of(
                                        "move",
                                        "begins, s",
                                        "takes, s",
                                        "rows",
                                        "requests/s before",
                                        "while rows move",
                                        "after",
                                        "p99 before, ms",
                                        "while rows move, ms",
                                        "pause, ms"),
                                rows)))),
                List.of(),
                findings.check(),
                List.of(
                        "A move takes from the start of the command to its end; it copies, compares, switches and drops the"
                                + " former tables. The command's JVM starts on the same machine.",
                        "A pause is the time for which the switch held transactions of the tables; the longest request of a"
                                + " slice has it in it."));
    }

    private interface Value {
        double of(Slice slice);
    }

    /** A curve, with the moves as stretches of a second one at the same height, and the pauses of all as peaks of another. */
    private Chart lines(String name, Value value) {
        List<Chart.Series> series = new ArrayList<>();
        series.add(new Chart.Series(
                name,
                slices.stream()
                        .map(slice -> new Chart.Point(slice.seconds(), value.of(slice)))
                        .toList()));
        for (Moved move : moves) {
            series.add(new Chart.Series(
                    move.title(),
                    slices.stream()
                            .filter(slice -> slice.seconds() > move.begun() && slice.seconds() <= move.ended())
                            .map(slice -> new Chart.Point(slice.seconds(), value.of(slice)))
                            .toList()));
        }
        series.add(new Chart.Series("pauses", pauses(value)));
        return new Chart.Lines(name + " over time", "seconds", name, false, series);
    }

    private List<Chart.Point> pauses(Value value) {
        double top = slices.stream().mapToDouble(value::of).max().orElse(0);
        return moves.stream()
                .flatMap(move -> Stream.of(
                        new Chart.Point(move.paused(), 0),
                        new Chart.Point(move.paused(), top),
                        new Chart.Point(move.switched(), top),
                        new Chart.Point(move.switched(), 0)))
                .toList();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}

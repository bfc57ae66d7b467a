package io.shardkit.lab.workload;

import io.shardkit.lab.load.ClosedLoop;
import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Failures;
import io.shardkit.lab.load.Load;
import io.shardkit.lab.load.OpenLoop;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.Rounds;
import io.shardkit.lab.load.Series;
import io.shardkit.lab.load.StatementCount;
import io.shardkit.lab.load.WarmUp;
import io.shardkit.lab.load.Workers;
import io.shardkit.lab.report.Machine;
import io.shardkit.lab.report.Run;
import io.shardkit.lab.report.Section;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.subject.Pools;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** One run of one workload. Used once. */
final class LabRun {
    /** The number of successive turns of warm-up that have to agree, and the tolerance. */
    private static final int COMPARED = 2;

    private static final double WITHIN = 0.05;

    /** The factor for the further rounds of a ratio that has a target and no gate, as such a ratio is near the noise. */
    private static final int TIMES_JUDGED = 20;

    private final LabSettings settings;
    private final Progress progress;
    private final WorkloadKind kind;
    private final Random random;
    private final List<Measured> measured = new ArrayList<>();
    private final List<Section> soaked = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private final Map<Boolean, List<ShardLoad>> shards = new LinkedHashMap<>();
    private final Failures failures = new Failures();
    private long requests;

    LabRun(LabSettings settings, Progress progress) {
        this.settings = settings;
        this.progress = progress;
        this.kind = WorkloadKind.named(settings.workload());
        this.random = new Random(settings.seed());
    }

    /** Starts the databases, measures, checks, and stops them. */
    Run run() throws SQLException {
        Machine machine = Machine.here();
        Instant started = Instant.now();
        long start = System.nanoTime();
        progress.section("workload " + settings.workload());
        progress.tell(
                "starting " + kind.servers() + " databases, " + settings.kind().label());
        try (Servers servers = kind.start(settings);
                Workers workers = Workers.start()) {
            for (String mode : settings.modes()) {
                boolean gated = mode.equals("gated");
                if (!gated && !mode.equals("real")) {
                    throw new IllegalArgumentException("lab.modes has '" + mode + "', which is neither gated nor real");
                }
                try (Pools pools = servers.pools(settings, gated);
                        Workload workload = kind.open(pools, settings, gated)) {
                    Map<String, long[]> statements = Map.of();
                    if (settings.soak() == null) {
                        StatementCount count = new StatementCount(pools.counter());
                        List<Step> steps = workload.steps();
                        measure(workload, steps, gated, workers, count);
                        statements = byContender(steps, count);
                    } else {
                        soak(workload, gated, workers, pools, settings.soak());
                    }
                    progress.tell("data check");
                    checks.add(workload.check());
                    shards.put(gated, workload.shards(statements));
                }
            }
        }
        List<Section> sections = new ArrayList<>(soaked);
        sections.addAll(RunReport.targets(measured));
        sections.addAll(RunReport.sections(measured, shards));
        return new Run(
                settings.workload() + (settings.soak() == null ? "" : "-soak"),
                kind.title() + ", " + settings.kind().label(),
                started,
                (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1),
                machine,
                settings.shown(),
                RunReport.answers(kind.questions(), measured),
                sections,
                PublishedFigures.of(settings, measured),
                RunReport.dataCheck(checks, requests, failures),
                notes());
    }

    private void measure(Workload workload, List<Step> steps, boolean gated, Workers workers, StatementCount count) {
        WarmUp warmUp = new WarmUp(settings.turn(gated), COMPARED, WITHIN, settings.warmUp(), !gated);
        List<Integer> threads = settings.threads(workload.threads(gated).toArray(Integer[]::new));
        for (Step step : steps) {
            if (!settings.operations().isEmpty()
                    && settings.operations().stream().noneMatch(step.operation()::contains)) {
                continue;
            }
            Set<String> judged = gated ? Set.of() : step.judged(false);
            Rounds rounds = new Rounds(
                    judged.isEmpty() || settings.warmUp() == 0 ? warmUp : WarmUp.DEFAULT,
                    settings.turn(gated),
                    settings.rounds(),
                    step.goal(),
                    judged,
                    TIMES_JUDGED * settings.rounds());
            // Without a gate it is a matter of processors: by the first load of an operation its code is compiled.
            Rounds next = gated || settings.warmUp() == 0 ? rounds : rounds.after(WarmUp.DEFAULT);
            for (int each : threads) {
                Load load = count.around(new ClosedLoop(each, workers));
                run(next, new Measured(gated, each, false, load.label(), step, List.of()), load);
                next = rounds;
            }
            for (int rate : settings.rates()) {
                Load load = count.around(new OpenLoop(rate, Collections.max(threads), workers));
                run(rounds, new Measured(gated, rate, true, load.label(), step, List.of()), load);
            }
        }
    }

    private static Map<String, long[]> byContender(List<Step> steps, StatementCount count) {
        Map<String, long[]> byContender = new LinkedHashMap<>();
        for (Step step : steps) {
            for (Contender each : step.contenders()) {
                long[] statements = count.of(each.task());
                if (statements.length > 0) {
                    byContender.merge(each.name(), statements, LabRun::plus);
                }
            }
        }
        return byContender;
    }

    private static long[] plus(long[] some, long[] more) {
        long[] sum = some.clone();
        for (int server = 0; server < sum.length; server++) {
            sum[server] += more[server];
        }
        return sum;
    }

    private void run(Rounds rounds, Measured what, Load load) {
        progress.section("workload " + settings.workload() + ", " + what.mode() + ", "
                + what.step().operation());
        List<Series> series = rounds.run(load, what.step().contenders(), random, progress);
        measured.add(new Measured(what.gated(), what.threads(), what.open(), what.load(), what.step(), series));
        for (Series each : series) {
            requests += each.requests();
            failures.addAll(each.failures());
        }
    }

    private void soak(Workload workload, boolean gated, Workers workers, Pools pools, Duration length) {
        List<Contender> ours = workload.steps().stream()
                .flatMap(step -> step.contenders().stream()
                        .filter(each -> each.name().equals(workload.soaked()))
                        .map(each -> new Contender(step.operation(), each.task())))
                .toList();
        int threads = Collections.max(settings.threads(workload.threads(gated).toArray(Integer[]::new)));
        Soak soak = new Soak(ours, threads, workers, pools::connections, progress);
        soaked.add(soak.run(length, (gated ? "Soak, gated, " : "Soak, ") + workload.soaked()));
        requests += soak.requests();
        failures.addAll(soak.failures());
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("Everyone has a turn of " + settings.turnMillis()
                + " ms in each round, in an order drawn from the seed " + settings.seed()
                + "; a ratio is the geometric mean of those of the rounds, with Student's interval.");
        notes.add("A closed loop's latency is the time of an answer; an open loop's counts from the intended start.");
        if (settings.modes().contains("gated")) {
            notes.add("Gated: before each server a gate lets " + settings.places() + " statements through at once and"
                    + " holds each for at least " + settings.micros() + " microseconds, its own time included: at most "
                    + settings.places() * 1_000_000L / Math.max(1, settings.micros())
                    + " statements a second for a server. A batch takes one place for the time of all its statements;"
                    + " commits pass freely.");
        }
        notes.add(
                "All who are measured share one pool of connections for each server. Shardkit has borrowed each of them"
                        + " once before: it asks a new connection for its modes.");
        if (settings.modes().contains("real")) {
            notes.add("Without a gate the servers, the load and Shardkit share the processors of one machine, unless"
                    + " lab.servers names others: the sum of servers that were measured alone is more than such a machine"
                    + " can reach, and 'direct, all at once' is what it can.");
        }
        notes.addAll(kind.notes());
        return notes;
    }
}

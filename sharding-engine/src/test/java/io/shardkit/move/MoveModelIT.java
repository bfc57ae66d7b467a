package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.ServerSize;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Many switches of a unit, or of a table's rule, to and fro, while processes are killed, stopped, cut off and join at random.
 * Prints what writers felt of it.
 */
class MoveModelIT {
    private static final int PROCESSES = Integer.getInteger("shardkit.processes", 8);
    private static final int SWITCHES = Integer.getInteger("shardkit.switches", 40);
    private static final long SECONDS = Integer.getInteger("shardkit.seconds", 600);
    private static final int ROWS = Integer.getInteger("shardkit.rows", 5_000);
    private static final long STOPPED_MILLIS = Long.getLong("shardkit.stopped", 15_000);
    private static final boolean FAULTS = !"false".equals(System.getProperty("shardkit.faults-of-moves"));
    private static final long SEED = Long.getLong("shardkit.seed", System.nanoTime());
    private static final int WRITERS = Integer.getInteger("shardkit.writers", 1);
    private static final int USERS = 24;

    /** Switches of a reshard after which it is completed, and another one begins with its copies. */
    private static final int AGAIN = 5;

    private static final int POLL = 250;
    private static final Duration ASLEEP = Duration.ofSeconds(60);
    private static final int MEASURED_MILLIS = 10_000;
    private static final int LONG_PAUSE_MILLIS = 300;
    private static final String[] PROPERTIES = {
        "-Dmodel.short-leases=true", "-Dmodel.connections=4", "-Dmodel.rest=" + Long.getLong("shardkit.rest", 0)
    };

    private final Random random = new Random(SEED);
    private List<DatabaseServer> servers = List.of();
    private @Nullable Thread crash;
    private final Map<String, Integer> faults = new TreeMap<>();
    private final Latencies othersDuring = new Latencies();
    private final Latencies movingDuring = new Latencies();
    private final List<Double> pauses = new ArrayList<>();

    @Tag("thorough")
    @ParameterizedTest
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.MARIADB_CONNECTOR_J})
    void nothingIsLostWhileUnitsMove(TestDatabase database) throws Exception {
        nothingIsLost(database, false);
    }

    /** Four actual tables on three data sources become two on two, and four again. */
    @Tag("thorough")
    @ParameterizedTest
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.MARIADB_CONNECTOR_J})
    void nothingIsLostWhileTablesAreResharded(TestDatabase database) throws Exception {
        nothingIsLost(database, true);
    }

    private void nothingIsLost(TestDatabase database, boolean reshards) throws Exception {
        System.out.println(database + ", seed " + SEED);
        ServerSize size = new ServerSize(64, 48, PROCESSES * 30 + 100, false);
        try (DatabaseServer first = server(database, size);
                DatabaseServer second = server(database, size);
                MoveModel model = new MoveModel(pools(first, second), USERS, SEED)) {
            servers = List.of(first, second);
            for (int i = 0; i < PROCESSES; i++) {
                model.start(i, WRITERS, POLL, PROPERTIES);
            }
            model.fillFor(PROCESSES);
            model.fill(1_000_000, ROWS * ModelWriter.UNITS);
            for (MoveModel.Member each : model.members()) {
                each.awaitStart();
            }
            for (MoveModel.Member each : model.members()) {
                each.awaitProgress();
            }
            take(model, new Latencies(), new Latencies());
            Latencies movingBefore = new Latencies();
            Latencies othersBefore = new Latencies();
            Thread.sleep(MEASURED_MILLIS);
            take(model, movingBefore, othersBefore);
            long start = System.nanoTime();
            String request = reshards ? "reshard fewer" : "move ds0.t_order_1 ds2";
            assertThat(model.members().get(0).ask(request)).startsWith("asked m");
            model.await("the copy", () -> model.stored().operation().phase().ordinal() > MovePhase.COPYING.ordinal());
            double seconds = (System.nanoTime() - start) / 1e9;
            Latencies movingWhile = new Latencies();
            Latencies othersWhile = new Latencies();
            take(model, movingWhile, othersWhile);
            String copying = String.format(
                    Locale.ROOT,
                    "copy of %d orders and their items in %.1f s: %.0f operations/s before, %.0f while copying; others"
                            + " p50 %.1f / p99 %.1f ms before, %.1f / %.1f ms while copying",
                    ROWS,
                    seconds,
                    (movingBefore.count() + othersBefore.count()) * 1e3 / MEASURED_MILLIS,
                    (movingWhile.count() + othersWhile.count()) / seconds,
                    othersBefore.millis(0.5),
                    othersBefore.millis(0.99),
                    othersWhile.millis(0.5),
                    othersWhile.millis(0.99));
            System.out.println(copying);
            model.awaitSwitch(true);
            boolean moved = true;
            boolean fewer = true;
            int switches = 1;
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            System.out.println("switched once");
            for (; switches < SWITCHES && System.nanoTime() < until; switches++) {
                fewer = !fewer;
                String next = reshards && switches % AGAIN == 0 ? "reshard " + (fewer ? "fewer" : "former") : "";
                moved = !next.isEmpty() || !moved;
                if (switches == SWITCHES / 2 || (switches == 5 && SWITCHES > 20)) {
                    // One that joins in the middle.
                    if (model.members().size() == PROCESSES) {
                        MoveModel.Member joined = model.start(PROCESSES, WRITERS, POLL, PROPERTIES);
                        joined.awaitStart();
                        // Its first operations load classes, which is no pause of a switch.
                        joined.awaitProgress();
                        faults.merge("joined", 1, Integer::sum);
                    }
                }
                round(model, moved, next);
                if (!reshards) {
                    model.awaitPlaced(moved);
                }
            }
            recover(model, true);
            int undone = (int) model.stored().operation().figure(MoveOperation.Figure.UNDONE);
            model.checkAll();
            Collections.sort(pauses);
            System.out.printf(
                    Locale.ROOT,
                    "%s, seed %d: %d processes, %d switches in %.0f s, %d undone, faults %s, %d operations measured;"
                            + " pause p50 %.0f, p99 %.0f, max %.0f ms over %d switches; others p50 %.1f / p99 %.1f ms"
                            + " before, %.1f / %.1f ms with switches; %s%n",
                    database,
                    SEED,
                    PROCESSES,
                    switches,
                    (System.nanoTime() - start) / 1e9,
                    undone,
                    faults,
                    movingDuring.count() + othersDuring.count(),
                    part(0.5),
                    part(0.99),
                    part(1),
                    pauses.size(),
                    othersBefore.millis(0.5),
                    othersBefore.millis(0.99),
                    othersDuring.millis(0.5),
                    othersDuring.millis(0.99),
                    copying);
        }
    }

    private double part(double part) {
        return pauses.isEmpty() ? 0 : pauses.get((int) Math.ceil(pauses.size() * part) - 1);
    }

    static DatabaseServer server(TestDatabase database, ServerSize size) {
        return switch (database) {
            case POSTGRESQL -> EmbeddedServers.startPostgres(size);
            case MYSQL -> EmbeddedServers.startMySql(size);
            default -> EmbeddedServers.startMariaDb(size);
        };
    }

    private static Map<String, HikariDataSource> pools(DatabaseServer first, DatabaseServer second)
            throws SQLException {
        Map<String, HikariDataSource> pools = new LinkedHashMap<>();
        int next = 0;
        for (String name : List.of("ds0", "ds1", "ds2", MemberProcess.STORE)) {
            DatabaseServer server = next++ < 2 ? first : second;
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(server.createDatabase("model_" + name));
            config.setUsername(server.username());
            config.setPassword(server.password());
            config.setMaximumPoolSize(4);
            config.setMinimumIdle(0);
            HikariDataSource pool = new HikariDataSource(config);
            if (config.getJdbcUrl().startsWith("jdbc:postgresql:")) {
                // A server that is killed forgets what it has not written.
                MoveModel.execute(pool, "ALTER DATABASE model_" + name + " SET synchronous_commit = on");
            }
            pools.put(name, pool);
        }
        return pools;
    }

    private static void take(MoveModel model, Latencies moving, Latencies others)
            throws IOException, InterruptedException {
        for (MoveModel.Member each : model.members()) {
            if (each.runs() && !each.troubled) {
                String[] words = each.ask("stats").split(" ");
                moving.addAll(Latencies.parse(words[1]));
                others.addAll(Latencies.parse(words[2]));
            }
        }
    }

    /**
     * Has the move go to the other place.
     *
     * @param next asks for another move instead, once this one is complete; empty for none
     */
    private void round(MoveModel model, boolean moved, String next) throws Exception {
        if (!next.isEmpty()) {
            begin(model, next);
        }
        MoveModel.Member worker = model.named(model.stored().worker());
        MoveModel.Member other =
                model.members().get(random.nextInt(model.members().size()));
        take(model, new Latencies(), new Latencies());
        String fault = FAULTS ? fault(model, worker, other) : "none";
        faults.merge(fault, 1, Integer::sum);
        if (next.isEmpty()) {
            model.request(MoveWorker.BACK);
        }
        if (crash != null) {
            crash.start();
        }
        long begun = System.nanoTime();
        model.await("switch to " + moved, () -> {
            if (System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(STOPPED_MILLIS)) {
                // One that was stopped within a transaction holds the tables.
                recover(model, true);
            }
            return isSwitched(model, moved);
        });
        if (crash != null) {
            crash.join();
            crash = null;
        }
        Latencies moving = new Latencies();
        Latencies others = new Latencies();
        take(model, moving, others);
        movingDuring.addAll(moving);
        othersDuring.addAll(others);
        if (fault.equals("none") || fault.startsWith("member")) {
            pauses.add(moving.millis(1));
            if (moving.millis(1) > LONG_PAUSE_MILLIS) {
                System.out.printf(
                        Locale.ROOT,
                        "a writer waited for %.0f ms, others for %.0f; the switch took %d%n",
                        moving.millis(1),
                        others.millis(1),
                        model.stored().operation().figure(MoveOperation.Figure.PAUSE_MILLIS));
            }
        }
        recover(model, false);
        for (MoveModel.Member each : List.copyOf(model.members())) {
            if (!each.stopped) {
                each.awaitProgress();
                each.troubled = false;
                each.errors.clear();
            }
        }
        model.checkNothingWrong();
    }

    /** Completes the move, and begins another one; returns once a process works on it. */
    private static void begin(MoveModel model, String next) throws Exception {
        model.request(MoveWorker.COMPLETE);
        model.await("the end of the move", () -> model.stored() == null);
        MoveModel.Member asked = model.members().stream()
                .filter(each -> each.runs() && !each.stopped)
                .findFirst()
                .orElseThrow();
        assertThat(asked.ask(next)).startsWith("asked m");
        model.await(
                "a worker",
                () -> model.stored() != null && model.named(model.stored().worker()) != null);
    }

    private static boolean isSwitched(MoveModel model, boolean moved) {
        try {
            MoveModel.Stored now = model.stored();
            if (now.operation().phase() == MovePhase.FAILED) {
                model.request(MoveWorker.RESUME);
            }
            return now.isSwitched() && now.operation().isBack() == moved;
        } catch (SQLException serverIsDown) {
            return false;
        }
    }

    private String fault(MoveModel model, MoveModel.@Nullable Member worker, MoveModel.Member other) throws Exception {
        int kind = random.nextInt(12);
        if (kind < 4 || worker == null || worker.stopped) {
            return "none";
        }
        if (kind < 9) {
            return workerFails(worker);
        }
        if (kind == 9) {
            model.members().forEach(each -> each.troubled = true);
            DatabaseServer server = servers.get(random.nextInt(servers.size()));
            long delay = random.nextInt(2_000);
            long down = random.nextInt(3_000);
            crash = new Thread(() -> crash(server, delay, down), "crash");
            return "server killed";
        }
        if (other == worker || other.stopped) {
            return "none";
        }
        other.troubled = true;
        if (kind == 10 && random.nextBoolean()) {
            other.kill();
            return "member killed";
        }
        if (kind == 10) {
            other.tell("cut " + MemberProcess.STORE);
            return "member cut off";
        }
        if (random.nextBoolean()) {
            other.sleep(ASLEEP);
            return "member asleep for a minute";
        }
        other.stop();
        return "member stopped";
    }

    private String workerFails(MoveModel.Member worker) throws IOException {
        String how = List.of("halt", "stop", "fail").get(random.nextInt(3));
        String where = (1 + random.nextInt(3)) + (random.nextBoolean() ? " before " : " after ");
        String point = random.nextBoolean()
                ? where + how + " RENAME|sharding_rule SET (state|epoch|rule_hash)"
                : (1 + random.nextInt(300)) + " before " + how + " ^(?!.*sharding_)";
        worker.troubled = true;
        worker.tell("fault " + point);
        return "worker " + how;
    }

    private static void crash(DatabaseServer server, long delay, long down) {
        try {
            Thread.sleep(delay);
            server.crash(down);
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void recover(MoveModel model, boolean wakes) throws Exception {
        for (MoveModel.Member each : List.copyOf(model.members())) {
            if (each.troubled && !each.stopped && each.at == null && each.process.isAlive()) {
                each.tell("no-fault");
                each.tell("mend " + MemberProcess.STORE);
                // It may be at its fault in this moment.
                Thread.sleep(100);
            }
            String at = each.at;
            if (!each.process.isAlive() || (at != null && at.startsWith("at halt"))) {
                each.kill();
                MoveModel.Member next = model.start(each.number, WRITERS, POLL, PROPERTIES);
                next.troubled = true;
                next.awaitStart();
            } else if (at != null && at.startsWith("at fail")) {
                each.at = null;
            } else if (at != null || (each.stopped && (wakes || !each.isAsleep()))) {
                each.goOn();
                if (at != null) {
                    each.at = null;
                    model.await("the statement", () -> each.passed != null);
                    each.passed = null;
                }
            }
        }
    }
}

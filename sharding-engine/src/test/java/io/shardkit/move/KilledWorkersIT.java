package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.differential.Seeds;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * The process that works on a reshard, or on an ALTER by copy, is killed at one of its steps while others write; another
 * process goes on. Each acknowledged write is there once.
 */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class KilledWorkersIT {
    private static final int MEMBERS = 2;
    private static final int USERS = 8;
    private static final int WRITERS = 1;
    private static final int POLL = 100;
    private static final int FILLED = 1_000_000;
    private static final int ROWS = 400;
    private static final String SHORT = "-Dmodel.short-leases=true";

    /**
     * A step at whose statement the worker is killed.
     *
     * @param isAtEnd whether that is once the move is to be completed
     * @param fault number, place and pattern of the statement
     */
    private record Step(boolean isAtEnd, String fault) {}

    private static final List<Step> INDEX_STEPS = List.of(
            new Step(false, "1 before halt ^ALTER TABLE"),
            new Step(false, "2 before halt ^ALTER TABLE"),
            new Step(false, "2 after halt ^ALTER TABLE"),
            new Step(false, "3 after halt RELEASE_LOCK"),
            new Step(false, "1 after halt SET epoch = "));

    private static final List<Step> STEPS = List.of(
            new Step(false, "1 before halt CREATE TABLE"),
            new Step(false, "1 after halt CREATE TRIGGER"),
            new Step(false, "2 before halt ^INSERT INTO (?!.*sharding_)"),
            new Step(false, "2 after halt state_text"),
            new Step(false, "70 before halt ^(?!.*sharding_)"),
            new Step(false, "140 before halt ^(?!.*sharding_)"),
            new Step(false, "1 before halt RENAME"),
            new Step(false, "1 after halt RENAME"),
            new Step(false, "2 after halt RENAME"),
            new Step(false, "1 before halt INSERT INTO sharding_rule"),
            new Step(false, "1 after halt INSERT INTO sharding_rule"),
            new Step(true, "1 before halt DROP TRIGGER"),
            new Step(true, "1 after halt DROP TABLE"));

    @Parameter
    TestDatabase database;

    private MoveModel model;
    private boolean changed;

    @BeforeEach
    void open() throws Exception {
        Map<String, HikariDataSource> pools = new LinkedHashMap<>();
        int server = 0;
        for (String name : List.of("ds0", "ds1", "ds2", MemberProcess.STORE)) {
            pools.put(name, database.create("model", server++));
        }
        model = new MoveModel(pools, USERS, 1);
        for (int i = 0; i < MEMBERS; i++) {
            model.start(i, WRITERS, POLL, SHORT);
        }
        model.fill(FILLED, ROWS);
        for (MoveModel.Member each : model.members()) {
            each.awaitStart();
        }
    }

    @AfterEach
    void close() {
        model.close();
    }

    /** The moves, to and fro. */
    private enum Kind {
        RESHARD,
        ALTER,
        INDEXES
    }

    /** Returns the command that begins the next move. */
    private String next(Kind kind) {
        changed = !changed;
        if (kind == Kind.RESHARD) {
            return "reshard " + (changed ? "fewer" : "former");
        }
        if (kind == Kind.INDEXES) {
            return "alter-by-hand " + (changed ? "ADD" : "DROP") + " INDEX by_n" + (changed ? " (n)" : "");
        }
        boolean isPostgresql = database == TestDatabase.POSTGRESQL;
        return "alter " + (isPostgresql ? "ALTER COLUMN n TYPE " : "MODIFY COLUMN n ")
                + (changed ? isPostgresql ? "NUMERIC(20)" : "DECIMAL(20, 0)" : "BIGINT")
                + (isPostgresql ? "" : " NOT NULL");
    }

    private void begin(String command) throws Exception {
        assertThat(model.members().get(0).ask(command)).startsWith("asked m");
    }

    private void faults(Step step) throws IOException {
        for (MoveModel.Member each : model.members()) {
            each.tell("fault " + step.fault());
        }
    }

    private MoveModel.@Nullable Member killed() {
        return model.members().stream()
                .filter(each -> each.at != null)
                .findFirst()
                .orElse(null);
    }

    /** Waits until a worker is killed, and starts another process instead of it. */
    private void replaceKilled(Step step) throws Exception {
        model.await("the end of the worker: " + step, () -> killed() != null);
        MoveModel.Member killed = killed();
        for (MoveModel.Member each : model.members()) {
            if (each != killed) {
                // The one that goes on is not killed at the same step.
                each.tell("no-fault");
            }
        }
        killed.kill();
        model.start(killed.number, WRITERS, POLL, SHORT).awaitStart();
    }

    private void killAt(Step step, Kind kind) throws Exception {
        begin(next(kind));
        if (!step.isAtEnd()) {
            faults(step);
            if (kind == Kind.INDEXES) {
                model.request(MoveWorker.SWITCH);
            }
            replaceKilled(step);
        }
        model.awaitSwitch(true);
        for (MoveModel.Member each : model.members()) {
            each.awaitProgress();
        }
        if (step.isAtEnd()) {
            faults(step);
        }
        model.request(MoveWorker.COMPLETE);
        if (step.isAtEnd()) {
            replaceKilled(step);
        }
        model.await("the end of the move", () -> model.stored() == null);
        for (MoveModel.Member each : model.members()) {
            each.awaitProgress();
        }
    }

    private void check() throws Exception {
        model.checkAll();
        for (String name : List.of("ds0", "ds1", "ds2")) {
            assertThat(model.tables(name)).noneMatch(table -> table.startsWith("sk_") || table.contains("__"));
        }
        try (ShardingDataSource fresh = model.instance()) {
            assertThat(count(fresh, "t_order")).isEqualTo(ROWS);
            assertThat(count(fresh, "t_order_item")).isEqualTo((long) ROWS * ModelWriter.ITEMS);
        }
    }

    /** Counts the rows that no writer touches. */
    private static long count(ShardingDataSource instance, String table) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT COUNT(*) FROM " + table + " WHERE user_id >= " + FILLED)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Tag("thorough")
    @Test
    void anotherOneGoesOn() throws Exception {
        long seed = Seeds.chosen();
        System.out.println("killed workers on " + database + ", seed " + seed);
        Random random = Seeds.random(seed);
        killAt(STEPS.get(random.nextInt(STEPS.size())), random.nextBoolean() ? Kind.ALTER : Kind.RESHARD);
        check();
    }

    @Tag("thorough")
    @Test
    void anotherOneGoesOnAtEachStepOfAReshard() throws Exception {
        for (Step step : STEPS) {
            killAt(step, Kind.RESHARD);
        }
        check();
    }

    @Tag("thorough")
    @Test
    void anotherOneGoesOnAtEachStepOfAnAlter() throws Exception {
        for (Step step : STEPS) {
            killAt(step, Kind.ALTER);
        }
        check();
    }

    @Tag("thorough")
    @Test
    void anotherOneGoesOnAtEachStepOfAChangeOfIndexes() throws Exception {
        assumeThat(database.speaksMysql())
                .as("only MySQL and MariaDB change indexes in a phase of their own")
                .isTrue();
        for (Step step : INDEX_STEPS) {
            killAt(step, Kind.INDEXES);
        }
        check();
    }
}

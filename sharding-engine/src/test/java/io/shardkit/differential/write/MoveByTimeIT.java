package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.Targets;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/** UPDATEs that give another time to rows of a table per month, whose primary key has the time in it. */
class MoveByTimeIT {
    private static final LocalDateTime START = LocalDateTime.of(2024, 1, 31, 23, 59, 59, 123_000_000);

    private final List<HikariDataSource> pools = new ArrayList<>();
    private DataSource engine;
    private DataSource whole;
    private boolean zoned;

    private void open(TestDatabase database, String type) throws SQLException {
        zoned = type.endsWith("ZONE");
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource source = database.create("months" + i, i);
            pools.add(source);
            named.put("ds" + i, source);
            for (int month = 1; month <= 4; month++) {
                if (month % 2 == i) {
                    create(source, "event_20240" + month, type);
                }
            }
        }
        HikariDataSource one = database.create("months", 0);
        pools.add(one);
        whole = one;
        create(whole, "event", type);
        List<String> tables = List.of("event_202401", "event_202402", "event_202403", "event_202404");
        engine = ShardingDataSource.create(
                named,
                TestRules.over(List.of("ds0", "ds1"))
                        .table(new TableRule(
                                "event",
                                "ds1.event_202401, ds0.event_202402, ds1.event_202403, ds0.event_202404",
                                null,
                                new ShardingStrategy(
                                                "seen",
                                                AlgorithmRegistry.builtIn()
                                                        .create(
                                                                "months",
                                                                "interval",
                                                                Map.of(
                                                                        "datetime-lower", "2024-01-01",
                                                                        "datetime-interval-unit", "MONTHS",
                                                                        "sharding-suffix-pattern", "yyyyMM"),
                                                                Targets.of(tables)))
                                        .choosingNames(),
                                null))
                        .build(),
                ShardingOptions.builder()
                        .executor(Runnable::run)
                        .planCacheSize(100)
                        .build());
        for (int id = 1; id <= 8; id++) {
            same("INSERT INTO event (id, seen, note) VALUES (?, ?, 'new')", id, time(id * 9));
        }
    }

    private static void create(DataSource source, String table, String type) throws SQLException {
        UpsertFixture.run(
                source,
                "CREATE TABLE " + table + " (id BIGINT NOT NULL, seen " + type
                        + " NOT NULL, note VARCHAR(20), PRIMARY KEY (id, seen))");
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    private int same(String sql, @Nullable Object... parameters) throws SQLException {
        int count = UpsertFixture.run(engine, sql, parameters);
        assertThat(count).as(sql).isEqualTo(UpsertFixture.run(whole, sql, parameters));
        String rows = "SELECT id, seen, note FROM event ORDER BY id, seen";
        assertThat(WriteFixture.rows(engine, rows)).as(sql).isEqualTo(WriteFixture.rows(whole, rows));
        return count;
    }

    @ParameterizedTest
    @OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
    void movesToAnotherMonth(TestDatabase database) throws SQLException {
        open(database, database.speaksMysql() ? "DATETIME(6)" : "TIMESTAMP(6)");
        String update = "UPDATE event SET seen = ?, note = 'moved' WHERE id = ? AND seen = ?";
        assertThat(same(update, START.plusDays(60), 1, START.plusDays(9))).isEqualTo(1);
        assertThat(same(update, START.plusNanos(456_000), 2, START.plusDays(18)))
                .isEqualTo(1);
        assertThat(same(update, START.plusDays(3), 2, START)).isZero();
        assertThat(same(update, START.plusDays(3), 2, START.plusNanos(456_000))).isEqualTo(1);
        assertThat(same(update, Timestamp.valueOf(START.plusDays(80)), 3, Timestamp.valueOf(START.plusDays(27))))
                .isEqualTo(1);
        assertThat(
                        same(
                                "UPDATE event SET seen = '2024-02-28 10:00:00.5' WHERE id = 4 AND seen = '2024-03-07 23:59:59.123'"))
                .isEqualTo(1);
        assertThat(same(
                        "UPDATE event SET seen = ?, note = ? WHERE seen IN (?, ?) AND id IN (5, 6)",
                        START.plusDays(20),
                        "two",
                        START.plusDays(45),
                        START.plusDays(54)))
                .isEqualTo(2);
        assertThat(same("DELETE FROM event WHERE id = 5 AND seen = ?", START.plusDays(20)))
                .isEqualTo(1);
        // What a column stores for more digits than it has, only the database tells.
        assertThat(same(update, START.plusNanos(600), 6, START.plusDays(20))).isEqualTo(1);
    }

    @ParameterizedTest
    @OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
    void movesByInstants(TestDatabase database) throws SQLException {
        open(database, database.speaksMysql() ? "TIMESTAMP(6)" : "TIMESTAMP(6) WITH TIME ZONE");
        String update = "UPDATE event SET seen = ?, note = 'moved' WHERE id = ? AND seen = ?";
        assertThat(same(update, time(60), 1, time(9))).isEqualTo(1);
        assertThat(same(update, time(3), 1, time(9))).isZero();
        assertThat(same(update, time(3), 1, time(60))).isEqualTo(1);
        assertThat(same(
                        "UPDATE event SET note = 'x', seen = ? WHERE id IN (3, 4) AND seen IN (?, ?)",
                        time(70),
                        time(27),
                        time(36)))
                .isEqualTo(2);
    }

    private Object time(int days) {
        LocalDateTime time = START.plusDays(days);
        return zoned ? (Object) time.atOffset(ZoneOffset.UTC) : time;
    }
}

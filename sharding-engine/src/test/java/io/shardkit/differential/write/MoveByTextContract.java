package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks UPDATEs that give rows another key which the database may store or compare otherwise than it is written: strings
 * with blanks at the end, strings in capitals, and times. The result is as in one database, or a refusal.
 */
abstract class MoveByTextContract {
    private final TestDatabase database;
    private final List<HikariDataSource> sources = new ArrayList<>();
    private DataSource engine;
    private DataSource whole;

    MoveByTextContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource source = database.create("texts" + i, i);
            sources.add(source);
            named.put("ds" + i, source);
            create(source, "_0");
            create(source, "_1");
        }
        HikariDataSource one = database.create("texts", 0);
        sources.add(one);
        whole = one;
        create(one, "");
        ShardingStrategy byId = new ShardingStrategy("id", new ModAlgorithm(2));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(table("padded", "code", byId))
                .table(table("folded", "code", byId))
                .table(table("timed", "seen", byId))
                .table(new TableRule("numbered", "ds{0..1}.numbered_0", byId, null, null))
                .build();
        engine = ShardingDataSource.create(
                named,
                rule,
                ShardingOptions.builder()
                        .executor(Runnable::run)
                        .planCacheSize(100)
                        .build());
        for (int id = 1; id <= 4; id++) {
            same("INSERT INTO padded (id, code, note) VALUES (?, ?, 'new')", id, "c" + id);
            same("INSERT INTO folded (id, code, note) VALUES (?, ?, 'new')", id, "C" + id);
            same("INSERT INTO timed (id, seen, note) VALUES (" + id + ", '2024-01-01 10:00:00', 'new')");
            same("INSERT INTO numbered (id, note) VALUES (?, 'new')", id);
        }
    }

    private static TableRule table(String name, String column, ShardingStrategy byId) {
        ShardingStrategy byText = new ShardingStrategy(column, new HashModAlgorithm(2));
        return new TableRule(name, "ds{0..1}." + name + "_{0..1}", byText, byId, null);
    }

    private void create(DataSource source, String suffix) throws SQLException {
        String folded =
                database.speaksMysql() ? "VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci" : "VARCHAR(10)";
        String time = database.speaksMysql() ? "DATETIME" : "TIMESTAMP(0)";
        UpsertFixture.run(
                source,
                "CREATE TABLE padded" + suffix + " (id INT PRIMARY KEY, code CHAR(6) NOT NULL, note VARCHAR(20))");
        UpsertFixture.run(
                source,
                "CREATE TABLE folded" + suffix + " (id INT NOT NULL, code " + folded + " NOT NULL, note VARCHAR(20),"
                        + " PRIMARY KEY (code, id))");
        UpsertFixture.run(
                source,
                "CREATE TABLE timed" + suffix + " (id INT PRIMARY KEY, seen " + time + " NOT NULL, note VARCHAR(20))");
        UpsertFixture.run(
                source, "CREATE TABLE numbered" + suffix + " (id INT PRIMARY KEY, note VARCHAR(20) NOT NULL)");
    }

    @AfterEach
    void close() {
        sources.forEach(HikariDataSource::close);
    }

    private int same(String sql, @Nullable Object... parameters) throws SQLException {
        int count = UpsertFixture.run(engine, sql, parameters);
        assertThat(count).as(sql).isEqualTo(UpsertFixture.run(whole, sql, parameters));
        sameRows();
        return count;
    }

    private void sameRows() throws SQLException {
        for (String rows : List.of(
                "SELECT id, code, note FROM padded ORDER BY id",
                "SELECT id, code, note FROM folded ORDER BY id",
                "SELECT id, seen, note FROM timed ORDER BY id",
                "SELECT id, note FROM numbered ORDER BY id")) {
            assertThat(WriteFixture.rows(engine, rows)).isEqualTo(WriteFixture.rows(whole, rows));
        }
    }

    /** The row is found by the key that it has now, which only one unit is asked for. */
    private void found(String sql) throws SQLException {
        assertThat(WriteFixture.rows(engine, sql)).as(sql).hasSize(1).isEqualTo(WriteFixture.rows(whole, sql));
    }

    @Test
    void movesByATextThatIsFilledWithBlanks() throws SQLException {
        for (String code : List.of("ab", "cd", "e", "fghij", "l m", "n")) {
            assertThat(same("UPDATE padded SET code = ?, note = ? WHERE id = ?", code, "of " + code, 1))
                    .isEqualTo(1);
            found("SELECT id FROM padded WHERE code = '" + code + "'");
            assertThat(same("UPDATE padded SET code = '" + code + "x' WHERE id IN (1, 2) AND note LIKE 'of%'"))
                    .isEqualTo(1);
        }
        assertThat(same("UPDATE padded SET code = CONCAT('k', id), note = 'computed' WHERE id IN (1, 2, 3)"))
                .isEqualTo(3);
        found("SELECT id FROM padded WHERE code = 'k2'");
    }

    @Test
    void movesByATextWhoseCaseMakesNoDifference() throws SQLException {
        String named = database.speaksMysql() ? "c" : "C";
        for (int id = 1; id <= 4; id++) {
            assertThat(same("UPDATE folded SET code = ? WHERE code = ? AND id = ?", "At" + id, named + id, id))
                    .isEqualTo(1);
            found("SELECT id FROM folded WHERE code = 'At" + id + "'");
            assertThat(same("UPDATE folded SET code = ? WHERE code = ? AND id = ?", "aT" + id, "At" + id, id))
                    .isEqualTo(1);
        }
        assertThat(same("UPDATE folded SET id = id + 1 WHERE code = 'aT4' AND id = 4"))
                .isEqualTo(1);
        assertThat(same("UPDATE folded SET code = CONCAT(code, 'x') WHERE code = 'aT4' AND id = 5"))
                .isEqualTo(1);
        found("SELECT id FROM folded WHERE code = 'aT4x'");
    }

    @Test
    void movesByATime() throws SQLException {
        for (int day = 10; day < 20; day++) {
            assertThat(same("UPDATE timed SET seen = '2024-02-" + day + " 11:00:00' WHERE id = 1"))
                    .isEqualTo(1);
            found("SELECT id FROM timed WHERE seen = '2024-02-" + day + " 11:00:00'");
            assertThat(same("UPDATE timed SET seen = seen + INTERVAL '1' DAY WHERE id IN (1, 2, 9)"))
                    .isEqualTo(2);
        }
    }

    @Test
    void leavesARowAloneWhereItIsToIgnoreThatItsKeyIsTaken() throws SQLException {
        assumeTrue(database.speaksMysql(), "only MariaDB has UPDATE IGNORE");
        assertThat(same("UPDATE IGNORE numbered SET id = 3 WHERE id = 1")).isEqualTo(1);
        assertThat(same("UPDATE IGNORE numbered SET id = id + 2 WHERE id = 2")).isEqualTo(1);
        assertThat(same("UPDATE IGNORE numbered SET id = 6, note = NULL WHERE id = 1"))
                .isEqualTo(1);
        for (String sql : List.of(
                "UPDATE IGNORE numbered SET id = 4 WHERE id = 3",
                "UPDATE IGNORE numbered SET id = id + 1 WHERE id = 3")) {
            Throwable thrown = catchThrowable(() -> UpsertFixture.run(engine, sql));
            UpsertFixture.assertRefused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, thrown);
            assertThat(thrown).hasMessageContaining("IGNORE");
        }
        sameRows();
    }
}

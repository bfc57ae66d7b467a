package io.shardkit.differential.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.hint.ShardingHint;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Ids that hold the shard of another column: of the data source (h, and j bound to it), of the name of an actual table
 * that some data sources lack (u), and of the actual table among all (o).
 */
@SuppressWarnings("try") // the scopes are there to be open
abstract class HeldShardContract {
    private final TestDatabase database;
    private TopologyFixture fixture;

    HeldShardContract(TestDatabase database) {
        this.database = database;
    }

    private static TableRule ofDatabase(String name, String key) {
        return new TableRule(
                name,
                "ds{0..2}." + name + "_{0..1}",
                new ShardingStrategy("owner", new ModAlgorithm(3)).withAlsoBy(key),
                new ShardingStrategy("kind", new ModAlgorithm(2)),
                null);
    }

    private static ShardingRuleBuilder tables(ShardingRuleBuilder rule) {
        ShardingAlgorithm byName = TopologyFixture.algorithm(
                "inline", Map.of("algorithm-expression", "u_$->{kind % 3}"), "u_0", "u_1", "u_2");
        return rule.table(ofDatabase("h", "id"))
                .table(ofDatabase("j", "h_id"))
                .bind(List.of("h", "j"))
                .table(new TableRule(
                        "u",
                        "ds0.u_{0..2}, ds1.u_1, ds1.u_2, ds2.u_0",
                        new ShardingStrategy("owner", new ModAlgorithm(3)),
                        new ShardingStrategy("kind", byName).withAlsoBy("id").choosingNames(),
                        null))
                .table(new TableRule(
                        "o",
                        "ds0.o_0, ds1.o_{1..3}, ds2.o_4",
                        null,
                        new ShardingStrategy("owner", new ModAlgorithm(5)).withAlsoBy("id"),
                        null));
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new TopologyFixture(database, HeldShardContract::tables);
        for (String table : List.of("h", "u", "o")) {
            fixture.same("CREATE TABLE " + table
                    + " (id BIGINT PRIMARY KEY, owner INT NOT NULL, kind INT NOT NULL, amount INT)");
        }
        fixture.same("CREATE TABLE j (id BIGINT, h_id BIGINT NOT NULL, owner INT NOT NULL, kind INT NOT NULL)");
        for (int n = 0; n < 40; n++) {
            int owner = n % 7;
            long id = n * 4L + owner % 3;
            fixture.same("INSERT INTO h VALUES (?, ?, ?, ?)", id, owner, n % 4, n);
            fixture.same("INSERT INTO j VALUES (?, ?, ?, ?)", id * 10, id, owner, n % 4);
            fixture.same("INSERT INTO o VALUES (?, ?, ?, ?)", n * 8L + owner % 5, owner, n % 4, n);
            int kind = owner % 3 == 0 ? n % 3 : owner % 3 == 1 ? 1 + n % 2 : 0;
            fixture.same("INSERT INTO u VALUES (?, ?, ?, ?)", n * 4L + kind, owner, kind, n);
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void samePlaces() throws SQLException {
        for (String table : List.of("h", "u", "o")) {
            fixture.sameRows("SELECT * FROM " + table + " ORDER BY id");
            for (String row : TopologyFixture.rows(fixture.whole, "SELECT id FROM " + table + " ORDER BY id")) {
                long id = Long.parseLong(row.substring(row.indexOf('\'') + 1, row.lastIndexOf('\'')));
                fixture.sameRows("SELECT owner, kind, amount FROM " + table + " WHERE id = ?", id);
            }
        }
        fixture.assertPlaced(
                "h",
                node -> "MOD(id, 4) = " + node.dataSource() + " AND MOD(owner, 3) = " + node.dataSource()
                        + " AND MOD(kind, 2) = " + node.table().substring(2));
        fixture.assertPlaced(
                "u",
                node -> "MOD(id, 4) = " + node.table().substring(2) + " AND MOD(kind, 3) = "
                        + node.table().substring(2) + " AND MOD(owner, 3) = " + node.dataSource());
        fixture.assertPlaced(
                "o",
                node -> "MOD(id, 8) = " + node.table().substring(2) + " AND MOD(owner, 5) = "
                        + node.table().substring(2));
    }

    private int calls(String sql) throws SQLException {
        fixture.calls.take();
        fixture.sameRows(sql);
        return fixture.calls.take();
    }

    @Test
    void findsRowsByTheIdAlone() throws SQLException {
        samePlaces();
        assertThat(calls("SELECT amount FROM o WHERE id = 12")).isEqualTo(1);
        assertThat(calls("SELECT amount FROM u WHERE owner = 6 AND id = 24")).isEqualTo(1);
        assertThat(calls("SELECT h.amount, j.id FROM h JOIN j ON j.h_id = h.id AND j.kind = h.kind WHERE h.id = 12"))
                .isLessThanOrEqualTo(2);
        for (String sql : List.of(
                "SELECT id FROM h WHERE id IN (0, 5, 10, 12, 13, 15, 158) ORDER BY id",
                "SELECT id FROM h WHERE id IN (5, 10) AND owner IN (1, 2, 3) ORDER BY id",
                "SELECT id FROM h WHERE id = 5 OR owner = 2 ORDER BY id",
                "SELECT id FROM h WHERE id = 5 OR amount = 9 ORDER BY id",
                "SELECT id FROM h WHERE id BETWEEN 5 AND 21 ORDER BY id",
                "SELECT id FROM h WHERE id > 140 ORDER BY id",
                "SELECT id FROM h WHERE id = 5 AND owner = 2",
                "SELECT id FROM h WHERE id = 7",
                "SELECT id FROM u WHERE id IN (0, 5, 9, 18, 24) ORDER BY id",
                "SELECT id FROM u WHERE id = 5 AND owner = 2",
                "SELECT id FROM o WHERE id IN (0, 9, 18, 15, -8) ORDER BY id",
                "SELECT owner, COUNT(*) FROM o WHERE id IN (0, 9, 18, 27, 36) GROUP BY owner ORDER BY owner",
                "SELECT h.id, j.id FROM h JOIN j ON j.h_id = h.id AND j.kind = h.kind ORDER BY h.id",
                "SELECT h.id, j.id FROM h LEFT JOIN j ON j.h_id = h.id AND j.kind = h.kind ORDER BY h.id",
                "SELECT h.id, j.id FROM h JOIN j ON j.owner = h.owner AND j.kind = h.kind ORDER BY h.id, j.id",
                "SELECT h.id, j.id FROM h JOIN j ON j.h_id = h.id ORDER BY h.id",
                "SELECT id FROM h WHERE EXISTS (SELECT 1 FROM j WHERE j.h_id = h.id AND j.kind = h.kind) ORDER BY id",
                "SELECT h.id, u.id FROM h JOIN u ON u.id = h.id ORDER BY h.id")) {
            fixture.sameRows(sql);
        }
    }

    @Test
    void refusesRowsThatTheirIdWouldNotFind() throws SQLException {
        for (String sql : List.of(
                "INSERT INTO h VALUES (400, 1, 0, 0)",
                "INSERT INTO h VALUES (400, 0, 0, 0), (404, 2, 0, 0)",
                "INSERT INTO h (kind, id, owner) SELECT kind, id + 401, owner FROM h WHERE owner IN (0, 3)",
                "UPDATE h SET owner = 1 WHERE id = 0",
                "UPDATE h SET owner = 1 WHERE amount = 0",
                "UPDATE h SET id = 401 WHERE id = 0 AND owner = 0 AND kind = 0",
                "UPDATE h SET id = 400, owner = 2 WHERE id = 0",
                "INSERT INTO u VALUES (401, 0, 0, 0)",
                "UPDATE u SET kind = 1 WHERE id = 0",
                "INSERT INTO o VALUES (400, 1, 0, 0)",
                "INSERT INTO o SELECT id + 401, owner, kind, amount FROM o WHERE owner < 2",
                "UPDATE o SET owner = 3 WHERE id = 9",
                database == TestDatabase.H2 ? "INSERT INTO o VALUES (9, 2, 0, 0)" : upsert("o", "(9, 2, 0, 0)"))) {
            fixture.refusedAny(ErrorCode.KEY_OF_ANOTHER_SHARD, sql);
        }
        fixture.refusedAny(ErrorCode.KEY_OUTSIDE, "INSERT INTO o VALUES (407, 1, 0, 0)");
        fixture.refused(ErrorCode.KEY_OUTSIDE, "ds1.u_0", "INSERT INTO u VALUES (400, 1, 0, 0)");
        fixture.refusedAny(ErrorCode.UPDATE_OF_SHARDING_COLUMN, "UPDATE o SET id = id + 8");
        samePlaces();
    }

    private String upsert(String table, String row) {
        return switch (database) {
            case MARIADB, MARIADB_CONNECTOR_J, MYSQL ->
                "INSERT INTO " + table + " VALUES " + row + " ON DUPLICATE KEY UPDATE amount = VALUES(amount)";
            case POSTGRESQL ->
                "INSERT INTO " + table + " VALUES " + row + " ON CONFLICT (id) DO UPDATE SET amount = EXCLUDED.amount";
            default -> "MERGE INTO " + table + " (id, owner, kind, amount) KEY (id, owner) VALUES " + row;
        };
    }

    @Test
    void writesWhatAgrees() throws SQLException {
        fixture.same("INSERT INTO h VALUES (400, 3, 0, 0), (405, 4, 1, 1), (410, 2, 2, 2)");
        fixture.same("INSERT INTO h (id, owner, kind) SELECT id + 800, owner + 3, kind FROM h WHERE owner IN (0, 2)");
        fixture.same("INSERT INTO u VALUES (400, 0, 3, 0), (405, 1, 4, 1)");
        fixture.same("INSERT INTO o SELECT id + 800, owner, kind, amount FROM o");
        fixture.same(upsert("o", "(9, 1, 1, 77)"));
        fixture.same(upsert("o", "(4001, 1, 1, 78)"));
        fixture.same("UPDATE h SET amount = -1 WHERE id IN (0, 5, 10)");
        fixture.same("DELETE FROM h WHERE id = 12");
        fixture.same("DELETE FROM o WHERE id = 801");
        samePlaces();
    }

    @Test
    void movesRowsWithTheirIds() throws SQLException {
        assertThat(fixture.same("UPDATE h SET id = 1001, owner = 1 WHERE id = 0"))
                .isEqualTo(1);
        assertThat(fixture.same("UPDATE h SET kind = 1 WHERE id = 24")).isEqualTo(1);
        assertThat(fixture.same("UPDATE o SET id = 1002, owner = 2 WHERE id = 9"))
                .isEqualTo(1);
        assertThat(fixture.same("UPDATE o SET owner = 6, id = 1 WHERE id = ?", 64L))
                .isBetween(0, 1);
        assertThat(fixture.same("UPDATE o SET id = 1006, owner = 1, amount = 5 WHERE id = 9 AND owner = 2"))
                .isZero();
        assertThat(fixture.same("UPDATE u SET owner = 3, kind = 1, id = 1001 WHERE id = ?", 6L))
                .isEqualTo(1);
        samePlaces();
    }

    @Test
    void hintsMayNotContradictTheId() throws SQLException {
        try (ShardingHint hint = ShardingHint.database("h", 1)) {
            fixture.refusedAny(ErrorCode.HINT_CONTRADICTED, "UPDATE h SET amount = 3 WHERE id = 10");
            fixture.refusedAny(ErrorCode.HINT_CONTRADICTED, "UPDATE h SET amount = 3 WHERE id IN (5, 10)");
            assertThat(fixture.same("UPDATE h SET amount = 3 WHERE id = 5")).isBetween(0, 1);
            assertThat(fixture.same("INSERT INTO h VALUES (801, 4, 0, 0)")).isEqualTo(1);
            fixture.refusedAny(ErrorCode.HINT_CONTRADICTED, "INSERT INTO h VALUES (804, 3, 0, 0)");
            fixture.refusedAny(ErrorCode.KEY_OF_ANOTHER_SHARD, "INSERT INTO h VALUES (804, 4, 0, 0)");
        }
        samePlaces();
    }
}

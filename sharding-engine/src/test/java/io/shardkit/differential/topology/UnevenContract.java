package io.shardkit.differential.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The tables {@code a} and {@code i}, which are bound, have their parts 0, 1 and 2 on {@code ds0}, 1 and 2 on
 * {@code ds1}, and 0 on {@code ds2}; {@code s} is spread by one strategy over nodes of different numbers.
 */
abstract class UnevenContract {
    private static final String NODES = "ds0.%1$s_{0..2}, ds1.%1$s_1, ds1.%1$s_2, ds2.%1$s_0";

    private final TestDatabase database;
    private TopologyFixture fixture;

    UnevenContract(TestDatabase database) {
        this.database = database;
    }

    private static TableRule table(String name, String column) {
        ShardingAlgorithm byName = TopologyFixture.algorithm(
                "inline",
                Map.of("algorithm-expression", name + "_$->{" + column + " % 3}"),
                name + "_0",
                name + "_1",
                name + "_2");
        return new TableRule(
                name,
                NODES.formatted(name),
                new ShardingStrategy("owner", new ModAlgorithm(3)),
                new ShardingStrategy(column, byName).choosingNames(),
                null);
    }

    private static ShardingRuleBuilder tables(ShardingRuleBuilder rule) {
        return rule.table(table("a", "id"))
                .table(table("i", "a_id"))
                .bind(List.of("a", "i"))
                .table(new TableRule(
                        "s",
                        "ds0.s_0, ds1.s_{1..3}, ds2.s_{4..5}",
                        null,
                        new ShardingStrategy("id", new ModAlgorithm(6)),
                        null));
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new TopologyFixture(database, UnevenContract::tables);
        fixture.same("CREATE TABLE a (id BIGINT PRIMARY KEY, owner INT NOT NULL, note VARCHAR(20), amount INT)");
        fixture.same("CREATE TABLE i (id BIGINT PRIMARY KEY, owner INT NOT NULL, a_id BIGINT NOT NULL, amount INT)");
        fixture.same("CREATE TABLE s (id BIGINT PRIMARY KEY, note VARCHAR(20), amount INT)");
        for (long id = -6; id < 30; id++) {
            for (int owner = 0; owner < 6; owner++) {
                long key = id * 6 + owner;
                if (exists(owner, key)) {
                    fixture.same("INSERT INTO a VALUES (?, ?, ?, ?)", key, owner, "n" + key % 4, (int) key % 5);
                    fixture.same("INSERT INTO i VALUES (?, ?, ?, ?)", key, owner, key, owner);
                }
            }
            fixture.same("INSERT INTO s VALUES (?, ?, ?)", id, "n" + id % 3, (int) id);
        }
    }

    /** Returns true if the owner's data source has the id's table. */
    private static boolean exists(int owner, long id) {
        long table = id % 3;
        return table >= 0 && (owner % 3 == 0 || (owner % 3 == 1 ? table > 0 : table == 0));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void samePlaces() throws SQLException {
        fixture.sameRows("SELECT * FROM a ORDER BY id");
        fixture.sameRows("SELECT * FROM i ORDER BY id");
        fixture.sameRows("SELECT * FROM s ORDER BY id");
        for (String table : List.of("a", "i")) {
            String column = table.equals("a") ? "id" : "a_id";
            fixture.assertPlaced(
                    table,
                    node -> "MOD(owner, 3) = " + node.dataSource() + " AND MOD(" + column + " + 300, 3) = "
                            + node.table().substring(2));
        }
        fixture.assertPlaced("s", node -> "MOD(id + 6, 6) = " + node.table().substring(2));
    }

    @Test
    void readsAsOneTable() throws SQLException {
        samePlaces();
        for (String sql : List.of(
                "SELECT COUNT(*), SUM(amount), MIN(id), MAX(note) FROM a",
                "SELECT note, COUNT(*), COUNT(DISTINCT owner) FROM a GROUP BY note ORDER BY note",
                "SELECT id FROM a WHERE owner = 1 ORDER BY id",
                "SELECT id FROM a WHERE owner = 4 AND id = 16",
                "SELECT id FROM a WHERE owner = 4 AND id = 18",
                "SELECT id FROM a WHERE owner IN (1, 2) AND id IN (7, 9, 12, 14, 25) ORDER BY id",
                "SELECT id FROM a WHERE owner = 2 OR id = 13 ORDER BY id DESC",
                "SELECT id, note FROM a ORDER BY note, id LIMIT 7 OFFSET 5",
                "SELECT owner FROM a GROUP BY owner HAVING COUNT(*) > 20 ORDER BY owner",
                "SELECT a.id, i.amount FROM a JOIN i ON i.owner = a.owner AND i.a_id = a.id ORDER BY a.id",
                "SELECT a.id, i.amount FROM a JOIN i ON i.a_id = a.id + 1 ORDER BY a.id, i.id",
                "SELECT a.id, s.note FROM a LEFT JOIN s ON s.id = a.id ORDER BY a.id",
                "SELECT id FROM a WHERE id IN (SELECT a_id FROM i WHERE amount = 3) ORDER BY id",
                "SELECT id, ROW_NUMBER() OVER (ORDER BY id) FROM a ORDER BY id",
                "SELECT id FROM s WHERE id BETWEEN 3 AND 5 ORDER BY id",
                "SELECT id FROM s WHERE id IN (-1, 0, 7, 40) ORDER BY id",
                "SELECT id FROM a WHERE owner = 1 UNION ALL SELECT id FROM s WHERE id = 4 ORDER BY 1")) {
            fixture.sameRows(sql);
        }
        for (int owner = 0; owner < 6; owner++) {
            for (long id = -3; id < 9; id++) {
                fixture.sameRows("SELECT note FROM a WHERE owner = ? AND id = ?", owner, id);
                fixture.sameRows("SELECT COUNT(*) FROM a WHERE owner = ? AND id IN (?, ?)", owner, id, id + 1);
            }
        }
    }

    @Test
    void writesWhereTheRowsAre() throws SQLException {
        fixture.same("UPDATE a SET amount = amount + 1 WHERE owner = 2");
        fixture.same("UPDATE a SET amount = 9 WHERE id = 13");
        assertThat(fixture.same("UPDATE a SET amount = 8 WHERE owner = 2 AND id = 13"))
                .isZero();
        fixture.same("UPDATE a SET note = 'x' WHERE id IN (SELECT a_id FROM i WHERE amount = 1)");
        fixture.same("DELETE FROM a WHERE owner = 1 AND id IN (7, 9, 25)");
        fixture.same("DELETE FROM i WHERE amount = 0");
        fixture.same("INSERT INTO a VALUES (1000, 1, 'm', 1), (1002, 2, 'm', 2), (1003, 0, 'm', 3), (1004, 3, 'm', 4)");
        fixture.same("INSERT INTO i SELECT id + 3000, owner, id, 7 FROM a WHERE owner IN (1, 2)");
        fixture.same("INSERT INTO s SELECT id + 100, note, 7 FROM a WHERE owner = 3");
        batch();
        samePlaces();
    }

    private void batch() throws SQLException {
        for (var source : List.of(fixture.engine, fixture.whole)) {
            try (Connection connection = source.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO a VALUES (?, ?, 'b', 0)")) {
                for (long id = 2001; id < 2040; id++) {
                    insert.setLong(1, id);
                    insert.setInt(2, id % 3 == 0 ? 2 : 1);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(39).containsOnly(1);
            }
        }
    }

    @Test
    void movesRowsToTablesThatExist() throws SQLException {
        assertThat(fixture.same("UPDATE a SET owner = 3 WHERE id = ?", 19L)).isEqualTo(1);
        assertThat(fixture.same("UPDATE a SET owner = ? WHERE id = ? AND owner = ?", 0, 14L, 2))
                .isZero();
        assertThat(fixture.same("UPDATE a SET owner = 2 WHERE id = 0")).isEqualTo(1);
        samePlaces();
        fixture.refused(ErrorCode.KEY_OUTSIDE, "ds2.a_1", "UPDATE a SET owner = 2 WHERE id = 19");
        samePlaces();
    }

    @Test
    void refusesRowsWithoutATable() throws SQLException {
        fixture.refused(ErrorCode.KEY_OUTSIDE, "ds1.a_0", "INSERT INTO a VALUES (?, ?, 'x', 0)", 300L, 1);
        fixture.refused(ErrorCode.KEY_OUTSIDE, "ds2.a_2", "INSERT INTO a VALUES (303, 0, 'x', 0), (302, 2, 'x', 0)");
        fixture.refused(
                ErrorCode.KEY_OUTSIDE,
                "ds2.i_1",
                "INSERT INTO i SELECT id + 300, 2, id, 0 FROM a WHERE id IN (18, 19)");
        fixture.same("INSERT INTO a VALUES (-4, 0, 'x', 0)");
        samePlaces();
    }

    @Test
    void changesAllTablesThatExist() throws SQLException {
        fixture.same("ALTER TABLE a ADD COLUMN extra INT");
        fixture.same("CREATE INDEX by_note ON a (note)");
        fixture.same("UPDATE a SET extra = id");
        fixture.sameRows("SELECT id, extra FROM a ORDER BY id");
        TopologyFixture.run(fixture.engine, "TRUNCATE TABLE i");
        assertThat(TopologyFixture.rows(fixture.engine, "SELECT id FROM i")).isEmpty();
        fixture.same("DROP TABLE a");
    }
}

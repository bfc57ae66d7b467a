package io.shardkit.differential.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.error.ErrorCode;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The tables {@code a} and {@code i}, which are bound, lie by the owner and the sum of owner and id; {@code r} by a text
 * and a number, each of which has a part of the name.
 */
abstract class ComplexContract {
    private final TestDatabase database;
    private TopologyFixture fixture;

    ComplexContract(TestDatabase database) {
        this.database = database;
    }

    private static ShardingStrategy complex(String template, List<String> columns, List<String> names) {
        return new ShardingStrategy(
                columns,
                AlgorithmRegistry.builtIn()
                        .create(
                                "sharding.algorithms.a",
                                "complex-inline",
                                Map.of("algorithm-expression", template),
                                Targets.of(names).by(columns)),
                false);
    }

    private static TableRule table(String name, String column) {
        return new TableRule(
                name,
                "ds{0..2}." + name + "_{0..3}",
                new ShardingStrategy("owner", new ModAlgorithm(3)),
                complex(
                        name + "_$->{(owner + " + column + ") % 4}",
                        List.of("owner", column),
                        IntStream.range(0, 4).mapToObj(i -> name + "_" + i).toList()),
                null);
    }

    private static ShardingRuleBuilder tables(ShardingRuleBuilder rule) {
        return rule.table(table("a", "id"))
                .table(table("i", "a_id"))
                .bind(List.of("a", "i"))
                .table(new TableRule(
                        "r",
                        "ds0.r_de_{0..1}, ds1.r_us_{0..1}, ds2.r_fr_0",
                        null,
                        complex(
                                "r_${region}_${id % 2}",
                                List.of("region", "id"), List.of("r_de_0", "r_de_1", "r_us_0", "r_us_1", "r_fr_0")),
                        null));
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new TopologyFixture(database, ComplexContract::tables);
        String bytes =
                switch (database) {
                    case H2 -> "";
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> " COLLATE utf8mb4_bin";
                    case POSTGRESQL -> " COLLATE \"C\"";
                };
        fixture.same("CREATE TABLE a (id BIGINT, owner INT NOT NULL, note VARCHAR(20), amount INT,"
                + " PRIMARY KEY (id, owner))");
        fixture.same("CREATE TABLE i (id BIGINT PRIMARY KEY, owner INT NOT NULL, a_id BIGINT NOT NULL, amount INT)");
        fixture.same("CREATE TABLE r (id BIGINT PRIMARY KEY, region VARCHAR(9)" + bytes + " NOT NULL, amount INT)");
        for (long id = 0; id < 40; id++) {
            fixture.same("INSERT INTO a VALUES (?, ?, ?, ?)", id, (int) id % 7, "n" + id % 4, (int) id % 5);
            fixture.same("INSERT INTO i VALUES (?, ?, ?, ?)", id, (int) id % 7, id + id % 2 * 7, (int) id % 3);
            String region = id % 3 == 0 ? "de" : id % 3 == 1 || id % 2 == 1 ? "us" : "fr";
            fixture.same("INSERT INTO r VALUES (?, ?, ?)", id, region, (int) id);
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void samePlaces() throws SQLException {
        fixture.sameRows("SELECT * FROM a ORDER BY id, owner");
        fixture.sameRows("SELECT * FROM i ORDER BY id");
        fixture.sameRows("SELECT * FROM r ORDER BY id");
        fixture.assertPlaced(
                "a",
                node -> "MOD(owner, 3) = " + node.dataSource() + " AND MOD(owner + id, 4) = "
                        + node.table().substring(2));
        fixture.assertPlaced(
                "r",
                node -> "region = '" + node.table().substring(2, 4) + "' AND MOD(id, 2) = "
                        + node.table().substring(5));
    }

    @Test
    void readsAsOneTable() throws SQLException {
        samePlaces();
        for (String sql : List.of(
                "SELECT note FROM a WHERE owner = 3 AND id = 10",
                "SELECT note FROM a WHERE (id = 10 OR id = 17) AND owner = 3 ORDER BY id",
                "SELECT id FROM a WHERE (owner = 3 AND id = 10) OR (owner = 4 AND id IN (4, 11)) ORDER BY id",
                "SELECT id FROM a WHERE (owner = 3 OR owner = 4) AND (id = 10 OR id = 11) ORDER BY id",
                "SELECT id FROM a WHERE owner IN (1, 2, 3) AND owner IN (3, 4) AND id IN (3, 10, 17, 4) ORDER BY id",
                "SELECT id FROM a WHERE owner = 3 ORDER BY id",
                "SELECT id FROM a WHERE id IN (1, 2, 3) ORDER BY id",
                "SELECT id FROM a WHERE owner = 3 AND id BETWEEN 5 AND 20 ORDER BY id",
                "SELECT id FROM a WHERE owner = 3 AND id = NULL",
                "SELECT id FROM a WHERE NOT (owner <> 3 OR id <> 10)",
                "SELECT a.id, i.id FROM a JOIN i ON i.owner = a.owner AND i.a_id = a.id ORDER BY a.id, i.id",
                "SELECT a.id, i.id FROM a JOIN i ON i.a_id = a.id ORDER BY a.id, i.id",
                "SELECT a.id, i.id FROM a JOIN i ON i.owner = a.owner WHERE a.id < 9 ORDER BY a.id, i.id",
                "SELECT a.id, i.id FROM a LEFT JOIN i ON i.owner = a.owner AND i.a_id = a.id"
                        + " WHERE a.owner = 3 AND a.id = 10 ORDER BY i.id",
                "SELECT owner, id, COUNT(*) FROM a GROUP BY owner, id ORDER BY owner, id",
                "SELECT id, COUNT(*) FROM i GROUP BY id ORDER BY id",
                "SELECT COUNT(DISTINCT note), COUNT(DISTINCT owner) FROM a",
                "SELECT DISTINCT owner FROM a ORDER BY owner",
                "SELECT id FROM a WHERE id IN (SELECT a_id FROM i WHERE i.owner = a.owner) ORDER BY id",
                "SELECT id FROM r WHERE region = 'de' ORDER BY id",
                "SELECT id FROM r WHERE id = 4",
                "SELECT id FROM r WHERE region IN ('us', 'fr') AND id IN (1, 2, 4, 5) ORDER BY id",
                "SELECT id FROM r WHERE region = 'xx' ORDER BY id",
                "SELECT region, COUNT(*) FROM r GROUP BY region ORDER BY region")) {
            fixture.sameRows(sql);
        }
        for (int owner = 0; owner < 7; owner++) {
            for (long id = 0; id < 12; id++) {
                fixture.sameRows("SELECT note FROM a WHERE owner = ? AND id = ?", owner, id);
                fixture.sameRows(
                        "SELECT id FROM a WHERE owner IN (?, ?) AND id IN (?, ?)", owner, owner + 1, id, id + 1);
            }
        }
    }

    @Test
    void asksOnlyTheUnitsThatTheValuesName() throws SQLException {
        assertThat(calls("SELECT note FROM a WHERE owner = ? AND id = ?", 3, 10L))
                .isEqualTo(1);
        assertThat(calls("SELECT note FROM a WHERE (owner = 3 AND id = 10) OR (owner = 3 AND id = 14)"))
                .isEqualTo(1);
        assertThat(calls("SELECT id FROM r WHERE region = ? AND id = ?", "us", 4L))
                .isEqualTo(1);
        assertThat(units("SELECT id FROM a WHERE owner = 3")).contains("4 of the 12");
        assertThat(units("SELECT id FROM r WHERE region = 'de'")).contains("2 of the 5");
        assertThat(units("SELECT id FROM r WHERE id = 4")).contains("3 of the 5");
        assertThat(units("SELECT id FROM a WHERE (owner = 3 OR owner = 4) AND id = 2"))
                .contains("4 of the 12");
    }

    private int calls(String sql, Object... parameters) throws SQLException {
        fixture.calls.take();
        fixture.sameRows(sql, parameters);
        return fixture.calls.take();
    }

    private String units(String sql) throws SQLException {
        return String.join("\n", TopologyFixture.rows(fixture.engine, "EXPLAIN SHARDING " + sql));
    }

    @Test
    void writesAsOneTable() throws SQLException {
        fixture.same("INSERT INTO a VALUES (100, 1, 'm', 1), (101, 2, 'm', 2), (102, 3, 'm', 3), (103, 1, 'm', 4)");
        fixture.same("INSERT INTO a SELECT id + 200, owner + 1, note, amount FROM a WHERE owner IN (1, 2)");
        fixture.same("UPDATE a SET amount = 9 WHERE owner = 3 AND id = 10");
        fixture.same("UPDATE a SET amount = 8 WHERE id IN (11, 12)");
        fixture.same("DELETE FROM a WHERE owner = 4 AND id IN (4, 11)");
        fixture.same("DELETE FROM r WHERE region = 'us' AND id < 9");
        samePlaces();
        fixture.refused(ErrorCode.INSERT_WITHOUT_KEY, "r.region", "INSERT INTO r (id, amount) VALUES (1000, 1)");
        fixture.refused(ErrorCode.KEY_OUTSIDE, "region", "INSERT INTO r VALUES (1001, 'fr', 1)");
        fixture.refused(ErrorCode.KEY_IS_NULL, "region", "INSERT INTO r VALUES (?, ?, 1)", 1001L, null);
        samePlaces();
    }

    @Test
    void mergesOneRow() throws SQLException {
        if (database.speaksMysql()) {
            return;
        }
        for (long id : new long[] {10, 11, 50}) {
            fixture.same(
                    "MERGE INTO a USING (SELECT CAST(? AS BIGINT) AS id, CAST(? AS INTEGER) AS owner) s"
                            + " ON a.id = s.id AND a.owner = s.owner WHEN MATCHED THEN UPDATE SET amount = 77"
                            + " WHEN NOT MATCHED THEN INSERT (id, owner, amount) VALUES (s.id, s.owner, 78)",
                    id,
                    3);
        }
        samePlaces();
    }

    @Test
    void movesRows() throws SQLException {
        assertThat(fixture.same("UPDATE a SET owner = ? WHERE owner = ? AND id = ?", 5, 3, 10L))
                .isEqualTo(1);
        assertThat(fixture.same("UPDATE a SET owner = ?, note = 'k' WHERE owner = ? AND id = ?", 4, 4, 11L))
                .isEqualTo(1);
        assertThat(fixture.same("UPDATE r SET region = 'us' WHERE id = 6")).isEqualTo(1);
        samePlaces();
        fixture.refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, "id", "UPDATE a SET owner = 5 WHERE owner = 3");
        fixture.refused(ErrorCode.KEY_OUTSIDE, "region", "UPDATE r SET region = 'fr' WHERE id = 7");
        samePlaces();
    }
}

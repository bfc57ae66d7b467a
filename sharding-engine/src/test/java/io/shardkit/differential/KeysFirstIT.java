package io.shardkit.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.RowsGathered;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * Joins of a few rows with a large table on columns that do not place its rows: the answer is that of one database, and of the
 * large table only the rows are copied whose keys the few rows have, where all others change nothing.
 */
@ParameterizedClass
@OnDatabases
class KeysFirstIT {
    private static final int FEW = 300;
    private static final int MANY = 10_400;

    /** Values of {@code ref} are below; about one of eight is one of the few. */
    private static final int REFS = 2_400;

    /** Copies of the few rows, and of those that refer to them. */
    private static final long BY_KEYS = FEW + MANY / 6;

    private static final long ALL = Long.MAX_VALUE;

    private static final List<HikariDataSource> POOLS = new ArrayList<>();

    private final List<String> wrong = new ArrayList<>();
    private final Queue<String> counts = new ConcurrentLinkedQueue<>();
    private long copied;

    @Parameter
    TestDatabase database;

    @BeforeParameterizedClassInvocation
    static void fill(TestDatabase database) throws SQLException {
        POOLS.add(database.create("keys", 0));
        POOLS.add(database.create("keys0", 0));
        POOLS.add(database.create("keys1", 1));
        run(POOLS.get(0), tables("", database));
        run(POOLS.get(1), tables("_0", database));
        run(POOLS.get(2), tables("_1", database));
        run(POOLS.get(0), rows(database));
        try (ShardingDataSource sharded = engine(Limits.DEFAULTS, null)) {
            run(sharded, rows(database));
        }
    }

    @AfterParameterizedClassInvocation
    static void close() {
        POOLS.forEach(HikariDataSource::close);
        POOLS.clear();
    }

    private static List<String> tables(String suffix, TestDatabase database) {
        String large = database.speaksMysql() ? "BIGINT UNSIGNED" : "BIGINT";
        return List.of(
                "CREATE TABLE few" + suffix + " (ref BIGINT NOT NULL PRIMARY KEY, k INT, grp INT, large " + large + ")",
                "CREATE TABLE many" + suffix + " (id BIGINT NOT NULL PRIMARY KEY, ref BIGINT, k BIGINT, v INT, large "
                        + large + ")",
                "CREATE TABLE part" + suffix + " (pid BIGINT NOT NULL PRIMARY KEY, id BIGINT, small SMALLINT)",
                "CREATE INDEX many_ref ON many" + suffix + " (ref)",
                "CREATE INDEX many_k ON many" + suffix + " (k)",
                "CREATE INDEX many_large ON many" + suffix + " (large)",
                "CREATE INDEX part_id ON part" + suffix + " (id)",
                "CREATE INDEX part_small ON part" + suffix + " (small)");
    }

    private static List<String> rows(TestDatabase database) {
        Random random = new Random(11);
        String largest = database.speaksMysql() ? "18446744073709551615" : "9223372036854775807";
        List<String> few = new ArrayList<>();
        for (int i = 0; i < FEW; i++) {
            few.add("(" + i + ", " + (i % 9 == 0 ? "NULL" : i % 40 - 20) + ", " + i % 7 + ", "
                    + (i % 3 == 0 ? largest : Integer.toString(i)) + ")");
        }
        List<String> statements =
                new ArrayList<>(List.of("INSERT INTO few (ref, k, grp, large) VALUES " + String.join(", ", few)));
        for (int from = 0; from < MANY; from += 1_300) {
            List<String> many = new ArrayList<>();
            List<String> parts = new ArrayList<>();
            for (int id = from; id < from + 1_300; id++) {
                many.add("(" + id + ", " + (id % 20 == 0 ? "NULL" : random.nextInt(REFS)) + ", "
                        + (id % 11 == 0 ? "NULL" : id % 50 == 0 ? "3000000000" : random.nextInt(400) - 200) + ", "
                        + random.nextInt(1000) + ", " + (id % 400 == 0 ? largest : Integer.toString(1000 + id)) + ")");
                parts.add("(" + id + ", " + random.nextInt(MANY) + ", " + (random.nextInt(400) - 200) + ")");
            }
            statements.add("INSERT INTO many (id, ref, k, v, large) VALUES " + String.join(", ", many));
            statements.add("INSERT INTO part (pid, id, small) VALUES " + String.join(", ", parts));
        }
        return statements;
    }

    private static void run(DataSource source, List<String> statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static ShardingDataSource engine(Limits limits, @Nullable StatementListener listener) throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", POOLS.get(1));
        sources.put("ds1", POOLS.get(2));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(table("few", "ref"))
                .table(table("many", "id"))
                .table(table("part", "pid"))
                .build();
        return ShardingDataSource.create(
                sources,
                rule,
                ShardingOptions.builder()
                        .limits(limits)
                        .listener(listener == null ? StatementListener.NONE : listener)
                        .build());
    }

    private static TableRule table(String name, String key) {
        return new TableRule(
                name,
                "ds0." + name + "_0,ds1." + name + "_1",
                null,
                new ShardingStrategy(key, new ModAlgorithm(2)),
                null);
    }

    private ShardingDataSource engine(long mostRows) throws SQLException {
        return engine(Limits.builder().gatherMaxRows(mostRows).build(), new StatementListener() {
            @Override
            public void rowsGathered(RowsGathered event) {
                copied += event.rows();
            }

            @Override
            public void shardCallStarted(@Nullable Object statement, String dataSource, String sql) {
                if (sql.endsWith(") sk_counted")) {
                    counts.add(sql);
                }
            }
        });
    }

    /** To know that a table is large takes no more than a part of it. */
    @Test
    void countsOfAFirstRunAreBounded() throws SQLException {
        try (ShardingDataSource sharded = engine(10_000_000);
                Connection one = POOLS.get(0).getConnection();
                Connection many = sharded.getConnection()) {
            Asked asked = new Asked(one, many);
            asked.of(BY_KEYS, "SELECT f.ref, m.id FROM few f JOIN many m ON m.ref = f.ref WHERE f.grp < 5");
            assertThat(counts).hasSize(2).allSatisfy(sql -> assertThat(sql).containsPattern("(LIMIT|FIRST) 1001\\b"));
            counts.clear();
            // Both are large, so that it matters which one is larger.
            asked.of(ALL, "SELECT COUNT(*) FROM part p JOIN many m ON p.id = m.id WHERE m.v < 600");
            assertThat(counts).hasSize(4).allSatisfy(sql -> assertThat(sql)
                    .containsPattern("(LIMIT|FIRST) (1001|100001)\\b"));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void rowsByKeys() throws SQLException {
        try (ShardingDataSource sharded = engine(100_000);
                Connection one = POOLS.get(0).getConnection();
                Connection many = sharded.getConnection()) {
            Asked asked = new Asked(one, many);
            asked.of(BY_KEYS, "SELECT f.ref, m.id, m.v FROM few f JOIN many m ON m.ref = f.ref");
            asked.of(BY_KEYS, "SELECT f.ref, m.id FROM many m, few f WHERE f.ref = m.ref AND f.grp = 3");
            asked.of(BY_KEYS, "SELECT f.ref, m.id FROM few f LEFT JOIN many m ON m.ref = f.ref AND m.v > 10");
            asked.of(BY_KEYS, "SELECT f.ref, m.id FROM many m RIGHT JOIN few f ON m.ref = f.ref");
            asked.of(BY_KEYS, "SELECT f.ref, m.id FROM many m LEFT JOIN few f ON m.ref = f.ref WHERE f.grp < 3");
            asked.of(
                    BY_KEYS,
                    "SELECT f.grp, m.v, COUNT(*), SUM(m.k) FROM few f JOIN many m ON m.ref = f.ref GROUP BY f.grp, m.v"
                            + " HAVING COUNT(*) > 1");
            asked.of(
                    BY_KEYS,
                    "SELECT f.ref FROM few f WHERE NOT EXISTS (SELECT 1 FROM many m WHERE m.ref = f.ref AND m.v >"
                            + " f.k)");
            asked.of(
                    BY_KEYS,
                    "SELECT f.ref FROM few f WHERE f.k NOT IN (SELECT m.v - 500 FROM many m WHERE m.ref = f.ref)");
            asked.of(BY_KEYS, "SELECT f.ref, (SELECT MAX(m.v) FROM many m WHERE m.ref = f.ref) FROM few f");
            asked.of(
                    BY_KEYS,
                    "SELECT f.ref, (SELECT COUNT(*) FROM many m WHERE m.ref = f.ref AND m.v > f.k) FROM few f");
            asked.of(
                    BY_KEYS,
                    "SELECT f.ref FROM few f WHERE f.grp IN (1, 2) UNION ALL"
                            + " SELECT m.id FROM few f JOIN many m ON f.ref = m.ref WHERE f.grp = 2");
            asked.of(
                    2 * BY_KEYS,
                    "SELECT f.ref, m.id, p.pid FROM few f JOIN many m ON m.ref = f.ref LEFT JOIN part p ON p.id ="
                            + " m.id");
            asked.of(
                    BY_KEYS,
                    "SELECT m.id, p.pid FROM few f JOIN many m ON m.ref = f.ref JOIN part p ON p.small = m.k"
                            + " WHERE f.ref IN (3, 4, 5) AND m.k IS NOT NULL");
            asked.of(FEW + 100, "SELECT f.ref, m.id FROM few f JOIN many m ON m.large = f.large");
            asked.of(FEW, "SELECT f.ref, m.id FROM few f JOIN many m ON m.ref = f.ref WHERE f.grp > 90");
        }
        assertThat(wrong).isEmpty();
    }

    /** A table that is used several times may be copied once; only what none of the uses needs is left out. */
    @Test
    void severalUses() throws SQLException {
        try (ShardingDataSource sharded = engine(100_000);
                Connection one = POOLS.get(0).getConnection();
                Connection many = sharded.getConnection()) {
            Asked asked = new Asked(one, many);
            asked.of(
                    2 * BY_KEYS,
                    "SELECT f.ref, m.id FROM few f JOIN many m ON m.ref = f.ref WHERE f.grp = 3"
                            + " AND m.v < (SELECT 0.5 * AVG(x.v) FROM many x WHERE x.ref = f.ref)");
            asked.of(
                    2 * BY_KEYS,
                    "SELECT COUNT(*) FROM few f JOIN many a ON a.ref = f.ref JOIN many b ON b.ref = a.ref WHERE f.grp"
                            + " = 2");
            asked.of(
                    2 * BY_KEYS,
                    "SELECT f.ref, a.id, b.id FROM few f LEFT JOIN many a ON a.ref = f.ref AND a.v < 300"
                            + " LEFT JOIN many b ON b.ref = f.ref AND b.v > 700 WHERE f.grp = 1");
            asked.of(
                    2 * BY_KEYS,
                    "SELECT a.id FROM few f JOIN many a ON a.ref = f.ref WHERE f.grp = 4"
                            + " AND NOT EXISTS (SELECT 1 FROM many b WHERE b.ref = f.ref AND b.v > a.v)");
            asked.of(
                    ALL,
                    "SELECT COUNT(*) FROM few f JOIN many a ON a.ref = f.ref JOIN many b ON b.k = f.k WHERE f.grp = 2");
            asked.of(
                    ALL,
                    "SELECT COUNT(*) FROM few f JOIN many a ON a.ref = f.ref LEFT JOIN many b ON b.k = a.k WHERE f.grp"
                            + " = 2");
            asked.of(
                    ALL,
                    "SELECT COUNT(*) FROM few f JOIN many a ON a.ref = f.ref JOIN few g ON g.grp = f.grp"
                            + " JOIN many b ON b.ref = g.ref WHERE f.ref < 3");
            asked.of(
                    ALL,
                    "SELECT COUNT(*), COUNT(f.ref) FROM many b LEFT JOIN few f ON f.ref = b.ref WHERE b.v < 5"
                            + " AND b.id NOT IN (SELECT m.id FROM many m JOIN few g ON g.ref = m.ref WHERE g.grp = 1)");
        }
        assertThat(wrong).isEmpty();
    }

    /** An equality that each branch of an OR demands is demanded by the OR. */
    @Test
    void equalitiesWithinOr() throws SQLException {
        try (ShardingDataSource sharded = engine(100_000);
                Connection one = POOLS.get(0).getConnection();
                Connection many = sharded.getConnection()) {
            Asked asked = new Asked(one, many);
            asked.of(
                    BY_KEYS,
                    "SELECT f.ref, m.id FROM few f, many m WHERE (f.ref = m.ref AND f.grp = 1 AND m.v < 500)"
                            + " OR (m.ref = f.ref AND f.grp = 2 AND m.v >= 500)");
            asked.of(
                    BY_KEYS,
                    "SELECT f.ref, m.id FROM few f LEFT JOIN many m ON (m.ref = f.ref AND m.v > f.k)"
                            + " OR (f.ref = m.ref AND m.k IS NULL)");
            asked.of(
                    BY_KEYS,
                    "SELECT f.ref, m.id FROM few f JOIN many m ON NOT ((f.ref <> m.ref OR f.grp > 1)"
                            + " AND (m.ref <> f.ref OR m.v < 900))");
            asked.of(
                    ALL,
                    "SELECT f.ref, m.id FROM few f JOIN many m ON (f.ref = m.ref AND f.grp = 1)"
                            + " OR (m.k = f.k AND f.grp = 1 AND m.v < 50)");
            asked.of(
                    ALL,
                    "SELECT COUNT(*) FROM few f JOIN many m ON f.ref < 3 AND m.v < 90"
                            + " AND NOT ((f.ref = m.ref AND f.grp = 1) OR (f.ref = m.ref AND f.grp = 2))");
            asked.of(
                    ALL,
                    "SELECT COUNT(*) FROM few f JOIN many m ON f.ref < 3 AND m.v < 90"
                            + " AND ((f.ref = m.ref AND m.k < 3) OR (f.ref = m.ref AND m.k < 9)) IS NOT TRUE");
            asked.of(
                    ALL,
                    "SELECT COUNT(*), COUNT(f.ref) FROM many m LEFT JOIN few f ON (f.ref = m.ref AND f.grp = 1)"
                            + " OR (f.ref = m.ref AND m.v < 5)");
        }
        assertThat(wrong).isEmpty();
    }

    /** Rows without a key may count, or others than those that have one. */
    @Test
    void allRows() throws SQLException {
        String same = database.speaksMysql() ? " <=> " : " IS NOT DISTINCT FROM ";
        try (ShardingDataSource sharded = engine(100_000);
                Connection one = POOLS.get(0).getConnection();
                Connection many = sharded.getConnection()) {
            Asked asked = new Asked(one, many);
            asked.of(ALL, "SELECT COUNT(*), COUNT(f.ref) FROM many m LEFT JOIN few f ON m.ref = f.ref AND m.v > f.k");
            asked.of(ALL, "SELECT COUNT(*), SUM(m.v) FROM few f JOIN many m ON m.k" + same + "f.k AND f.grp = 1");
            asked.of(ALL, "SELECT f.ref FROM few f WHERE f.ref < 9 AND f.ref NOT IN (SELECT m.ref FROM many m)");
            asked.of(
                    ALL,
                    "SELECT COUNT(*) FROM few f WHERE f.ref < 9 AND (f.ref IN (SELECT m.ref FROM many m)) IS NULL");
            asked.of(ALL, "SELECT COUNT(*) FROM few f JOIN many m ON m.ref = f.ref OR m.k = f.k WHERE f.grp = 1");
            asked.of(
                    ALL,
                    "SELECT COUNT(*) FROM many m WHERE m.v < 100 AND NOT EXISTS (SELECT 1 FROM few f WHERE f.ref ="
                            + " m.ref AND f.k < m.v)");
            asked.of(
                    ALL,
                    "SELECT d.id, f.ref FROM (SELECT id, ref FROM many WHERE ref IS NOT NULL ORDER BY v, id LIMIT 70) d"
                            + " JOIN few f ON d.ref = f.ref");
            asked.of(
                    ALL,
                    "SELECT d.ref, m.id FROM (SELECT 350 AS ref) d LEFT JOIN few USING (ref) JOIN many m USING (ref)");
            asked.of(
                    ALL,
                    "SELECT m.id FROM few f JOIN many m ON m.ref = f.ref UNION ALL SELECT m.id FROM many m WHERE m.v <"
                            + " 9");
            asked.of(
                    ALL,
                    "SELECT COUNT(*) FROM few f JOIN many a ON a.ref = f.ref JOIN many b ON b.ref = a.k WHERE f.grp"
                            + " = 2");
            asked.of(
                    ALL,
                    "WITH x AS (SELECT m.id, m.ref, m.v FROM many m) SELECT COUNT(*) FROM few f JOIN x ON f.ref = x.ref"
                            + " JOIN x y ON y.id = x.v WHERE f.grp = 2");
        }
        assertThat(wrong).isEmpty();
    }

    /** The sizes that are known are those of other values. */
    @Test
    void otherSizes() throws SQLException {
        String sql = "SELECT f.ref, m.id FROM few f JOIN many m ON m.ref = f.ref WHERE f.grp = ? AND m.v < ?";
        try (ShardingDataSource sharded = engine(4_900);
                Connection one = POOLS.get(0).getConnection();
                Connection many = sharded.getConnection()) {
            Asked asked = new Asked(one, many);
            asked.of(BY_KEYS, sql, 3, 10);
            asked.of(BY_KEYS, sql, 3, 1000);
            asked.of(BY_KEYS, sql, 4, 10);
            assertThat(wrong).isEmpty();
            // What a transaction has begun is not begun anew.
            String other = sql + " AND m.v < 999";
            many.setAutoCommit(false);
            asked.of(BY_KEYS, other, 3, 10);
            assertThat(wrong).isEmpty();
            asked.of(MANY, other, 5, 1000);
            assertThat(wrong).singleElement().asString().contains("GATHER_TOO_LARGE");
            many.rollback();
            asked.of(BY_KEYS, other, 5, 1000);
            assertThat(wrong).hasSize(1);
            many.commit();
        }
    }

    @Test
    void rowsOfAnOpenTransaction() throws SQLException {
        try (ShardingDataSource sharded = engine(100_000);
                Connection one = POOLS.get(0).getConnection();
                Connection many = sharded.getConnection()) {
            for (Connection each : List.of(one, many)) {
                each.setAutoCommit(false);
                try (Statement statement = each.createStatement()) {
                    for (int i : IntStream.range(0, 4).toArray()) {
                        int ref = 5_000 + i;
                        statement.executeUpdate("INSERT INTO few (ref, k, grp) VALUES (" + ref + ", 1, 50)");
                        statement.executeUpdate("INSERT INTO many (id, ref, k, v) VALUES (" + (MANY + 2 * i) + ", "
                                + ref + ", 1, 1), (" + (MANY + 2 * i + 1) + ", " + ref + ", 1, 1)");
                    }
                    statement.executeUpdate("UPDATE few SET grp = 50 WHERE ref IN (8, 9)");
                    statement.executeUpdate("DELETE FROM many WHERE ref = 8");
                }
            }
            new Asked(one, many)
                    .of(BY_KEYS, "SELECT f.ref, m.id FROM few f JOIN many m ON m.ref = f.ref WHERE f.grp = 50");
            one.rollback();
            many.rollback();
        }
        assertThat(wrong).isEmpty();
    }

    /** Asks both, and keeps what differs. */
    private final class Asked {
        private final Connection one;
        private final Connection many;

        Asked(Connection one, Connection many) {
            this.one = one;
            this.many = many;
        }

        /** @param most the number of rows that may be copied */
        void of(long most, String text, Object... values) throws SQLException {
            Sql sql = new Sql(text, List.of(values));
            Answer expected = Answer.of(one, sql);
            copied = 0;
            Verdict verdict = Verdict.of(expected, Answer.of(many, sql), Ordering.NONE);
            if (!(verdict instanceof Equal)) {
                wrong.add(text + "\n  " + verdict);
            }
            if (copied > most) {
                wrong.add(text + "\n  copies " + copied + " rows");
            }
        }
    }
}

package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.testing.DatabasesOfRun;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that columns of every type, with values at their bounds, are read by gathers and by merges, and written from the
 * result of a query: rows, classes, strings and metadata are those of one table.
 */
class ColumnTypesIT {
    private static final List<String> GATHERS = List.of(
            "SELECT id, v, w FROM o WHERE id >= (SELECT MIN(id) FROM o)",
            "SELECT * FROM o WHERE k <= (SELECT MAX(k) FROM o)");
    private static final List<String> MERGES = List.of(
            "SELECT id, v, w FROM o",
            "SELECT id, v FROM o ORDER BY id LIMIT 100",
            "SELECT id, v FROM o ORDER BY v, id",
            "SELECT id, v FROM o ORDER BY v DESC, id LIMIT 5",
            "SELECT v, COUNT(*) FROM o GROUP BY v",
            "SELECT DISTINCT v FROM o",
            "SELECT MIN(v), MAX(v) FROM o",
            "SELECT COUNT(DISTINCT v), COUNT(v) FROM o",
            "SELECT MIN(v), COUNT(DISTINCT v), MAX(v) FROM o",
            "SELECT w, COUNT(DISTINCT v), COUNT(v), SUM(id), AVG(id) FROM o GROUP BY w",
            "SELECT w, MIN(v), COUNT(DISTINCT v) FROM o GROUP BY w");
    private static final List<String> GROUPS = List.of(
            "SELECT v, COUNT(*) AS c, MAX(v) AS m FROM o GROUP BY v HAVING COUNT(*) > 0",
            "SELECT w, COUNT(v) + 1, MIN(v) FROM o GROUP BY w HAVING COUNT(*) > 0",
            "SELECT COALESCE(MAX(v), MIN(v)) AS m FROM o",
            "SELECT COALESCE(MAX(v), MIN(v)) AS m, MIN(w), MAX(w), COUNT(*) FROM o GROUP BY k",
            "SELECT k, COALESCE(SUM(v), 0), SUM(w) FROM o GROUP BY k",
            "SELECT SUM(v) * 2 AS s, SUM(w) / COUNT(*), SUM(k) FROM o HAVING COUNT(v) > 1",
            "SELECT COUNT(DISTINCT v) + COUNT(DISTINCT w) FROM o");
    private static final String COPY = "INSERT INTO o (id, k, v, w) SELECT id + 101, k + 1, v, w FROM o";

    private static final Map<TestDatabase, List<HikariDataSource>> POOLS = new LinkedHashMap<>();
    private static ExecutorService executor;

    @BeforeAll
    static void create() throws SQLException {
        executor = Executors.newCachedThreadPool();
        for (TestDatabase database : DatabasesOfRun.and()) {
            List<HikariDataSource> pools = List.of(
                    database.create("types_whole", 0), database.create("types0", 0), database.create("types1", 1));
            POOLS.put(database, pools);
            if (database == POSTGRESQL) {
                for (HikariDataSource pool : pools) {
                    SpreadTable.execute(pool, DeclaredType.OWN_TYPES);
                }
            }
        }
    }

    @AfterAll
    static void close() {
        POOLS.values().forEach(pools -> pools.forEach(HikariDataSource::close));
        executor.shutdownNow();
    }

    @ParameterizedTest
    @MethodSource("io.shardkit.differential.server.DeclaredType#all")
    void holdWhatOneTableHolds(DeclaredType type) throws SQLException {
        DataSource engine = fill(type);
        for (String sql : GATHERS) {
            if (type.gathered()) {
                assertAnswer(type, engine, sql);
            } else {
                assertThat(read(engine, sql)).as(sql).first().asString().startsWith(ErrorCode.GATHER_TYPE.code());
            }
        }
        for (String sql : MERGES) {
            // As of the third execution on the units may be asked in another way.
            for (int i = 0; i < 3; i++) {
                assertAnswer(type, engine, sql);
            }
        }
        if (type.gathered()) {
            for (String sql : GROUPS) {
                // What has no sum is refused by the database itself.
                for (int i = 0; i < 2; i++) {
                    assertAnswer(type, engine, sql);
                }
            }
            SpreadTable.execute(engine, List.of(COPY));
            SpreadTable.execute(whole(type), List.of(COPY));
            assertAnswer(type, engine, "SELECT * FROM o");
        }
    }

    /** MariaDB's JSON is a text, which its functions would quote. */
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.POSTGRESQL)
    void functionsNestGatheredJson(TestDatabase database) throws SQLException {
        DeclaredType json = DeclaredType.all()
                .filter(type -> type.database() == database && type.name().equals("JSON"))
                .findFirst()
                .orElseThrow();
        assertAnswer(json, fill(json), "SELECT id, JSON_ARRAY(v) FROM o WHERE id >= (SELECT MIN(id) FROM o)");
    }

    private static HikariDataSource whole(DeclaredType type) {
        return POOLS.get(type.database()).get(0);
    }

    private static DataSource fill(DeclaredType type) throws SQLException {
        List<HikariDataSource> pools = POOLS.get(type.database());
        if (type.database() == POSTGRESQL) {
            // Its driver shows another text of some values from the fifth execution on a connection on.
            pools.forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
        }
        String columns =
                "v " + type.name() + ", w " + type.name() + (type.name().endsWith(" NULL") ? "" : " NOT NULL");
        int values = type.values().size();
        for (int pool = 0; pool < pools.size(); pool++) {
            List<String> statements = new ArrayList<>();
            if (type.database().speaksMysql()) {
                statements.add("SET SESSION sql_mode = ''");
            }
            statements.addAll(SpreadTable.statements(pool - 1, columns, 3 * (values + 1), id -> {
                String value = type.values().get(id % values);
                boolean absent = id / values == 3 && !type.name().equals("label");
                return (absent ? "NULL" : value) + ", " + value;
            }));
            SpreadTable.execute(pools.get(pool), statements);
        }
        return SpreadTable.engine(pools.get(1), pools.get(2), SpreadTable.rule().build(), executor);
    }

    private static void assertAnswer(DeclaredType type, DataSource engine, String sql) {
        List<String> actual = read(engine, sql);
        ErrorCode refusal = type.refusal();
        if (refusal == null || !actual.get(0).startsWith(refusal.code())) {
            assertThat(actual).as(sql).isEqualTo(read(whole(type), sql));
        }
    }

    /** Refusals and errors are answers too. */
    private static List<String> read(DataSource source, String sql) {
        try {
            return SpreadTable.read(source, sql);
        } catch (SQLException failure) {
            return List.of(
                    failure instanceof ShardingException ? failure.getMessage() : "error " + failure.getSQLState());
        } catch (RuntimeException ofDriver) {
            return List.of(ofDriver.toString());
        }
    }
}

package io.shardkit.differential.write;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.differential.fixture.ShardCalls;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * The tables {@code job}, whose key is {@code id}, {@code task}, whose key is {@code (owner, id)}, and {@code trace},
 * which has none, in {@code ds[owner mod 2].*_[id mod 2]}, and once more whole; the broadcast table {@code kind}.
 */
final class LimitFixture implements AutoCloseable {
    private static final List<String> TABLES = List.of("job", "task", "trace");

    final TestDatabase database;
    final ShardCalls calls = new ShardCalls();
    final HikariDataSource whole;
    final List<HikariDataSource> sources = new ArrayList<>();
    final DataSource engine;
    private final Map<String, DataSource> named = new LinkedHashMap<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    LimitFixture(TestDatabase database) throws SQLException {
        this.database = database;
        for (int i = 0; i < 2; i++) {
            HikariDataSource source = database.create("limits" + i, i);
            source.setMaximumPoolSize(40);
            sources.add(source);
            named.put("ds" + i, source);
            create(source, "_0");
            create(source, "_1");
            createKind(source);
        }
        whole = database.create("limits", 0);
        create(whole, "");
        createKind(whole);
        engine = engine(false);
    }

    private static ShardingRule rule(boolean checked) {
        ShardingStrategy byOwner = new ShardingStrategy("owner", new ModAlgorithm(2));
        ShardingStrategy byId = new ShardingStrategy("id", new ModAlgorithm(2));
        ShardingRuleBuilder built = TestRules.over(List.of("ds0", "ds1"), checked);
        for (String table : TABLES) {
            built.table(new TableRule(table, "ds{0..1}." + table + "_{0..1}", byOwner, byId, null));
        }
        return built.broadcast("kind").build();
    }

    DataSource engine(boolean checked) throws SQLException {
        Limits limits = Limits.builder()
                .gatherMaxRows(1000)
                .maxMergedRows(1000)
                .maxOffset(1000)
                .writesWithoutCondition(true)
                .build();
        return ShardingDataSource.create(
                named,
                rule(checked),
                ShardingOptions.builder()
                        .executor(executor)
                        .limits(limits)
                        .planCacheSize(100)
                        .listener(calls)
                        .lockTimeout(Duration.ofSeconds(2))
                        .build());
    }

    private static void create(DataSource source, String suffix) throws SQLException {
        String columns =
                "id BIGINT NOT NULL, owner INT NOT NULL, status VARCHAR(10), priority INT, taken INT DEFAULT 0";
        UpsertFixture.run(source, "CREATE TABLE job" + suffix + " (" + columns + ", PRIMARY KEY (id))");
        UpsertFixture.run(source, "CREATE INDEX job_order" + suffix + " ON job" + suffix + " (status, priority, id)");
        UpsertFixture.run(source, "CREATE TABLE task" + suffix + " (" + columns + ", PRIMARY KEY (owner, id))");
        UpsertFixture.run(source, "CREATE TABLE trace" + suffix + " (" + columns + ")");
    }

    private static void createKind(DataSource source) throws SQLException {
        UpsertFixture.run(
                source,
                "CREATE TABLE kind (code INT NOT NULL, title VARCHAR(10) DEFAULT 'none',"
                        + " made TIMESTAMP DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (code))");
    }

    /** Twelve rows in each table, of which eight are new; no two have the same priority. */
    void fill() throws SQLException {
        for (DataSource each : List.of(engine, whole)) {
            for (String table : TABLES) {
                for (long id = 1; id <= 12; id++) {
                    UpsertFixture.run(
                            each,
                            "INSERT INTO " + table + " (id, owner, status, priority) VALUES (?, ?, ?, ?)",
                            id,
                            (int) (id / 2 % 3),
                            id % 3 == 0 ? "done" : "new",
                            (int) (id * 7 % 13));
                }
            }
        }
        calls.take();
    }

    @Override
    public void close() {
        sources.forEach(HikariDataSource::close);
        whole.close();
        executor.shutdown();
    }
}

package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.differential.fixture.ShardCalls;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Limits;
import io.shardkit.options.MovingUpdates;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.MissingTable;
import io.shardkit.rule.PlacedKey;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code account}, whose key is {@code id}, and {@code pair}, whose key is {@code (owner, id)}, in
 * {@code ds[owner mod 2].*_[id mod 2]}; {@code item}, whose key is a text, in {@code ds1.item_[owner mod 3]}; {@code token},
 * whose key is a UUID, in {@code ds[owner mod 2]}; and all of them once more whole.
 */
final class MoveFixture implements AutoCloseable {
    private static final List<String> TABLES = List.of("account", "pair", "item", "token");

    /** By the name of a table and an owner the unit of their rows, where keys are placed. */
    private static final Map<String, Map<Integer, String>> PLACED = Map.of(
            "account", Map.of(1, "ds1.account_9", 3, "ds0.account_0", 4, "ds0.account_9"),
            "pair", Map.of(1, "ds0.pair_1", 2, "ds1.pair_9"),
            "item", Map.of(1, "ds0.item_9", 4, "ds1.item_0"),
            "token", Map.of(1, "ds1.token_9", 2, "ds1.token"));

    final TestDatabase database;
    private final boolean placed;
    final ShardCalls calls = new ShardCalls();
    final HikariDataSource whole;
    final List<HikariDataSource> sources = new ArrayList<>();
    private final Map<String, DataSource> named = new LinkedHashMap<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    MoveFixture(TestDatabase database) throws SQLException {
        this(database, false);
    }

    /** @param placed whether {@code owner} decides alone in all tables, and the rows of some owners lie elsewhere */
    MoveFixture(TestDatabase database, boolean placed) throws SQLException {
        this.database = database;
        this.placed = placed;
        for (int i = 0; i < 2; i++) {
            HikariDataSource source = database.create("moves" + i, i);
            source.setMaximumPoolSize(40);
            sources.add(source);
            named.put("ds" + i, source);
            for (int table = 0; table < 2; table++) {
                create(source, "account_" + table, "pair_" + table);
            }
            UpsertFixture.run(source, token("token"));
            create(source, "account_9", "pair_9");
        }
        UpsertFixture.run(sources.get(0), item("item_9"));
        UpsertFixture.run(sources.get(1), token("token_9"));
        for (int table = 0; table < 3; table++) {
            UpsertFixture.run(sources.get(1), item("item_" + table));
        }
        whole = database.create("moves", 0);
        create(whole, "account", "pair");
        UpsertFixture.run(whole, item("item"));
        UpsertFixture.run(whole, token("token"));
    }

    private void create(DataSource source, String account, String pair) throws SQLException {
        boolean postgres = database == TestDatabase.POSTGRESQL;
        String bytes = postgres ? "BYTEA" : "VARBINARY(100)";
        // H2 2.4 loses a row that is deleted and comes back under the same integer primary key, if who had waited for
        // it
        // rolls back then.
        String key = database == TestDatabase.H2 ? "id BIGINT NOT NULL UNIQUE" : "id BIGINT PRIMARY KEY";
        String twice = database == TestDatabase.H2
                ? "GENERATED ALWAYS AS (version * 2)"
                : "GENERATED ALWAYS AS (version * 2) STORED";
        UpsertFixture.run(
                source,
                "CREATE TABLE " + account + " (" + key + ", owner INT NOT NULL, email VARCHAR(20) UNIQUE,"
                        + " version INT NOT NULL DEFAULT 0, twice INT " + twice + ", price DECIMAL(20,4) DEFAULT 7,"
                        + " rate DOUBLE PRECISION, born DATE, seen TIMESTAMP(6) NULL, raw " + bytes
                        + ", note VARCHAR(200) DEFAULT 'none' CHECK (note <> 'bad'))");
        UpsertFixture.run(
                source,
                "CREATE TABLE " + pair + " (owner INT NOT NULL, id BIGINT NOT NULL, note VARCHAR(40),"
                        + " PRIMARY KEY (owner, id))");
    }

    private String token(String name) {
        return "CREATE TABLE " + name + " (id " + database.uuidType()
                + " PRIMARY KEY, owner INT NOT NULL, note VARCHAR(40))";
    }

    private String item(String name) {
        String number = database.speaksMysql()
                ? "number BIGINT AUTO_INCREMENT, KEY (number)"
                : "number BIGINT GENERATED ALWAYS AS IDENTITY";
        return "CREATE TABLE " + name + " (code VARCHAR(20) PRIMARY KEY, owner INT NOT NULL, " + number
                + ", note VARCHAR(40))";
    }

    DataSource engine() throws SQLException {
        return engine(MovingUpdates.MOVE, false);
    }

    /** @param unique whether inserts look for their keys in other units, so that keys are known to be unique */
    DataSource engine(MovingUpdates moving, boolean unique) throws SQLException {
        ShardingStrategy byOwner = new ShardingStrategy("owner", new ModAlgorithm(2));
        ShardingStrategy byId = new ShardingStrategy(placed ? "owner" : "id", new ModAlgorithm(2));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"), unique)
                .table(table("account", "ds{0..1}.account_{0..1}", byOwner, byId))
                .table(table("pair", "ds{0..1}.pair_{0..1}", byOwner, byId))
                .table(table("item", "ds1.item_{0..2}", null, new ShardingStrategy("owner", new ModAlgorithm(3))))
                .table(table("token", "ds{0..1}.token", byOwner, null))
                .uniqueKeys(
                        "item",
                        new UniqueKeyChoices(Map.of(), true, unique ? UniqueKeyChoice.CHECK : UniqueKeyChoice.ACCEPT))
                .build();
        Limits limits = Limits.builder()
                .gatherMaxRows(1000)
                .maxMergedRows(1000)
                .maxOffset(1000)
                .movingUpdates(moving)
                .build();
        return ShardingDataSource.create(
                named,
                rule,
                ShardingOptions.builder()
                        .executor(executor)
                        .limits(limits)
                        .planCacheSize(100)
                        .listener(calls)
                        .lockTimeout(Duration.ofSeconds(2))
                        .build());
    }

    private TableRule table(
            String name, String nodes, @Nullable ShardingStrategy database, @Nullable ShardingStrategy table) {
        List<PlacedKey> keys = !placed
                ? List.of()
                : Objects.requireNonNull(PLACED.get(name)).entrySet().stream()
                        .map(key -> new PlacedKey(key.getKey().toString(), key.getValue()))
                        .toList();
        return new TableRule(name, nodes, database, table, null, MissingTable.FIXED, Map.of(), keys);
    }

    /** Runs a statement here and on one database: the same count, and the same rows after it, each in its unit. */
    int same(DataSource engine, String sql, @Nullable Object... parameters) throws SQLException {
        int count = UpsertFixture.run(engine, sql, parameters);
        assertThat(count).as(sql).isEqualTo(UpsertFixture.run(whole, sql, parameters));
        sameRows(engine);
        return count;
    }

    void sameRows(DataSource engine) throws SQLException {
        for (String table : TABLES) {
            String key = table.equals("item") ? "code" : "id";
            String columns =
                    switch (table) {
                        case "account" -> "id, owner, email, version, twice, price, rate, born, seen, raw, note";
                        case "pair", "token" -> "id, owner, note";
                        default -> "code, owner, note";
                    };
            String sql = "SELECT " + columns + " FROM " + table + " ORDER BY " + key + ", owner";
            assertThat(WriteFixture.rows(engine, sql)).isEqualTo(WriteFixture.rows(whole, sql));
        }
        assertPlaced();
    }

    /** Each row lies in the unit that its values say. */
    void assertPlaced() throws SQLException {
        if (placed) {
            for (int table = 0; table < 10; table += table == 1 ? 8 : 1) {
                assertPlaced("account", "_" + table, owner -> owner % 2 + ".account_" + owner % 2);
                assertPlaced("pair", "_" + table, owner -> owner % 2 + ".pair_" + owner % 2);
            }
            for (String item : List.of("ds0.item_9", "ds1.item_0", "ds1.item_1", "ds1.item_2")) {
                assertOwners("item", item, owner -> "1.item_" + owner % 3);
            }
            for (String token : List.of("ds0.token", "ds1.token", "ds1.token_9")) {
                assertOwners("token", token, owner -> owner % 2 + ".token");
            }
            return;
        }
        for (int source = 0; source < 2; source++) {
            for (int table = 0; table < 2; table++) {
                for (String name : List.of("account_", "pair_")) {
                    assertThat(WriteFixture.rows(
                                    sources.get(source),
                                    "SELECT id, owner FROM " + name + table + " WHERE MOD(owner, 2) <> " + source
                                            + " OR MOD(id, 2) <> " + table))
                            .isEmpty();
                }
            }
        }
        for (int source = 0; source < 2; source++) {
            assertThat(WriteFixture.rows(sources.get(source), "SELECT id FROM token WHERE MOD(owner, 2) <> " + source))
                    .isEmpty();
        }
        for (int table = 0; table < 3; table++) {
            assertThat(WriteFixture.rows(
                            sources.get(1), "SELECT code FROM item_" + table + " WHERE MOD(owner, 3) <> " + table))
                    .isEmpty();
        }
    }

    private void assertPlaced(String table, String end, IntFunction<String> others) throws SQLException {
        for (int source = 0; source < 2; source++) {
            assertOwners(table, "ds" + source + "." + table + end, others);
        }
    }

    private void assertOwners(String table, String unit, IntFunction<String> others) throws SQLException {
        for (List<String> row : WriteFixture.rows(
                sources.get(unit.charAt(2) - '0'), "SELECT owner FROM " + unit.substring(unit.indexOf('.') + 1))) {
            int owner = Integer.parseInt(row.get(0));
            assertThat(Objects.requireNonNull(PLACED.get(table)).getOrDefault(owner, "ds" + others.apply(owner)))
                    .as("unit of owner " + owner)
                    .isEqualTo(unit);
        }
    }

    @Override
    public void close() {
        sources.forEach(HikariDataSource::close);
        whole.close();
        executor.shutdown();
    }
}

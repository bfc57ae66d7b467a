package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.PeriodUnit;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.TableDeclaration;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;

/** A table that goes from one random layout to another, by all algorithms, is found as a plain table would be. */
class RandomReshardIT {
    private static final int SEEDS = Effort.of(2);
    private static final int LAYOUTS = 4;
    private static final int ROWS = 120;
    private static final int SOURCES = 3;
    private static final LocalDate FIRST_DAY = LocalDate.of(2024, 1, 1);
    private static final int MONTHS = 6;

    /** A row beside its key. */
    private record Row(int owner, String code, LocalDate made, int amount) {}

    private final Map<Long, Row> rows = new TreeMap<>();

    @ParameterizedTest
    @OnDatabases
    void aTableGoesFromLayoutToLayout(TestDatabase database) throws Exception {
        long seed = Seeds.chosen();
        for (int i = 0; i < SEEDS; i++) {
            System.out.println("layouts on " + database + ", seed " + (seed + i));
            layouts(database, Seeds.random(seed + i));
        }
    }

    private void layouts(TestDatabase database, Random random) throws Exception {
        rows.clear();
        Map<String, DataSource> pools = new LinkedHashMap<>();
        for (int i = 0; i < SOURCES; i++) {
            pools.put("ds" + i, database.create("reshard", i));
        }
        Layout layout = layout(random);
        ShardingRule rule = rule(layout, random);
        System.out.println("from " + named(rule));
        try (ShardingDataSource instance = ShardingDataSource.builder()
                .dataSources(pools)
                .rule(rule)
                .options(ShardingOptions.builder()
                        .ruleStore(RuleStore.DEFAULTS.every(Duration.ofMillis(100)))
                        .build())
                .build()) {
            String text = database.speaksMysql() ? "VARCHAR(20) COLLATE utf8mb4_bin" : "VARCHAR(20)";
            execute(
                    instance,
                    "CREATE TABLE t (id BIGINT NOT NULL, owner INT NOT NULL, code " + text
                            + " NOT NULL, made DATE NOT NULL, amount INT, PRIMARY KEY (id, owner, code, made))");
            write(instance, random);
            for (int i = 0; i < LAYOUTS; i++) {
                layout = random.nextBoolean() ? layout : layout(random);
                ShardingRule next = rule(layout, random);
                System.out.println("to " + named(next));
                go(instance.moves(), ReshardRequest.of(next, List.of("t")), random, instance);
            }
        } finally {
            for (DataSource each : pools.values()) {
                ((HikariDataSource) each).close();
            }
        }
    }

    private void go(Moves moves, ReshardRequest request, Random random, ShardingDataSource instance) throws Exception {
        String id;
        try {
            id = moves.start(request);
        } catch (SQLException failure) {
            assertThat(failure.getMessage()).contains("as it is wanted already");
            return;
        }
        awaitSwitch(moves, id, false);
        check(instance);
        write(instance, random);
        if (random.nextInt(3) == 0) {
            moves.goBack(id);
            awaitSwitch(moves, id, true);
            check(instance);
            write(instance, random);
        }
        moves.complete(id);
        while (!moves.list().isEmpty()) {
            Thread.sleep(10);
        }
        check(instance);
    }

    private static void awaitSwitch(Moves moves, String id, boolean back) throws Exception {
        MoveState state = moves.state(id);
        while (state.phase() != MovePhase.SWITCHED || state.back() != back) {
            assertThat(state.phase()).as("%s", state).isNotEqualTo(MovePhase.FAILED);
            Thread.sleep(10);
            state = moves.state(id);
        }
    }

    private static String nodes(Random random, int count, String prefix, int first) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> "ds" + random.nextInt(SOURCES) + "." + prefix + i)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String named(ShardingRule rule) {
        var table = rule.shardedTable("t");
        return table == null ? rule.singleTables().toString() : table.nodes() + " with " + table.placedKeys();
    }

    /**
     * A layout without placed keys.
     *
     * @param value gives values of the only sharding column; null if there are several, or none
     */
    private record Layout(
            Consumer<ShardingRuleBuilder> single,
            UnaryOperator<TableDeclaration> table,
            List<String> nodes,
            @Nullable Function<Random, String> value) {}

    private static ShardingRule rule(Layout layout, Random random) {
        ShardingRuleBuilder builder = ShardingRuleBuilder.over("ds0", "ds1", "ds2");
        if (layout.nodes().isEmpty()) {
            layout.single().accept(builder);
            return builder.build();
        }
        Map<String, String> placed = new TreeMap<>();
        Function<Random, String> value = layout.value();
        for (int i = random.nextInt(4); i > 0 && value != null; i--) {
            String unit = random.nextInt(3) == 0
                    ? layout.nodes().get(random.nextInt(layout.nodes().size()))
                    : "ds" + random.nextInt(SOURCES) + ".t_own_" + random.nextInt(2);
            placed.put(value.apply(random), unit);
        }
        return builder.table("t", t -> {
                    TableDeclaration declared = layout.table().apply(t);
                    placed.forEach(declared::placedKey);
                    return declared;
                })
                .build();
    }

    private static Layout single(String dataSource) {
        return new Layout(builder -> builder.single(dataSource, "t"), t -> t, List.of(), null);
    }

    private static Layout sharded(
            String nodes, UnaryOperator<TableDeclaration> table, @Nullable Function<Random, String> value) {
        return new Layout(builder -> {}, t -> table.apply(t.nodes(nodes)), List.of(nodes.split(", ")), value);
    }

    private static Layout layout(Random random) {
        int count = 1 + random.nextInt(5);
        switch (random.nextInt(10)) {
            case 0:
                return single("ds" + random.nextInt(SOURCES));
            case 1:
                return sharded(
                        "ds{0..2}.t_{0..1}",
                        t -> t.databaseBy("owner", Algorithms.mod()).tableBy("id", Algorithms.crc32Mod()),
                        null);
            case 2:
                return sharded(
                        nodes(random, MONTHS, "t_20240", 1),
                        t -> t.tableBy(
                                "made", Algorithms.interval(LocalDate.of(2024, 1, 1), PeriodUnit.MONTHS, "yyyyMM")),
                        any -> FIRST_DAY.plusDays(any.nextInt(180)).toString());
            default:
                return ofOneColumn(random, count);
        }
    }

    private static Layout ofOneColumn(Random random, int ordinaryCount) {
        int count = ordinaryCount;
        AlgorithmSpec algorithm;
        String column = "id";
        Function<Random, String> value = any -> String.valueOf(any.nextInt(ROWS));
        switch (random.nextInt(6)) {
            case 0 -> algorithm = Algorithms.mod();
            case 1 -> {
                column = "owner";
                value = any -> String.valueOf(any.nextInt(20));
                algorithm = Algorithms.hashMod();
            }
            case 2 -> {
                column = "code";
                value = any -> "c" + any.nextInt(50);
                algorithm = Algorithms.hashMod();
            }
            case 3 -> {
                column = "code";
                value = any -> "c" + any.nextInt(50);
                algorithm = Algorithms.consistentHash();
            }
            case 4 -> {
                count = 3;
                algorithm = Algorithms.boundaryRange(40, 80);
            }
            default -> algorithm = Algorithms.crc32Mod();
        }
        String by = column;
        // A single actual table has no strategy that keys could be an exception to.
        return sharded(nodes(random, count, "t_", 0), t -> t.tableBy(by, algorithm), count == 1 ? null : value);
    }

    private static void execute(DataSource instance, String sql) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void write(DataSource instance, Random random) throws SQLException {
        try (Connection connection = instance.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?)");
                PreparedStatement delete = connection.prepareStatement("DELETE FROM t WHERE id = ?");
                PreparedStatement update = connection.prepareStatement("UPDATE t SET amount = ? WHERE id = ?")) {
            for (long id = 0; id < ROWS; id++) {
                Row known = rows.get(id);
                if (known == null) {
                    Row row = new Row(
                            random.nextInt(20),
                            "c" + random.nextInt(50),
                            FIRST_DAY.plusDays(random.nextInt(180)),
                            random.nextInt(1000));
                    insert.setLong(1, id);
                    insert.setInt(2, row.owner());
                    insert.setString(3, row.code());
                    insert.setDate(4, Date.valueOf(row.made()));
                    insert.setInt(5, row.amount());
                    insert.executeUpdate();
                    rows.put(id, row);
                } else if (random.nextInt(10) == 0) {
                    delete.setLong(1, id);
                    assertThat(delete.executeUpdate()).isEqualTo(1);
                    rows.remove(id);
                } else if (random.nextInt(5) == 0) {
                    int amount = random.nextInt(1000);
                    update.setInt(1, amount);
                    update.setLong(2, id);
                    assertThat(update.executeUpdate()).isEqualTo(1);
                    rows.put(id, new Row(known.owner(), known.code(), known.made(), amount));
                }
            }
        }
    }

    /** Finds each row by the columns that may place it, and all of them at once. */
    private void check(DataSource instance) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement one = connection.prepareStatement(
                        "SELECT amount FROM t WHERE id = ? AND owner = ? AND code = ? AND made = ?")) {
            Map<Long, Row> found = new TreeMap<>();
            try (ResultSet all = statement.executeQuery("SELECT id, owner, code, made, amount FROM t")) {
                while (all.next()) {
                    Row row = new Row(
                            all.getInt(2), all.getString(3), all.getDate(4).toLocalDate(), all.getInt(5));
                    assertThat(found.put(all.getLong(1), row)).isNull();
                }
            }
            assertThat(found).isEqualTo(rows);
            for (Map.Entry<Long, Row> each : rows.entrySet()) {
                one.setLong(1, each.getKey());
                one.setInt(2, each.getValue().owner());
                one.setString(3, each.getValue().code());
                one.setDate(4, Date.valueOf(each.getValue().made()));
                try (ResultSet row = one.executeQuery()) {
                    assertThat(row.next()).as("%s", each).isTrue();
                    assertThat(row.getInt(1)).isEqualTo(each.getValue().amount());
                    assertThat(row.next()).isFalse();
                }
            }
        }
    }
}

package io.shardkit.differential.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.PeriodUnit;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.TableDeclaration;
import io.shardkit.rule.TestRules;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random layouts on one to four data sources, half of whose actual tables have moved, and in which rows of some keys lie
 * elsewhere than the algorithms say: {@code a} and {@code i}, which are
 * bound, {@code s} by one strategy, with a key that is checked and a lookup table {@code c}, {@code u} by names that data
 * sources lack, {@code m} by months, {@code b} on all data sources, and {@code t} on one.
 */
abstract class MovedContract {
    private static final int LAYOUTS = Effort.of(4);
    private static final int STATEMENTS = 60;
    private static final int MONTHS = 6;

    private final TestDatabase database;

    MovedContract(TestDatabase database) {
        this.database = database;
    }

    /** A layout: which tables there are, and which of their nodes have moved. */
    private static final class Layout {
        final Random random;
        final int sources;
        final int declared;
        final int tables;
        final int alone;
        final Set<String> names = new TreeSet<>();
        final Map<String, Map<String, String>> moved = new LinkedHashMap<>();

        /** For each table the units of keys that lie elsewhere than its algorithm says. */
        final Map<String, Map<String, String>> placed = new LinkedHashMap<>();

        final ShardingRule before;

        Layout(Random random) {
            this.random = random;
            sources = 1 + random.nextInt(4);
            declared = 1 + random.nextInt(sources);
            tables = 1 + random.nextInt(3);
            alone = declared + random.nextInt(4);
            for (int source = 0; source < declared; source++) {
                names.add("ds" + source + ".u_" + random.nextInt(3));
                for (int number = 0; number < 3; number++) {
                    if (random.nextInt(3) > 0) {
                        names.add("ds" + source + ".u_" + number);
                    }
                }
            }
            place("s", through(alone, i -> "s_" + i), () -> String.valueOf(random.nextInt(50)));
            place("c", through(declared + 1, i -> "c_" + i), () -> "code " + random.nextInt(50));
            place("m", through(MONTHS, i -> "m_20240" + (i + 1)), () -> String.valueOf(day(random.nextInt(40))));
            if (declared == 1) {
                // Otherwise two columns decide, and no key can be placed by one of them.
                place("a", "ds0.a_0", () -> String.valueOf(random.nextInt(40)));
                Map<String, String> ofItems = new LinkedHashMap<>(placed.getOrDefault("a", Map.of()));
                ofItems.replaceAll((key, unit) -> unit.replace(".a", ".i"));
                placed.put("i", ofItems);
            }
            before = tables(TestRules.over(sourceNames())).build();
            for (String table : List.of("a", "s", "c", "u", "m")) {
                move(table);
            }
            Map<String, String> bound = new LinkedHashMap<>();
            moved.getOrDefault("a", Map.of()).forEach((node, source) -> bound.put(node.replace(".a", ".i"), source));
            moved.put("i", bound);
        }

        List<String> sourceNames() {
            return IntStream.range(0, sources).mapToObj(i -> "ds" + i).toList();
        }

        /** Some keys get one of the nodes, and others a further table, which they may share. */
        private void place(String table, String nodes, Supplier<String> keys) {
            List<String> own = List.of(nodes.split(", ", -1));
            for (int i = random.nextInt(4); i > 0; i--) {
                String unit = random.nextInt(3) == 0
                        ? own.get(random.nextInt(own.size()))
                        : "ds" + random.nextInt(sources) + "." + table + "_90" + random.nextInt(3);
                placed.computeIfAbsent(table, none -> new LinkedHashMap<>()).put(keys.get(), unit);
            }
        }

        private void move(String table) {
            List<DataNode> nodes = nodes(before, table);
            Set<String> taken = nodes.stream().map(DataNode::toString).collect(Collectors.toCollection(HashSet::new));
            for (DataNode node : nodes) {
                String target = "ds" + random.nextInt(sources);
                if (random.nextBoolean() && taken.add(target + "." + node.table())) {
                    moved.computeIfAbsent(table, none -> new LinkedHashMap<>()).put(node.toString(), target);
                }
            }
        }

        /** The nodes of tables that are numbered through, spread over the declared data sources. */
        private String through(int count, IntFunction<String> name) {
            return IntStream.range(0, count)
                    .mapToObj(i -> "ds" + (long) i * declared / count + "." + name.apply(i))
                    .collect(Collectors.joining(", "));
        }

        private TableDeclaration moved(TableDeclaration table, String name) {
            moved.getOrDefault(name, Map.of()).forEach(table::moved);
            placed.getOrDefault(name, Map.of()).forEach(table::placedKey);
            return table;
        }

        private TableDeclaration grid(TableDeclaration table, String name, String column) {
            table.nodes("ds{0.." + (declared - 1) + "}." + name + "_{0.." + (tables - 1) + "}");
            if (declared > 1) {
                table.databaseBy("owner", Algorithms.mod());
            }
            return moved(table.tableBy(column, Algorithms.mod()), name);
        }

        ShardingRuleBuilder tables(ShardingRuleBuilder rule) {
            return rule.table("a", t -> grid(t, "a", "id"))
                    .table("i", t -> grid(t, "i", "a_id"))
                    .bind("a", "i")
                    .table(
                            "s",
                            t -> moved(
                                    t.nodes(through(alone, i -> "s_" + i))
                                            .tableBy("id", Algorithms.mod())
                                            .lookup("code", "c")
                                            .uniqueKeys(UniqueKeyChoices.of(UniqueKeyChoice.CHECK)),
                                    "s"))
                    .table(
                            "c",
                            t -> moved(
                                    t.nodes(through(declared + 1, i -> "c_" + i))
                                            .tableBy("code", Algorithms.hashMod()),
                                    "c"))
                    .table("u", t -> {
                        t.nodes(String.join(", ", names));
                        if (declared > 1) {
                            t.databaseBy("owner", Algorithms.mod());
                        }
                        return moved(t.tableBy("id", Algorithms.inline("u_${id % 3}")), "u");
                    })
                    .table(
                            "m",
                            t -> moved(
                                    t.nodes(through(MONTHS, i -> "m_20240" + (i + 1)))
                                            .tableBy(
                                                    "made",
                                                    Algorithms.interval(
                                                            LocalDate.of(2024, 1, 1), PeriodUnit.MONTHS, "yyyyMM")),
                                    "m"))
                    .broadcast("b")
                    .single("ds" + (sources - 1), "t");
        }

        boolean hasTable(int owner, long id) {
            return names.contains("ds" + owner % declared + ".u_" + id % 3);
        }

        @Override
        public String toString() {
            return declared + " of " + sources + " data sources, " + tables + " tables, " + names + ", moved " + moved
                    + ", placed " + placed;
        }
    }

    private static List<DataNode> nodes(ShardingRule rule, String table) {
        return Objects.requireNonNull(rule.shardedTable(table)).nodes();
    }

    @Test
    void answersAsOneDatabase() throws SQLException {
        long seed = Seeds.chosen();
        for (int i = 0; i < LAYOUTS; i++) {
            Random random = Seeds.random(seed + i);
            Layout layout = new Layout(random);
            System.out.println("moved tables on " + database + ", seed " + (seed + i) + ": " + layout);
            try (TopologyFixture fixture = new TopologyFixture(database, layout.sources, layout::tables, "m")) {
                fill(fixture, layout);
                samePlaces(fixture, layout);
                for (int statement = 0; statement < STATEMENTS; statement++) {
                    read(fixture, random);
                    write(fixture, layout, random, 1000 + statement * 10L);
                }
                change(fixture);
                samePlaces(fixture, layout);
            }
        }
    }

    private void fill(TopologyFixture fixture, Layout layout) throws SQLException {
        String text = database.speaksMysql() ? "VARCHAR(20) COLLATE utf8mb4_bin" : "VARCHAR(20)";
        fixture.same("CREATE TABLE a (id BIGINT PRIMARY KEY, owner INT NOT NULL, note VARCHAR(20), amount INT)");
        fixture.same("CREATE TABLE i (id BIGINT PRIMARY KEY, owner INT NOT NULL, a_id BIGINT NOT NULL, amount INT)");
        fixture.same("CREATE TABLE c (code " + text + " PRIMARY KEY, id BIGINT NOT NULL)");
        fixture.same("CREATE TABLE s (id BIGINT PRIMARY KEY, code " + text + " NOT NULL, tag INT, amount INT)");
        fixture.same("CREATE UNIQUE INDEX s_tag ON s (tag)");
        fixture.same("CREATE TABLE u (id BIGINT PRIMARY KEY, owner INT NOT NULL, amount INT)");
        fixture.same("CREATE TABLE b (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        fixture.same("CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        fixture.same("INSERT INTO b VALUES (0, 'zero'), (1, 'one'), (2, 'two')");
        fixture.same("INSERT INTO t VALUES (0, 'null'), (1, 'eins'), (2, 'zwei')");
        for (long id = 0; id < 40; id++) {
            int owner = (int) (id * 7 % 5);
            fixture.same("INSERT INTO a VALUES (?, ?, ?, ?)", id, owner, "n" + id % 4, (int) id % 5);
            fixture.same("INSERT INTO i VALUES (?, ?, ?, ?)", id, owner, id, (int) id % 3);
            fixture.same("INSERT INTO m VALUES (?, ?, ?)", id, day(id), (int) id % 4);
            if (layout.hasTable(owner, id)) {
                fixture.same("INSERT INTO u VALUES (?, ?, ?)", id, owner, (int) id % 3);
            }
            insertCoded(fixture, id);
        }
    }

    private static Date day(long id) {
        return Date.valueOf(LocalDate.of(2024, 1 + (int) (id % MONTHS), 1 + (int) (id % 28)));
    }

    /** One database has no lookup table that is written by itself. */
    private static void insertCoded(TopologyFixture fixture, long id) throws SQLException {
        fixture.same("INSERT INTO s VALUES (?, ?, ?, ?)", id, "code " + id, (int) id * 3, (int) id % 5);
        TopologyFixture.run(fixture.whole, "INSERT INTO c VALUES (?, ?)", "code " + id, id);
    }

    /** Each row is in the actual table that it would be in if none had moved, or in that of its key. */
    private static void samePlaces(TopologyFixture fixture, Layout layout) throws SQLException {
        for (String table : List.of("a", "i", "s", "u", "m", "b", "t")) {
            fixture.sameRows("SELECT * FROM " + table + " ORDER BY id");
        }
        fixture.sameRows("SELECT * FROM c ORDER BY id");
        int width = layout.tables;
        placed(
                fixture,
                layout,
                "a",
                "id",
                unit -> "MOD(owner, " + layout.declared + ") = " + unit / width + " AND MOD(id, " + width + ") = "
                        + unit % width);
        placed(
                fixture,
                layout,
                "i",
                "a_id",
                unit -> "MOD(owner, " + layout.declared + ") = " + unit / width + " AND MOD(a_id, " + width + ") = "
                        + unit % width);
        placed(fixture, layout, "s", "id", unit -> "MOD(id, " + layout.alone + ") = " + unit);
        placed(fixture, layout, "m", "made", unit -> "EXTRACT(MONTH FROM made) = " + (unit + 1));
        placed(fixture, layout, "u", "id", unit -> {
            DataNode node = nodes(layout.before, "u").get(unit);
            return "MOD(owner, " + layout.declared + ") = " + node.dataSource() + " AND MOD(id, 3) = "
                    + node.table().substring(2);
        });
    }

    private static void placed(
            TopologyFixture fixture, Layout layout, String table, String column, IntFunction<String> condition)
            throws SQLException {
        Map<String, String> keys = layout.placed.getOrDefault(table, Map.of());
        int own = nodes(layout.before, table).size()
                - (int) keys.values().stream()
                        .filter(node -> node.matches(".*_90[0-9]"))
                        .distinct()
                        .count();
        ShardedTable sharded = Objects.requireNonNull(fixture.rule.shardedTable(table));
        Map<String, String> moved = layout.moved.getOrDefault(table, Map.of());
        for (int unit = 0; unit < sharded.nodes().size(); unit++) {
            DataNode before = nodes(layout.before, table).get(unit);
            DataNode node = sharded.nodes().get(unit);
            assertThat(node.toString())
                    .isEqualTo(moved.getOrDefault(before.toString(), before.dataSourceName()) + "." + before.table());
            assertThat(TopologyFixture.rows(
                            fixture.source(node.dataSource()),
                            "SELECT * FROM " + node.table() + " WHERE "
                                    + isOneOf(column, keys, each -> !each.equals(before.toString())) + " OR NOT ("
                                    + (unit < own ? condition.apply(unit) : "1 = 0") + " OR "
                                    + isOneOf(column, keys, each -> each.equals(before.toString())) + ")"))
                    .as(node.toString())
                    .isEmpty();
        }
    }

    /** The condition that a column has one of the keys with such units. */
    private static String isOneOf(String column, Map<String, String> keys, Predicate<String> units) {
        String type = column.equals("made") ? "DATE " : "";
        return keys.entrySet().stream()
                .filter(key -> units.test(key.getValue()))
                .map(key -> column + " = " + type + "'" + key.getKey() + "'")
                .collect(Collectors.joining(" OR ", "(1 = 0 OR ", ")"))
                .replace("(1 = 0 OR )", "(1 = 0)");
    }

    private static final List<String> QUERIES = List.of(
            "SELECT * FROM a WHERE owner = ? AND id = ?",
            "SELECT * FROM a WHERE owner = ? AND id < ? ORDER BY id",
            "SELECT note, COUNT(*), SUM(amount) FROM a WHERE owner >= ? OR id = ? GROUP BY note ORDER BY note",
            "SELECT COUNT(DISTINCT amount), MAX(id) FROM a WHERE owner <> ? AND id <> ?",
            "SELECT id FROM a WHERE owner <> ? AND id <> ? ORDER BY amount DESC, id LIMIT 7 OFFSET 3",
            "SELECT a.id, i.amount FROM a JOIN i ON i.owner = a.owner AND i.a_id = a.id WHERE a.owner = ? AND a.id > ?"
                    + " ORDER BY a.id, i.id",
            "SELECT a.id, i.id FROM a LEFT JOIN i ON i.owner = a.owner AND i.a_id = a.id AND i.amount = ? WHERE a.id < ?"
                    + " ORDER BY a.id, i.id",
            "SELECT a.id, i.id FROM a JOIN i ON i.amount = a.amount WHERE a.owner = ? AND i.a_id = ? ORDER BY a.id, i.id",
            "SELECT a.id, b.name FROM a JOIN b ON b.id = a.amount WHERE a.owner = ? OR a.id = ? ORDER BY a.id",
            "SELECT a.id, t.name FROM a JOIN t ON t.id = a.amount WHERE a.owner = ? AND a.id = ? ORDER BY a.id",
            "SELECT a.id, t.name FROM a JOIN t ON t.id = a.amount WHERE a.owner = ? OR a.id = ? ORDER BY a.id",
            "SELECT a.id, s.tag, u.amount FROM a JOIN s ON s.id = a.id LEFT JOIN u ON u.id = a.id"
                    + " WHERE a.owner <> ? AND s.id > ? ORDER BY a.id",
            "SELECT a.id, s.tag FROM a JOIN s ON s.id = a.id WHERE a.owner = ? AND a.id = ?",
            "SELECT id FROM a WHERE id IN (SELECT a_id FROM i WHERE owner = ?) AND id < ? ORDER BY id",
            "SELECT id FROM a WHERE EXISTS (SELECT 1 FROM i WHERE i.owner = a.owner AND i.a_id = a.id AND i.amount = ?)"
                    + " AND id <> ? ORDER BY id",
            "SELECT id, ROW_NUMBER() OVER (PARTITION BY owner ORDER BY id) FROM a WHERE owner <> ? AND id > ? ORDER BY id",
            "SELECT tag FROM s WHERE amount = ? OR id = ? ORDER BY tag",
            "SELECT * FROM u WHERE owner = ? AND id = ?",
            "SELECT owner, COUNT(*) FROM u WHERE owner <> ? AND id <> ? GROUP BY owner ORDER BY owner",
            "SELECT id FROM m WHERE amount = ? AND id > ? ORDER BY made DESC, id",
            "SELECT id FROM m WHERE made >= DATE '2024-02-15' AND made < DATE '2024-05-01' AND (amount = ? OR id = ?)"
                    + " ORDER BY id",
            "SELECT id FROM a WHERE owner = ? UNION ALL SELECT id FROM u WHERE id = ? ORDER BY 1",
            "SELECT id FROM a WHERE owner = ? UNION SELECT id FROM s WHERE id < ? ORDER BY 1");

    private static void read(TopologyFixture fixture, Random random) throws SQLException {
        String sql = QUERIES.get(random.nextInt(QUERIES.size()));
        fixture.sameRows(sql, random.nextInt(5), (long) random.nextInt(40));
        fixture.sameRows("SELECT * FROM s WHERE code = ?", "code " + random.nextInt(50));
        fixture.sameRows("SELECT id FROM m WHERE made = ? ORDER BY id", day(random.nextInt(40)));
    }

    private static void write(TopologyFixture fixture, Layout layout, Random random, long id) throws SQLException {
        int owner = random.nextInt(5);
        long some = random.nextInt(40);
        switch (random.nextInt(14)) {
            case 0 -> fixture.same("INSERT INTO a VALUES (?, ?, 'w', 1), (?, ?, 'w', 2)", id, owner, id + 1, owner + 1);
            case 1 -> fixture.same("UPDATE a SET amount = amount + 1 WHERE owner = ?", owner);
            case 2 -> fixture.same("UPDATE a SET amount = ? WHERE id = ?", owner, some);
            case 3 -> fixture.same("DELETE FROM a WHERE owner = ? AND id = ?", owner, some);
            case 4 -> fixture.same("UPDATE a SET owner = ? WHERE id = ?", owner, some);
            case 5 ->
                fixture.same(
                        "INSERT INTO i SELECT id + ?, owner, id, amount FROM a WHERE owner = ? AND id < 100",
                        id * 1000,
                        owner);
            case 6 -> {
                insertCoded(fixture, id);
                failsAlike(fixture, "INSERT INTO s VALUES (?, ?, ?, 0)", id + 1, "other " + id, (int) id * 3);
            }
            case 7 -> fixture.same("UPDATE s SET amount = ? WHERE code = ?", owner, "code " + some);
            case 8 -> fixture.same("UPDATE s SET tag = ? WHERE id = ?", (int) id * 3 + 1, some);
            case 9 -> {
                if (layout.hasTable(owner, id)) {
                    fixture.same("INSERT INTO u VALUES (?, ?, 7)", id, owner);
                }
            }
            case 10 -> fixture.same("UPDATE m SET amount = amount + 1 WHERE made < DATE '2024-04-01' AND id > ?", some);
            case 11 -> fixture.same("DELETE FROM i WHERE amount IN (SELECT amount FROM u WHERE owner = ?)", owner);
            case 12 -> fixture.same("UPDATE b SET name = ? WHERE id = ?", "b" + id, (long) owner % 3);
            default -> {
                batch(fixture, id);
                transaction(fixture, random, some);
            }
        }
    }

    private static void failsAlike(TopologyFixture fixture, String sql, @Nullable Object... parameters) {
        Throwable expected = catchThrowable(() -> TopologyFixture.run(fixture.whole, sql, parameters));
        Throwable found = catchThrowable(() -> TopologyFixture.run(fixture.engine, sql, parameters));
        assertThat(expected).as(sql).isInstanceOf(SQLException.class);
        assertThat(found).as(sql).isInstanceOf(SQLException.class);
        assertThat(((SQLException) found).getSQLState()).as(sql).startsWith("23");
    }

    private static void batch(TopologyFixture fixture, long id) throws SQLException {
        for (var source : List.of(fixture.engine, fixture.whole)) {
            try (Connection connection = source.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO m VALUES (?, ?, 0)")) {
                for (int i = 0; i < 9; i++) {
                    insert.setLong(1, id + i);
                    insert.setDate(2, day(id + i * 7L));
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(9).containsOnly(1);
            }
        }
    }

    /** Locks, changes and reads what it has changed; then it ends one way or the other. */
    private static void transaction(TopologyFixture fixture, Random random, long some) throws SQLException {
        boolean commits = random.nextBoolean();
        int value = random.nextInt(9);
        List<List<String>> answers = new ArrayList<>();
        for (var source : List.of(fixture.engine, fixture.whole)) {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                List<String> seen = new ArrayList<>(TopologyFixture.rows(
                        connection, "SELECT id FROM a WHERE amount < ? ORDER BY id FOR UPDATE", value));
                TopologyFixture.run(connection, "UPDATE a SET amount = ? WHERE id > ?", value, some);
                TopologyFixture.run(connection, "UPDATE s SET amount = ? WHERE id > ?", value, some);
                seen.addAll(TopologyFixture.rows(
                        connection, "SELECT a.id, a.amount, s.amount FROM a JOIN s ON s.id = a.id ORDER BY a.id"));
                answers.add(seen);
                if (commits) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
            }
        }
        assertThat(answers.get(0)).isEqualTo(answers.get(1));
    }

    private void change(TopologyFixture fixture) throws SQLException {
        fixture.same("ALTER TABLE a ADD COLUMN extra INT");
        fixture.same("CREATE INDEX by_note ON a (note)");
        fixture.same("UPDATE a SET extra = amount * 2");
        fixture.sameRows("SELECT id, extra FROM a ORDER BY id");
        TopologyFixture.run(fixture.engine, "TRUNCATE TABLE i");
        TopologyFixture.run(fixture.whole, "TRUNCATE TABLE i");
    }
}

package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.differential.Seeds;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * MERGE that only changes the rows it finds by those of other tables, and DELETE of rows that a join finds: as in one
 * database, or refused. The tables {@code
 * orders} and {@code item} lie in {@code ds[owner mod 2].*_[id mod 2]} and are bound, {@code stock} lies in {@code
 * ds[code mod 2]}; {@code kind} is a broadcast table, and {@code note} lies on {@code ds1} only.
 */
abstract class MatchedMergeContract {
    private static final List<String> TABLES = List.of("orders", "item", "stock", "kind", "note");

    private final TestDatabase database;
    private final List<HikariDataSource> sources = new ArrayList<>();
    private DataSource engine;
    private DataSource whole;

    MatchedMergeContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource source = database.create("matched" + i, i);
            sources.add(source);
            named.put("ds" + i, source);
            create(source, "orders_0", "orders_1", "item_0", "item_1", "stock_0", "kind");
        }
        create(sources.get(1), "note");
        HikariDataSource one = database.create("matched", 0);
        sources.add(one);
        whole = one;
        create(whole, TABLES.toArray(String[]::new));
        ShardingStrategy byOwner = new ShardingStrategy("owner", new ModAlgorithm(2));
        ShardingStrategy byId = new ShardingStrategy("id", new ModAlgorithm(2));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule("orders", "ds{0..1}.orders_{0..1}", byOwner, byId, null))
                .table(new TableRule("item", "ds{0..1}.item_{0..1}", byOwner, byId, null))
                .table(new TableRule(
                        "stock", "ds{0..1}.stock_0", new ShardingStrategy("owner", new ModAlgorithm(2)), null, null))
                .bind(List.of("orders", "item"))
                .broadcast("kind")
                .single("ds1", "note")
                .build();
        engine = ShardingDataSource.create(
                named, rule, ShardingOptions.builder().executor(Runnable::run).build());
        fill(new Random(1));
    }

    private static void create(DataSource source, String... tables) throws SQLException {
        for (String table : tables) {
            UpsertFixture.run(
                    source,
                    "CREATE TABLE " + table
                            + " (pos INT NOT NULL, owner INT NOT NULL, id INT NOT NULL,"
                            + " name VARCHAR(20), amount INT DEFAULT 7, PRIMARY KEY (owner, id, pos))");
        }
    }

    /** Rows of which some have several, and some no partners in the other tables. */
    private void fill(Random random) throws SQLException {
        for (String table : TABLES) {
            both("DELETE FROM " + table + " WHERE pos > 0");
            for (int pos = 1; pos <= 12; pos++) {
                both(
                        "INSERT INTO " + table + " (pos, owner, id, name, amount) VALUES (?, ?, ?, ?, ?)",
                        pos,
                        random.nextInt(4),
                        random.nextInt(4),
                        random.nextInt(4) == 0 ? null : "n" + random.nextInt(3),
                        random.nextInt(4) == 0 ? null : random.nextInt(5));
            }
        }
    }

    private void both(String sql, @Nullable Object... parameters) throws SQLException {
        UpsertFixture.run(whole, sql, parameters);
        UpsertFixture.run(engine, sql, parameters);
    }

    @AfterEach
    void close() {
        sources.forEach(HikariDataSource::close);
    }

    /** The number of rows, or the SQL state of the database's own error; the tables have the same rows afterwards. */
    final String same(String sql, @Nullable Object... parameters) throws SQLException {
        String expected = outcome(whole, sql, parameters);
        assertThat(outcome(engine, sql, parameters)).as(sql).isEqualTo(expected);
        sameRows(sql);
        return expected;
    }

    private static String outcome(DataSource source, String sql, @Nullable Object... parameters) {
        try {
            return String.valueOf(UpsertFixture.run(source, sql, parameters));
        } catch (SQLException e) {
            return e instanceof ShardingException ? String.valueOf(e.getMessage()) : "SQLState " + e.getSQLState();
        }
    }

    private void sameRows(String sql) throws SQLException {
        for (String table : TABLES) {
            String rows = "SELECT pos, owner, id, name, amount FROM " + table + " ORDER BY pos";
            List<List<String>> expected = WriteFixture.rows(whole, rows);
            assertThat(WriteFixture.rows(engine, rows)).as(sql).isEqualTo(expected);
            if (table.equals("kind")) {
                for (int i = 0; i < 2; i++) {
                    assertThat(WriteFixture.rows(sources.get(i), rows)).as(sql).isEqualTo(expected);
                }
            }
        }
    }

    final void refused(ErrorCode code, String sql, @Nullable Object... parameters) throws SQLException {
        UpsertFixture.assertRefused(code, catchThrowable(() -> UpsertFixture.run(engine, sql, parameters)));
        sameRows(sql);
    }

    final List<String> steps(String sql) throws SQLException {
        return WriteFixture.rows(engine, "EXPLAIN SHARDING " + sql).stream()
                .map(row -> row.get(2))
                .toList();
    }

    @Test
    void rowsOfBoundTablesAreMatchedInEachUnit() throws SQLException {
        both("DELETE FROM item WHERE pos > 4");
        String merge = "MERGE INTO orders USING item ON (orders.owner = item.owner AND orders.id = item.id"
                + " AND item.name <> 'x') WHEN MATCHED THEN UPDATE SET amount = orders.amount + item.amount";
        assertThat(steps(merge)).as(merge).noneMatch(step -> step.startsWith("copy"));
        both("UPDATE item SET name = 'y' WHERE pos > 0");
        same(merge);
        same(merge.replace("MERGE INTO orders", "MERGE INTO orders AS o").replace("orders.", "o."));
        same("MERGE INTO orders o USING (SELECT owner, id, MAX(name) AS name FROM item GROUP BY owner, id) i"
                + " ON o.owner = i.owner AND o.id = i.id WHEN MATCHED THEN UPDATE SET name = i.name");
        same("MERGE INTO orders o USING item i ON o.owner = i.owner AND o.id = i.id"
                + " WHEN MATCHED AND i.amount IS NULL THEN DELETE");
        same("MERGE INTO orders o USING item i ON (o.owner = i.owner AND o.id = i.id) WHEN MATCHED THEN DELETE");
    }

    @Test
    void parametersNarrowTheUnits() throws SQLException {
        String merge =
                "MERGE INTO orders o USING item i ON o.owner = i.owner AND o.id = i.id AND i.owner = ? AND o.id = ?"
                        + " WHEN MATCHED AND o.amount < CAST(? AS INT) THEN UPDATE SET amount = ?, name = i.name";
        for (int owner = 0; owner < 4; owner++) {
            for (int id = 0; id < 4; id++) {
                same(merge, owner, id, 4, owner + id);
            }
        }
        same(merge, null, 1, 4, 5);
    }

    @Test
    void aRowThatMatchesTwiceIsTheDatabasesError() throws SQLException {
        both("DELETE FROM orders WHERE pos > 0");
        both("DELETE FROM item WHERE pos > 0");
        both("DELETE FROM stock WHERE pos > 0");
        for (int pos = 1; pos <= 4; pos++) {
            both("INSERT INTO orders (pos, owner, id) VALUES (?, ?, ?)", pos, pos, pos);
            both("INSERT INTO item (pos, owner, id, name) VALUES (?, ?, ?, 'a')", pos, pos, pos);
            both("INSERT INTO stock (pos, owner, id, name) VALUES (?, ?, ?, 'a')", pos, 5 - pos, pos);
        }
        both("INSERT INTO item (pos, owner, id, name) VALUES (9, 3, 3, 'b')");
        both("INSERT INTO stock (pos, owner, id, name) VALUES (9, 3, 3, 'b')");
        for (String source : List.of("item", "stock")) {
            String on = source.equals("item") ? "o.owner = i.owner AND o.id = i.id" : "o.id = i.id";
            String merge = "MERGE INTO orders o USING " + source + " i ON " + on + " WHEN MATCHED";
            assertThat(same(merge + " THEN UPDATE SET name = i.name")).startsWith("SQLState");
            same(merge + " AND i.name = 'a' THEN UPDATE SET name = i.name");
        }
    }

    @Test
    void rowsOfOtherTablesAreGathered() throws SQLException {
        for (String source : List.of("stock", "note", "kind", "item", "orders")) {
            String merge = "MERGE INTO orders USING (SELECT id, MIN(name) AS name FROM " + source
                    + " WHERE amount > ? GROUP BY id) s ON orders.id = s.id";
            same(merge + " WHEN MATCHED THEN UPDATE SET name = s.name, amount = DEFAULT", 1);
            same(merge + " WHEN MATCHED AND orders.amount > 6 THEN DELETE", 3);
            fill(new Random(source.length()));
        }
        same(
                "MERGE INTO orders USING stock ON orders.pos = stock.pos WHEN MATCHED THEN UPDATE SET amount = stock.amount");
        same("MERGE INTO orders USING stock ON true WHEN MATCHED AND stock.pos = orders.pos THEN DELETE");
        same("MERGE INTO orders USING (SELECT pos FROM stock ORDER BY pos FETCH FIRST 3 ROWS ONLY) s"
                + " ON orders.pos = s.pos WHEN MATCHED THEN UPDATE SET name = 'first'");
    }

    @Test
    void tablesThatAreNotShardedAreWrittenToo() throws SQLException {
        for (String target : List.of("kind", "note")) {
            for (String source : List.of("orders", "kind", "note")) {
                fill(new Random(source.length()));
                String merge = "MERGE INTO " + target + " t USING " + source + " s ON t.pos = s.pos WHEN MATCHED";
                same(merge + " THEN UPDATE SET name = s.name");
                same(merge + " AND s.amount > 2 THEN DELETE");
            }
        }
    }

    @Test
    void aRowStaysWhereItIs() throws SQLException {
        String merge = "MERGE INTO orders o USING item i ON o.owner = i.owner AND o.id = i.id AND o.pos = i.pos"
                + " WHEN MATCHED THEN UPDATE SET ";
        same(merge + "owner = o.owner, name = i.name");
        refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, merge + "owner = i.owner");
        refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, merge + "owner = 3");
        refused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, merge + "owner = ?", 3);
    }

    @Test
    void whichRowIsTheFirstToMatchIsNotKnownOfRowsApart() throws SQLException {
        String merge = "MERGE INTO orders o USING stock s ON o.pos = s.pos AND s.name = 'n1' AND ";
        same(merge + "o.amount > 1 WHEN MATCHED THEN UPDATE SET name = s.name");
        refused(ErrorCode.UNSUPPORTED_SYNTAX, merge + "o.name = 'n2' WHEN MATCHED THEN UPDATE SET name = s.name");
        refused(
                ErrorCode.BROADCAST_WRITE,
                "MERGE INTO kind k USING orders o ON k.pos = o.pos AND k.amount = 1"
                        + " WHEN MATCHED THEN UPDATE SET amount = o.amount");
    }

    @Test
    void itIsOneStepOfATransaction() throws SQLException {
        String merge =
                "MERGE INTO orders USING stock ON orders.pos = stock.pos WHEN MATCHED THEN UPDATE SET name = stock.name";
        List<List<List<String>>> seen = new ArrayList<>();
        for (DataSource each : List.of(whole, engine)) {
            try (Connection connection = each.getConnection()) {
                connection.setAutoCommit(false);
                UpsertFixture.run(connection, "UPDATE stock SET name = 'own' WHERE pos < 5");
                UpsertFixture.run(connection, merge);
                seen.add(WriteFixture.rows(connection, "SELECT pos, name FROM orders ORDER BY pos"));
                connection.rollback();
            }
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0));
        sameRows("rollback");
    }

    /** As Hibernate sends a bulk DELETE with a join. */
    @Test
    void theRowsOfAJoinAreDeletedByWhereTheyAre() throws SQLException {
        String row = database == TestDatabase.H2 ? "_rowid_" : "ctid";
        String delete = "delete from %s d where %s(select 1 from %1$s t join %s s on %s where s.amount < ? and d." + row
                + "=t." + row + ")";
        Random random = new Random(3);
        for (String target : List.of("orders", "item", "stock")) {
            for (String source : List.of("orders", "item", "stock", "kind", "note")) {
                for (String on : List.of("t.owner = s.owner and t.id = s.id", "t.pos = s.pos", "t.name = s.name")) {
                    for (String exists : List.of("exists", "d.amount > 1 and not exists")) {
                        same(String.format(delete, target, exists, source, on), 1 + random.nextInt(3));
                    }
                    fill(random);
                }
            }
        }
        String inUnits = String.format(delete, "orders", "exists", "item", "t.owner = s.owner and t.id = s.id")
                .replace("?", "3");
        assertThat(steps(inUnits)).noneMatch(step -> step.startsWith("copy"));
    }

    @Test
    void whereARowIsTellsRowsOfOneActualTableApart() throws SQLException {
        String row = database == TestDatabase.H2 ? "_rowid_" : "ctid";
        refused(
                ErrorCode.SEVERAL_UNITS,
                "delete from orders d where exists(select 1 from orders t where d." + row + " < t." + row + ")");
        refused(
                ErrorCode.SEVERAL_UNITS,
                "delete from orders d where exists(select 1 from item t where d." + row + " = t." + row + ")");
        refused(
                ErrorCode.SEVERAL_UNITS,
                "delete from orders d where exists(select 1 from orders t where d." + row + " = t." + row + " and t."
                        + row + " is not null)");
        refused(
                ErrorCode.UNSUPPORTED_SYNTAX,
                "delete from orders d where exists(select 1 from orders t right join orders u on t." + row + " = u."
                        + row + " and t." + row + " = d." + row + ")");
        refused(
                ErrorCode.SEVERAL_UNITS,
                "delete from orders d where d.amount = 1 or d.pos in (select t.pos from orders t where d." + row
                        + " = t." + row + " or t.pos = 1)");
    }

    @Test
    void otherFormsStayRefused() throws SQLException {
        String merge = "MERGE INTO orders o USING item i ON o.owner = i.owner AND o.id = i.id";
        refused(
                ErrorCode.INSERT_FORM,
                merge + " WHEN NOT MATCHED THEN INSERT (pos, owner, id) VALUES (i.pos, i.owner, i.id)");
        refused(
                ErrorCode.INSERT_FORM,
                merge + " WHEN MATCHED AND i.amount = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET name = i.name");
        refused(
                ErrorCode.INSERT_FORM,
                "MERGE INTO orders o USING item i JOIN kind k ON i.pos = k.pos ON o.owner = i.owner AND o.id = i.id"
                        + " WHEN MATCHED THEN DELETE");
    }

    @Test
    void anyMergeDoesAsOneDatabase() throws SQLException {
        long seed = Seeds.chosen();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<String> queries = List.of(
                "%s",
                "(SELECT * FROM %s)",
                "(SELECT pos, owner, id, name, amount FROM %s WHERE amount > 1)",
                "(SELECT MIN(pos) AS pos, owner, id, MIN(name) AS name, SUM(amount) AS amount FROM %s GROUP BY owner, id)");
        List<String> conditions = List.of(
                "t.owner = s.owner AND t.id = s.id",
                "t.owner = s.owner",
                "t.pos = s.pos",
                "s.name = 'n1' AND t.pos = s.pos",
                "(t.owner = s.owner OR t.pos > 9) AND t.id = s.id",
                "t.owner = s.owner AND t.id = s.id AND t.pos = s.pos AND s.owner = 1");
        List<String> clauses = List.of(
                " THEN UPDATE SET name = s.name",
                " AND s.name IS NULL THEN UPDATE SET name = t.name, amount = s.amount + t.amount",
                " THEN DELETE",
                " AND t.amount > s.amount THEN DELETE",
                " AND EXISTS (SELECT 1 FROM item x WHERE x.owner = t.owner AND x.id = t.id) THEN DELETE",
                " THEN UPDATE SET amount = (SELECT COUNT(*) FROM kind k WHERE k.id = s.id)");
        for (int i = 0; i < 150; i++) {
            String sql = "MERGE INTO " + TABLES.get(random.nextInt(3)) + " t USING "
                    + String.format(queries.get(random.nextInt(4)), TABLES.get(random.nextInt(5))) + " s ON "
                    + conditions.get(random.nextInt(6)) + " WHEN MATCHED" + clauses.get(random.nextInt(6));
            same(sql);
            if (i % 10 == 0) {
                fill(random);
            }
        }
    }
}

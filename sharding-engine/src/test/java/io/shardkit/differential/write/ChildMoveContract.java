package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
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
import javax.sql.DataSource;
import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * UPDATEs that make rows move which refer to a row of a bound table, in {@code ds[owner mod 2].*_[parent mod 2]}: as in one
 * database, or refused.
 */
abstract class ChildMoveContract {
    private static final String SAVE =
            "UPDATE child SET owner = ?, parent = ?, note = ?, version = version + 1" + " WHERE id = ?";

    private final TestDatabase database;
    private final List<HikariDataSource> sources = new ArrayList<>();
    private DataSource engine;
    private DataSource whole;

    ChildMoveContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource source = database.create("children" + i, i);
            sources.add(source);
            named.put("ds" + i, source);
            create(source, "_0");
            create(source, "_1");
            UpsertFixture.run(source, "CREATE TABLE kind (id INT PRIMARY KEY)");
            create(source, "article_0", "kind");
            create(source, "article_1", "kind");
        }
        HikariDataSource one = database.create("children", 0);
        sources.add(one);
        whole = one;
        create(whole, "");
        UpsertFixture.run(whole, "CREATE TABLE kind (id INT PRIMARY KEY)");
        create(whole, "article", "kind");
        ShardingStrategy byOwner = new ShardingStrategy("owner", new ModAlgorithm(2));
        ShardingStrategy byId = new ShardingStrategy("id", new ModAlgorithm(2));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule("parent", "ds{0..1}.parent_{0..1}", byOwner, byId, null))
                .table(new TableRule(
                        "child",
                        "ds{0..1}.child_{0..1}",
                        byOwner,
                        new ShardingStrategy("parent", new ModAlgorithm(2)),
                        null))
                .table(new TableRule("article", "ds{0..1}.article_{0..1}", byOwner, byId, null))
                .broadcast("kind")
                .build();
        engine = ShardingDataSource.create(
                named,
                rule,
                ShardingOptions.builder()
                        .executor(Runnable::run)
                        .planCacheSize(100)
                        .build());
        for (int owner = 0; owner < 5; owner++) {
            for (int id = 1; id < 4; id++) {
                same("INSERT INTO parent (owner, id) VALUES (?, ?)", owner, id);
            }
        }
        for (int id = 1; id < 6; id++) {
            same("INSERT INTO child (id, owner, parent, note) VALUES (?, ?, ?, ?)", id, id % 2, 1 + id % 3, "new");
        }
        same("INSERT INTO kind (id) VALUES (1), (2)");
        same("INSERT INTO article (id, owner, kind) VALUES (1, 1, 1)");
    }

    private void create(DataSource source, String suffix) throws SQLException {
        String stored = database == TestDatabase.H2 ? "" : " STORED";
        UpsertFixture.run(
                source,
                "CREATE TABLE parent" + suffix + " (owner INT NOT NULL, id INT NOT NULL, PRIMARY KEY (owner, id))");
        UpsertFixture.run(
                source,
                "CREATE TABLE child" + suffix + " (id INT PRIMARY KEY, owner INT NOT NULL, parent INT NOT NULL,"
                        + " version INT NOT NULL DEFAULT 0, twice INT GENERATED ALWAYS AS (version * 2)" + stored
                        + ", note VARCHAR(40) DEFAULT 'none' CHECK (note <> 'bad'), UNIQUE (owner, parent, id),"
                        + " FOREIGN KEY (owner, parent) REFERENCES parent" + suffix + " (owner, id))");
    }

    private static void create(DataSource source, String article, String kind) throws SQLException {
        UpsertFixture.run(
                source,
                "CREATE TABLE " + article + " (id INT PRIMARY KEY, owner INT NOT NULL, kind INT,"
                        + " FOREIGN KEY (kind) REFERENCES " + kind + " (id))");
    }

    @AfterEach
    void close() {
        sources.forEach(HikariDataSource::close);
    }

    final int same(String sql, @Nullable Object... parameters) throws SQLException {
        int count = UpsertFixture.run(engine, sql, parameters);
        assertThat(count).as(sql).isEqualTo(UpsertFixture.run(whole, sql, parameters));
        sameRows();
        return count;
    }

    private void sameRows() throws SQLException {
        String rows = "SELECT id, owner, parent, version, twice, note FROM child ORDER BY id";
        assertThat(WriteFixture.rows(engine, rows)).isEqualTo(WriteFixture.rows(whole, rows));
        for (int source = 0; source < 2; source++) {
            for (int table = 0; table < 2; table++) {
                assertThat(WriteFixture.rows(
                                sources.get(source),
                                "SELECT id FROM child_" + table + " WHERE MOD(owner, 2) <> " + source
                                        + " OR MOD(parent, 2) <> " + table))
                        .isEmpty();
            }
        }
    }

    /** Runs a statement on each database itself. */
    final void onEach(String sql) throws SQLException {
        for (DataSource source : sources) {
            UpsertFixture.run(source, sql);
        }
    }

    final void sameAnswer(String sql) throws SQLException {
        assertThat(WriteFixture.rows(engine, sql)).as(sql).isEqualTo(WriteFixture.rows(whole, sql));
    }

    private void refused(String detail, String sql, @Nullable Object... parameters) throws SQLException {
        Throwable thrown = catchThrowable(() -> UpsertFixture.run(engine, sql, parameters));
        UpsertFixture.assertRefused(ErrorCode.UPDATE_OF_SHARDING_COLUMN, thrown);
        assertThat(thrown).hasMessageContaining(detail);
        sameRows();
    }

    @Test
    void movesToWhereItsParentIs() throws SQLException {
        for (int id = 1; id < 7; id++) {
            assertThat(same(SAVE, 1, 1, "another database", id)).isEqualTo(id < 6 ? 1 : 0);
            assertThat(same(SAVE, 3, 2, "another table", id)).isEqualTo(id < 6 ? 1 : 0);
            assertThat(same(SAVE, 1, 2, "the same table", id)).isEqualTo(id < 6 ? 1 : 0);
            assertThat(same(SAVE, 4, 3, "both", id)).isEqualTo(id < 6 ? 1 : 0);
        }
        assertThat(same("UPDATE child SET owner = 3, note = DEFAULT WHERE child.id = 2"))
                .isEqualTo(1);
    }

    @Test
    void movesToWhereItsParentIsByWhatTheDatabaseComputes() throws SQLException {
        String next = "UPDATE child SET owner = owner + ?, version = version + 1 WHERE id = ?";
        for (int id = 1; id < 7; id++) {
            for (int more : new int[] {1, 1, 1, -1, 0}) {
                assertThat(same(next, more, id)).isEqualTo(id < 6 ? 1 : 0);
            }
        }
        assertThat(same("UPDATE child SET owner = owner - 1, parent = 4 - parent WHERE id = 2"))
                .isEqualTo(1);
        assertThat(same("UPDATE child SET owner = owner + 1 WHERE id = 2 AND note = 'other'"))
                .isZero();
        refused("several rows", "UPDATE child SET owner = owner + 1 WHERE id IN (1, 2)");
        for (DataSource each : List.of(engine, whole)) {
            assertThatThrownBy(() -> UpsertFixture.run(each, next, 9, 2)).isInstanceOf(SQLException.class);
        }
        sameRows();
    }

    @Test
    void movesSomeOfSeveralRows() throws SQLException {
        String some = "UPDATE child SET owner = ?, parent = 2, version = version + 1 WHERE id IN (1, 2, 3, 9)";
        assertThat(same(some + " AND note = 'new'", 1)).isEqualTo(3);
        same("UPDATE child SET note = 'kept' WHERE id = 3");
        assertThat(same(some + " AND note = 'new'", 2)).isEqualTo(2);
        assertThat(same(some + " AND note = 'none'", 3)).isZero();
        same("UPDATE child SET owner = 3, parent = 3, version = 9 WHERE id = 3 AND owner = 1 AND parent = 2");
    }

    @Test
    void belongsToItsTransaction() throws SQLException {
        for (DataSource each : List.of(engine, whole)) {
            try (Connection connection = each.getConnection()) {
                connection.setAutoCommit(false);
                UpsertFixture.run(connection, SAVE, 1, 1, "undone", 2);
                connection.rollback();
                UpsertFixture.run(connection, "INSERT INTO parent (owner, id) VALUES (7, 8)");
                for (int owner : new int[] {1, 2, 1, 4}) {
                    assertThat(UpsertFixture.run(connection, SAVE, owner, 1, "to and fro", 2))
                            .isEqualTo(1);
                }
                assertThat(UpsertFixture.run(connection, SAVE, 7, 8, "to a new parent", 2))
                        .isEqualTo(1);
                connection.commit();
            }
        }
        sameRows();
    }

    @Test
    void failsAsOneDatabaseDoes() throws SQLException {
        for (String sql : List.of(
                "UPDATE child SET owner = 9 WHERE id = 2",
                "UPDATE child SET owner = 3, note = 'bad' WHERE id = 2",
                "UPDATE child SET owner = 3, version = NULL WHERE id = 2")) {
            assertThatThrownBy(() -> UpsertFixture.run(whole, sql)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> UpsertFixture.run(engine, sql)).as(sql).isInstanceOf(SQLException.class);
            sameRows();
        }
        // Nothing has changed, so that a transaction may go on where one database would let it.
        for (DataSource each : List.of(engine, whole)) {
            try (Connection connection = each.getConnection()) {
                connection.setAutoCommit(false);
                UpsertFixture.run(connection, "UPDATE child SET note = 'first' WHERE id = 1");
                assertThatThrownBy(() -> UpsertFixture.run(connection, SAVE, 9, 1, "nowhere", 2))
                        .isInstanceOf(SQLException.class);
                if (database.speaksMysql()) {
                    UpsertFixture.run(connection, SAVE, 3, 1, "elsewhere", 2);
                    connection.commit();
                } else {
                    connection.rollback();
                }
            }
        }
        sameRows();
    }

    @Test
    void refusesWhatACopyDoesNotShow() throws SQLException {
        refused("unique key", "UPDATE child SET owner = 1, id = 20 WHERE id = 2");
        for (DataSource source : sources) {
            String name = source == whole ? "child" : "child_0";
            if (database == TestDatabase.POSTGRESQL) {
                UpsertFixture.run(
                        source,
                        "CREATE FUNCTION noted() RETURNS trigger AS $$ BEGIN NEW.note = 'noted'; RETURN NEW; END $$"
                                + " LANGUAGE plpgsql");
            }
            UpsertFixture.run(
                    source,
                    "CREATE TRIGGER noted BEFORE UPDATE ON " + name + " FOR EACH ROW "
                            + switch (database) {
                                case H2 -> "CALL '" + Noted.class.getName() + "'";
                                case POSTGRESQL -> "EXECUTE FUNCTION noted()";
                                default -> "SET NEW.note = 'noted'";
                            });
        }
        refused("the trigger noted", SAVE, 1, 1, "x", 4);
    }

    /** A trigger of H2. */
    public static final class Noted implements Trigger {
        @Override
        public void fire(Connection connection, @Nullable Object[] before, @Nullable Object[] after) {
            after[after.length - 1] = "noted";
        }
    }

    /** The rows of a broadcast table are everywhere. */
    @Test
    void movesWhereItIsToldByABroadcastTable() throws SQLException {
        String save = "UPDATE article SET owner = ?, kind = ? WHERE id = 1";
        String rows = "SELECT id, owner, kind FROM article";
        for (int owner = 1; owner < 5; owner++) {
            assertThat(same(save, owner, 1 + owner % 2)).isEqualTo(1);
            assertThat(WriteFixture.rows(engine, rows)).isEqualTo(WriteFixture.rows(whole, rows));
        }
    }
}

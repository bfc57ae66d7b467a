package io.shardkit.differential.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.execute.TimedPools;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Verification;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import io.shardkit.verify.Finding;
import io.shardkit.verify.Verifier;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Actual tables in other schemas than that of the connections: {@code o} and {@code i}, which are bound, in different ones
 * on different data sources, {@code m} by the same name in two schemas of one; {@code b} is on all data sources, and
 * {@code u} on {@code ds1}.
 */
abstract class SchemaContract {
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final TestDatabase database;
    private final String first = "sales" + COUNTER.incrementAndGet();
    private final String second = "stock" + COUNTER.incrementAndGet();
    private TopologyFixture fixture;

    SchemaContract(TestDatabase database) {
        this.database = database;
    }

    private ShardingRuleBuilder tables(ShardingRuleBuilder rule) {
        ShardingStrategy byOwner = new ShardingStrategy("owner", new ModAlgorithm(3));
        ShardingStrategy byId = new ShardingStrategy("id", new ModAlgorithm(2));
        return rule.table(new TableRule(
                        "o", "ds{0..1}." + first + ".o_{0..1}, ds2.o_0, ds2." + second + ".o_1", byOwner, byId, null))
                .table(new TableRule(
                        "i", "ds{0..1}." + first + ".i_{0..1}, ds2." + second + ".i_{0..1}", byOwner, byId, null))
                .bind(List.of("o", "i"))
                .table(new TableRule("m", "ds0." + first + ".m, ds0." + second + ".m", null, byId, null))
                .broadcast("b")
                .single("ds1", "u");
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new TopologyFixture(database, this::tables);
        for (int i = 0; i < TopologyFixture.SOURCES; i++) {
            String as = database.isMariaDb() ? " CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci" : "";
            TopologyFixture.run(fixture.source(i), "CREATE SCHEMA IF NOT EXISTS " + first + as);
            TopologyFixture.run(fixture.source(i), "CREATE SCHEMA IF NOT EXISTS " + second + as);
        }
        for (String table : List.of("o", "i", "m", "b", "u")) {
            fixture.same("CREATE TABLE " + table + " (id BIGINT NOT NULL, owner INT NOT NULL, note VARCHAR(20), d DATE,"
                    + " PRIMARY KEY (id, owner))");
        }
        for (long id = 0; id < 24; id++) {
            int owner = (int) (id / 2 % 6);
            for (String table : List.of("o", "i", "m")) {
                fixture.same("INSERT INTO " + table + " VALUES (?, ?, ?, NULL)", id, owner, table + id % 4);
            }
        }
        fixture.same("INSERT INTO b VALUES (1, 1, 'b', NULL), (2, 2, 'b', NULL)");
        fixture.same("INSERT INTO u VALUES (1, 1, 'u', NULL), (2, 2, 'u', NULL)");
    }

    @AfterEach
    void close() throws SQLException {
        if (database.speaksMysql()) {
            for (int i = 0; i < 2; i++) {
                TopologyFixture.run(fixture.source(i), "DROP SCHEMA " + first);
                TopologyFixture.run(fixture.source(i), "DROP SCHEMA " + second);
            }
        }
        fixture.close();
    }

    private void sameRows() throws SQLException {
        for (String table : List.of("o", "i", "m", "b", "u")) {
            fixture.sameRows("SELECT * FROM " + table + " ORDER BY id, owner");
        }
        for (String table : List.of("o", "i")) {
            fixture.assertPlaced(
                    table,
                    node -> "MOD(owner, 3) = " + node.dataSource() + " AND MOD(id, 2) = "
                            + node.tableName().substring(2));
        }
        assertThat(TopologyFixture.rows(fixture.source(0), "SELECT id FROM " + first + ".m WHERE MOD(id, 2) <> 0"))
                .isEmpty();
        assertThat(TopologyFixture.rows(fixture.source(0), "SELECT id FROM " + second + ".m WHERE MOD(id, 2) <> 1"))
                .isEmpty();
    }

    private String quoted(String name) {
        return database.speaksMysql() ? "`" + name + "`" : "\"" + name + "\"";
    }

    @Test
    void readsAreThoseOfOneDatabase() throws SQLException {
        sameRows();
        String o = quoted("o");
        for (String sql : List.of(
                "SELECT o.id, o.note FROM o WHERE o.owner = 2 AND o.id = 4",
                "SELECT " + o + ".id FROM " + o + " WHERE " + o + ".owner = 2 AND " + o + ".id = 5",
                "SELECT id FROM m WHERE id = 7",
                "SELECT note, COUNT(*), COUNT(DISTINCT owner) FROM o GROUP BY note ORDER BY note",
                "SELECT id FROM o WHERE owner IN (1, 2, 5) ORDER BY id DESC LIMIT 3",
                "SELECT o.id, i.note FROM o JOIN i ON i.id = o.id AND i.owner = o.owner ORDER BY o.id",
                "SELECT o.id, m.note FROM o JOIN m ON m.id = o.id WHERE m.owner < 3 ORDER BY o.id",
                "SELECT o.id, b.note FROM o JOIN b ON b.id = o.owner ORDER BY o.id",
                "SELECT u.id, o.id FROM u JOIN o ON o.owner = u.id ORDER BY u.id, o.id",
                "SELECT id FROM o WHERE id IN (SELECT id FROM i WHERE note = 'i1') ORDER BY id",
                "SELECT id FROM o WHERE note = (SELECT MIN(note) FROM m) ORDER BY id",
                "SELECT x.id FROM (SELECT id, note FROM m WHERE id > 3) x ORDER BY x.id")) {
            fixture.sameRows(sql);
        }
    }

    @Test
    void writesAreThoseOfOneDatabase() throws SQLException {
        fixture.same("UPDATE o SET note = 'x' WHERE owner = 2");
        fixture.same("UPDATE o SET note = 'y' WHERE owner = 2 AND id = 4");
        fixture.same("DELETE FROM i WHERE id IN (3, 4)");
        fixture.same("INSERT INTO o VALUES (100, 1, 'a', NULL), (101, 2, 'b', NULL), (102, 3, 'c', NULL)");
        fixture.same("INSERT INTO i SELECT id + 200, owner, note, d FROM o WHERE owner < 3");
        fixture.same("INSERT INTO m SELECT id + 300, owner + 1, note, d FROM m");
        // Rows that go to another data source, and to another schema of the same.
        fixture.same("UPDATE o SET owner = 4 WHERE id = 100 AND owner = 1");
        fixture.same("UPDATE o SET owner = 5 WHERE id = 101 AND owner = 2");
        fixture.same("UPDATE m SET id = 401 WHERE id = 300 AND owner = 1");
        fixture.same("UPDATE b SET note = 'z'");
        if (database != TestDatabase.POSTGRESQL) {
            fixture.same("REPLACE INTO o VALUES (100, 4, 'again', NULL)");
            fixture.same("INSERT INTO o VALUES (101, 5, 'q', NULL) ON DUPLICATE KEY UPDATE note = 'twice'");
        } else {
            fixture.same(
                    "INSERT INTO o VALUES (101, 5, 'q', NULL) ON CONFLICT (id, owner) DO UPDATE SET note = o.note");
        }
        sameRows();
        fixture.sameRows("SELECT id FROM o WHERE owner = 2 ORDER BY id FOR UPDATE");
    }

    @Test
    void ddlChangesTheTablesOfAllSchemas() throws SQLException {
        fixture.same("CREATE INDEX ix_note ON o (note)");
        fixture.same("ALTER TABLE o ADD extra INT");
        fixture.same("ALTER TABLE " + quoted("m") + " ADD extra INT");
        fixture.same("UPDATE o SET extra = owner + 1");
        fixture.sameRows("SELECT id, extra FROM o ORDER BY id");
        fixture.same(database.speaksMysql() ? "DROP INDEX ix_note ON o" : "DROP INDEX ix_note");
        fixture.same("CREATE UNIQUE INDEX ix_note ON o (note, id, owner)");
        fixture.same("TRUNCATE TABLE i");
        fixture.sameRows("SELECT COUNT(*) FROM i");
        fixture.same("DROP TABLE m");
        fixture.same("CREATE TABLE m (id BIGINT, owner INT, note VARCHAR(9), d DATE, PRIMARY KEY (id, owner))");
        fixture.same("INSERT INTO m VALUES (1, 1, 'a', NULL), (2, 1, 'b', NULL)");
        assertThat(TopologyFixture.rows(fixture.source(0), "SELECT id FROM " + second + ".m"))
                .hasSize(1);
    }

    private static List<String> column(ResultSet rows, String name) throws SQLException {
        List<String> values = new ArrayList<>();
        while (rows.next()) {
            values.add(rows.getString(name));
        }
        return values;
    }

    @Test
    void theMetadataShowsLogicalTables() throws SQLException {
        try (Connection connection = fixture.engine.getConnection()) {
            DatabaseMetaData metadata = connection.getMetaData();
            for (String table : List.of("o", "i", "m")) {
                assertThat(column(metadata.getTables(null, null, table, null), "TABLE_NAME"))
                        .containsExactly(table);
                assertThat(column(metadata.getColumns(null, null, table, null), "COLUMN_NAME"))
                        .containsExactly("id", "owner", "note", "d");
                assertThat(column(
                                metadata.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table),
                                "COLUMN_NAME"))
                        .containsExactlyInAnyOrder("id", "owner");
            }
            try (ResultSet rows = connection.createStatement().executeQuery("SELECT id FROM o WHERE owner = 0")) {
                assertThat(rows.getMetaData().getTableName(1)).isEqualTo("o");
            }
        }
    }

    @Test
    void theVerificationLooksIntoTheSchemas() throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < TopologyFixture.SOURCES; i++) {
            sources.put("ds" + i, fixture.source(i));
        }
        Verifier verifier = new Verifier(TimedPools.of(sources), ((ShardingDataSource) fixture.engine).rule());
        assertThat(verifier.verifyAll()).noneMatch(Finding::isError);
        TopologyFixture.run(fixture.source(0), "INSERT INTO " + first + ".o_1 VALUES (77, 1, 'x', NULL)");
        TopologyFixture.run(fixture.source(1), "DROP TABLE " + first + ".i_0");
        assertThat(verifier.verify(Verification.FULL))
                .filteredOn(Finding::isError)
                .extracting(Objects::toString)
                .anySatisfy(text -> assertThat(text).contains("ds0." + first + ".o_1: "))
                .anySatisfy(text -> assertThat(text).contains("ds1." + first + ".i_0"))
                .hasSize(2);
    }
}

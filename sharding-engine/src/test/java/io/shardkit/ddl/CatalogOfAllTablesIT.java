package io.shardkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;

/** The catalog lists every logical table, also those of which the default data source has no part. */
class CatalogOfAllTablesIT {
    private static final List<String> SCRIPT = List.of(
            "CREATE TABLE t_order (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL, code VARCHAR(9) DEFAULT 'none')",
            "CREATE TABLE t_parcel (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL, weight DECIMAL(9, 2))",
            "CREATE INDEX idx_weight ON t_parcel (weight)",
            "CREATE TABLE t_audit (id BIGINT NOT NULL PRIMARY KEY, note VARCHAR(40), CONSTRAINT uk_note UNIQUE (note))",
            "CREATE TABLE t_plain (id BIGINT NOT NULL PRIMARY KEY)");

    private static ShardingRule rule() {
        return TestRules.over(List.of("ds0", "ds1", "ds2"))
                .table(table("t_order", "ds{0..1}.t_order_{0..1}", new ShardingStrategy("id", new ModAlgorithm(2))))
                .table(table("t_parcel", "ds{1..2}.t_parcel_0", null))
                .single("ds2", "t_audit")
                .build();
    }

    private static TableRule table(String name, String nodes, @Nullable ShardingStrategy byTable) {
        return new TableRule(name, nodes, new ShardingStrategy("user_id", new ModAlgorithm(2)), byTable, null);
    }

    private static String schema(TestDatabase kind) {
        return kind.speaksMysql() ? "DATABASE()" : kind == TestDatabase.H2 ? "SCHEMA()" : "current_schema()";
    }

    private static List<String> queries(TestDatabase kind) {
        String schema = schema(kind);
        String own = " WHERE table_schema = " + schema;
        String columns = "SELECT table_name, column_name, ordinal_position, is_nullable, data_type, column_default"
                + " FROM information_schema.columns" + own;
        return List.of(
                "SELECT table_name FROM information_schema.tables" + own,
                "SELECT COUNT(*) FROM information_schema.tables" + own,
                "SELECT t.table_name, COUNT(*) FROM information_schema.tables t JOIN information_schema.columns c"
                        + " ON c.table_schema = t.table_schema AND c.table_name = t.table_name WHERE t.table_schema = "
                        + schema + " GROUP BY t.table_name",
                columns,
                columns + " AND LOWER(table_name) = 't_audit'",
                "SELECT table_name, constraint_type FROM information_schema.table_constraints" + own
                        + (kind == TestDatabase.POSTGRESQL ? " AND constraint_type <> 'CHECK'" : ""),
                "SELECT table_name, column_name, ordinal_position FROM information_schema.key_column_usage" + own,
                kind.speaksMysql()
                        ? "SELECT table_name, index_name, column_name, seq_in_index FROM information_schema.statistics"
                                + own
                        : "SELECT table_name FROM information_schema.tables" + own
                                + " AND LOWER(table_name) LIKE 't%a%'");
    }

    @ParameterizedTest
    @OnDatabases
    void listsTablesOfOtherDataSources(TestDatabase kind) throws SQLException {
        try (HikariDataSource whole = kind.create("all_whole");
                HikariDataSource ds0 = kind.create("all_ds", 0);
                HikariDataSource ds1 = kind.create("all_ds", 1);
                HikariDataSource ds2 = kind.create("all_ds", 2)) {
            Map<String, DataSource> shards = new LinkedHashMap<>();
            shards.put("ds0", ds0);
            shards.put("ds1", ds1);
            shards.put("ds2", ds2);
            try (ShardingDataSource sharded = ShardingDataSource.create(
                    shards,
                    rule(),
                    ShardingOptions.builder().executor(Runnable::run).build())) {
                for (String sql : SCRIPT) {
                    Fixture.run(whole, sql);
                    Fixture.run(sharded, sql);
                }
                for (String query : queries(kind)) {
                    assertThat(rows(sharded, query)).as(query).isEqualTo(rows(whole, query));
                }
                assertSeesChanges(sharded, schema(kind));
                if (kind == TestDatabase.POSTGRESQL) {
                    assertRefused(sharded, "SELECT constraint_name FROM information_schema.constraint_column_usage");
                }
            }
        }
    }

    /** A statement that was prepared before tells of a table that has changed since. */
    private static void assertSeesChanges(ShardingDataSource sharded, String schema) throws SQLException {
        String query = "SELECT column_name FROM information_schema.columns WHERE table_schema = " + schema
                + " AND LOWER(table_name) = ?";
        try (Connection connection = sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, "t_audit");
            assertThat(count(statement)).isEqualTo(2);
            Fixture.run(sharded, "ALTER TABLE t_audit ADD COLUMN more INT");
            assertThat(count(statement)).isEqualTo(3);
        }
    }

    private static int count(PreparedStatement statement) throws SQLException {
        int count = 0;
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    private static void assertRefused(DataSource sharded, String query) {
        assertThatThrownBy(() -> rows(sharded, query))
                .hasMessageContaining(ErrorCode.CATALOG_APART.code())
                .hasMessageContaining("t_audit");
    }

    private static TreeSet<String> rows(DataSource dataSource, String sql) throws SQLException {
        TreeSet<String> rows = new TreeSet<>();
        Fixture.query(dataSource, sql).stream().map(String::valueOf).forEach(rows::add);
        return rows;
    }
}

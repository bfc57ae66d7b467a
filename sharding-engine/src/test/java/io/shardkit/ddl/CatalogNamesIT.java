package io.shardkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/** Indexes and constraints have the names that their statements gave, however the actual tables are called. */
class CatalogNamesIT {
    private static final List<String> SCRIPT = List.of(
            "CREATE TABLE orders (id BIGINT NOT NULL, user_id BIGINT NOT NULL, code VARCHAR(9),"
                    + " CONSTRAINT pk_orders PRIMARY KEY (user_id, id), CONSTRAINT uk_orders_no UNIQUE (user_id, code))",
            "CREATE INDEX idx_orders_a ON orders (code)",
            "CREATE INDEX a_orders ON orders (id)",
            "CREATE TABLE item (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, b INT)",
            "CREATE INDEX idx_item_x_b ON item (b)",
            "CREATE INDEX b_orders ON item (user_id)",
            "CREATE TABLE part (id BIGINT NOT NULL, user_id BIGINT NOT NULL, b INT, PRIMARY KEY (id))",
            "CREATE INDEX idx_part_1_b ON part (b)",
            "CREATE INDEX b_part ON part (user_id)",
            "CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, b INT)",
            "CREATE INDEX t_order_b ON t_order (b)",
            "CREATE TABLE job (id BIGINT PRIMARY KEY, b INT, c INT, CONSTRAINT job_item_x_b UNIQUE (b))",
            "CREATE INDEX job_item_x ON job (c)",
            "CREATE INDEX t_order_0_job ON job (c, b)",
            "CREATE TABLE task (id BIGINT PRIMARY KEY, b INT, CONSTRAINT task_orders_b FOREIGN KEY (b) REFERENCES job (b))");

    private static ShardingRule rule() {
        return TestRules.over(List.of("ds0", "ds1"))
                .table(table("orders", "ds{0..1}.orders"))
                .table(table("item", "ds{0..1}.item_x"))
                .table(table("part", "ds0.part, ds1.part_1"))
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        null))
                .build();
    }

    private static TableRule table(String name, String nodes) {
        return new TableRule(name, nodes, new ShardingStrategy("user_id", new ModAlgorithm(2)), null, null);
    }

    private static List<String> views(TestDatabase kind) {
        String own = kind.speaksMysql() ? " WHERE table_schema = DATABASE()" : " WHERE table_schema = 'public'";
        String constraints = "SELECT constraint_name, table_name FROM information_schema.table_constraints" + own
                + (kind == TestDatabase.POSTGRESQL ? " AND constraint_type <> 'CHECK'" : "");
        String keys = "SELECT DISTINCT constraint_name, table_name FROM information_schema.key_column_usage" + own;
        String references =
                "SELECT constraint_name, unique_constraint_name FROM information_schema.referential_constraints"
                        + own.replace("table_schema", "constraint_schema");
        return switch (kind) {
            case H2 ->
                List.of(
                        constraints,
                        keys,
                        references,
                        "SELECT index_name, table_name FROM information_schema.indexes" + own + "");
            case MARIADB, MARIADB_CONNECTOR_J, MYSQL ->
                List.of(
                        constraints,
                        keys,
                        references,
                        "SELECT DISTINCT index_name, table_name FROM information_schema.statistics" + own);
            case POSTGRESQL ->
                List.of(
                        constraints,
                        keys,
                        references,
                        "SELECT indexname, tablename FROM pg_indexes WHERE schemaname = 'public'",
                        "SELECT constraint_name, table_name FROM information_schema.constraint_column_usage" + own,
                        "SELECT conname FROM pg_constraint WHERE contype <> 'n'",
                        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace");
        };
    }

    @ParameterizedTest
    @OnDatabases
    void areThoseOfTheStatements(TestDatabase kind) throws SQLException {
        Map<String, DataSource> shards = new LinkedHashMap<>();
        try (HikariDataSource whole = kind.create("names_whole");
                HikariDataSource ds0 = kind.create("names_ds", 0);
                HikariDataSource ds1 = kind.create("names_ds", 1)) {
            shards.put("ds0", ds0);
            shards.put("ds1", ds1);
            try (ShardingDataSource sharded = ShardingDataSource.create(
                    shards,
                    rule(),
                    ShardingOptions.builder().executor(Runnable::run).build())) {
                for (String sql : SCRIPT) {
                    Fixture.run(whole, sql);
                    Fixture.run(sharded, sql);
                }
                for (String view : views(kind)) {
                    assertThat(new TreeSet<>(rows(sharded, view))).as(view).isEqualTo(new TreeSet<>(rows(whole, view)));
                }
                assertThat(told(sharded)).isEqualTo(told(whole));
                List<String> drops = List.of("idx_orders_a", "a_orders", "idx_item_x_b", "idx_part_1_b", "t_order_b");
                for (String index : drops) {
                    String table = index.equals("a_orders") ? "orders" : index.split("_")[1];
                    String of = index.equals("t_order_b") ? "t_order" : table;
                    String drop = "DROP INDEX " + index + (kind.speaksMysql() ? " ON " + of : "");
                    Fixture.run(whole, drop);
                    Fixture.run(sharded, drop);
                }
                assertThat(told(sharded)).isEqualTo(told(whole));
            }
        }
    }

    private static List<String> rows(DataSource dataSource, String sql) throws SQLException {
        return Fixture.query(dataSource, sql).stream()
                .skip(1)
                .map(String::valueOf)
                .filter(CatalogNamesIT::isOfUser)
                .toList();
    }

    /** Returns what the driver tells of the tables' indexes and keys. */
    private static Set<String> told(DataSource dataSource) throws SQLException {
        Set<String> told = new TreeSet<>();
        try (Connection connection = dataSource.getConnection()) {
            DatabaseMetaData metaData = connection.getMetaData();
            for (String table : List.of("orders", "item", "part", "t_order", "job", "task")) {
                add(
                        told,
                        table,
                        metaData.getIndexInfo(connection.getCatalog(), null, table, false, false),
                        "INDEX_NAME");
                add(told, table, metaData.getPrimaryKeys(connection.getCatalog(), null, table), "PK_NAME");
                add(told, table, metaData.getImportedKeys(connection.getCatalog(), null, table), "FK_NAME");
            }
        }
        return told;
    }

    private static void add(Set<String> told, String table, ResultSet rows, String column) throws SQLException {
        while (rows.next()) {
            String name = table + ": " + rows.getString(column);
            if (isOfUser(name)) {
                told.add(name.toLowerCase(Locale.ROOT));
            }
        }
    }

    /** H2 numbers what the user gives no name. */
    private static boolean isOfUser(String name) {
        return !name.contains("CONSTRAINT_") && !name.contains("PRIMARY_KEY_") && !name.contains("_INDEX_");
    }
}

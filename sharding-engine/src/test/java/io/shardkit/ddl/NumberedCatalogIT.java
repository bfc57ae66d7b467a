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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PostgreSQL's own catalog refers to tables by numbers, which are those of one database: a query of it is right beside a
 * database with all tables, or is refused where tables of other data sources would be missing.
 */
class NumberedCatalogIT {
    private static final List<String> SCRIPT = List.of(
            "CREATE TABLE t_order (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL, code VARCHAR(9) DEFAULT 'none')",
            "CREATE INDEX idx_code ON t_order (code)",
            "CREATE TABLE t_parcel (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL, weight DECIMAL(9, 2))",
            "CREATE INDEX idx_weight ON t_parcel (weight)",
            "CREATE TABLE t_audit (id BIGINT NOT NULL PRIMARY KEY, note VARCHAR(40), CONSTRAINT uk_note UNIQUE (note))",
            "CREATE TABLE note (id BIGINT NOT NULL PRIMARY KEY, word TEXT NOT NULL)",
            "CREATE VIEW words AS SELECT word FROM note");

    private static final Map<String, DataSource> SHARDS = new LinkedHashMap<>();
    private static HikariDataSource whole;
    private static ShardingDataSource sharded;

    @BeforeAll
    static void start() throws SQLException {
        TestDatabase kind = TestDatabase.POSTGRESQL;
        whole = kind.create("numbered_whole");
        for (int i = 0; i < 3; i++) {
            SHARDS.put("ds" + i, kind.create("numbered_ds", i));
        }
        ShardingStrategy byUser = new ShardingStrategy("user_id", new ModAlgorithm(2));
        ShardingStrategy byId = new ShardingStrategy("id", new ModAlgorithm(2));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1", "ds2"))
                .table(new TableRule("t_order", "ds{0..1}.t_order_{0..1}", byUser, byId, null))
                .table(new TableRule("t_parcel", "ds{1..2}.t_parcel_0", byUser, null, null))
                .single("ds2", "t_audit")
                .build();
        sharded = ShardingDataSource.create(
                SHARDS, rule, ShardingOptions.builder().executor(Runnable::run).build());
        for (String sql : SCRIPT) {
            Fixture.run(whole, sql);
            Fixture.run(sharded, sql);
        }
    }

    @AfterAll
    static void stop() {
        sharded.close();
        SHARDS.values().forEach(each -> ((HikariDataSource) each).close());
        whole.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT tablename, hasindexes FROM pg_tables WHERE schemaname = 'public'",
                "SELECT COUNT(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()",
                "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'public'",
                "SELECT indexname FROM pg_indexes WHERE tablename = 't_audit'",
                "SELECT relname, n_live_tup FROM pg_stat_user_tables",
                "SELECT relname, indexrelname IS NULL FROM pg_stat_user_indexes WHERE relname <> 't_order'",
                "SELECT COUNT(*) FROM (SELECT * FROM pg_statio_user_tables) t",
                "SELECT t.tablename, i.indexname FROM pg_tables t LEFT JOIN pg_indexes i ON i.tablename = t.tablename"
                        + " WHERE t.schemaname = 'public'"
            })
    void viewsThatNameTheirTablesTellOfAll(String sql) throws SQLException {
        assertThat(rows(sharded, sql)).isEqualTo(rows(whole, sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT relname, relkind FROM pg_class WHERE relname = 't_order'",
                "SELECT relname FROM pg_catalog.pg_class WHERE pg_catalog.pg_class.relname IN ('note', 't_order')",
                "SELECT c.relname FROM pg_class c WHERE c.relname = ANY (ARRAY['note', 't_order'])",
                "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE c.relkind IN ('v', 'm') AND n.nspname = 'public'",
                "SELECT attname FROM pg_attribute WHERE attrelid = 'note'::regclass AND attnum > 0",
                "SELECT a.attname, d.adnum FROM pg_attribute a LEFT JOIN pg_attrdef d ON a.attrelid = d.adrelid"
                        + " AND a.attnum = d.adnum WHERE a.attrelid = '\"note\"'::regclass AND a.attnum > 0"
                        + " AND NOT a.attisdropped ORDER BY a.attnum",
                "SELECT i.relname FROM pg_class t JOIN pg_index x ON (t.oid = x.indrelid)"
                        + " JOIN pg_class i ON (i.oid = x.indexrelid) WHERE t.relname = 't_order'",
                "SELECT i.relname FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid, pg_class i"
                        + " WHERE ((t.relname = 't_order') AND i.oid = x.indexrelid)",
                "SELECT conname FROM pg_constraint WHERE contype = 'p'"
                        + " AND conrelid = (SELECT oid FROM pg_class WHERE relname = 't_order')",
                "SELECT c.relname FROM pg_class c WHERE c.relname = 't_order'"
                        + " AND EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)",
                "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname = 'public'",
                "SELECT typname FROM pg_catalog.pg_type WHERE typname = 'int8'"
            })
    void tablesOfTheDefaultDataSourceAreFoundByName(String sql) throws SQLException {
        assertThat(rows(whole, sql)).isNotEmpty();
        assertThat(rows(sharded, sql)).isEqualTo(rows(whole, sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT relname FROM pg_class",
                "TABLE pg_class",
                "SELECT COUNT(*) FROM pg_catalog.pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname = 'public' AND c.relkind IN ('r', 'v')",
                "SELECT relname FROM pg_class WHERE relname = 't_audit'",
                "SELECT relname FROM pg_class WHERE relname IN ('note', 't_parcel')",
                "SELECT relname FROM pg_class WHERE relname LIKE 't%'",
                "SELECT relname FROM pg_class WHERE NOT relname = 'note'",
                "SELECT relname FROM pg_class WHERE (relname = 'note') IS FALSE",
                "SELECT relname FROM pg_class WHERE relname = 'note' OR relkind = 'r'",
                "SELECT relname FROM pg_class WHERE relname = 't_au' || 'dit'",
                "SELECT relname FROM pg_class WHERE relname = E't\\x5faudit'",
                "SELECT relname FROM pg_class WHERE relname = ANY ('{t_audit}')",
                "SELECT relname FROM pg_class WHERE CASE WHEN TRUE THEN TRUE AND relname = 'note' END",
                "SELECT c.relname FROM pg_class c LEFT JOIN pg_index i ON c.relname = 'note' AND i.indrelid = c.oid",
                "SELECT c.relname FROM pg_class c RIGHT JOIN pg_class t ON t.relname = 'note' WHERE c.oid = t.oid",
                "SELECT c.relname FROM pg_class c, pg_class t WHERE t.relname = 'note'",
                "SELECT c.relname FROM pg_class c (relname, oid) WHERE c.oid = 1",
                "SELECT relname FROM pg_class WHERE relname = 'note' UNION SELECT relname FROM pg_class",
                "SELECT (SELECT COUNT(*) FROM pg_class) FROM pg_class WHERE relname = 'note'",
                "SELECT conname FROM pg_constraint WHERE confrelid = 'note'::regclass",
                "SELECT k.conname FROM pg_class c JOIN pg_constraint k ON k.confrelid = c.oid WHERE c.relname = 'note'",
                "SELECT attname FROM pg_attribute",
                "SELECT indexrelid FROM pg_index",
                "SELECT tgname FROM pg_trigger",
                "SELECT tablename FROM pg_stats WHERE schemaname = 'public'",
                "SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables",
                "SELECT t.tablename FROM pg_tables t JOIN pg_class c ON c.relname = t.tablename",
                "SELECT t.table_name FROM information_schema.tables t JOIN pg_class c ON c.relname = t.table_name"
            })
    void answersThatWouldLackTablesAreRefused(String sql) {
        assertThatThrownBy(() -> rows(sharded, sql))
                .hasMessageStartingWith(ErrorCode.CATALOG_APART.code())
                .hasMessageContaining("t_audit");
    }

    @Test
    void aParameterMayNotNameATableOfAnotherDataSource() throws SQLException {
        for (String sql : List.of(
                "SELECT relkind FROM pg_class WHERE relname = ?",
                "SELECT COUNT(attname) FROM pg_attribute WHERE attrelid = ?::regclass AND attnum > 0")) {
            try (Connection connection = sharded.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < 2; i++) {
                    statement.setString(1, "note");
                    try (ResultSet rows = statement.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                    }
                    statement.setString(1, "t_audit");
                    assertThatThrownBy(statement::executeQuery)
                            .hasMessageStartingWith(ErrorCode.CATALOG_APART.code())
                            .hasMessageContaining("t_audit");
                }
            }
        }
    }

    @Test
    void numbersOfOtherDataSourcesAreNotTold() throws SQLException {
        assertThat(rows(sharded, "SELECT * FROM pg_stat_user_tables WHERE relname = 't_audit'")
                        .first())
                .contains("t_audit")
                .startsWith("[null, ");
    }

    private static TreeSet<String> rows(DataSource dataSource, String sql) throws SQLException {
        TreeSet<String> rows = new TreeSet<>();
        Fixture.query(dataSource, sql).stream().skip(1).map(String::valueOf).forEach(rows::add);
        return rows;
    }
}

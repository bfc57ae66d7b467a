package io.shardkit.differential.server;

import static io.shardkit.differential.server.SpreadTable.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists that are arrays, as Spring Data, jOOQ and others send them, in statements that write or lock. */
class ArrayListIT {
    private static final String COLUMNS = "s VARCHAR(20), a INT";
    private static final int ROWS = 20;
    private static final IntFunction<String> VALUES = id -> "'s" + id % 5 + "', " + id % 7;

    private HikariDataSource first;
    private HikariDataSource second;
    private HikariDataSource whole;
    private DataSource engine;

    @BeforeEach
    void open() throws SQLException {
        first = TestDatabase.POSTGRESQL.create("arrays", 0);
        second = TestDatabase.POSTGRESQL.create("arrays", 1);
        whole = TestDatabase.POSTGRESQL.create("arrays", 0);
        int source = 0;
        for (DataSource each : List.of(first, second, whole)) {
            SpreadTable.execute(each, SpreadTable.statements(each == whole ? WHOLE : source++, COLUMNS, ROWS, VALUES));
            SpreadTable.execute(
                    each,
                    List.of(
                            "CREATE TABLE b (id BIGINT PRIMARY KEY, s VARCHAR(20))",
                            "INSERT INTO b SELECT n, 's' || n % 5 FROM generate_series(1, 10) n"));
        }
        engine = SpreadTable.engine(
                first, second, SpreadTable.rule().broadcast("b").build(), Runnable::run);
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        whole.close();
    }

    private interface Setting {
        void set(PreparedStatement statement, Connection connection) throws SQLException;
    }

    private static final Setting NONE = (statement, connection) -> {};

    private static int write(DataSource source, String sql, Setting parameters) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            parameters.set(statement, connection);
            return statement.executeUpdate();
        }
    }

    private static List<Long> locked(DataSource source, String sql, Setting parameters) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            connection.setAutoCommit(false);
            parameters.set(statement, connection);
            List<Long> ids = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
            connection.commit();
            return ids;
        }
    }

    private void same(String sql, Setting parameters) throws SQLException {
        if (sql.startsWith("SELECT")) {
            assertThat(locked(engine, sql, parameters))
                    .as(sql)
                    .isEqualTo(locked(whole, sql, parameters))
                    .isNotEmpty();
            return;
        }
        assertThat(write(engine, sql, parameters))
                .as(sql)
                .isEqualTo(write(whole, sql, parameters))
                .isPositive();
        for (String table : List.of("o", "b")) {
            String all = "SELECT * FROM " + table + " ORDER BY id";
            List<String> expected = SpreadTable.read(whole, all);
            assertThat(SpreadTable.read(engine, all)).as(sql).isEqualTo(expected);
            if (table.equals("b")) {
                assertThat(SpreadTable.read(first, all)).as(sql).isEqualTo(expected);
                assertThat(SpreadTable.read(second, all)).as(sql).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE o SET a = 100 WHERE id = ANY('{1,2,6,7}'::bigint[])",
                "UPDATE o SET a = 100 WHERE id = ANY(ARRAY[1, 2, 6, 7]) AND s <> ALL(ARRAY['s2', 's3'])",
                "UPDATE o SET a = a + 1 WHERE k = ANY(CAST('{1,2,6,7}' AS bigint[])) OR a > ALL(ARRAY[1, 3])",
                "UPDATE o SET a = CASE WHEN s = SOME(ARRAY['s1', 's2']) THEN 50 ELSE a END WHERE id < 15",
                "DELETE FROM o WHERE s LIKE ANY(ARRAY['%1', '%2'])",
                "DELETE FROM o WHERE NOT (s ILIKE ALL(ARRAY['S%', '%2'])) AND s NOT LIKE ANY(ARRAY['%1', '%2'])",
                "DELETE FROM o WHERE id <> ALL('{1,2}') AND id = ANY(ARRAY(SELECT id FROM b))",
                "UPDATE b SET s = 'x' WHERE id = ANY('{1,2,6,7}'::bigint[])",
                "UPDATE b SET s = 'y' WHERE s LIKE ANY(ARRAY['%1', '%2']) OR id <= ALL(ARRAY[4, 3])",
                "DELETE FROM b WHERE id = ANY(ARRAY[1, 2, 6, 7]) AND s <> ALL('{s2,s3}'::text[])",
                "INSERT INTO b SELECT id + 100, s FROM b WHERE id = ANY(ARRAY[1, 2, 6])",
                "SELECT id FROM o WHERE id = ANY('{1,2,6,7}'::bigint[]) ORDER BY id FOR UPDATE",
                "SELECT id FROM o WHERE s LIKE ANY(ARRAY['%1', '%2']) ORDER BY id LIMIT 3 FOR UPDATE SKIP LOCKED",
                "SELECT id FROM o WHERE s <> ALL(ARRAY['s1']) ORDER BY a, id FOR NO KEY UPDATE",
                "SELECT id FROM b WHERE id = ANY(ARRAY[1, 2]) ORDER BY id FOR UPDATE"
            })
    void literals(String sql) throws SQLException {
        same(sql, NONE);
    }

    @Test
    void arrayOfKeysGoesToTheirUnits() throws SQLException {
        String sql = "SELECT id, a FROM o WHERE %s ORDER BY id";
        Object[][] arrays = {{}, {null}, {1L}, {1L, 3L}, {2L, null}, {1L, 2L, 3L, 4L, 2L}, {100L}, {-1L, Long.MAX_VALUE}
        };
        for (String condition : List.of(
                "id = ANY(?)",
                "id = some (?)",
                "k = ANY(?)",
                "NOT (id <> ALL(?))",
                "NOT (id = ANY(?))",
                "NOT (id != ANY(?))",
                "id = ANY(?) OR a = 3",
                "id = ANY(?) AND a > 2",
                "(id, s) = (SELECT id, s FROM b WHERE id = 3) OR id = ANY(?)",
                "id = ANY(?::bigint[])")) {
            for (Object[] array : arrays) {
                Setting bigints =
                        (statement, connection) -> statement.setArray(1, connection.createArrayOf("int8", array));
                assertThat(locked(engine, sql.formatted(condition), bigints))
                        .as("%s with %s", condition, Arrays.toString(array))
                        .isEqualTo(locked(whole, sql.formatted(condition), bigints));
            }
            Setting none = (statement, connection) -> statement.setNull(1, Types.ARRAY);
            assertThat(locked(engine, sql.formatted(condition), none))
                    .as(condition)
                    .isEqualTo(locked(whole, sql.formatted(condition), none));
        }
        Setting decimals = (statement, connection) -> statement.setArray(
                1, connection.createArrayOf("numeric", new Object[] {new BigDecimal("1.0"), new BigDecimal("2.5")}));
        Setting doubles = (statement, connection) ->
                statement.setArray(1, connection.createArrayOf("float8", new Object[] {1d, 2.5d, 7d}));
        for (Setting each : List.of(decimals, doubles)) {
            assertThat(locked(engine, sql.formatted("id = ANY(?)"), each))
                    .isEqualTo(locked(whole, sql.formatted("id = ANY(?)"), each))
                    .isNotEmpty();
        }
    }

    @Test
    void arrayNarrowsToUnits() throws SQLException {
        try (Connection connection = engine.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("EXPLAIN SHARDING SELECT id FROM o WHERE id = ANY(?)")) {
            List<List<String>> units = new ArrayList<>();
            for (Long[] array : new Long[][] {{1L}, {1L, 1L, null}, {}, {1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L}}) {
                statement.setArray(1, connection.createArrayOf("bigint", array));
                List<String> shown = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        shown.add(rows.getString("way") + " " + rows.getString("unit"));
                    }
                }
                units.add(shown);
            }
            assertThat(units.get(0))
                    .contains("merge o_1")
                    .doesNotContain("merge o_0")
                    .isEqualTo(units.get(1));
            assertThat(units.get(3)).contains("merge o_0, o_1");
        }
    }

    @Test
    void parameters() throws SQLException {
        Setting numbers = (statement, connection) ->
                statement.setArray(1, connection.createArrayOf("bigint", new Long[] {1L, 6L, 7L, 12L}));
        Setting objects = (statement, connection) -> statement.setObject(1, new long[] {2, 5, 8, 11});
        Setting words = (statement, connection) ->
                statement.setArray(1, connection.createArrayOf("text", new String[] {"%1", "s3"}));
        same("UPDATE o SET a = a + 10 WHERE id = ANY(?)", numbers);
        same("UPDATE o SET a = a + 10 WHERE id = ANY(?)", objects);
        same("UPDATE o SET a = a + 10 WHERE k = any (?::bigint[])", numbers);
        same("UPDATE o SET a = a + 10 WHERE id <> ALL(?) AND s <> 's1'", numbers);
        same("UPDATE o SET a = a + 10 WHERE s LIKE ANY(?)", words);
        same("UPDATE b SET s = 'z' WHERE id = ANY(?)", numbers);
        same("DELETE FROM b WHERE s LIKE ANY(?)", words);
        same("SELECT id FROM o WHERE id = ANY(?) ORDER BY id FOR UPDATE", numbers);
        same("SELECT id FROM o WHERE s NOT LIKE ALL(?) ORDER BY id LIMIT 4 FOR UPDATE", words);
        same("SELECT id FROM o WHERE k = ANY(?) ORDER BY id LIMIT 3 FOR UPDATE SKIP LOCKED", objects);
        same("DELETE FROM o WHERE id = ANY(?)", objects);
        same("DELETE FROM o WHERE id != ALL(?)", numbers);
    }
}

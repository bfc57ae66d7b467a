package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables that are not sharded get generated keys too: a broadcast one the same on all data sources. */
abstract class UnshardedKeysSuite {
    private final TestDatabase database;
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final AtomicLong last = new AtomicLong(100);
    private DataSource sharded;

    UnshardedKeysSuite(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = database.create("unsharded", i);
            pools.add(pool);
            sources.put("ds" + i, pool);
        }
        sharded = ShardingDataSource.create(
                sources,
                TestRules.over(List.copyOf(sources.keySet()))
                        .table(new TableRule(
                                "t_order",
                                "ds{0..1}.t_order",
                                new ShardingStrategy("id", new ModAlgorithm(2)),
                                null,
                                null))
                        .broadcast("t_country")
                        .single("ds1", "t_audit")
                        .generateKeys("T_COUNTRY", new KeyGeneration("ID", last::incrementAndGet))
                        .generateKeys("t_audit", new KeyGeneration("id", last::incrementAndGet))
                        .generateKeys("t_note", new KeyGeneration("id", last::incrementAndGet))
                        .build(),
                ShardingOptions.builder().executor(executor).build());
        String columns = "(id BIGINT PRIMARY KEY, name VARCHAR(20), made TIMESTAMP DEFAULT CURRENT_TIMESTAMP)";
        run("CREATE TABLE t_country " + columns);
        run("CREATE TABLE t_audit " + columns);
        run("CREATE TABLE t_note " + columns);
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @Test
    void eachRowGetsAKeyThatIsReported() throws SQLException {
        for (String table : List.of("t_country", "t_audit", "t_note")) {
            reported(table, insert("INSERT INTO " + table + " (name) VALUES ('a')"), "a");
            reported(table, insert("INSERT INTO " + table + " (name) VALUES ('b'), ('c')"), "b", "c");
            List<Long> keys = insert("INSERT INTO " + table + " (id, name) VALUES (NULL, 'd'), (7, 'e')");
            reported(table, keys, "d", "e");
            assertThat(keys).last().isEqualTo(7L);
        }
        assertThat(rows(pools.get(0), "SELECT id, name, made FROM t_country ORDER BY id"))
                .hasSize(5)
                .isEqualTo(rows(pools.get(1), "SELECT id, name, made FROM t_country ORDER BY id"));
        assertThat(rows(pools.get(1), "SELECT id FROM t_audit")).hasSize(5);
        assertThat(rows(pools.get(0), "SELECT id FROM t_note")).hasSize(5);
    }

    @Test
    void preparedStatementsAndBatchesGetKeys() throws SQLException {
        for (String table : List.of("t_country", "t_audit")) {
            try (Connection connection = sharded.getConnection()) {
                connection.setAutoCommit(false);
                try (PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO " + table + " (name, id) VALUES (?, ?), (?, DEFAULT)",
                        Statement.RETURN_GENERATED_KEYS)) {
                    insert.setString(1, "a");
                    insert.setNull(2, Types.BIGINT);
                    insert.setString(3, "b");
                    assertThat(insert.executeUpdate()).isEqualTo(2);
                    reported(connection, table, keys(insert), "a", "b");
                    insert.setString(1, "c");
                    insert.setLong(2, 9);
                    insert.setString(3, "d");
                    assertThat(insert.executeUpdate()).isEqualTo(2);
                    reported(connection, table, keys(insert), "c", "d");
                }
                try (PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO " + table + " (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                    for (String name : List.of("x", "y", "z")) {
                        insert.setString(1, name);
                        insert.addBatch();
                    }
                    assertThat(insert.executeBatch()).hasSize(3);
                    reported(connection, table, keys(insert), "x", "y", "z");
                }
                connection.commit();
            }
            assertThat(rows(sharded, "SELECT name FROM " + table + " WHERE id = 9"))
                    .containsExactly("c");
        }
        assertThat(rows(pools.get(0), "SELECT id, name FROM t_country ORDER BY id"))
                .isEqualTo(rows(pools.get(1), "SELECT id, name FROM t_country ORDER BY id"));
    }

    @Test
    void theLastKeyIsThatOfTheFramework() throws SQLException {
        if (database == TestDatabase.POSTGRESQL) {
            return;
        }
        List<String> questions = database.speaksMysql()
                ? List.of("SELECT LAST_INSERT_ID()", "SELECT @@IDENTITY", "select @@identity AS id FROM dual")
                : List.of("SELECT LAST_INSERT_ID()");
        for (String table : List.of("t_country", "t_audit")) {
            try (Connection connection = sharded.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String question : questions) {
                    statement.execute("INSERT INTO " + table + " (name) VALUES ('a'), ('b')");
                    try (ResultSet key = statement.executeQuery(question)) {
                        key.next();
                        assertThat(rows(connection, "SELECT name FROM " + table + " WHERE id = " + key.getLong(1)))
                                .as(table + " " + question)
                                .containsExactly("a");
                    }
                }
            }
        }
    }

    @Test
    void rowsOfAQueryGetKeys() throws SQLException {
        run("INSERT INTO t_country (name, made) VALUES ('a', '2024-01-02 03:04:05'), ('b', '2024-01-02 03:04:05')");
        run("INSERT INTO t_audit (name, made) SELECT name, made FROM t_country");
        run("INSERT INTO t_country (name, made) SELECT name, made FROM t_audit WHERE name = 'a'");
        assertThat(rows(sharded, "SELECT name FROM t_audit WHERE id > 100 ORDER BY id"))
                .containsExactly("a", "b");
        assertThat(rows(pools.get(0), "SELECT id, name FROM t_country ORDER BY id"))
                .hasSize(3)
                .isEqualTo(rows(pools.get(1), "SELECT id, name FROM t_country ORDER BY id"));
    }

    @Test
    void whatMayMeetARowThatIsThereIsRefused() {
        String upsert = database == TestDatabase.POSTGRESQL
                ? " ON CONFLICT (id) DO NOTHING"
                : " ON DUPLICATE KEY UPDATE name = 'c'";
        for (String table : List.of("t_country", "t_audit")) {
            assertThatThrownBy(() -> run("INSERT INTO " + table + " (name) VALUES ('a')" + upsert))
                    .hasMessageStartingWith(ErrorCode.INSERT_FORM.code());
        }
    }

    @Test
    @SuppressWarnings("try") // the scopes are there to be open
    void hintsTellNothingElseThanWhereTheTableIs() throws SQLException {
        run("INSERT INTO t_country (name) VALUES ('a')");
        try (ShardingHint hint = ShardingHint.dataSource("ds1")) {
            run("INSERT INTO t_audit (name) VALUES ('a')");
            run("INSERT INTO t_audit (name) SELECT name FROM t_country");
            for (String table : List.of("t_country", "t_note")) {
                for (String rows : List.of("VALUES ('a', '2024-01-02 03:04:05')", "SELECT name, made FROM t_country")) {
                    assertThatThrownBy(() -> run("INSERT INTO " + table + " (name, made) " + rows))
                            .hasMessageStartingWith(ErrorCode.HINT_CONTRADICTED.code());
                }
            }
        }
        assertThat(rows(pools.get(1), "SELECT name FROM t_audit WHERE id > 100"))
                .hasSize(2);
        assertThat(rows(sharded, "SELECT name FROM t_note")).isEmpty();
    }

    @Test
    void ofAShardedTableTheyAreSetElsewhere() {
        assertThatThrownBy(() -> TestRules.over(List.of("ds0"))
                        .table(new TableRule("t", "ds0.t", null, null, null))
                        .generateKeys("t", new KeyGeneration("id", last::incrementAndGet))
                        .build())
                .hasMessageContaining("sharding.key-generate-strategies.t")
                .hasMessageContaining("sharding.tables.t.key-generate-strategy");
    }

    private List<Long> insert(String sql) throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
            return keys(statement);
        }
    }

    private static List<Long> keys(Statement statement) throws SQLException {
        try (ResultSet result = statement.getGeneratedKeys()) {
            List<Long> keys = new ArrayList<>();
            while (result.next()) {
                keys.add(result.getLong(1));
            }
            return keys;
        }
    }

    final void run(String sql) throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The keys are those under which the rows of these names are stored. */
    private void reported(String table, List<Long> keys, String... names) throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            reported(connection, table, keys, names);
        }
    }

    private static void reported(Connection connection, String table, List<Long> keys, String... names)
            throws SQLException {
        List<String> stored = new ArrayList<>();
        for (Long key : keys) {
            stored.addAll(rows(connection, "SELECT name FROM " + table + " WHERE id = " + key));
        }
        assertThat(stored).as(table).containsExactly(names);
    }

    private static List<String> rows(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return rows(connection, sql);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                StringJoiner row = new StringJoiner(" ");
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }
}

package io.shardkit.differential.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.Limits;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.ShardingKey;
import java.sql.ShardingKeyBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The tables {@code h} and {@code g}, which are bound, lie by hints alone, {@code a} by its columns, {@code b} is on all
 * data sources, and {@code u} on {@code ds1}.
 */
@SuppressWarnings("try") // the scopes are there to be open
abstract class HintContract {
    private final TestDatabase database;
    private TopologyFixture fixture;

    HintContract(TestDatabase database) {
        this.database = database;
    }

    private static TableRule byHint(String name) {
        return new TableRule(
                name,
                "ds{0..2}." + name + "_{0..1}",
                ShardingStrategy.hint(new ModAlgorithm(3)),
                ShardingStrategy.hint(TopologyFixture.algorithm(
                        "hint-inline",
                        Map.of("algorithm-expression", name + "_$->{value % 2}"),
                        name + "_0",
                        name + "_1")),
                null);
    }

    private static ShardingRuleBuilder tables(ShardingRuleBuilder rule) {
        return rule.table(byHint("h"))
                .table(byHint("g"))
                .bind(List.of("h", "g"))
                .table(new TableRule(
                        "a",
                        "ds{0..2}.a_{0..1}",
                        new ShardingStrategy("owner", new ModAlgorithm(3)),
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        null))
                .broadcast("b")
                .single("ds1", "u");
    }

    @BeforeEach
    void open() throws SQLException {
        Limits limits = Limits.builder()
                .gatherMaxRows(1000)
                .maxUnits(6)
                .maxMergedRows(1000)
                .maxOffset(1000)
                .writesWithoutCondition(true)
                .hintComments(true)
                .build();
        fixture = new TopologyFixture(database, HintContract::tables, limits);
        for (String table : List.of("h", "g", "a", "b", "u")) {
            fixture.same("CREATE TABLE " + table + " (id BIGINT PRIMARY KEY, owner INT NOT NULL, note VARCHAR(20))");
        }
        for (long id = 0; id < 24; id++) {
            int owner = (int) (id / 2 % 6);
            fixture.same("INSERT INTO a VALUES (?, ?, ?)", id, owner, "n" + id % 4);
            try (ShardingHint source = ShardingHint.database("H", owner);
                    ShardingHint table = ShardingHint.table("h", id)) {
                fixture.same("INSERT INTO h VALUES (?, ?, ?)", id, owner, "n" + id % 4);
                fixture.same("INSERT INTO g VALUES (?, ?, ?)", id, owner, "m" + id % 3);
            }
        }
        fixture.same("INSERT INTO b VALUES (1, 1, 'b'), (2, 2, 'b')");
        fixture.same("INSERT INTO u VALUES (1, 1, 'u'), (2, 2, 'u')");
        fixture.calls.take();
    }

    @AfterEach
    void close() {
        assertThat(ShardingHint.current()).isNull();
        fixture.close();
    }

    private List<String> rows(String sql, Object... parameters) throws SQLException {
        return TopologyFixture.rows(fixture.engine, sql, parameters);
    }

    private List<String> wanted(String sql) throws SQLException {
        return TopologyFixture.rows(fixture.whole, sql);
    }

    private void sameRows() throws SQLException {
        for (String table : List.of("h", "g", "a", "b", "u")) {
            fixture.sameRows("SELECT * FROM " + table + " ORDER BY id");
        }
        for (String table : List.of("h", "g", "a")) {
            fixture.assertPlaced(
                    table,
                    node -> "MOD(owner, 3) = " + node.dataSource() + " AND MOD(id, 2) = "
                            + node.table().substring(2));
        }
    }

    @Test
    void asksAllUnitsWithoutAHint() throws SQLException {
        sameRows();
        for (String sql : List.of(
                "SELECT note, COUNT(*), COUNT(DISTINCT owner) FROM h GROUP BY note ORDER BY note",
                "SELECT id FROM h WHERE owner = 2 ORDER BY id DESC LIMIT 3",
                "SELECT h.id, g.note FROM h JOIN g ON g.id = h.id ORDER BY h.id",
                "SELECT h.id, a.note FROM h LEFT JOIN a ON a.id = h.id AND a.owner = h.owner ORDER BY h.id",
                "SELECT id FROM h WHERE id IN (SELECT id FROM g WHERE note = 'm1') ORDER BY id")) {
            fixture.sameRows(sql);
        }
        fixture.same("UPDATE h SET note = 'x' WHERE owner = 2");
        fixture.same("DELETE FROM g WHERE id IN (3, 4)");
        sameRows();
    }

    private Connection keyed(@Nullable Object superKey, Object key) throws SQLException {
        ConnectionBuilder builder = fixture.engine
                .createConnectionBuilder()
                .shardingKey(fixture.engine
                        .createShardingKeyBuilder()
                        .subkey(key, JDBCType.BIGINT)
                        .build());
        if (superKey != null) {
            builder.superShardingKey(fixture.engine
                    .createShardingKeyBuilder()
                    .subkey(superKey, JDBCType.BIGINT)
                    .build());
        }
        return builder.build();
    }

    private static void contradicted(ErrorCode code, Connection connection, String sql) {
        assertThat(catchThrowable(() -> TopologyFixture.run(connection, sql)))
                .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                        .isEqualTo(code));
    }

    @Test
    void aConnectionWithAShardingKeyStaysOnItsUnits() throws SQLException {
        try (Connection connection = keyed(null, 5)) {
            assertThat(TopologyFixture.rows(connection, "SELECT id FROM a ORDER BY id"))
                    .isEqualTo(wanted("SELECT id FROM a WHERE MOD(owner, 3) = 2 ORDER BY id"));
            assertThat(TopologyFixture.rows(connection, "SELECT id FROM a WHERE owner = 5 ORDER BY id"))
                    .isEqualTo(wanted("SELECT id FROM a WHERE owner = 5 ORDER BY id"));
            contradicted(ErrorCode.HINT_CONTRADICTED, connection, "DELETE FROM a WHERE owner = 4");
            contradicted(ErrorCode.HINT_CONTRADICTED, connection, "INSERT INTO a VALUES (91, 4, 'x')");
            contradicted(ErrorCode.HINT_MISSING, connection, "INSERT INTO h VALUES (91, 4, 'x')");
            TopologyFixture.run(connection, "INSERT INTO a VALUES (91, 2, 'x')");
            TopologyFixture.run(fixture.whole, "INSERT INTO a VALUES (91, 2, 'x')");
            for (String sql : List.of("SELECT * FROM b ORDER BY id", "SELECT * FROM u ORDER BY id")) {
                assertThat(TopologyFixture.rows(connection, sql)).isEqualTo(wanted(sql));
            }
            connection.setShardingKey(null);
            assertThat(TopologyFixture.rows(connection, "SELECT id FROM a ORDER BY id"))
                    .isEqualTo(wanted("SELECT id FROM a ORDER BY id"));
        }
        try (Connection connection = keyed(1L, 2)) {
            TopologyFixture.run(connection, "INSERT INTO h VALUES (94, 1, 'x')");
            TopologyFixture.run(fixture.whole, "INSERT INTO h VALUES (94, 1, 'x')");
            assertThat(TopologyFixture.rows(
                            connection,
                            "SELECT a.id FROM a JOIN a o ON o.id = a.id AND o.owner = a.owner ORDER BY a.id"))
                    .isEqualTo(wanted("SELECT id FROM a WHERE MOD(owner, 3) = 1 AND MOD(id, 2) = 0 ORDER BY id"));
        }
        sameRows();
    }

    @Test
    void aPreparedStatementTakesTheShardingKeyOfItsExecution() throws SQLException {
        try (Connection connection = fixture.engine.getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE a SET note = ? WHERE note <> ''")) {
            ShardingKey first = fixture.engine
                    .createShardingKeyBuilder()
                    .subkey(1, JDBCType.INTEGER)
                    .subkey(1, JDBCType.INTEGER)
                    .build();
            connection.setShardingKey(first);
            update.setString(1, "k");
            assertThat(update.executeUpdate()).isEqualTo(4);
            TopologyFixture.run(fixture.whole, "UPDATE a SET note = 'k' WHERE MOD(owner, 3) = 1 AND MOD(id, 2) = 1");
            update.addBatch();
            ShardingKey other = fixture.engine
                    .createShardingKeyBuilder()
                    .subkey(2, JDBCType.INTEGER)
                    .build();
            assertThat(connection.setShardingKeyIfValid(other, 1)).isTrue();
            assertThat(update.executeBatch()).containsExactly(8);
            TopologyFixture.run(fixture.whole, "UPDATE a SET note = 'k' WHERE MOD(owner, 3) = 2");
        }
        sameRows();
    }

    @Test
    void refusesShardingKeysThatMeanNothing() throws SQLException {
        ShardingKey foreign = new ShardingKey() {};
        ShardingKeyBuilder many = fixture.engine.createShardingKeyBuilder();
        for (int i = 0; i < 3; i++) {
            many.subkey(i, JDBCType.INTEGER);
        }
        assertThat(catchThrowable(many::build)).hasMessageContaining(ErrorCode.INVALID_ARGUMENT.code());
        assertThat(catchThrowable(
                        () -> fixture.engine.createConnectionBuilder().user("x").build()))
                .hasMessageContaining(ErrorCode.UNSUPPORTED_JDBC.code());
        try (Connection connection = keyed(null, "no number")) {
            contradicted(ErrorCode.HINT_INVALID, connection, "DELETE FROM a WHERE note = 'z'");
            assertThat(connection.setShardingKeyIfValid(foreign, 1)).isFalse();
            assertThat(catchThrowable(() -> connection.setShardingKey(foreign)))
                    .hasMessageContaining(ErrorCode.INVALID_ARGUMENT.code());
        }
    }

    @Test
    void aPoolPassesTheShardingKeyOn() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(fixture.engine);
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config);
                Connection connection = pool.getConnection()) {
            connection.setShardingKey(fixture.engine
                    .createShardingKeyBuilder()
                    .subkey(4, JDBCType.INTEGER)
                    .build());
            assertThat(TopologyFixture.rows(connection, "SELECT id FROM a ORDER BY id"))
                    .isEqualTo(wanted("SELECT id FROM a WHERE MOD(owner, 3) = 1 ORDER BY id"));
        }
    }

    /** One that forgets its key shall not narrow what the next one sees: the pool closes the connection at most. */
    @Test
    void theNextBorrowerOfAPooledConnectionDoesNotGetItsKey() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(fixture.engine);
        config.setMaximumPoolSize(1);
        ShardingKey key = fixture.engine
                .createShardingKeyBuilder()
                .subkey(4, JDBCType.INTEGER)
                .build();
        String sql = "SELECT id FROM a ORDER BY id";
        try (HikariDataSource pool = new HikariDataSource(config)) {
            try (Connection connection = pool.getConnection()) {
                connection.setShardingKey(key);
                connection.setShardingKey(null);
            }
            try (Connection connection = pool.getConnection()) {
                assertThat(TopologyFixture.rows(connection, sql)).isEqualTo(wanted(sql));
                connection.setShardingKey(key);
            }
            try (Connection connection = pool.getConnection()) {
                contradicted(ErrorCode.SHARDING_KEY_LEFT, connection, "SELECT id FROM a WHERE owner = 4");
            }
            try (Connection connection = pool.getConnection()) {
                assertThat(TopologyFixture.rows(connection, sql)).isEqualTo(wanted(sql));
            }
        }
    }

    @Test
    void aKeyIsSetAnewAfterWarningsAreClearedAndEndsWithItsRequest() throws SQLException {
        String sql = "SELECT id FROM a ORDER BY id";
        ShardingKey key = fixture.engine
                .createShardingKeyBuilder()
                .subkey(4, JDBCType.INTEGER)
                .build();
        try (Connection connection = keyed(null, 5);
                PreparedStatement query = connection.prepareStatement(sql)) {
            connection.clearWarnings();
            assertThat(catchThrowable(query::executeQuery)).hasMessageContaining(ErrorCode.SHARDING_KEY_LEFT.code());
            connection.setShardingKey(key);
            assertThat(TopologyFixture.rows(connection, sql))
                    .isEqualTo(wanted("SELECT id FROM a WHERE MOD(owner, 3) = 1 ORDER BY id"));
            connection.endRequest();
            assertThat(TopologyFixture.rows(connection, sql)).isEqualTo(wanted(sql));
            connection.clearWarnings();
            assertThat(TopologyFixture.rows(connection, sql)).isEqualTo(wanted(sql));
        }
    }

    @Test
    void refusesARowWithoutAPlace() throws SQLException {
        fixture.refused(ErrorCode.HINT_MISSING, "h, database", "INSERT INTO h VALUES (?, ?, ?)", 90L, 1, "x");
        fixture.refused(ErrorCode.HINT_MISSING, "h", "INSERT INTO h SELECT id + 100, owner, note FROM a");
        try (ShardingHint source = ShardingHint.database("h", 1)) {
            fixture.refused(ErrorCode.HINT_MISSING, "h, table", "INSERT INTO h VALUES (90, 1, 'x')");
            try (ShardingHint table = ShardingHint.table("h", "no number")) {
                fixture.refused(ErrorCode.HINT_INVALID, "java.lang.String", "INSERT INTO h VALUES (90, 1, 'x')");
            }
            try (ShardingHint table = ShardingHint.table("g", 0)) {
                fixture.same("INSERT INTO h VALUES (90, 1, 'x'), (92, 4, 'x')");
                fixture.same("INSERT INTO g SELECT id + 100, owner, note FROM a WHERE owner = 1 AND id IN (2, 14)");
            }
        }
        sameRows();
    }

    @Test
    void goesWhereTheHintSays() throws SQLException {
        String sql = "SELECT id FROM h ORDER BY id";
        try (Connection connection = fixture.engine.getConnection();
                PreparedStatement prepared = connection.prepareStatement(sql)) {
            assertThat(ids(prepared)).isEqualTo(24);
            for (int owner = 0; owner < 3; owner++) {
                try (ShardingHint source = ShardingHint.database("h", owner)) {
                    assertThat(ids(prepared)).isEqualTo(8);
                    for (long id = 0; id < 2; id++) {
                        try (ShardingHint table = ShardingHint.table("h", id)) {
                            fixture.calls.take();
                            assertThat(ids(prepared)).isEqualTo(4);
                            assertThat(fixture.calls.take()).isEqualTo(1);
                            String condition = "MOD(owner, 3) = " + owner + " AND MOD(id, 2) = " + id;
                            assertThat(rows(sql))
                                    .isEqualTo(wanted("SELECT id FROM h WHERE " + condition + " ORDER BY id"));
                            assertThat(rows("SELECT COUNT(*) FROM h WHERE id >= 0 AND note <> 'q'"))
                                    .isEqualTo(wanted("SELECT COUNT(*) FROM h WHERE note <> 'q' AND " + condition));
                            assertThat(rows("SELECT h.id, g.note FROM h, g WHERE g.owner = h.owner ORDER BY 1, 2"))
                                    .isEqualTo(wanted(
                                            "SELECT h.id, g.note FROM h, g WHERE g.owner = h.owner AND MOD(h.owner, 3) = "
                                                    + owner + " AND MOD(h.id, 2) = " + id + " AND MOD(g.id, 2) = " + id
                                                    + " ORDER BY 1, 2"));
                        }
                    }
                    assertThat(ids(prepared)).isEqualTo(8);
                }
            }
            assertThat(ids(prepared)).isEqualTo(24);
        }
        sameRows();
    }

    private static int ids(PreparedStatement prepared) throws SQLException {
        try (ResultSet rows = prepared.executeQuery()) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        }
    }

    @Test
    void narrowsWhatColumnsPlace() throws SQLException {
        try (ShardingHint source = ShardingHint.database("a", 4)) {
            assertThat(rows("SELECT id FROM a ORDER BY id"))
                    .isEqualTo(wanted("SELECT id FROM a WHERE MOD(owner, 3) = 1 ORDER BY id"));
            assertThat(rows("SELECT id FROM a WHERE owner = 1 AND id = 2"))
                    .isEqualTo(wanted("SELECT id FROM a WHERE owner = 1 AND id = 2"));
            assertThat(rows("SELECT id FROM a WHERE owner IN (?, ?) ORDER BY id", 1, 4))
                    .isEqualTo(wanted("SELECT id FROM a WHERE owner IN (1, 4) ORDER BY id"));
            assertThat(TopologyFixture.run(fixture.engine, "UPDATE a SET note = 'y' WHERE id < 6"))
                    .isEqualTo(TopologyFixture.run(
                            fixture.whole, "UPDATE a SET note = 'y' WHERE id < 6 AND MOD(owner, 3) = 1"));
            for (String sql : List.of(
                    "SELECT id FROM a WHERE owner = 2",
                    "SELECT id FROM a WHERE owner IN (1, 2)",
                    "SELECT id FROM a WHERE owner = 2 AND id = 4",
                    "SELECT id FROM a WHERE owner = 1 OR owner = 2",
                    "DELETE FROM a WHERE owner = 0 AND id = 0",
                    "UPDATE a SET owner = 2 WHERE owner = 1 AND id = 2",
                    "INSERT INTO a VALUES (90, 4, 'x'), (91, 3, 'x')",
                    "INSERT INTO a SELECT id + 100, 2, note FROM b")) {
                fixture.refusedAny(ErrorCode.HINT_CONTRADICTED, sql);
            }
        }
        sameRows();
    }

    @Test
    void staysOnADataSource() throws SQLException {
        try (ShardingHint hint = ShardingHint.dataSource("ds1")) {
            assertThat(rows("SELECT id FROM a ORDER BY id"))
                    .isEqualTo(wanted("SELECT id FROM a WHERE MOD(owner, 3) = 1 ORDER BY id"));
            assertThat(rows("SELECT a.id, b.id FROM a, b WHERE b.id = a.owner ORDER BY a.id"))
                    .isEqualTo(wanted(
                            "SELECT a.id, b.id FROM a, b WHERE b.id = a.owner AND MOD(a.owner, 3) = 1 ORDER BY a.id"));
            assertThat(rows("SELECT id FROM u ORDER BY id")).isEqualTo(wanted("SELECT id FROM u ORDER BY id"));
            assertThat(rows("SELECT id FROM b ORDER BY id")).isEqualTo(wanted("SELECT id FROM b ORDER BY id"));
            assertThat(rows("SELECT id FROM a WHERE owner = NULL")).isEmpty();
            assertThat(rows("SELECT COUNT(*) FROM a"))
                    .isEqualTo(wanted("SELECT COUNT(*) FROM a WHERE MOD(owner, 3) = 1"));
            fixture.same("INSERT INTO a VALUES (90, 4, 'x'), (91, 1, 'x')");
            for (String sql : List.of(
                    "SELECT id FROM a WHERE owner = 2",
                    "SELECT id FROM a WHERE owner IN (1, 2)",
                    "INSERT INTO a VALUES (92, 3, 'x')",
                    "UPDATE b SET note = 'x' WHERE id = 1",
                    "INSERT INTO b SELECT id + 10, owner, note FROM u",
                    "DROP TABLE a")) {
                fixture.refusedAny(ErrorCode.HINT_CONTRADICTED, sql);
            }
        }
        try (ShardingHint hint = ShardingHint.dataSource("ds0")) {
            fixture.refusedAny(ErrorCode.HINT_CONTRADICTED, "SELECT id FROM u ORDER BY id");
        }
        try (ShardingHint hint = ShardingHint.dataSource("ds9")) {
            fixture.refused(ErrorCode.HINT_INVALID, "'ds9'", "UPDATE a SET note = 'z'");
        }
        try (ShardingHint hint = ShardingHint.database("aa", 1)) {
            fixture.refused(ErrorCode.HINT_INVALID, "'aa'", "UPDATE a SET note = 'z'");
            fixture.refused(ErrorCode.HINT_INVALID, "'aa'", "INSERT INTO a VALUES (95, 1, 'x')");
        }
        sameRows();
    }

    @Test
    void sendsWhatNamesNoTableToTheDataSource() throws SQLException {
        String sql =
                switch (database) {
                    case H2 -> "SELECT DATABASE()";
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> "SELECT DATABASE()";
                    case POSTGRESQL -> "SELECT CURRENT_DATABASE()";
                };
        List<String> home = rows(sql);
        for (int i = 0; i < 3; i++) {
            try (ShardingHint hint = ShardingHint.dataSource("ds" + i)) {
                assertThat(rows(sql)).isEqualTo(TopologyFixture.rows(fixture.source(i), sql));
            }
        }
        assertThat(rows(sql)).isEqualTo(home);
    }

    @Test
    void takesTheHintOfTheExecution() throws SQLException {
        try (Connection connection = fixture.engine.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO h VALUES (?, ?, ?)")) {
            for (long id = 100; id < 110; id += 2) {
                insert.setLong(1, id);
                insert.setInt(2, 2);
                insert.setString(3, "batch");
                try (ShardingHint other = ShardingHint.database("h", 1)) {
                    insert.addBatch();
                }
                TopologyFixture.run(fixture.whole, "INSERT INTO h VALUES (?, 2, 'batch')", id);
            }
            try (ShardingHint source = ShardingHint.database("h", 2);
                    ShardingHint table = ShardingHint.table("h", 0)) {
                assertThat(insert.executeBatch()).hasSize(5).containsOnly(1);
            }
        }
        try (ShardingHint source = ShardingHint.dataSource("ds1")) {
            List<String> there = CompletableFuture.supplyAsync(() -> {
                        try {
                            return rows("SELECT COUNT(*) FROM a");
                        } catch (SQLException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .join();
            assertThat(there).isEqualTo(wanted("SELECT COUNT(*) FROM a"));
        }
        sameRows();
    }

    @Test
    void readsCommentsInTheFormOfShardingSphere() throws SQLException {
        String named = "/* SHARDINGSPHERE_HINT: h.SHARDING_DATABASE_VALUE=4, h.SHARDING_TABLE_VALUE=1 */ ";
        assertThat(rows(named + "SELECT id FROM h ORDER BY id"))
                .isEqualTo(wanted("SELECT id FROM h WHERE MOD(owner, 3) = 1 AND MOD(id, 2) = 1 ORDER BY id"));
        TopologyFixture.run(fixture.engine, named + "INSERT INTO h VALUES (?, ?, ?)", 95L, 1, "x");
        TopologyFixture.run(fixture.whole, "INSERT INTO h VALUES (?, ?, ?)", 95L, 1, "x");
        assertThat(
                        rows(
                                "/* ShardingSphere hint: dataSourceName=ds1, disableAuditNames=x */ SELECT id FROM a ORDER BY id"))
                .isEqualTo(wanted("SELECT id FROM a WHERE MOD(owner, 3) = 1 ORDER BY id"));
        assertThat(rows("/* SHARDINGSPHERE_HINT: WRITE_ROUTE_ONLY=true */ SELECT COUNT(*) FROM a"))
                .isEqualTo(wanted("SELECT COUNT(*) FROM a"));
        for (String words : List.of("SHARDING_DATABASE_VALUE=1", "SKIP_SQL_REWRITE=true", "x")) {
            fixture.refused(
                    ErrorCode.HINT_INVALID,
                    words.replaceFirst("=.*", ""),
                    "/* SHARDINGSPHERE_HINT: " + words + " */ DELETE FROM a WHERE owner = 1");
        }
        fixture.refused(
                ErrorCode.HINT_CONTRADICTED,
                "ds1",
                "/* SHARDINGSPHERE_HINT: DATA_SOURCE_NAME=ds1 */ DELETE FROM a WHERE owner = 2 AND id = 5");
        assertThat(ShardingHint.current()).isNull();
        sameRows();
    }

    @Test
    void readsCommentsAndAllowsScatter() throws SQLException {
        assertThat(rows("/* sharding: ds=ds1 */ SELECT id FROM a WHERE id >= 0 ORDER BY id"))
                .isEqualTo(wanted("SELECT id FROM a WHERE MOD(owner, 3) = 1 ORDER BY id"));
        assertThat(rows("/* Query of x */ /* sharding: ds = ds2 */ SELECT id FROM a WHERE id >= ? ORDER BY id", 0))
                .isEqualTo(wanted("SELECT id FROM a WHERE MOD(owner, 3) = 2 ORDER BY id"));
        fixture.refused(
                ErrorCode.HINT_CONTRADICTED, "ds1", "/* sharding: ds=ds1 */ DELETE FROM a WHERE owner = 2 AND id = 5");
        fixture.refused(ErrorCode.HINT_INVALID, "'to=ds1'", "/* sharding: to=ds1 */ DELETE FROM a WHERE owner = 2");
        assertThat(ShardingHint.current()).isNull();
        Limits few = Limits.builder()
                .gatherMaxRows(1000)
                .maxUnits(2)
                .maxMergedRows(1000)
                .maxOffset(1000)
                .writesWithoutCondition(true)
                .build();
        try (TopologyFixture narrow = new TopologyFixture(database, HintContract::tables, few)) {
            try (ShardingHint all = ShardingHint.allowScatter()) {
                narrow.same("CREATE TABLE a (id BIGINT PRIMARY KEY, owner INT NOT NULL, note VARCHAR(20))");
            }
            Throwable thrown = catchThrowable(() -> TopologyFixture.rows(narrow.engine, "SELECT id FROM a"));
            assertThat(((ShardingException) thrown).errorCode()).isSameAs(ErrorCode.TOO_MANY_UNITS);
            try (ShardingHint all = ShardingHint.allowScatter()) {
                assertThat(TopologyFixture.rows(narrow.engine, "SELECT id FROM a"))
                        .isEmpty();
            }
            // Comments are nothing but comments where they are not allowed.
            assertThat(TopologyFixture.rows(narrow.engine, "/* sharding: ds=ds9 */ SELECT id FROM a WHERE owner = 1"))
                    .isEmpty();
        }
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Checks that a statement that names no sharded table goes to the default data source as it was written, whatever it is. */
@Timeout(120)
class PassthroughIT {

    /** Two databases: t_order is sharded over both, t_country broadcast, t_far single on the second. */
    private static final class Databases implements AutoCloseable {
        final List<HikariDataSource> pools = new ArrayList<>();
        final ShardingDataSource logical;

        Databases(TestDatabase kind, String parameters) throws SQLException {
            Map<String, DataSource> sources = new LinkedHashMap<>();
            for (int i = 0; i < 2; i++) {
                HikariDataSource pool = kind.create("pass" + i, i);
                if (!parameters.isEmpty()) {
                    HikariConfig config = new HikariConfig();
                    pool.copyStateTo(config);
                    pool.close();
                    String url = pool.getJdbcUrl();
                    config.setJdbcUrl(url + (url.contains("?") ? "&" : "?") + parameters);
                    pool = new HikariDataSource(config);
                }
                pools.add(pool);
                sources.put("ds" + i, pool);
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    for (String table : List.of("t_order_0", "t_order_1")) {
                        statement.execute("CREATE TABLE " + table + " (id BIGINT PRIMARY KEY, user_id BIGINT)");
                    }
                    statement.execute("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY)");
                    statement.execute(
                            i == 0
                                    ? "CREATE TABLE note (id INT PRIMARY KEY, word VARCHAR(40))"
                                    : "CREATE TABLE t_far (id INT PRIMARY KEY, word VARCHAR(40))");
                }
            }
            logical = ShardingDataSource.create(
                    sources,
                    TestRules.over(List.of("ds0", "ds1"))
                            .table(new TableRule(
                                    "t_order",
                                    "ds{0..1}.t_order_{0..1}",
                                    new ShardingStrategy("user_id", new ModAlgorithm(2)),
                                    new ShardingStrategy("id", new ModAlgorithm(2)),
                                    null))
                            .broadcast("t_country")
                            .single("ds1", "t_far")
                            .single("ds1", "far")
                            .build(),
                    ShardingOptions.builder().executor(Runnable::run).build());
        }

        @Override
        public void close() throws SQLException {
            logical.close();
            pools.forEach(HikariDataSource::close);
        }
    }

    private static String one(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "nothing";
        }
    }

    @ParameterizedTest
    @OnDatabases
    void viewsAndTemporaryTables(TestDatabase kind) throws SQLException {
        try (Databases databases = new Databases(kind, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO note (id, word) VALUES (1, 'a'), (2, 'b')");
            statement.execute("CREATE VIEW words AS SELECT word FROM note WHERE id > 1");
            assertThat(one(statement, "SELECT word FROM words")).isEqualTo("b");
            String temporary = kind == TestDatabase.H2 ? "LOCAL TEMPORARY" : "TEMPORARY";
            statement.execute("CREATE " + temporary + " TABLE scratch (id INT)");
            statement.execute("INSERT INTO scratch SELECT id FROM note");
            // A query over both databases in between must not take the connection away.
            assertThat(one(statement, "SELECT COUNT(*) FROM t_order")).isEqualTo("0");
            assertThat(one(statement, "SELECT COUNT(*) FROM scratch")).isEqualTo("2");
            statement.execute("DROP VIEW words");
            statement.execute("CREATE TABLE copied AS SELECT * FROM note");
            assertThat(one(statement, "SELECT COUNT(*) FROM copied")).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @OnDatabases
    void parametersKeysAndMetaData(TestDatabase kind) throws SQLException {
        try (Databases databases = new Databases(kind, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            String key = kind == TestDatabase.POSTGRESQL ? "SERIAL PRIMARY KEY" : "INT AUTO_INCREMENT PRIMARY KEY";
            statement.execute("CREATE TABLE job (id " + key + ", word VARCHAR(40))");
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO job (word) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                insert.setString(1, "x");
                assertThat(insert.executeUpdate()).isEqualTo(1);
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    assertThat(keys.next()).isTrue();
                    assertThat(keys.getInt(1)).isEqualTo(1);
                }
                insert.setString(1, "y");
                insert.addBatch();
                insert.setString(1, "z");
                insert.addBatch();
                assertThat(insert.executeBatch()).hasSize(2);
            }
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT word FROM job WHERE id = ? FOR UPDATE")) {
                assertThat(query.getMetaData().getColumnCount()).isEqualTo(1);
                assertThat(query.getParameterMetaData().getParameterCount()).isEqualTo(1);
                query.setInt(1, 3);
                try (ResultSet rows = query.executeQuery()) {
                    rows.next();
                    assertThat(rows.getString("word")).isEqualTo("z");
                }
            }
        }
    }

    @ParameterizedTest
    @OnDatabases
    void singleTableElsewhere(TestDatabase kind) throws SQLException {
        try (Databases databases = new Databases(kind, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t_far (id, word) VALUES (1, 'a')");
            statement.execute("CREATE VIEW far AS SELECT word FROM t_far");
            assertThat(one(statement, "SELECT word FROM far")).isEqualTo("a");
            statement.execute("DROP VIEW far");
            assertThat(one(statement, "SELECT + + id FROM t_far")).isEqualTo("1");
        }
    }

    /** As Flyway empties a schema. A trigger of a sharded table would be gone on one of its databases only. */
    @Test
    void whatDependsOnOtherTablesStays() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE FUNCTION free() RETURNS INT LANGUAGE sql AS 'SELECT 1'");
            statement.execute("DROP FUNCTION IF EXISTS \"public\".\"free\"() CASCADE; SELECT 1");
            assertThatThrownBy(() -> one(statement, "SELECT free()")).isInstanceOf(SQLException.class);

            statement.execute("CREATE TYPE size AS ENUM ('s', 'l')");
            statement.execute("CREATE TABLE shirt (id INT PRIMARY KEY, size size)");
            assertThatThrownBy(() -> statement.execute("DROP TYPE size CASCADE"))
                    .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getSQLState())
                            .isEqualTo("2BP01"));
            statement.execute("INSERT INTO shirt (id, size) VALUES (1, 's')");
            assertThat(one(statement, "SELECT size FROM shirt")).isEqualTo("s");
            statement.execute("DROP TABLE shirt CASCADE");
            statement.execute("DROP TYPE size CASCADE");
        }
    }

    @ParameterizedTest
    @OnDatabases
    void whatConcernsAllDatabasesIsRefused(TestDatabase kind) throws SQLException {
        List<String> refused = new ArrayList<>(List.of(
                "CREATE VIEW orders AS SELECT * FROM t_order",
                "CREATE VIEW orders AS SELECT * FROM t_order_0",
                "DROP SCHEMA app CASCADE",
                "CREATE TRIGGER tr BEFORE INSERT ON \"T_ORDER\" FOR EACH ROW CALL 'x'"));
        refused.addAll(
                switch (kind) {
                    case H2 ->
                        List.of(
                                "DROP ALL OBJECTS",
                                "DROP DOMAIN d CASCADE",
                                "SHUTDOWN",
                                "USE x",
                                "RUNSCRIPT FROM 'x.sql'",
                                "EXECUTE IMMEDIATE 'SET SCHEMA x'",
                                "EXECUTE IMMEDIATE 'DELETE FROM U&\"t\\005forder_0\"'",
                                "SELECT DB_OBJECT_ID('TABLE', 'PUBLIC', 'T_ORDER')",
                                "CREATE TABLE b (begin INT, procedure INT); SET SCHEMA x");
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL ->
                        List.of(
                                "XA START 'x'",
                                "DROP FUNCTION f CASCADE",
                                "SELECT @a := 1",
                                "SELECT 1 INTO @a",
                                "CALL p(@a)",
                                "SHOW WARNINGS",
                                "SELECT ROW_COUNT()",
                                "SELECT @@identity + 1",
                                "USE mysql",
                                "PREPARE p FROM @a",
                                "PREPARE p FROM 'DELETE FROM t\\_or\\der_0'",
                                "EXECUTE IMMEDIATE 'SET foreign_key_checks = 0'",
                                "SELECT `row_count`()",
                                "SELECT `last_insert_id`() FROM t_order WHERE id = 1 AND user_id = 1",
                                "PREPARE p FROM 'SELECT * FROM t_order'");
                    case POSTGRESQL ->
                        List.of(
                                "PREPARE TRANSACTION 'x'",
                                "DROP FUNCTION cascade",
                                "SELECT set_config('standard_conforming_strings', 'off', false)",
                                "DISCARD ALL",
                                "SELECT \"set_config\"('standard_conforming_strings', 'off', false)",
                                "SELECT pg_catalog.\"lastval\"()",
                                "UPDATE pg_settings SET setting = 'off' WHERE name = 'standard_conforming_strings'",
                                "UPDATE pg_catalog.\"pg_settings\" SET setting = 'x' WHERE name = 'search_path'",
                                "SELECT to_regclass('public.t_order')",
                                "SELECT 1 FROM pg_class WHERE oid = to_regclass('t_order')",
                                "CREATE TABLE b (begin INT, procedure INT); SET search_path = x",
                                "DO $$ BEGIN DELETE FROM t_order_1; END $$",
                                "SELECT lastval() + 1");
                });
        try (Databases databases = new Databases(kind, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : refused) {
                assertThatThrownBy(() -> statement.execute(sql)).as(sql).hasMessageStartingWith("SK-");
            }
            assertThatThrownBy(() -> connection.prepareCall("{call p('t_order')}"))
                    .hasMessageStartingWith(ErrorCode.UNSUPPORTED_JDBC.code());
        }
    }

    @Test
    void postgresqlsCatalogHasNothingOfRepeatedTables() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            // As Flyway asks what it has to clean.
            String tables =
                    "SELECT string_agg(t.table_name, ' ' ORDER BY t.table_name) FROM information_schema.tables t"
                            + " LEFT JOIN pg_depend d ON d.deptype = 'e' AND d.objid ="
                            + " (quote_ident(t.table_schema) || '.' || quote_ident(t.table_name))::regclass::oid"
                            + " WHERE t.table_schema = 'public' AND d.objid IS NULL AND NOT (SELECT EXISTS (SELECT inhrelid"
                            + " FROM pg_catalog.pg_inherits WHERE inhrelid ="
                            + " (quote_ident(t.table_schema) || '.' || quote_ident(t.table_name))::regclass::oid))";
            assertThat(one(statement, tables)).isEqualTo("note t_country t_far t_order");
            // Lists that would lack the tables of other data sources are refused; these name their tables.
            String constraints = "SELECT string_agg(k.conname, ' ') FROM pg_constraint k JOIN pg_class c"
                    + " ON c.oid = k.conrelid WHERE k.contype = 'p' AND c.relname IN (";
            assertThat(one(statement, constraints + "'t_order', 't_order_0', 't_order_1')"))
                    .isEqualTo("t_order_pkey");
            assertThat(one(statement, constraints + "'note')")).isEqualTo("note_pkey");
            String relations = "SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_catalog.pg_class";
            String named = "'t_order', 't_order_pkey', 't_order_0', 't_order_0_pkey', 't_order_1', 't_order_1_pkey'";
            assertThat(one(statement, relations + " WHERE relname IN (" + named + ")"))
                    .isEqualTo("t_order t_order_pkey");
        }
    }

    @Test
    void h2sCatalogHasWhatIsOfNoTable() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.H2, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE reader");
            statement.execute("CREATE ROLE writer");
            statement.execute("GRANT reader TO writer");
            assertThat(one(statement, "SELECT COUNT(*) FROM information_schema.rights WHERE table_name IS NULL"))
                    .isEqualTo("1");
        }
    }

    @Test
    void whatPostgresqlTakes() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SEQUENCE counter START 7");
            assertThat(one(statement, "SELECT nextval('counter')")).isEqualTo("7");
            assertThat(one(statement, "SELECT currval('counter')")).isEqualTo("7");
            assertThat(one(statement, "SELECT lastval()")).isEqualTo("7");
            statement.execute("INSERT INTO public.note (id, word) VALUES (1, 'a')");
            assertThat(
                            one(
                                    statement,
                                    "WITH taken AS (UPDATE note SET word = 'b' WHERE id = 1 RETURNING word) SELECT * FROM taken"))
                    .isEqualTo("b");
            assertThat(one(statement, "SELECT pg_try_advisory_lock(1)")).isEqualTo("t");
            statement.execute("CREATE TABLE lease (name VARCHAR(9) PRIMARY KEY, until TIMESTAMP)");
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO lease (name, until) VALUES (?, timezone('utc', now()) + make_interval(secs => ?))"
                            + " ON CONFLICT (name) DO UPDATE SET until = EXCLUDED.until")) {
                insert.setString(1, "x");
                insert.setDouble(2, 1.5);
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            statement.execute("DO $$ BEGIN UPDATE note SET word = 'c'; END $$");
            assertThat(one(statement, "SELECT word FROM note")).isEqualTo("c");
            assertThat(statement.execute("UPDATE note SET word = 'd'; SELECT word FROM note; DELETE FROM note"))
                    .isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(1);
            assertThat(statement.getMoreResults()).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                assertThat(rows.getString(1)).isEqualTo("d");
            }
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(1);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            statement.execute("CREATE FUNCTION twice(n INT) RETURNS INT LANGUAGE sql AS $$ SELECT 2 * n $$");
            try (CallableStatement call = connection.prepareCall("{? = call twice(?)}")) {
                call.registerOutParameter(1, Types.INTEGER);
                call.setInt(2, 21);
                call.execute();
                assertThat(call.getInt(1)).isEqualTo(42);
                assertThat(call.getConnection()).isSameAs(connection);
            }
        }
    }

    @Test
    void whatMariadbTakes() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.MARIADB, "allowMultiQueries=true");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE PROCEDURE twice(n INT) BEGIN SELECT 2 * n; SELECT 3 * n; END");
            assertThat(statement.execute("CALL twice(21)")).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(42);
            }
            assertThat(statement.getMoreResults()).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(63);
            }
            statement.execute("CREATE PROCEDURE half(IN n INT, OUT m INT) SET m = n DIV 2");
            try (CallableStatement call = connection.prepareCall("{call half(?, ?)}")) {
                call.setInt(1, 42);
                call.registerOutParameter(2, Types.INTEGER);
                call.execute();
                assertThat(call.getInt(2)).isEqualTo(21);
            }
            assertThat(one(statement, "SELECT GET_LOCK('x', 1)")).isEqualTo("1");
            assertThat(one(statement, "SELECT COUNT(*) FROM t_order")).isEqualTo("0");
            assertThat(one(statement, "SELECT RELEASE_LOCK('x')")).isEqualTo("1");
            assertThat(one(statement, "SELECT @@foreign_key_checks")).isEqualTo("1");
            statement.execute("CREATE TABLE counter (id BIGINT)");
            statement.execute("INSERT INTO counter VALUES (6)");
            assertThat(statement.executeUpdate("UPDATE counter SET id = LAST_INSERT_ID(id + 1) LIMIT 1"))
                    .isEqualTo(1);
            assertThat(one(statement, "SELECT LAST_INSERT_ID()")).isEqualTo("7");
            statement.executeUpdate("INSERT INTO t_order (id, user_id) VALUES (1, 1)");
            statement.executeUpdate("UPDATE counter SET id = LAST_INSERT_ID(id + 1) WHERE id = 7");
            assertThat(one(statement, "SELECT LAST_INSERT_ID()")).isEqualTo("8");
            statement.executeUpdate("DELETE FROM t_order WHERE id = 1 AND user_id = 1");
            statement.execute("INSERT INTO note VALUES (1, 'a'); UPDATE note SET word = 'b'");
            assertThat(one(statement, "SELECT word FROM note")).isEqualTo("b");
            assertThat(one(statement, "ANALYZE TABLE note")).contains("note");
        }
    }

    @Test
    void whatH2Takes() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.H2, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SEQUENCE counter START WITH 7");
            assertThat(one(statement, "SELECT NEXT VALUE FOR counter")).isEqualTo("7");
            assertThat(one(statement, "CALL NEXT VALUE FOR counter")).isEqualTo("8");
            statement.execute("MERGE INTO note (id, word) KEY (id) VALUES (1, 'a')");
            statement.execute("MERGE INTO public.note USING (SELECT 1 AS id) x ON note.id = x.id"
                    + " WHEN MATCHED THEN UPDATE SET word = 'b'");
            assertThat(one(statement, "SELECT word FROM note")).isEqualTo("b");
            statement.execute("CREATE ALIAS twice FOR 'java.lang.Math.abs(int)'");
            try (CallableStatement call = connection.prepareCall("CALL twice(?)")) {
                call.setInt(1, -42);
                try (ResultSet rows = call.executeQuery()) {
                    rows.next();
                    assertThat(rows.getInt(1)).isEqualTo(42);
                    assertThat(rows.getStatement().getConnection()).isSameAs(connection);
                }
            }
        }
    }

    /** The settings of a session: a statement, and the question whose answer it changes on each database. */
    private static Map<String, String> settings(TestDatabase kind) {
        return kind.speaksMysql()
                ? Map.of(
                        "SET time_zone = '+07:00'", "SELECT @@SESSION.time_zone",
                        "SET foreign_key_checks = 0", "SELECT @@SESSION.foreign_key_checks",
                        "SET SESSION lock_wait_timeout = 7", "SELECT @@SESSION.lock_wait_timeout",
                        "SET optimizer_switch = 'derived_merge=off'", "SELECT @@SESSION.optimizer_switch",
                        "SET NAMES utf8mb4", "SELECT @@SESSION.collation_connection")
                : Map.of(
                        "SET TIME ZONE 'Asia/Tokyo'", "SELECT current_setting('timezone')",
                        "SET search_path TO pg_catalog, public", "SELECT current_setting('search_path')",
                        "SET ROLE pg_read_all_data", "SELECT current_setting('role')",
                        "SET lock_timeout = 7", "SELECT current_setting('lock_timeout')");
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void settingsHoldEverywhereAndArePutBack(TestDatabase kind) throws SQLException {
        for (Map.Entry<String, String> each : settings(kind).entrySet()) {
            try (Databases databases = new Databases(kind, "")) {
                List<String> before = answers(databases, each.getValue());
                List<String> changed = new ArrayList<>();
                try (Connection connection = databases.logical.getConnection();
                        Statement statement = connection.createStatement()) {
                    // The catalog is asked about functions once, and not by a connection with other settings.
                    viaEngine(statement, each.getValue());
                    statement.execute(each.getKey());
                    changed.addAll(viaEngine(statement, each.getValue()));
                }
                assertThat(changed.get(1)).as(each.getKey()).isEqualTo(changed.get(0));
                if (!each.getKey().startsWith("SET NAMES")) {
                    assertThat(changed).as(each.getKey()).doesNotContainAnyElementsOf(before);
                }
                assertThat(answers(databases, each.getValue()))
                        .as("after " + each.getKey())
                        .isEqualTo(before);
                for (HikariDataSource pool : databases.pools) {
                    assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(1);
                }
            }
        }
    }

    private static List<String> viaEngine(Statement statement, String question) throws SQLException {
        List<String> answers = new ArrayList<>();
        for (String table : List.of("note", "t_far")) {
            answers.add(one(statement, question + " FROM " + table + " RIGHT JOIN (SELECT 1 AS one) o ON one = 1"));
        }
        return answers;
    }

    private static List<String> answers(Databases databases, String question) throws SQLException {
        List<String> answers = new ArrayList<>();
        for (HikariDataSource pool : databases.pools) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                answers.add(one(statement, question));
            }
        }
        return answers;
    }

    @Test
    void settingsTakeParameters() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.MARIADB, "");
                Connection connection = databases.logical.getConnection();
                PreparedStatement set = connection.prepareStatement("SET foreign_key_checks = ?, time_zone = ?");
                Statement statement = connection.createStatement()) {
            set.setInt(1, 0);
            set.setString(2, "+03:00");
            set.executeUpdate();
            assertThat(one(statement, "SELECT @@foreign_key_checks")).isEqualTo("0");
            assertThat(one(statement, "SELECT @@time_zone")).isEqualTo("+03:00");
        }
    }

    @Test
    void anIndexIsDroppedWhereItsTableIs() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.MARIADB, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE INDEX note_word ON note (word)");
            String indexes = "SELECT COUNT(*) FROM information_schema.statistics"
                    + " WHERE table_schema = DATABASE() AND index_name = 'note_word'";
            assertThat(one(statement, indexes)).isEqualTo("1");
            statement.execute("DROP INDEX note_word ON " + one(statement, "SELECT DATABASE()") + ".note");
            assertThat(one(statement, indexes)).isEqualTo("0");
        }
    }

    @Test
    void h2SetsTheSchemaUntilTheConnectionIsClosed() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.H2, "")) {
            for (HikariDataSource pool : databases.pools) {
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE SCHEMA notes");
                }
            }
            try (Connection connection = databases.logical.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE notes.memo (id INT)");
                statement.execute("SET SCHEMA notes");
                statement.execute("INSERT INTO memo VALUES (1)");
                assertThat(one(statement, "SELECT COUNT(*) FROM memo")).isEqualTo("1");
                assertThat(connection.getSchema()).isEqualTo("notes");
                statement.execute("SET SCHEMA \"public\"");
                assertThat(one(statement, "SELECT COUNT(*) FROM t_order")).isEqualTo("0");
                statement.execute("SET SCHEMA notes");
                connection.setSchema("public");
                assertThat(connection.getSchema()).isEqualTo("public");
                assertThat(one(statement, "SELECT COUNT(*) FROM t_order")).isEqualTo("0");
                statement.execute("SET SCHEMA notes");
            }
            try (Connection connection = databases.logical.getConnection();
                    Statement statement = connection.createStatement()) {
                assertThat(one(statement, "CALL SCHEMA()")).isEqualTo("public");
            }
        }
    }

    @Test
    void settingsOfATransactionEndAsTheTransactionDoes() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                PreparedStatement path = connection.prepareStatement("SELECT set_config('search_path', ?, false)");
                Statement statement = connection.createStatement()) {
            String near = "SELECT current_setting('lock_timeout') FROM note RIGHT JOIN (SELECT 1 AS one) o ON one = 1";
            String far = near.replace("note", "t_far");
            statement.execute("SET lock_timeout = 5");
            for (boolean commit : new boolean[] {false, true}) {
                connection.setAutoCommit(false);
                assertThat(one(statement, near)).isEqualTo("5ms");
                statement.execute("SET ROLE 'pg_read_all_data'");
                statement.execute("SET lock_timeout = 7");
                path.setString(1, "public,\"$user\", public");
                path.execute();
                // This one joins after it was set.
                assertThat(one(statement, far)).isEqualTo("7ms");
                if (commit) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
                for (String question : List.of(near, far)) {
                    assertThat(one(statement, question)).isEqualTo(commit ? "7ms" : "5ms");
                    assertThat(one(statement, question.replace("lock_timeout", "role")))
                            .isEqualTo(commit ? "pg_read_all_data" : "none");
                }
                connection.rollback();
                for (String question : List.of(near, far)) {
                    assertThat(one(statement, question)).isEqualTo(commit ? "7ms" : "5ms");
                }
                connection.setSavepoint();
                statement.execute("SET lock_timeout = 9");
                assertThat(one(statement, near)).isEqualTo("9ms");
                connection.rollback();
                connection.setAutoCommit(true);
                assertThat(one(statement, near)).isEqualTo(commit ? "7ms" : "5ms");
            }
        }
    }

    @Test
    void localSettingsHoldForTheTransactionEverywhere() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            String near = "SELECT current_setting('app.tenant', true) || current_setting('lock_timeout')"
                    + " FROM note RIGHT JOIN (SELECT 1 AS one) o ON one = 1";
            String far = near.replace("note", "t_far");
            connection.setAutoCommit(false);
            statement.execute("SET LOCAL app.tenant = 'blue'");
            statement.execute("SET LOCAL lock_timeout TO 7");
            statement.execute("SET LOCAL search_path TO public, \"$user\",public");
            assertThat(one(statement, near)).isEqualTo("blue7ms");
            Savepoint before = connection.setSavepoint();
            assertThat(one(statement, far)).isEqualTo("blue7ms");
            connection.rollback(before);
            assertThat(one(statement, far)).isEqualTo("blue7ms");
            statement.execute("SET LOCAL lock_timeout = 9");
            assertThat(one(statement, far)).isEqualTo("blue9ms");
            connection.rollback(before);
            for (String question : List.of(near, far)) {
                assertThat(one(statement, question)).isEqualTo("blue7ms");
            }
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(one(statement, near)).isEqualTo("0");
            assertThat(one(statement, far)).isEqualTo("0");
        }
    }

    @Test
    void aPathThatBeginsAtHomeLeavesQualifiedNamesTheirMeaning() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            String qualified = "SELECT COUNT(*) FROM public.t_order";
            String count = one(statement, qualified);
            for (String path : List.of("public", "public, \"$user\"", "Public,pg_catalog", "\"public\", x")) {
                statement.execute("SET SEARCH_PATH TO " + path);
                assertThat(one(statement, qualified)).as(path).isEqualTo(count);
            }
            for (String path : List.of("pg_catalog, public", "\"Public\", public", "x, public", "'public, x'")) {
                statement.execute("SET search_path = " + path);
                assertThatThrownBy(() -> statement.executeQuery(qualified))
                        .as(path)
                        .hasMessageStartingWith("SK-2007");
            }
        }
    }

    @Test
    void aPathThatAFunctionSetsMayBeginAtHomeToo() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                PreparedStatement set = connection.prepareStatement("SELECT set_config('search_path', ?, false)");
                Statement statement = connection.createStatement()) {
            String qualified = "SELECT COUNT(*) FROM \"public\".t_order";
            String count = one(statement, qualified);
            for (String path : List.of("public", "\"public\",\"$user\", public", " Public ,x", "\"public\" ")) {
                set.setString(1, path);
                set.execute();
                assertThat(one(statement, qualified)).as(path).isEqualTo(count);
                statement.execute("SELECT set_config('Search_Path', '" + path + "', FALSE)");
                assertThat(one(statement, qualified)).as(path).isEqualTo(count);
            }
            for (String path : List.of(
                    "pg_catalog, public", "\"Public\", public", "x, public", "\"public, x\"", "\"public\"\"\"", "")) {
                set.setString(1, path);
                set.execute();
                assertThatThrownBy(() -> statement.executeQuery(qualified))
                        .as(path)
                        .hasMessageStartingWith("SK-2007");
            }
            statement.execute("SELECT set_config('search_path', 'public', false)");
            assertThat(one(statement, qualified)).isEqualTo(count);
            statement.execute("SELECT set_config('search_path', 'public''', false)");
            assertThatThrownBy(() -> statement.executeQuery(qualified)).hasMessageStartingWith("SK-2007");
        }
    }

    /** Generators of code, such as jOOQ's, qualify each column by view and schema. */
    @ParameterizedTest
    @OnDatabases
    void theCatalogsColumnsMayBeQualifiedByItsSchema(TestDatabase kind) throws SQLException {
        try (Databases databases = new Databases(kind, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            String schema = kind.speaksMysql() ? "DATABASE()" : "current_schema";
            assertThat(one(
                            statement,
                            "SELECT COUNT(information_schema.tables.table_name) FROM information_schema.tables"
                                    + " WHERE information_schema.tables.table_schema = " + schema
                                    + " AND LOWER(information_schema.tables.table_name) = 't_order'"
                                    + " AND EXISTS (SELECT 1 FROM information_schema.columns"
                                    + " WHERE information_schema.columns.table_name = information_schema.tables.table_name"
                                    + " AND information_schema.columns.table_schema ="
                                    + " information_schema.tables.table_schema)"))
                    .isEqualTo("1");
            assertThat(one(
                            statement,
                            "SELECT COUNT(*) FROM information_schema.tables AS t JOIN information_schema.columns"
                                    + " ON t.table_name = information_schema.columns.table_name"
                                    + " WHERE LOWER(t.table_name) = 't_order_0'"))
                    .isEqualTo("0");
            if (kind == TestDatabase.POSTGRESQL) {
                assertThat(one(
                                statement,
                                "SELECT COUNT(pg_catalog.pg_class.oid) FROM pg_class"
                                        + " WHERE pg_catalog.pg_class.relname = 't_order'"))
                        .isEqualTo("1");
            }
        }
    }

    @Test
    void theCatalogKnowsLogicalNamesBeforeASemicolonToo() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(one(statement, "SELECT COUNT(*) FROM pg_class WHERE relname = 't_order';"))
                    .isEqualTo("1");
        }
    }

    @Test
    void aRollbackToASavepointUndoesWhatWasSetAfterIt() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            String near = "SELECT current_setting('lock_timeout') || current_setting('search_path')"
                    + " FROM note RIGHT JOIN (SELECT 1 AS one) o ON one = 1";
            String far = near.replace("note", "t_far");
            for (boolean joinsBefore : new boolean[] {true, false}) {
                connection.setAutoCommit(false);
                statement.execute("SET lock_timeout = 5");
                statement.execute("SET search_path TO public");
                assertThat(one(statement, near)).isEqualTo("5mspublic");
                if (joinsBefore) {
                    assertThat(one(statement, far)).isEqualTo("5mspublic");
                }
                statement.execute("SAVEPOINT first");
                statement.execute("SET lock_timeout = 6");
                Savepoint second = connection.setSavepoint("second");
                statement.execute("SET search_path TO public, pg_catalog");
                statement.execute("SET LOCAL lock_timeout = 8");
                assertThat(connection.getSchema()).isEqualTo("public");
                for (String question : List.of(near, far)) {
                    assertThat(one(statement, question)).isEqualTo("8mspublic, pg_catalog");
                }
                connection.rollback(second);
                for (String question : List.of(far, near)) {
                    assertThat(one(statement, question)).isEqualTo("6mspublic");
                }
                statement.execute("SET LOCAL lock_timeout = 8");
                statement.execute("SET lock_timeout = 9");
                connection.rollback(second);
                statement.execute("ROLLBACK TO SAVEPOINT first");
                for (String question : List.of(near, far)) {
                    assertThat(one(statement, question)).isEqualTo("5mspublic");
                }
                connection.commit();
                for (String question : List.of(near, far)) {
                    assertThat(one(statement, question)).isEqualTo("5mspublic");
                }
                statement.execute("SET lock_timeout = 0");
                connection.rollback();
                connection.setAutoCommit(true);
                statement.execute("RESET lock_timeout");
            }
        }
    }

    @Test
    void aStatementIsPreparedByAStatement() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.POSTGRESQL, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO note (id, word) VALUES (1, 'a'), (2, 'b')");
            statement.execute("PREPARE word_of (int) AS SELECT word FROM note WHERE id = $1");
            assertThat(one(statement, "EXECUTE word_of(2)")).isEqualTo("b");
            statement.execute("PREPARE all_words AS SELECT COUNT(*) FROM note");
            assertThat(one(statement, "SELECT COUNT(*) FROM t_order")).isEqualTo("0");
            assertThat(one(statement, "EXECUTE all_words")).isEqualTo("2");
            statement.execute("DEALLOCATE word_of");
            assertThatThrownBy(() -> statement.execute("PREPARE o AS SELECT * FROM t_order"))
                    .isInstanceOf(SQLException.class);
        }
    }

    /** Checks the statements that mysqldump writes around the tables, whose own statements are between them. */
    @Test
    void theHeadOfADumpIsRun() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.MARIADB, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 2; i++) {
                for (String sql : List.of(
                        "/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;",
                        "/*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;",
                        "/*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;",
                        "/*!40101 SET NAMES utf8mb4 */;",
                        "/*!50503 SET NAMES utf8mb4 */",
                        "/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;",
                        "/*!40103 SET TIME_ZONE='+00:00' */;",
                        "/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;",
                        "/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;",
                        "/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='STRICT_TRANS_TABLES' */;",
                        "/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;",
                        "/*!40101 SET @saved_cs_client     = @@character_set_client */;",
                        "/*!40101 SET character_set_client = utf8mb4 */;",
                        "CREATE TABLE dumped" + i + " (id int) /*!50100 COMMENT='rows' */;",
                        "/*!40101 SET character_set_client = @saved_cs_client */;",
                        "/*!40000 ALTER TABLE `dumped" + i + "` DISABLE KEYS */;",
                        "INSERT /*! INTO */ t_order VALUES (" + i + ", 1)",
                        "/*!40000 ALTER TABLE `dumped" + i + "` ENABLE KEYS */;")) {
                    statement.execute(sql);
                }
                for (String table : List.of("note", "t_far")) {
                    assertThat(one(
                                    statement,
                                    "SELECT CONCAT(@@time_zone, @@foreign_key_checks, @@sql_mode, @OLD_UNIQUE_CHECKS + 1)"
                                            + " FROM " + table + " RIGHT JOIN (SELECT 1 AS one) o ON one = 1"))
                            .isEqualTo("+00:00OFFSTRICT_TRANS_TABLES2");
                }
                for (String sql : List.of(
                        "/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;",
                        "/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;",
                        "/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;",
                        "/*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */;",
                        "/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;",
                        "/*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;",
                        "/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;",
                        "/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;")) {
                    statement.execute(sql);
                }
                assertThat(one(statement, "SELECT @@foreign_key_checks")).isEqualTo("1");
                assertThat(one(statement, "SELECT COUNT(*) FROM t_order WHERE user_id = 1 /*! AND id = " + i + " */"))
                        .isEqualTo("1");
            }
            statement.execute("SET @mode = 'ANSI_QUOTES'");
            for (String sql : List.of(
                    "/*!40101 SET SQL_MODE=@mode */",
                    "/*!40101 SET character_set_client = latin1 */",
                    "/*!40101 SET @a = @@hostname */",
                    "SET @a = @mode",
                    "/*!50701 SET NAMES utf8mb4 */",
                    "/*!40101 SET @a = '*/' */")) {
                assertThatThrownBy(() -> statement.execute(sql)).as(sql).isInstanceOf(SQLException.class);
            }
        }
    }

    @Test
    void h2ChecksNoReferencesAnywhere() throws SQLException {
        try (Databases databases = new Databases(TestDatabase.H2, "");
                Connection connection = databases.logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_child (id INT, FOREIGN KEY (id) REFERENCES note (id))");
            assertThatThrownBy(() -> statement.execute("INSERT INTO t_child VALUES (1)"))
                    .isInstanceOf(SQLException.class);
            statement.execute("SET REFERENTIAL_INTEGRITY FALSE");
            statement.execute("INSERT INTO t_child VALUES (1)");
            for (HikariDataSource pool : databases.pools) {
                try (Connection other = pool.getConnection();
                        Statement question = other.createStatement()) {
                    assertThat(one(question, "CALL (SELECT COUNT(*) FROM t_country)"))
                            .isEqualTo("0");
                    question.execute("CREATE TABLE parent (id INT PRIMARY KEY)");
                    question.execute("CREATE TABLE child (id INT, FOREIGN KEY (id) REFERENCES parent (id))");
                    question.execute("INSERT INTO child VALUES (7)");
                }
            }
            statement.execute("SET REFERENTIAL_INTEGRITY TRUE");
            assertThatThrownBy(() -> statement.execute("INSERT INTO t_child VALUES (2)"))
                    .isInstanceOf(SQLException.class);
        }
    }
}

package io.shardkit.differential.server;

import static io.shardkit.differential.server.SpreadTable.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.sql.text.Functions;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/** Functions whose results depend on nothing but their arguments, in writes of several units and of copies. */
class KnownFunctionIT {
    /** Functions that tell of a server, a session or other rows, or give something else each time. */
    private static final Set<String> OTHERS = words(
            """
            any_value asymmetric_decrypt asymmetric_encrypt asymmetric_sign asymmetric_verify binlog_gtid_pos
            create_asymmetric_priv_key create_asymmetric_pub_key create_digest current_role current_user database
            des_decrypt des_encrypt distinct encrypt grouping icu_version json_storage_free json_storage_size json_table last_value
            load_file master_gtid_wait master_pos_wait match median percentile_cont percentile_disc
            ps_current_thread_id ps_thread_id roles_graphml schema schemas session_user st_collect
            statement_digest statement_digest_text system_user user validate_password_strength version
            wsrep_last_seen_gtid wsrep_last_written_gtid wsrep_sync_wait_upto_gtid""");

    /** Words that the manuals explain where functions are. */
    private static final Set<String> OPERATORS = words(
            """
            and assign-equal assign-value between binary case create drop exists in is like member not or regexp
            sounds xor""");

    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    private static Set<String> words(String text) {
        return new TreeSet<>(Arrays.asList(text.trim().split("\\s+")));
    }

    private DataSource database(TestDatabase database, int source) throws SQLException {
        HikariDataSource pool = database.create("functions", Math.max(source, 0));
        pools.add(pool);
        SpreadTable.execute(
                pool,
                SpreadTable.statements(source, "s VARCHAR(2000), a INT", 12, id -> "'s" + id % 5 + "', " + id % 7));
        SpreadTable.execute(
                pool,
                List.of(
                        "CREATE TABLE b (id BIGINT PRIMARY KEY, s VARCHAR(2000), a INT)",
                        "INSERT INTO b VALUES (1, 's1', 1), (2, 's2', 2), (3, NULL, 3)"));
        return pool;
    }

    private static List<String> expressions(TestDatabase database) {
        if (database.isMariaDb()) {
            return List.of(
                    "EXPORT_SET(a, 'y', 'n', ',', 4)",
                    "INET6_NTOA(INET6_ATON('::1'))",
                    "SFORMAT('{}-{}', s, a)",
                    "MAKE_SET(a, 'x', s)",
                    "ST_AsText(ST_GeomFromText('POINT(1 2)'))",
                    "HEX(AES_ENCRYPT(s, 'key'))",
                    "NATURAL_SORT_KEY(s)");
        }
        if (database.speaksMysql()) {
            return List.of(
                    "EXPORT_SET(a, 'y', 'n', ',', 4)",
                    "BIN_TO_UUID(UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db'))",
                    "HEX(AES_ENCRYPT(s, 'key'))",
                    "ST_AsText(POINT(a, 2))",
                    "JSON_PRETTY(JSON_ARRAY(a, s))",
                    "FORMAT_BYTES(a * 10000)");
        }
        return database == TestDatabase.H2
                ? List.of(
                        "STRINGDECODE(s)",
                        "BITGET(a, 1)",
                        "RAWTOHEX(HASH('SHA-256', s))",
                        "ORA_HASH(s)",
                        "XMLTEXT(s)",
                        "LSHIFT(a, 2)",
                        "GCD(a, 4)")
                : List.of(
                        "hashtext(s)",
                        "regexp_count(s, '[a-z]')",
                        "to_tsvector(s)::text",
                        "jsonb_pretty(to_jsonb(a))",
                        "encode(sha256(convert_to(s, 'UTF8')), 'hex')",
                        "trim_scale(a + 0.50)",
                        "pg_catalog.quote_ident(s)",
                        "split_part(unistr(s), 's', 2)",
                        "text2ltree_like(s)");
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL)
    void writeAsOneDatabaseDoes(TestDatabase database) throws SQLException {
        DataSource first = database(database, 0);
        DataSource second = database(database, 1);
        DataSource whole = database(database, WHOLE);
        if (database == TestDatabase.POSTGRESQL) {
            for (DataSource each : List.of(first, second, whole)) {
                SpreadTable.execute(
                        each,
                        List.of(
                                "CREATE FUNCTION text2ltree_like(t text) RETURNS text LANGUAGE sql IMMUTABLE"
                                        + " AS 'SELECT upper(t)'",
                                "CREATE FUNCTION counted(t text) RETURNS bigint LANGUAGE sql STABLE"
                                        + " AS 'SELECT count(*) FROM b'",
                                "CREATE FUNCTION mixed(t text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT t'",
                                "CREATE FUNCTION mixed(t int) RETURNS text LANGUAGE sql VOLATILE AS 'SELECT t::text'",
                                "CREATE FUNCTION \"HashText\"(t text) RETURNS text LANGUAGE sql STABLE"
                                        + " AS 'SELECT max(s) FROM b'",
                                "CREATE FUNCTION \"UPPER\"(t text) RETURNS text LANGUAGE sql STABLE"
                                        + " AS 'SELECT max(s) FROM b'",
                                "CREATE SCHEMA app",
                                "CREATE FUNCTION app.lower(t text) RETURNS text LANGUAGE sql STABLE"
                                        + " AS 'SELECT max(s) FROM b'"));
            }
        }
        DataSource engine = SpreadTable.engine(
                first, second, SpreadTable.rule().broadcast("b").build(), Runnable::run);
        for (String expression : expressions(database)) {
            for (String sql : List.of(
                    "UPDATE o SET s = " + expression + " WHERE id > 3",
                    "UPDATE b SET s = " + expression + " WHERE id < 3",
                    "DELETE FROM o WHERE id > 9 AND " + expression + " IS NULL",
                    "INSERT INTO b SELECT id + 1000, " + expression + ", a FROM b WHERE id = 2",
                    "DELETE FROM b WHERE id > 1000")) {
                assertThat(write(engine, sql)).as(sql).isEqualTo(write(whole, sql));
                for (String table : List.of("o", "b")) {
                    String all = "SELECT id, s FROM " + table + " ORDER BY id";
                    List<String> expected = rows(whole, all);
                    assertThat(rows(engine, all)).as(sql).isEqualTo(expected);
                    if (table.equals("b")) {
                        assertThat(rows(first, all)).as(sql).isEqualTo(expected);
                        assertThat(rows(second, all)).as(sql).isEqualTo(expected);
                    }
                }
            }
            String locking = "SELECT id FROM o WHERE " + expression + " IS NOT NULL ORDER BY id FOR UPDATE";
            assertThat(rows(engine, locking)).as(locking).isEqualTo(rows(whole, locking));
        }
        if (database == TestDatabase.POSTGRESQL) {
            for (String function : List.of(
                    "counted(s)",
                    "mixed(s)",
                    "\"HashText\"(s)",
                    "\"UPPER\"(s)",
                    "app.lower(s)",
                    "timetz(now())",
                    "to_regclass('other')",
                    "current_setting('application_name')")) {
                assertThatThrownBy(() -> write(engine, "UPDATE o SET s = " + function + " WHERE id > 3"))
                        .as(function)
                        .hasMessageContaining("SK-2010");
                assertThatThrownBy(() -> write(engine, "UPDATE b SET s = " + function + " WHERE id > 3"))
                        .as(function)
                        .hasMessageContaining("SK-2027");
            }
        }
    }

    /** Checks that the functions of the database are known, or known to be refused. */
    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL)
    void isComplete(TestDatabase database) throws SQLException {
        assumeTrue(database.speaksMysql());
        String names = database.isMariaDb()
                ? "SELECT LOWER(function) FROM information_schema.SQL_FUNCTIONS"
                : "SELECT LOWER(SUBSTRING_INDEX(REPLACE(t.name, '(', ' '), ' ', 1)) FROM mysql.help_topic t"
                        + " JOIN mysql.help_category c USING (help_category_id)"
                        + " WHERE (c.name LIKE '%Functions%' OR c.name LIKE '%Operators')"
                        + " AND c.name <> 'Internal Functions' AND t.name REGEXP '^[A-Za-z]'";
        Set<String> known = (database.isMariaDb() ? Dialect.MARIADB : Dialect.MYSQL)
                .catalog()
                .functions();
        Set<String> unknown = new TreeSet<>();
        for (String line : rows(database(database, WHOLE), names)) {
            String name = line.toLowerCase(Locale.ROOT);
            if (!Functions.isRowWise(name)
                    && !Functions.isAggregate(name)
                    && !Functions.isOfWindow(name)
                    && !Functions.isOfSession(name)
                    && !known.contains(name)
                    && !OTHERS.contains(name)
                    && !OPERATORS.contains(name)) {
                unknown.add(name);
            }
        }
        assertThat(unknown).isEmpty();
    }

    private static int write(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static List<String> rows(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                StringBuilder row = new StringBuilder(String.valueOf(result.getString(1)));
                for (int i = 2; i <= result.getMetaData().getColumnCount(); i++) {
                    row.append(' ').append(result.getString(i));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }
}

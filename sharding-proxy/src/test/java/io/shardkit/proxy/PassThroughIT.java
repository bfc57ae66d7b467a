package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.proxy.wire.Capability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One database and no rule: statements that the engine does not know are as on the database itself. */
class PassThroughIT {
    /** Drivers ask for this one, and so the sessions of the databases have it. */
    private static final int USUAL = RawClient.USUAL | Capability.IGNORE_SPACE;

    private static ProxyFixture fixture;

    @BeforeAll
    static void start() throws SQLException, IOException {
        fixture = new ProxyFixture();
        try (RawClient client = fixture.rawDirect()) {
            client.query("CREATE OR REPLACE TABLE t_other (id INT)");
        }
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    private static List<String> answers(RawClient client, String script) throws IOException {
        List<String> lines = new ArrayList<>();
        try (client) {
            client.query("CREATE OR REPLACE TABLE kept (id INT PRIMARY KEY, v INT)");
            client.query("INSERT INTO kept VALUES (1, 1), (2, 2)");
            for (String sql : script.split("; ")) {
                lines.add(sql);
                client.query(sql).stream()
                        // What columns are like is compared elsewhere, and refusals of the engine have its own words.
                        .filter(line -> !line.startsWith("column"))
                        .map(line -> line.startsWith("error") ? line.substring(0, 16) : line)
                        .map(line -> line.replaceAll("[^ ]*Rows matched.*", ""))
                        .forEach(lines::add);
            }
        }
        return lines;
    }

    /** Each script is run on the database itself and through the proxy, and all answers are the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT v INTO @v FROM kept WHERE id = 2; SELECT @v; SELECT id, v INTO @a, @b FROM kept WHERE id = 1; SELECT @a + @b",
                "BEGIN; INSERT INTO kept VALUES (1, 1); GET DIAGNOSTICS CONDITION 1 @n = MYSQL_ERRNO; SELECT @n; ROLLBACK",
                "SET sql_mode = ''; SELECT @@sql_mode; INSERT INTO kept VALUES ('7x', 7); SELECT * FROM kept",
                "SET @old = @@sql_mode; SET sql_mode = ''; SET sql_mode = @old; SELECT @@sql_mode = @old; INSERT INTO kept VALUES ('7x', 7)",
                "SET sql_mode = 'TRADITIONAL'; SELECT @@sql_mode; SET sql_mode = CONCAT(@@sql_mode, ',PAD_CHAR_TO_FULL_LENGTH'); SELECT @@sql_mode",
                "SET @old = @@sql_mode, sql_mode = 'NO_AUTO_VALUE_ON_ZERO'; SELECT @@sql_mode; SET sql_mode = @old; SELECT @@sql_mode",
                "SET lc_time_names = 'de_DE'; SELECT DAYNAME('2026-11-24')",
                "SHOW OPEN TABLES LIKE 'no_such'",
                "START TRANSACTION READ ONLY; UPDATE kept SET v = 3; COMMIT AND CHAIN; UPDATE kept SET v = 3; ROLLBACK AND NO CHAIN; UPDATE kept SET v = 3",
                "BEGIN; UPDATE kept SET v = 9; COMMIT AND CHAIN NO RELEASE; UPDATE kept SET v = 8; ROLLBACK; SELECT * FROM kept",
                "BEGIN; UPDATE kept SET v = 9; ROLLBACK WORK AND CHAIN; SELECT @@in_transaction; COMMIT WORK; SELECT * FROM kept",
                "BEGIN; UPDATE kept SET v = 9; LOCK TABLES kept WRITE; ROLLBACK; SELECT * FROM kept; SELECT * FROM t_other; UNLOCK TABLES; SELECT * FROM t_other",
                "LOCK TABLES kept READ; UPDATE kept SET v = 1; BEGIN; UPDATE kept SET v = 7; COMMIT; SELECT * FROM kept",
                "UNLOCK TABLES; SELECT 1",
                "SET autocommit = 0; LOCK TABLES kept WRITE; UPDATE kept SET v = 5; COMMIT; UNLOCK TABLES; SET autocommit = 1; SELECT * FROM kept",
                "SELECT 1 INTO nowhere",
                "SET STATEMENT sort_buffer_size = 100000 FOR SELECT v FROM kept ORDER BY v; SELECT @@sort_buffer_size = @@GLOBAL.sort_buffer_size",
                "SET STATEMENT max_statement_time = 9, sort_buffer_size = 100000 FOR SELECT v INTO @v FROM kept WHERE id = 2; SELECT @v",
                "SET STATEMENT max_statement_time = 9 FOR SELECT v FROM kept",
                "BEGIN; UPDATE kept SET v = 9; SET STATEMENT sort_buffer_size = 100000 FOR SELECT v FROM kept; ROLLBACK; SELECT v FROM kept"
            })
    void answersAreThoseOfTheDatabase(String script) throws IOException {
        List<String> expected = answers(fixture.rawDirect(USUAL), script);
        assertThat(answers(fixture.raw("proxy_plain", USUAL), script)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COMMIT RELEASE",
                "ROLLBACK RELEASE",
                "commit work and no chain release",
                "COMMIT RELEASE; SELECT 1"
            })
    void aSessionIsReleasedWithItsTransaction(String sql) throws IOException {
        List<List<String>> left = new ArrayList<>();
        for (RawClient client : List.of(fixture.rawDirect(), fixture.raw("proxy_plain"))) {
            try (client) {
                client.query("CREATE OR REPLACE TABLE kept (id INT PRIMARY KEY, v INT)");
                client.query("BEGIN");
                client.query("INSERT INTO kept VALUES (1, 1)");
                client.send(3, sql.getBytes(StandardCharsets.UTF_8));
                assertThat(client.next(new boolean[] {true})[0]).isZero();
                assertThatThrownBy(() -> client.query("SELECT 1")).isInstanceOf(IOException.class);
            }
            try (RawClient next = fixture.rawDirect()) {
                left.add(next.query("SELECT * FROM kept"));
            }
        }
        assertThat(left.get(1)).isEqualTo(left.get(0));
        fixture.assertNoneBorrowed();
    }

    @Test
    void aPreparedQueryMaySetVariables() throws IOException {
        List<List<String>> answers = new ArrayList<>();
        for (RawClient client : List.of(fixture.rawDirect(), fixture.raw("proxy_plain"))) {
            List<String> lines = new ArrayList<>();
            try (client) {
                client.query("CREATE OR REPLACE TABLE kept (id INT PRIMARY KEY, v INT)");
                client.query("INSERT INTO kept VALUES (1, 10), (2, 20)");
                lines.addAll(client.prepared("SELECT 7 INTO @v"));
                lines.addAll(client.query("SELECT @v"));
                lines.addAll(client.prepared("SELECT v INTO @w FROM kept WHERE id = ?", "2"));
                lines.addAll(client.query("SELECT @v + @w"));
            }
            answers.add(lines);
        }
        assertThat(answers.get(1)).isEqualTo(answers.get(0));
    }

    @Test
    void aSnapshotIsOfTheMomentAtWhichItWasAskedFor() throws IOException {
        try (RawClient direct = fixture.rawDirect();
                RawClient proxy = fixture.raw("proxy_plain")) {
            direct.query("CREATE OR REPLACE TABLE kept (id INT PRIMARY KEY, v INT)");
            assertThat(proxy.query("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY"))
                    .containsExactly("ok, rows 0, key 0, status 8195, warnings 0");
            direct.query("INSERT INTO kept VALUES (1, 1)");
            assertThat(proxy.query("SELECT * FROM kept").toString()).doesNotContain("row");
            assertThat(proxy.query("INSERT INTO kept VALUES (2, 2)").toString()).contains("error 1792");
            assertThat(proxy.query("COMMIT").toString()).contains("status 2");
            assertThat(proxy.query("SELECT * FROM kept").toString()).contains("row");
            fixture.assertNoneBorrowed();
        }
    }

    @Test
    void severalDatabasesRefuseASnapshotAndLocks() throws IOException {
        try (RawClient client = fixture.raw("sharded")) {
            assertThat(client.query("START TRANSACTION WITH CONSISTENT SNAPSHOT")
                            .toString())
                    .contains("error 1235", "CONSISTENT SNAPSHOT");
            assertThat(client.query("LOCK TABLES t_order READ").toString()).contains("error 1235");
            assertThat(client.query("FLUSH TABLES WITH READ LOCK").toString()).contains("error 1235");
            assertThat(client.query("SELECT 1 INTO @a").toString()).contains("error 1235");
            assertThat(client.query("SET lc_time_names = 'de_DE'").toString()).contains("error 1235");
            assertThat(client.query("COMMIT AND CHAIN").toString()).contains("ok", "status 3");
            assertThat(client.query("ROLLBACK").toString()).contains("ok", "status 2");
        }
    }

    @Test
    void whatASessionLeavesNobodyElseGets() throws Exception {
        for (String left : List.of(
                "LOCK TABLES kept WRITE", "SET lc_time_names = 'de_DE'", "SET sql_mode = ''", "SELECT 1 INTO @left")) {
            answers(fixture.raw("proxy_plain", USUAL), left);
            fixture.assertNoneBorrowed();
            for (int i = 0; i < 5; i++) {
                try (RawClient next = fixture.raw("proxy_plain")) {
                    assertThat(next.query(
                                            "SELECT @left IS NULL, @@lc_time_names = 'en_US', @@sql_mode LIKE CONCAT('%', @@GLOBAL.sql_mode)")
                                    .toString())
                            .as(left)
                            .contains("row 013101310131");
                    assertThat(next.query("UPDATE kept SET v = v").toString()).contains("ok");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "ORACLE"})
    void modesInWhichTextsMeanSomethingElseAreRefused(String mode) throws IOException {
        try (RawClient client = fixture.raw("proxy_plain")) {
            String before = client.query("SELECT @@sql_mode").toString();
            assertThat(client.query("SET sql_mode = '" + mode + "'").toString()).contains("error 1235");
            client.query("SET @mode = '" + mode + "'");
            assertThat(client.query("SET sql_mode = @mode").toString()).contains("error 1235");
            assertThat(client.query("SELECT @@sql_mode").toString()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET sql_mode = 'ANSI_QUOTES'",
                "SET sql_mode = 'ANSI'",
                "SET sql_mode = ANSI_QUOTES",
                "SET SESSION sql_mode := 'ANSI'",
                "SET @@sql_mode = 'NO_BACKSLASH_ESCAPES'",
                "SET sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')",
                "SET @mode = 'ANSI_QUOTES', sql_mode = @mode",
                "SET sql_mode = (SELECT 'ANSI_QUOTES')",
                "SET GLOBAL sql_mode = 'ANSI'",
                "SET STATEMENT sql_mode = 'ANSI_QUOTES' FOR SELECT \"a\"",
                "/*!40101 SET sql_mode = 'ANSI_QUOTES' */",
                "PREPARE p FROM 'SET sql_mode = ANSI_QUOTES'"
            })
    void modesInWhichTextsMeanSomethingElseAreRefusedOverSeveralDatabases(String sql) throws IOException {
        try (RawClient client = fixture.raw("sharded")) {
            String before = client.query("SELECT @@sql_mode").toString();
            assertThat(client.query(sql).toString()).contains("error 1235 #42000");
            assertThat(client.query("SELECT @@sql_mode").toString()).isEqualTo(before);
            assertThat(client.query("SELECT \"a\"").toString()).contains("row 0161");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET NAMES binary",
                "SET NAMES 'binary'",
                "SET CHARACTER SET binary",
                "SET character_set_client = binary"
            })
    void clientsTalkInNoCharacterSetThatIsNone(String sql) throws IOException {
        for (String database : List.of("proxy_plain", "sharded")) {
            try (RawClient client = fixture.raw(database)) {
                assertThat(client.query(sql).toString()).as(database).contains("error 1115 #42000");
                assertThat(client.query("SELECT @@character_set_client, 'Grüße'")
                                .toString())
                        .as(database)
                        .contains("utf8mb4", "Grüße");
            }
        }
    }

    @Test
    void whatIsKeptOnOneConnectionIsRefusedWhereItWouldBeAnothers() throws IOException {
        try (RawClient client = fixture.raw("proxy_plain")) {
            client.query("SELECT * FROM nowhere");
            assertThat(client.query("GET DIAGNOSTICS CONDITION 1 @n = MYSQL_ERRNO")
                            .toString())
                    .contains("error 1235");
            assertThat(client.query("SET autocommit = 1 - 1").toString()).contains("error");
            assertThat(client.query("SET autocommit = @@autocommit").toString()).contains("ok");
        }
    }
}

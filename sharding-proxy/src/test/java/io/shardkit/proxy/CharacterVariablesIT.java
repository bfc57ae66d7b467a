package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.proxy.wire.FieldType;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the variables of character sets have the database's own values, over one database and over several. */
class CharacterVariablesIT {
    private static final String ALL = "SELECT @@character_set_client, @@session.character_set_results,"
            + " @@local.character_set_connection, @@collation_connection AS collated";

    private static ProxyFixture fixture;

    @BeforeAll
    static void start() throws SQLException, IOException {
        fixture = new ProxyFixture();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SET NAMES latin1",
                "SET NAMES utf8",
                "SET NAMES 'cp1251'",
                "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci",
                "SET NAMES latin1 COLLATE latin1_german2_ci",
                "SET NAMES utf8 COLLATE utf8_bin",
                "SET NAMES latin1 COLLATE utf8mb4_bin",
                "SET CHARACTER SET cp1251",
                "SET CHARSET koi8r",
                "SET character_set_client = latin1",
                "SET SESSION character_set_connection = 'latin1'",
                "SET @@session.collation_connection = utf8mb4_general_ci",
                "SET character_set_results = NULL",
                "SET character_set_results = binary",
                "SET character_set_results = latin1, character_set_client = cp1250",
                "SET @old = @@character_set_client; SET character_set_client = latin1; SET character_set_client = @old",
                "SET NAMES latin1; SET @old = @@collation_connection; SET NAMES utf8mb4; SET collation_connection = @old",
                "SET NAMES klingon"
            })
    void variablesSayWhatWasSet(String script) throws IOException {
        compare(script, 3);
    }

    /** Checks that the collation of strings within statements is set on the databases only where there is one database. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET NAMES utf8mb4 COLLATE utf8mb4_bin",
                "SET NAMES utf8mb4 COLLATE utf8mb4_bin; SELECT 'a' = 'A'; SET NAMES utf8mb4; SELECT 'a' = 'A'",
                "SET NAMES utf8mb4 COLLATE utf8mb4_bin; SET NAMES latin1; SET NAMES utf8mb4; SELECT 'a' = 'A'",
                "SET @@session.collation_connection = latin2_bin",
                "SET @old = @@collation_connection; SET NAMES latin1; SET collation_connection = @old"
            })
    void oneDatabaseComparesByThatCollation(String script) throws IOException {
        compare(script, 2);
    }

    private static void compare(String script, int clients) throws IOException {
        for (int collation : new int[] {45, 8, 46, 33, 224}) {
            List<List<String>> answers = new ArrayList<>();
            for (RawClient client : fixture.inCollation(collation).subList(0, clients)) {
                List<String> lines = new ArrayList<>();
                try (client) {
                    for (String sql : script.isEmpty() ? new String[0] : script.split("; ")) {
                        lines.addAll(client.query(sql));
                    }
                    lines.addAll(client.query(ALL));
                    lines.addAll(client.prepared(ALL));
                    lines.addAll(client.query("SHOW VARIABLES LIKE 'character\\_set\\_%t%'"));
                    lines.addAll(client.query("SHOW SESSION VARIABLES LIKE 'collation_connection'"));
                    client.reset();
                    lines.addAll(client.query(ALL));
                }
                lines.removeIf(line -> line.startsWith("column"));
                answers.add(lines);
            }
            for (List<String> each : answers) {
                assertThat(each).as("collation %d", collation).isEqualTo(answers.get(0));
            }
        }
    }

    @Test
    void severalDatabasesRefuseAnotherCollation() throws IOException {
        try (RawClient client = fixture.raw("sharded")) {
            assertThat(client.query("SET NAMES utf8mb4 COLLATE utf8mb4_bin").toString())
                    .contains("error 1235");
            assertThat(client.query("SELECT @@collation_connection").toString()).contains("utf8mb4_general_ci");
        }
    }

    @Test
    void autocommitIsToldBesideOthers() throws IOException {
        try (RawClient client = fixture.raw("sharded")) {
            String sql = "SELECT @@autocommit AS a, @@session.autocommit, @@character_set_client";
            assertThat(client.query(sql).toString()).contains("row 0131013107", "column @@session.autocommit ");
            assertThat(client.query(sql).get(0)).contains("type " + FieldType.LONGLONG + ",");
            client.query("SET autocommit = 0");
            assertThat(client.query(sql).toString()).contains("row 0130013007");
            assertThat(client.query("SHOW VARIABLES LIKE 'autocommit'").toString())
                    .contains(".autocommit.OFF");
            assertThat(client.query("SET @@autocommit = 1, @old = @@autocommit").toString())
                    .contains("status 2");
        }
    }

    @Test
    void otherTextsStayAsTheyAre() throws IOException {
        String sql =
                "SELECT '@@character_set_client', @@global.character_set_client IS NULL, 1 AS `@@collation_connection`"
                        + " FROM DUAL WHERE @@character_set_client = 'utf8mb4'";
        try (RawClient through = fixture.raw("proxy_plain");
                RawClient straight = fixture.rawDirect()) {
            assertThat(through.query(sql)).isEqualTo(straight.query(sql));
        }
    }
}

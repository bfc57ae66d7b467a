package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MariaDB's own command line and its dump, as they come with the embedded server. */
class CommandLineIT {
    private static ProxyFixture fixture;

    @BeforeAll
    static void start() throws SQLException, IOException {
        fixture = new ProxyFixture();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    private static String run(String program, String input, String... more) throws Exception {
        return run(program, input, fixture.proxy.port(), ProxyFixture.USER, ProxyFixture.PASSWORD, more);
    }

    private static String run(String program, String input, int port, String user, String password, String... more)
            throws Exception {
        List<String> options = new ArrayList<>(Programs.login(port, user));
        options.add("--skip-ssl");
        options.addAll(List.of(more));
        return Programs.run(Programs.mariaDb(program), password, options, input);
    }

    @Test
    void statementsGoThrough() throws Exception {
        String output = run(
                "mariadb",
                """
                SELECT DATABASE();
                CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(40)) /*! ENGINE = innodb */;
                INSERT INTO t_order VALUES (1, 1, 'Grüße'), (2, 2, 'b'), (3, 1, NULL);
                SELECT * FROM t_order ORDER BY order_id DESC;
                SELECT * FROM nowhere;
                SHOW TABLES;
                """,
                "--force",
                "--default-character-set=utf8mb4",
                "sharded");
        assertThat(output)
                .contains(
                        "sharded\n", "3\t1\tNULL\n2\t2\tb\n1\t1\tGrüße\n", "ERROR 1146 (42S02) at line 5", "t_order\n");
        fixture.assertNoneBorrowed();
    }

    @Test
    void delimitersAndVersionsAreUnderstood() throws Exception {
        String output = run(
                "mariadb",
                "DELIMITER //\nCREATE PROCEDURE two() BEGIN SELECT 1 AS a; SELECT 2 AS b; END//\nDELIMITER ;\nCALL two();\nSTATUS\n",
                "proxy_plain");
        assertThat(output).contains("a\n1\nb\n2\n", "Server version:", "11.4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--single-transaction", "--lock-tables", "--lock-all-tables"})
    void aDumpIsThatOfTheDatabase(String locks) throws Exception {
        try (RawClient direct = fixture.rawDirect()) {
            direct.query(
                    "CREATE OR REPLACE TABLE dumped (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40), b BLOB, t TIMESTAMP NULL, d DOUBLE)");
            direct.query(
                    "INSERT INTO dumped VALUES (1, 'Grüße \\'', x'00ff0a', '2026-11-24 12:00:00', 0.1), (7, NULL, NULL, NULL, NULL)");
            direct.query("CREATE OR REPLACE VIEW dumped_view AS SELECT id FROM dumped");
            direct.query("CREATE OR REPLACE TRIGGER dumped_trigger BEFORE INSERT ON dumped FOR EACH ROW SET NEW.d = 1");
        }
        String[] options = {
            locks, "--skip-dump-date", "--skip-comments", "--hex-blob", "--routines", "--events", "proxy_plain"
        };
        String expected =
                run("mariadb-dump", "", fixture.directPort(), fixture.directUser(), fixture.directPassword(), options);
        assertThat(expected)
                .contains("INSERT INTO `dumped` VALUES", "dumped_trigger")
                .doesNotContain("rror:");
        assertThat(run("mariadb-dump", "", options)).isEqualTo(expected);
    }

    /** It would be no dump of one moment, and locks would hold on one of the servers. */
    @ParameterizedTest
    @ValueSource(strings = {"--single-transaction", "--lock-tables", "--lock-all-tables"})
    void aDumpOfSeveralDatabasesIsRefused(String locks) throws Exception {
        assertThat(run("mariadb-dump", "", locks, "--skip-comments", "sharded"))
                .contains("1235", "--skip-lock-tables")
                .doesNotContain("CREATE TABLE", "INSERT INTO");
        fixture.assertNoneBorrowed();
    }

    @Test
    void aDumpOfSeveralDatabasesWithoutLocksHasTheLogicalTables() throws Exception {
        try (RawClient client = fixture.raw("sharded")) {
            client.query("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY, title VARCHAR(40))");
            client.query("INSERT INTO t_country VALUES ('de', 'Grüße'), ('fr', NULL)");
        }
        String dump =
                run("mariadb-dump", "", "--skip-lock-tables", "--skip-comments", "--tables", "sharded", "t_country");
        assertThat(dump)
                .contains("CREATE TABLE `t_country`", "INSERT INTO `t_country` VALUES", "('de','Grüße'),\n('fr',NULL);")
                .doesNotContain("rror");
        assertThat(run("mariadb-dump", "", "--skip-lock-tables", "--databases", "sharded"))
                .contains("CREATE DATABASE /*!32312 IF NOT EXISTS*/ `sharded`", "USE `sharded`;")
                .doesNotContain("rror:", "proxy_ds0");
        fixture.assertNoneBorrowed();
    }
}

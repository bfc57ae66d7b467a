package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** A user of one logical database on servers where the data sources' user may read other schemas. */
class RestrictedUserIT {
    private static final List<String> DENIED = List.of(
            "SELECT * FROM other.secret",
            "SELECT s.* FROM own o JOIN other.secret s ON o.id = s.id",
            "SELECT 1 /*!40000 FROM other.secret */",
            "INSERT INTO other.secret VALUES (2)",
            "INSERT INTO own SELECT id FROM other.secret",
            "UPDATE other.secret SET id = 3",
            "DELETE FROM other.secret",
            "CREATE TABLE other.t (id INT)",
            "CREATE TABLE t LIKE other.secret",
            "DROP TABLE other.secret",
            "ALTER TABLE other.secret ADD v INT",
            "TRUNCATE other.secret",
            "SHOW TABLES FROM other",
            "SHOW COLUMNS FROM secret FROM other",
            "SHOW CREATE TABLE other.secret",
            "SELECT * FROM information_schema.processlist",
            "SELECT * FROM mysql.user",
            "DROP DATABASE other",
            "PREPARE s FROM 'SELECT * FROM other.secret'");

    @ParameterizedTest
    @OnDatabases(
            value = {TestDatabase.MARIADB, TestDatabase.MYSQL},
            always = TestDatabase.MYSQL)
    void otherSchemasAreDenied(TestDatabase database) throws Exception {
        try (ProxyFixture fixture = new ProxyFixture(database);
                RawClient direct = fixture.rawDirect();
                RawClient trusted = fixture.raw("proxy_plain");
                RawClient clerk = fixture.raw("clerk", "proxy_plain")) {
            direct.query("DROP DATABASE IF EXISTS other");
            direct.query("CREATE DATABASE other");
            direct.query("CREATE TABLE other.secret (id INT)");
            direct.query("INSERT INTO other.secret VALUES (1)");
            direct.query("CREATE TABLE own (id INT)");
            assertThat(trusted.query("SELECT * FROM other.secret").toString()).contains("row 0131");
            for (String sql : DENIED) {
                String error = clerk.query(sql).get(0);
                assertThat(error)
                        .as(sql)
                        .matches("error (1142|1044) #42000.* denied for user 'clerk'@.*|"
                                + "error (1142|1044) #42000.* denied to user 'clerk'@.*");
                if (!sql.startsWith("PREPARE")) {
                    assertThat(clerk.prepared(sql).get(0)).as(sql).isEqualTo(error);
                }
            }
            assertThat(clerk.query("SELECT other.f()").get(0)).startsWith("error 1370 #42000");
            assertThat(clerk.query("SET @s = 'SELECT * FROM other.secret'").get(0))
                    .startsWith("ok");
            assertThat(clerk.query("PREPARE s FROM @s").get(0)).startsWith("error 1235 #42000");
            assertThat(clerk.query("USE other").get(0)).startsWith("error 1049 #42000");
            assertThat(clerk.query("USE sharded").get(0)).startsWith("error 1044 #42000");
            clerk.send(0x02, "other".getBytes(StandardCharsets.US_ASCII));
            assertThat(RawClient.error(clerk.next(new boolean[] {true}))).startsWith("error 1049 #42000");
            clerk.send(0x04, "other.secret\0".getBytes(StandardCharsets.US_ASCII));
            assertThat(RawClient.error(clerk.next(new boolean[] {true}))).startsWith("error 1146 #42S02");
            assertThat(clerk.query("SHOW DATABASES LIKE '%'").toString())
                    .contains("proxy_plain")
                    .doesNotContain("sharded", "other", "mysql");
            assertThat(clerk.query("SHOW DATABASES WHERE 1").get(0)).startsWith("error 1235 #42000");

            for (String sql : List.of(
                    "INSERT INTO proxy_plain.own VALUES (1)",
                    "SELECT other.id FROM proxy_plain.own other WHERE other.id = 1",
                    "SHOW TABLES FROM proxy_plain",
                    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'proxy_plain'")) {
                assertThat(clerk.query(sql).toString()).as(sql).doesNotContain("error");
            }
            direct.query("DROP DATABASE other");
        }
    }
}

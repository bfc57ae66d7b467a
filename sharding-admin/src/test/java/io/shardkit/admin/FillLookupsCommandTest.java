package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The command fills lookup tables, and ends as a script expects. */
class FillLookupsCommandTest {
    private static final String BLOCK =
            """
            data-sources:
              ds0:
                url: h2:a
                username: sa
              ds1:
                url: h2:b
                username: sa
            tables:
              t_user:
                actual-data-nodes: ds{0..1}.t_user
                database-strategy:
                  sharding-column: id
                  algorithm: by-rest
                lookups:
                  email:
                    table: t_user_email
              t_plain:
                actual-data-nodes: ds{0..1}.t_plain
                database-strategy:
                  sharding-column: id
                  algorithm: by-rest
            single-tables: ds1.t_user_email
            algorithms:
              by-rest:
                type: mod
            """;

    @Test
    void rowsFromBeforeAreFoundThen() throws Exception {
        try (H2File file = H2File.of(BLOCK)) {
            Commands commands = file.commands();
            file.execute(
                    "CREATE TABLE t_user (id BIGINT PRIMARY KEY, email VARCHAR(50))",
                    "CREATE TABLE t_user_email (email VARCHAR(50) PRIMARY KEY, id BIGINT NOT NULL)");
            file.executeOn("a", "INSERT INTO t_user VALUES (2, 'b@x'), (4, 'd@x')");
            file.executeOn("b", "INSERT INTO t_user VALUES (1, 'a@x'), (3, 'd@x'), (5, NULL)");
            file.executeOn("b", "INSERT INTO t_user_email VALUES ('gone@x', 9)");
            assertThat(commands.run("fill-lookups", "t_user")).isEqualTo(Exit.WAITS);
            assertThat(commands.out()).contains("t_user_email: 3 rows added, 1 removed, 1 left out");
            file.execute("UPDATE t_user SET email = 'c@x' WHERE id = 3");
            assertThat(commands.run("fill-lookups", "t_user")).isEqualTo(Exit.DONE);
            assertThat(commands.out()).contains("t_user_email: 0 rows added, 0 removed, 0 left out");
            assertThat(commands.run("fill-lookups", "t_user", "--json")).isEqualTo(Exit.DONE);
            assertThat(commands.out())
                    .isEqualToIgnoringNewLines("{\"type\":\"lookup\",\"table\":\"t_user_email\",\"added\":0,"
                            + "\"removed\":0,\"taken\":0}");
            try (ConfiguredDataSource open = ConfiguredDataSource.open("file:" + file.path());
                    Connection connection = open.dataSource().getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT id FROM t_user WHERE email = 'd@x'")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getLong(1)).isEqualTo(4);
                assertThat(row.next()).isFalse();
            }
        }
    }

    @Test
    void saysWhatCannotBeFilled() throws Exception {
        try (H2File file = H2File.of(BLOCK)) {
            Commands commands = file.commands();
            assertThat(commands.run("fill-lookups")).isEqualTo(Exit.USAGE);
            assertThat(commands.err()).contains("Missing required parameter: 'TABLE'");
            assertThat(commands.run("fill-lookups", "t_plain")).isEqualTo(Exit.REFUSED);
            assertThat(commands.err()).contains("sharding.tables.t_plain.lookups is not set");
        }
    }
}

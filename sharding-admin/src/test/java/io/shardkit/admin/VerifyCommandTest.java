package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The command prints what does not fit, and ends as a script expects. */
class VerifyCommandTest {

    @Test
    void findsTheOneRowOfAllThatLiesElsewhere() throws Exception {
        try (H2File file = H2File.of(H2File.BLOCK)) {
            Commands commands = file.commands();
            file.execute(
                    "CREATE TABLE t_order (order_id BIGINT, user_id BIGINT NOT NULL, PRIMARY KEY (order_id, user_id))");
            assertThat(commands.run("verify")).as(commands.said()).isEqualTo(Exit.DONE);
            assertThat(commands.out()).isEqualTo("0 errors, 0 warnings" + System.lineSeparator());
            StringBuilder rows = new StringBuilder("INSERT INTO t_order VALUES (0, 0)");
            for (int id = 2; id < 2400; id += 2) {
                rows.append(", (").append(id).append(", 0)");
            }
            file.execute(rows.toString());
            file.executeOn("a", "INSERT INTO t_order_0 VALUES (9999, 0)");
            assertThat(commands.run("verify")).isEqualTo(Exit.DONE);
            assertThat(commands.run("verify", "--all")).isEqualTo(Exit.WAITS);
            assertThat(commands.out()).contains("ERROR ds0.t_order_0: ").contains("1 errors");
            assertThat(commands.run("verify", "--all", "--json")).isEqualTo(Exit.WAITS);
            assertThat(commands.out().lines().toList())
                    .hasSize(2)
                    .satisfiesExactly(
                            finding -> assertThat(finding)
                                    .startsWith("{\"type\":\"finding\",\"severity\":\"error\",\"dataSource\":\"ds0\""),
                            end -> assertThat(end)
                                    .startsWith("{\"type\":\"verified\",")
                                    .contains("\"errors\":1"));
        }
    }
}

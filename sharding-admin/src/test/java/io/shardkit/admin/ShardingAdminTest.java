package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command lines that cannot be run say why, and end as a script expects. */
class ShardingAdminTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    ""                                                        | Missing required subcommand
                    moves                                                     | Missing required subcommand
                    moves strat                                               | moves start?
                    move list                                                 | Unmatched argument
                    moves start --to ds1                                      | Missing required option: '--unit UNIT'
                    moves check --unit ds0.t_order_0                          | with '--to DATA-SOURCE'
                    moves start --unit ds0.t_order_0 --to ds1 --rows-per-second=-5  | '-5' is negative
                    moves start --unit ds0.t_order_0 --to ds1 --rows-per-second=all | 'all' is not a whole number
                    moves cancel                                              | Missing required parameter: 'ID'
                    moves cancel m1 m2                                        | Unmatched argument at index 5: 'm2'
                    moves cancel m1 --timeout soon                            | 'soon' is not a time such as 90s, 30m or 2h
                    verify --every                                            | Unknown option: '--every'
                    """)
    void wrongUsageIsTwo(String line, String message) {
        Commands commands = new Commands("nowhere.yml");
        assertThat(commands.run(line.isEmpty() ? new String[0] : line.split(" ")))
                .as(commands.said())
                .isEqualTo(Exit.USAGE);
        assertThat(commands.err()).contains(message, "--help'.");
        assertThat(commands.out()).isEmpty();
    }

    @Test
    void helpNamesCommandsAndExitCodes() {
        Commands commands = new Commands(null);
        assertThat(commands.run("--help")).isEqualTo(Exit.DONE);
        assertThat(commands.out())
                .contains("moves", "rule", "verify", "fill-lookups", "in-doubt", "--file", "--json", "Exit codes:");
        assertThat(commands.run("moves", "--help")).isEqualTo(Exit.DONE);
        assertThat(commands.out())
                .contains("check", "start", "list", "status", "halt", "resume", "switch", "cancel", "back")
                .contains("complete", "work");
        assertThat(commands.run("--version")).isEqualTo(Exit.DONE);
        assertThat(commands.out()).startsWith("sharding-admin ");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Commands commands = new Commands("nowhere.yml");
        assertThat(commands.run("moves", "list")).isEqualTo(Exit.REFUSED);
        assertThat(commands.err()).contains("nowhere.yml").contains("it is not there");
        assertThat(commands.run("--json", "moves", "list")).isEqualTo(Exit.REFUSED);
        assertThat(commands.out()).startsWith("{\"type\":\"error\",\"code\":null,\"message\":\"");
        assertThat(commands.err()).isEmpty();
    }

    @Test
    void aWrongSettingIsNamed() throws Exception {
        try (H2File file = H2File.of(H2File.BLOCK.replace("type: mod", "type: modulo"))) {
            Commands commands = file.commands();
            assertThat(commands.run("moves", "list")).isEqualTo(Exit.REFUSED);
            assertThat(commands.err()).contains("sharding.algorithms.by-rest", "modulo");
        }
    }

    @Test
    void movesNeedAStoredRule() throws Exception {
        try (H2File file = H2File.of(H2File.BLOCK)) {
            Commands commands = file.commands();
            assertThat(commands.run("moves", "list")).isEqualTo(Exit.REFUSED);
            assertThat(commands.err()).contains("SK-1022", "moves need the rule of all instances to be stored");
            assertThat(commands.run("rule")).isEqualTo(Exit.WAITS);
            assertThat(commands.out()).contains("No rule is stored");
        }
    }
}

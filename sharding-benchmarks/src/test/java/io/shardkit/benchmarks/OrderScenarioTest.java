package io.shardkit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.shardkit.lab.workload.OrderScenarios;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OrderScenarioTest {

    static List<String> scenarios() {
        return OrderScenarios.names();
    }

    /** Closing compares the databases with what was acknowledged. */
    @ParameterizedTest
    @MethodSource("scenarios")
    void runs(String name) throws Exception {
        OrderScenario scenario = new OrderScenario();
        scenario.scenario = name;
        scenario.open(2);
        for (int call = 0; call < 6; call++) {
            scenario.run(call % 2);
        }
        scenario.close();
    }

    /** Six of the published report for each operation, and two servers by hand. */
    @Test
    void areThoseOfThePublishedReportAndMore() {
        assertThat(scenarios())
                .hasSizeGreaterThanOrEqualTo(24)
                .contains(
                        "query: JDBC, 1 server, 1 table",
                        "update: JDBC, 1 server, 2 tables",
                        "insert: Shardkit, 1 server, 1 table",
                        "query: Shardkit, 1 server, 2 tables",
                        "update: Shardkit, 2 servers, 1 table each",
                        "insert: Shardkit, 2 servers, 2 tables each",
                        "query: by hand, 2 servers, 2 tables each")
                .doesNotHaveDuplicates();
    }

    @Test
    void haveNames() {
        OrderScenario scenario = new OrderScenario();
        scenario.scenario = "query: nobody";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> scenario.open(1))
                .withMessageContaining("no scenario is called query: nobody");
    }
}

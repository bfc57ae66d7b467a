package io.shardkit.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.analytics.Asked.Outcome;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.ServerSize;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * The queries of TPC-H, SSB and TPC-DS through Shardkit, with its default settings, over two servers: the answers are those
 * of one database with the same rows, and none of TPC-H and SSB is refused. Prints what each query moves and how long it
 * takes beside the one database, and writes it into {@code target/suites}.
 */
@Tag("thorough")
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class SuitesIT {
    private static final String SCALE = System.getProperty("shardkit.suites.scale", "0.01");

    /** The queries that are asked, by their names; all by default. */
    private static final List<String> ONLY =
            List.of(System.getProperty("shardkit.suites.queries", "").split(","));

    @Parameter
    TestDatabase database;

    @Test
    void tpch() throws Exception {
        assertThat(asked(new Tpch()).named(Outcome.REFUSED, Outcome.TOO_SLOW)).isEmpty();
    }

    @Test
    void ssb() throws Exception {
        assertThat(asked(new Ssb()).named(Outcome.REFUSED, Outcome.TOO_SLOW)).isEmpty();
    }

    @Test
    void tpcds() throws Exception {
        assertThat(asked(new Tpcds()).named(Outcome.EQUAL)).isNotEmpty();
    }

    private SuiteTable asked(Suite suite) throws Exception {
        try (SuiteRows rows = SuiteRows.of(suite, Double.parseDouble(SCALE), database);
                TwoServers servers = new TwoServers(database, suite.rule(), ServerSize.LARGE);
                HikariDataSource whole = servers.create("whole")) {
            rows.loadShards(servers);
            rows.loadWhole(whole);
            SuiteRun run = new SuiteRun(whole, servers.application());
            SuiteTable table = new SuiteTable(
                    suite.title() + " at scale " + SCALE + " over " + database,
                    (suite.title() + "-" + database + ".md").toLowerCase(Locale.ROOT));
            for (Map.Entry<String, String> query : rows.queries().entrySet()) {
                if (ONLY.contains("") || ONLY.contains(query.getKey())) {
                    table.add(run.ask(query.getKey(), query.getValue()));
                }
            }
            table.end();
            assertThat(table.named(Outcome.WRONG)).as("wrong").isEmpty();
            return table;
        }
    }
}

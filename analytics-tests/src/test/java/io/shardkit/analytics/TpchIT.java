package io.shardkit.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.export.ExportEngine;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * The 22 queries of TPC-H, at scale 0.1 by default, over two servers: DuckDB and Spark with the exports as they are, and a
 * gather where its limits allow, answer as one database with the same rows. Prints the time of each.
 */
@Tag("thorough")
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class TpchIT {
    private static final double SCALE = Double.parseDouble(System.getProperty("shardkit.tpch.scale", "0.1"));

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?");

    /** Averages have six digits after the point in Spark and MariaDB, and are floating-point numbers in DuckDB. */
    private static final BigDecimal LAST_DIGIT = new BigDecimal("0.000001");

    private static final int DIGITS = 9;

    @Parameter
    TestDatabase database;

    @Test
    void enginesAnswerAsOneDatabase() throws Exception {
        Suite tpch = new Tpch();
        try (Spark spark = Spark.open();
                SuiteRows rows = SuiteRows.of(tpch, SCALE, database);
                DuckDb duckDb = DuckDb.over(database);
                TwoServers servers = new TwoServers(database, tpch.rule());
                HikariDataSource whole = database.create("whole")) {
            rows.loadShards(servers);
            rows.loadWhole(whole);
            duckDb.run(servers.script(ExportEngine.DUCKDB));
            spark.run(servers.script(ExportEngine.SPARK));
            Times times = new Times("TPC-H over " + database);
            Map<String, String> queries = rows.queries();
            assertThat(queries).hasSize(22);
            for (Map.Entry<String, String> named : queries.entrySet()) {
                String query = named.getValue();
                times.begin(named.getKey());
                List<String> expected = times.of("one database", () -> OrderShop.rows(whole, query));
                assertThat(expected).as(query).isNotEmpty();
                List<String> gathered = times.unlessRefused(() -> OrderShop.rows(servers.application(), query));
                if (gathered != null) {
                    check(query, gathered, expected);
                }
                check(query, times.of("DuckDB", () -> duckDb.rows(query)), expected);
                check(query, times.of("Spark", () -> spark.rows(query)), expected);
            }
        }
    }

    private static void check(String query, List<String> rows, List<String> expected) {
        assertThat(rows)
                .as(query)
                .usingElementComparator((row, other) -> isSame(row, other) ? 0 : 1)
                .containsExactlyElementsOf(expected);
    }

    private static boolean isSame(String row, String expected) {
        String[] values = row.split("\\|", -1);
        String[] others = expected.split("\\|", -1);
        boolean same = values.length == others.length;
        for (int i = 0; same && i < values.length; i++) {
            same = values[i].equals(others[i]) || isNear(values[i], others[i]);
        }
        return same;
    }

    private static boolean isNear(String value, String expected) {
        if (!NUMBER.matcher(value).matches() || !NUMBER.matcher(expected).matches()) {
            return false;
        }
        BigDecimal exact = new BigDecimal(expected);
        BigDecimal allowed = exact.abs().movePointLeft(DIGITS).add(LAST_DIGIT);
        return exact.subtract(new BigDecimal(value)).abs().compareTo(allowed) <= 0;
    }
}

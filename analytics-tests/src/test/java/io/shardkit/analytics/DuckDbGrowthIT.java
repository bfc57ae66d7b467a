package io.shardkit.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.export.ExportEngine;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** DuckDB reads tables that come with time. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class DuckDbGrowthIT extends GrowthContract {
    private DuckDb duckDb;

    @Override
    ExportEngine engine() {
        return ExportEngine.DUCKDB;
    }

    @Override
    void open() throws Exception {
        duckDb = DuckDb.over(database);
    }

    @Override
    void run(String script) throws Exception {
        duckDb.run(script);
    }

    @Override
    List<String> rows(String query) throws Exception {
        return duckDb.rows(query);
    }

    @Test
    void preparedStatementAsksAgain() throws Exception {
        export(STORED);
        run("PREPARE by_day AS SELECT COUNT(*) FROM t_event WHERE day = $1");
        assertThat(rows("EXECUTE by_day(DATE '2026-02-01')")).containsExactly("1");
        assertThat(rows("EXECUTE by_day(DATE '2026-03-01')")).containsExactly("0");
        shop.write("INSERT INTO t_event (day, id) VALUES ('2026-03-01', 16)");
        assertThatThrownBy(() -> rows("EXECUTE by_day(DATE '2026-03-01')"))
                .hasMessageContaining("sharding-admin.jar export");
    }

    @Override
    void closeEngine() throws Exception {
        if (duckDb != null) {
            duckDb.close();
        }
    }
}

package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/** The average of real numbers whose sum is exact has the last digit that one table gives it. */
class RealAverageIT {
    private static final int ROWS = 46;

    @ParameterizedTest
    @OnDatabases
    void averagesOverUnitsAreThoseOfOneTable(TestDatabase kind) throws Exception {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource whole = kind.create("whole", 0);
                HikariDataSource first = kind.create("first", 0);
                HikariDataSource second = kind.create("second", 1)) {
            for (int share = 1; share <= 7; share++) {
                int every = share;
                List<DataSource> databases = List.of(whole, first, second);
                for (int i = 0; i < databases.size(); i++) {
                    SpreadTable.execute(
                            databases.get(i),
                            SpreadTable.statements(
                                    i - 1,
                                    "v REAL",
                                    ROWS,
                                    id -> id % every == 0 ? "1.5" : id % 2 == 0 ? "0.25" : "-3"));
                }
                DataSource sharded =
                        SpreadTable.engine(first, second, SpreadTable.rule().build(), executor);
                for (String sql : List.of(
                        "SELECT AVG(v) a FROM o",
                        "SELECT k % 3 g, AVG(v) a FROM o GROUP BY k % 3",
                        "SELECT AVG(v + v) a FROM o",
                        "SELECT AVG(v) + 1 a FROM o")) {
                    assertThat(SpreadTable.read(sharded, sql)).as(sql).isEqualTo(SpreadTable.read(whole, sql));
                }
            }
        } finally {
            executor.shutdownNow();
        }
    }
}

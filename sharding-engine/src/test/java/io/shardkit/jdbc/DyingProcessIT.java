package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.options.CrossSource;
import io.shardkit.testing.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process dies in the middle of an atomic commit; another one, which knows nothing of it, brings it to its end. */
class DyingProcessIT {
    @ParameterizedTest
    @CsvSource({
        "MARIADB, XA PREPARE, 1, false, 0",
        "MARIADB, XA PREPARE, 2, true, 0",
        "MARIADB, COMMIT, 1, false, 0",
        "MARIADB, COMMIT, 1, true, 1",
        "MARIADB, XA COMMIT, 2, false, 1",
        "POSTGRESQL, PREPARE TRANSACTION, 2, false, 0",
        "POSTGRESQL, PREPARE TRANSACTION, 2, true, 0",
        "POSTGRESQL, COMMIT, 1, false, 0",
        "POSTGRESQL, COMMIT, 1, true, 1",
        "POSTGRESQL, COMMIT PREPARED, 2, false, 1"
    })
    void everyDatabaseComesToTheSameEnd(TestDatabase kind, String statement, int which, boolean after, int rows)
            throws Exception {
        try (AtomicShop shop = new AtomicShop(kind, CrossSource.BEST_EFFORT, false)) {
            shop.dataSource.close();
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    DyingProcess.class.getName(),
                    statement,
                    String.valueOf(which),
                    String.valueOf(after),
                    shop.pools.get(0).getUsername(),
                    shop.pools.get(0).getPassword()));
            shop.pools.forEach(pool -> command.add(pool.getJdbcUrl()));
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("that it died where it should").isEqualTo(1);
            try (ShardingDataSource other = shop.start(CrossSource.ATOMIC)) {
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                // A server may still be about to end the session of the process that died.
                while ((!shop.counts().equals(List.of(rows, rows, rows))
                                || !other.recover().isEmpty())
                        && System.nanoTime() < until) {
                    TimeUnit.MILLISECONDS.sleep(100);
                }
                assertThat(other.recover()).isEmpty();
            }
            assertThat(shop.counts()).containsExactly(rows, rows, rows);
        }
    }
}

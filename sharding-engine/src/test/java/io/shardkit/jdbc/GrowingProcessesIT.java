package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.MissingTable;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Several processes need the same months at the same time: each is made once, and no row is lost. */
class GrowingProcessesIT {
    private static final int PROCESSES = 4;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void monthsAreMadeOnce(TestDatabase database) throws Exception {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        List<Process> processes = new ArrayList<>();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                GrowingProcess.class.getName()));
        List<String> addresses = new ArrayList<>();
        try (HikariDataSource first = database.create("grown", 0);
                HikariDataSource second = database.create("grown", 1)) {
            for (HikariDataSource pool : List.of(first, second)) {
                GrowingTablesSuite.month(pool, "202401");
                sources.put("ds" + sources.size(), pool);
                addresses.add(pool.getJdbcUrl());
            }
            for (int i = 0; i < PROCESSES; i++) {
                List<String> own = new ArrayList<>(command);
                own.addAll(List.of(String.valueOf(i), first.getUsername(), first.getPassword()));
                own.addAll(addresses);
                processes.add(new ProcessBuilder(own)
                        .redirectErrorStream(true)
                        .redirectOutput(output(i).toFile())
                        .start());
            }
            for (int i = 0; i < PROCESSES; i++) {
                assertThat(processes.get(i).waitFor(2, TimeUnit.MINUTES)).isTrue();
                assertThat(processes.get(i).exitValue())
                        .as(Files.readString(output(i)))
                        .isZero();
            }
            try (ShardingDataSource logical = ShardingDataSource.create(
                            sources,
                            GrowingTablesSuite.rule(MissingTable.CREATED),
                            ShardingOptions.builder().executor(Runnable::run).build());
                    Connection connection = logical.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT COUNT(*), COUNT(DISTINCT id), COUNT(DISTINCT d) FROM t_log")) {
                rows.next();
                int all = PROCESSES * GrowingProcess.MONTHS * GrowingProcess.ROWS_OF_MONTH;
                assertThat(rows.getInt(1)).isEqualTo(all);
                assertThat(rows.getInt(2)).isEqualTo(all);
                assertThat(rows.getInt(3)).isEqualTo(GrowingProcess.MONTHS);
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private Path output(int process) {
        return directory.resolve("process" + process);
    }
}

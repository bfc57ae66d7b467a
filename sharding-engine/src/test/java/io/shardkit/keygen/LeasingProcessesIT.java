package io.shardkit.keygen;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Eight processes, four worker ids: no two of them make one key. */
class LeasingProcessesIT {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void noTwoProcessesMakeOneKey(TestDatabase database) throws Exception {
        List<Process> processes = new ArrayList<>();
        try (HikariDataSource pool = database.create("processes")) {
            for (int i = 0; i < 8; i++) {
                processes.add(start(pool, i));
            }
            List<String> keys = new ArrayList<>();
            for (int i = 0; i < processes.size(); i++) {
                assertThat(processes.get(i).waitFor(2, TimeUnit.MINUTES)).isTrue();
                assertThat(processes.get(i).exitValue()).isZero();
                List<String> own = Files.readAllLines(output(i));
                assertThat(own).hasSizeGreaterThan(1000);
                keys.addAll(own);
            }
            assertThat(keys).doesNotHaveDuplicates();
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private Path output(int process) {
        return directory.resolve("keys" + process);
    }

    private Process start(HikariDataSource pool, int number) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LeasingProcess.class.getName(),
                        pool.getJdbcUrl(),
                        pool.getUsername(),
                        pool.getPassword(),
                        String.valueOf(number % 2 == 0),
                        output(number).toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}

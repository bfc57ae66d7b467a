package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.shardkit.testing.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process: by {@code java -jar}, where the build has made the jar. */
class AdminProcessIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** As the JVM ends at SIGTERM. */
    private static final int TERMINATED = 143;

    @TempDir
    private Path folder;

    private AdminShop shop;
    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        shop = new AdminShop(TestDatabase.MARIADB).filled();
        shop.start();
    }

    @AfterEach
    void close() throws Exception {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        shop.close();
    }

    private Process process(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto"));
        String jar = System.getProperty("shardkit.admin.jar");
        if (jar != null && new File(jar).exists()) {
            command.addAll(List.of("-jar", jar));
        } else {
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.shardkit.admin.ShardingAdmin"));
        }
        command.addAll(List.of("--file", shop.file()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        processes.add(process);
        return process;
    }

    private String out() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    private void awaitOut(String text) throws Exception {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!out().contains(text)) {
            assertThat(System.nanoTime()).as(out() + err()).isLessThan(until);
            Thread.sleep(20);
        }
    }

    @Test
    void anInterruptedCommandLeavesItsMoveToTheInstances() throws Exception {
        Commands commands = new Commands(shop.file());
        assertThat(commands.run("moves", "start", "--unit", "ds0.t_order_1", "--to", "ds2", "--switch-by-hand"))
                .as(commands.said())
                .isEqualTo(Exit.DONE);
        assertThat(commands.run("moves", "list", "--json")).isEqualTo(Exit.DONE);
        String id = JsonPath.read(commands.out(), "$.id");
        try (Connection reader = shop.connection("ds0");
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.execute("SELECT * FROM t_order_1");
            Process waiting = process("moves", "switch", id);
            awaitOut("in the way: switch undone");
            waiting.destroy();
            assertThat(waiting.waitFor()).as(out() + err()).isEqualTo(TERMINATED);
            assertThat(err())
                    .contains(" goes on without this command: in ", "moves status ", "moves cancel ")
                    .doesNotContain("Exception");
            reader.rollback();
        }
        Process watch = process("moves", "status", id, "--watch");
        assertThat(watch.waitFor()).as(out() + err()).isEqualTo(Exit.DONE);
        assertThat(out()).contains(" are at ds2 since epoch 2");
        assertThat(err()).isEmpty();
    }
}

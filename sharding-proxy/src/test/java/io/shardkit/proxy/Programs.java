package io.shardkit.proxy;

import io.shardkit.testing.MySqlPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Command lines of MariaDB, as they come with the embedded server, and of MySQL, from the folder with its server. */
final class Programs {
    private Programs() {}

    static Path mariaDb(String name) throws IOException {
        Path servers = Path.of(System.getProperty("basedir", "."), "target", "embedded-servers");
        try (Stream<Path> files = Files.walk(servers.resolve("mariadb-base").resolve("bin"))) {
            return files.filter(path -> path.endsWith(name)).findFirst().orElseThrow();
        }
    }

    static Path mySql(String name) {
        return Path.of(System.getProperty(MySqlPrograms.PROPERTY, ""), name);
    }

    /** The options of both by which a user logs in. */
    static List<String> login(int port, String user) {
        return List.of("--no-defaults", "--host=127.0.0.1", "--port=" + port, "--user=" + user);
    }

    /** Returns what the program prints, errors among it. */
    static String run(Path program, String password, List<String> options, String input) throws Exception {
        List<String> command = new ArrayList<>(List.of(program.toAbsolutePath().toString()));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("MYSQL_PWD", password);
        if (Files.isDirectory(program.toAbsolutePath().getParent().resolveSibling("libs"))) {
            Path libraries = program.toAbsolutePath().getParent().resolveSibling("libs");
            builder.environment().put("LD_LIBRARY_PATH", libraries.toString());
        }
        Process process = builder.start();
        CompletableFuture.delayedExecutor(2, TimeUnit.MINUTES).execute(process::destroyForcibly);
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}

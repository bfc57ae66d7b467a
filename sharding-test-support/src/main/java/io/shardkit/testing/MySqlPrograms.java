package io.shardkit.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * The programs of a MySQL server in the folder that the system property {@code shardkit.mysql} names. A script of the
 * project makes such a folder: {@code tools/mysql-server.sh}. Thread-safe.
 */
public final class MySqlPrograms {
    /** The system property that names the folder; {@code mysqld} in it starts the server. */
    public static final String PROPERTY = "shardkit.mysql";

    private static boolean told;

    private MySqlPrograms() {}

    /** Tells whether there is a MySQL server to start. */
    public static boolean present() {
        String folder = System.getProperty(PROPERTY, "");
        return !folder.isEmpty() && Files.isExecutable(Path.of(folder, "mysqld"));
    }

    /**
     * Skips the test that calls it where there is no MySQL server, and prints the reason once for each JVM.
     *
     * @throws org.opentest4j.TestAbortedException if there is none
     */
    public static synchronized void assume() {
        if (present()) {
            return;
        }
        String reason = "Tests on MySQL are skipped: no mysqld in the folder that -D" + PROPERTY
                + " names. tools/mysql-server.sh makes one.";
        if (!told) {
            told = true;
            System.err.println(reason);
        }
        // A call, as the load lab and the load test have this class without JUnit.
        Assumptions.abort(reason);
    }

    /** A process of the server on its data, with what is the same for all of them. */
    static List<String> command(Path data, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty(PROPERTY), "mysqld").toString());
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
        command.add("--datadir=" + data);
        command.addAll(arguments);
        return command;
    }

    /** Makes the files of an empty server, whose user root has no password. */
    static void initialize(Path data, Path log) throws IOException {
        Process process = new ProcessBuilder(
                        command(data, List.of("--initialize-insecure", "--innodb-redo-log-capacity=32M")))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException("mysqld cannot make its files, see " + log);
        }
        // It names the server, and a copy is another one.
        Files.deleteIfExists(data.resolve("auto.cnf"));
    }
}

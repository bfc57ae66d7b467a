package io.shardkit.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The process of a database server, which is known by its files. Works on Linux. */
final class ServerProcess {
    private final Path data;
    private List<String> command = List.of();
    private @Nullable Process own;

    /** @param data the directory of its files, which stands in its command */
    ServerProcess(Path data) {
        this.data = data;
    }

    /** Returns true if the server was started here again, so that only this object knows its process. */
    boolean isOwn() {
        return own != null;
    }

    /** Ends it and all processes that it made, without a word. */
    void kill() {
        for (ProcessHandle each : ProcessHandle.allProcesses().toList()) {
            List<String> words = command(each.pid());
            if (words.stream().anyMatch(word -> word.contains(data.toString()))) {
                command = words;
                Stream.concat(Stream.of(each), each.descendants()).forEach(process -> {
                    process.destroyForcibly();
                    process.onExit().join();
                });
            }
        }
    }

    /** Starts it again as it was, unless it runs: what was left of the one before may have ended an earlier attempt. */
    void start() throws IOException {
        if (own != null && own.isAlive()) {
            return;
        }
        Files.deleteIfExists(data.resolve("postmaster.pid"));
        List<String> started = new ArrayList<>();
        if (command.get(0).endsWith("postgres") && "root".equals(System.getProperty("user.name"))) {
            // It does not run as root.
            started.addAll(List.of("unshare", "-U"));
        }
        started.addAll(command);
        own = new ProcessBuilder(started)
                .directory(data.toFile())
                .redirectErrorStream(true)
                .redirectOutput(data.resolveSibling("restarted.log").toFile())
                .start();
    }

    private static List<String> command(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.UTF_8);
            return List.of(line.split("\\x00"));
        } catch (NoSuchFileException gone) {
            return List.of();
        } catch (IOException e) {
            if (ProcessHandle.of(pid).isEmpty()) {
                // It has ended between opening and reading.
                return List.of();
            }
            throw new UncheckedIOException(e);
        }
    }
}

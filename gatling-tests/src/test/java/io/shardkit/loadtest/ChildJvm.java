package io.shardkit.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A JVM of its own whose output goes to a file. It ends with {@link #close} or, at the latest, with this JVM, also when
 * this one is interrupted.
 */
final class ChildJvm implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** Listeners are told of a collection a little later. */
    private static final Duration NOTICE = Duration.ofMillis(300);

    private final Process process;
    private final Path output;
    private final Thread hook;

    private ChildJvm(Process process, Path output) {
        this.process = process;
        this.output = output;
        this.hook = new Thread(this::stop, "stop-child-" + process.pid());
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts {@code java} of the running JDK with these arguments. */
    static ChildJvm start(Path output, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Files.createDirectories(output.toAbsolutePath().getParent());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new ChildJvm(process, output);
    }

    /** Processor time that it has taken up to now; zero where the system does not tell. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Makes it collect its garbage, where the running JDK has the tool for it, and waits until its metrics know. */
    void collectGarbage() throws IOException, InterruptedException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        if (!Files.isExecutable(tool)) {
            return;
        }
        Process collection = new ProcessBuilder(tool.toString(), Long.toString(process.pid()), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        collection.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        Thread.sleep(NOTICE.toMillis());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end and returns the exit code; an {@link IOException} when that takes longer than the limit. */
    int await(Duration limit) throws IOException, InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("still running after " + limit.toSeconds() + " s; " + lastOutput());
        }
        return process.exitValue();
    }

    /** The end of what it printed, for a message about its failure. */
    String lastOutput() throws IOException {
        try (Stream<String> lines = Files.lines(output)) {
            List<String> all = lines.toList();
            return "the end of " + output + ":\n"
                    + String.join("\n", all.subList(Math.max(0, all.size() - 40), all.size()));
        }
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // then the hook runs too, and finds nothing left to do
        }
    }

    private void stop() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

package io.shardkit.testing.browser;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chromium or Chrome of the machine, without a screen, with an empty profile. It opens pages of this machine only, so it runs
 * without its sandbox, which containers do not allow. Not thread-safe.
 */
public final class Browser implements AutoCloseable {
    /** The reason why a test is skipped. */
    public static final String MISSING = "no Chromium or Chrome is on the PATH";

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final String READY = "DevTools listening on ";
    private static final int SECONDS = 10;
    private static final int START_SECONDS = 60;
    private static final int ATTEMPTS = 20;

    private final Path profile;
    private final Process process;
    private final DevTools tools;

    private Browser(Path profile, Process process, DevTools tools) {
        this.profile = profile;
        this.process = process;
        this.tools = tools;
    }

    /**
     * Starts the first one on the PATH.
     *
     * @return null if there is none
     * @throws IOException if there is one which does not start
     */
    public static @Nullable Browser start() throws IOException {
        Path file = find();
        if (file == null) {
            return null;
        }
        Path profile = Files.createTempDirectory("browser");
        Process process = new ProcessBuilder(
                        file.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--disable-smooth-scrolling",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        AtomicBoolean ready = new AtomicBoolean();
        // A thread that waits for its words hears that it has ended.
        CompletableFuture.delayedExecutor(START_SECONDS, TimeUnit.SECONDS).execute(() -> {
            if (!ready.get()) {
                process.destroyForcibly();
            }
        });
        try {
            Browser started = new Browser(profile, process, new DevTools(address(process)));
            ready.set(true);
            return started;
        } catch (IOException | RuntimeException failure) {
            end(process, profile);
            throw failure;
        }
    }

    private static @Nullable Path find() {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            for (String name : NAMES) {
                Path file = Path.of(folder, name);
                if (Files.isExecutable(file)) {
                    return file;
                }
            }
        }
        return null;
    }

    /** Returns the address that the browser prints; the rest of its output is dropped, so that it can go on printing. */
    private static URI address(Process process) throws IOException {
        StringBuilder said = new StringBuilder();
        BufferedReader words = process.inputReader(StandardCharsets.UTF_8);
        for (String line = words.readLine(); line != null; line = words.readLine()) {
            if (line.startsWith(READY)) {
                Thread rest = new Thread(() -> words.lines().forEach(dropped -> {}), "browser-output");
                rest.setDaemon(true);
                rest.start();
                return URI.create(line.substring(READY.length()).strip());
            }
            said.append(line).append('\n');
        }
        throw new IOException("The browser does not start: " + said);
    }

    /**
     * Opens a page.
     *
     * @param width in CSS pixels; up to 600 it is a phone, with its rules of how a page is laid out
     * @param dark whether the user prefers dark colours
     */
    public BrowserPage open(String url, int width, int height, boolean dark) throws IOException, InterruptedException {
        String target = tools.call(null, "Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        String session = tools.call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
        BrowserPage page = new BrowserPage(tools, session);
        page.show(width, height, dark);
        page.load(url);
        return page;
    }

    @Override
    public void close() {
        end(process, profile);
    }

    private static void end(Process process, Path profile) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            each.onExit().orTimeout(SECONDS, TimeUnit.SECONDS).join();
        }
        delete(profile);
    }

    /**
     * Deletes the profile. Files that a helper process of the browser writes at the last moment stay in the folder for
     * temporary files.
     */
    private static void delete(Path profile) {
        for (int attempt = 1; attempt <= ATTEMPTS && Files.exists(profile); attempt++) {
            try (Stream<Path> files = Files.walk(profile)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            } catch (IOException | UncheckedIOException written) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
    }
}

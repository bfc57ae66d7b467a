package io.shardkit.console;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Chromium or Chrome of the machine, without a screen. Its pictures of pages are kept in {@code target/console}. */
final class RealBrowser {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private RealBrowser() {}

    /** The first one on the PATH, or null. */
    static @Nullable Path find() {
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

    /** The page as it is after some seconds of its script, at a size of {@code width,height}. */
    static String show(Path browser, String url, String size) throws IOException, InterruptedException {
        Path pictures = Files.createDirectories(Path.of("target", "console"));
        Path profile = Files.createTempDirectory("browser");
        Path page = Files.createTempFile("page", ".html");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless=new",
                        "--disable-gpu",
                        "--no-sandbox",
                        "--hide-scrollbars",
                        "--user-data-dir=" + profile,
                        "--virtual-time-budget=8000",
                        "--window-size=" + size,
                        "--screenshot="
                                + pictures.resolve(size.replace(',', 'x') + ".png")
                                        .toAbsolutePath(),
                        "--dump-dom",
                        url)
                .redirectOutput(page.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return Files.readString(page, StandardCharsets.UTF_8);
    }
}

package io.shardkit.loadtest;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of the load test: all profiles side by side.
 *
 * @param machine what it ran on
 * @param settings how hard it worked
 * @param profiles the results, in the order in which they ran; the first is what the others are compared with
 */
record LoadReport(String machine, LoadSettings settings, List<ProfileResult> profiles) {

    /** For people. */
    static final String PAGE = "index.html";

    /** For machines. */
    static final String RESULTS = "results.json";

    LoadReport {
        profiles = List.copyOf(profiles);
    }

    /** The running JVM's machine in a line. */
    static String thisMachine() {
        return Runtime.getRuntime().availableProcessors() + " processors, " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ", Java " + System.getProperty("java.version");
    }

    /** Why the build must fail; empty when all is well. */
    @JsonProperty
    List<String> failures() {
        return profiles.stream().flatMap(profile -> profile.failures().stream()).toList();
    }

    /** Removes what {@link #write} wrote there earlier. */
    static void delete(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(PAGE));
        Files.deleteIfExists(folder.resolve(RESULTS));
    }

    /** Writes {@code index.html} and {@code results.json}. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(PAGE), new HtmlReport(this).render());
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(folder.resolve(RESULTS).toFile(), this);
    }
}

package io.shardkit.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a run's results. */
public final class Report {

    /** The page, for people. */
    public static final String PAGE = "index.html";

    /** The same for machines; what {@code compare} reads. */
    public static final String FILE = "results.json";

    private Report() {}

    /**
     * Writes {@link #PAGE} and {@link #FILE} into a folder, which is made if it is not there; earlier ones are replaced.
     *
     * @return the page
     */
    public static Path write(Run run, Path folder) throws IOException {
        Files.createDirectories(folder);
        RunFile.write(run, folder.resolve(FILE));
        return Files.writeString(folder.resolve(PAGE), new Page(run).render());
    }

    /** The answers, the tables and the data check as text for the terminal. */
    public static String text(Run run) {
        return new TextPage(run).render();
    }
}

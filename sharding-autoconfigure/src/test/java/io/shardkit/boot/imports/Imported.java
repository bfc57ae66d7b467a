package io.shardkit.boot.imports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Files to import, with databases of their own in memory in the place of those that they name. */
final class Imported {
    private static final String OPTIONS =
            ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";

    private Imported() {}

    /** One of the files that came from elsewhere, unchanged but for the databases' addresses. */
    static String file(String name) {
        try {
            return write(
                    Files.readString(Path.of("src/test/resources/import", name))
                            .replaceAll("jdbc:mysql://[^/]+/(\\w+)\\S*", url("$1")),
                    name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of this text; {@code h2:name} in it is a database in memory. */
    static String of(String text) {
        return write(text.replaceAll("h2:(\\w+)(?=\\s)", url("$1")), "sharding.yaml");
    }

    static String write(String text, String name) {
        try {
            Path folder = Files.createTempDirectory("shardkit");
            Path file = folder.resolve(name);
            Files.writeString(file, text);
            folder.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            return "file:" + file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String url(String name) {
        return "jdbc:h2:mem:" + UUID.randomUUID() + name + OPTIONS;
    }
}

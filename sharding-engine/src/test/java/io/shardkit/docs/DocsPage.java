package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page in the folder {@code docs}; {@code -Dshardkit.docs.write=true} writes those that are generated. */
record DocsPage(Path path) {
    static DocsPage named(String name) {
        return new DocsPage(Path.of("..", "docs", name));
    }

    /** The text of a template among the test resources. */
    static String template(String name) {
        return text(Path.of("src", "test", "resources", "docs", name));
    }

    String text() {
        return text(path);
    }

    void isGenerated(String content) throws IOException {
        if (Boolean.getBoolean("shardkit.docs.write")) {
            Files.writeString(path, content);
        }
        assertThat(path).as("run with -Dshardkit.docs.write=true").content().isEqualTo(content);
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

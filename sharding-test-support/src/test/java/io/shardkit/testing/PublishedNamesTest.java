package io.shardkit.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedNamesTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void publish() throws IOException {
        file = Files.write(folder.resolve("names.txt"), List.of("# since 0.1.0", "b", "a"));
    }

    private PublishedNames names() {
        return new PublishedNames(file);
    }

    @Test
    void theSameNamesAreFine() throws IOException {
        names().areKept(List.of("a", "b"));
    }

    @Test
    void aNameThatIsGoneFails() {
        assertThatThrownBy(() -> names().areKept(List.of("b")))
                .hasMessageContaining("are gone")
                .hasMessageContaining("[a]");
    }

    @Test
    void aNewNameFailsAndTheMessageSaysHowToAddIt() throws IOException {
        assertThatThrownBy(() -> names().areKept(List.of("a", "b", "c")))
                .hasMessageContaining("-Dshardkit.names.write=true")
                .hasMessageContaining("[c]");
        assertThat(file).content().doesNotContain("c\n");
    }

    @Test
    void writingAddsAndNeverRemoves() throws IOException {
        System.setProperty("shardkit.names.write", "true");
        try {
            assertThatThrownBy(() -> names().areKept(List.of("b", "c"))).hasMessageContaining("[a]");
        } finally {
            System.clearProperty("shardkit.names.write");
        }
        assertThat(Files.readAllLines(file)).containsExactly("# since 0.1.0", "b", "a", "c");
    }
}

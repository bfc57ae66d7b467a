package io.shardkit.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryTest {

    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void standsBetweenItsMarks() {
        String page = "before\n<!-- run: answers -->\nold\n<!-- end of run -->\nafter\n";

        String updated = Summary.in(page, Runs.small());

        assertThat(updated)
                .startsWith("before\n<!-- run: answers -->\n| question | answer |\n")
                .contains(
                        "| What does it cost? | It costs 1 % (0 to 2 %). |",
                        "23 November 2026, 2 processors (Some CPU)")
                .endsWith("<!-- end of run -->\nafter\n")
                .doesNotContain("old");
        assertThat(Summary.in(updated, Runs.small())).isEqualTo(updated);
    }

    @Test
    void refusesAMarkWithoutAnEnd() {
        assertThatThrownBy(() -> Summary.in("<!-- run: figures -->\n", Runs.small()))
                .hasMessageContaining("has no");
    }

    /** To renew them: put a run's results.json there, and run this with {@code -Dshardkit.docs.write=true}. */
    @ParameterizedTest
    @ValueSource(strings = {"../README.md", "load-test.md"})
    void isWhatThePagesShowOfThePublishedRun(String name) throws IOException {
        Path page = DOCS.resolve(name);
        String text = Files.readString(page);
        String updated = Summary.in(text, RunFile.read(DOCS.resolve("load-test.json")));
        if (Boolean.getBoolean("shardkit.docs.write")) {
            Files.writeString(page, updated);
            return;
        }
        assertThat(text).contains("<!-- run: ").isEqualTo(updated);
    }
}

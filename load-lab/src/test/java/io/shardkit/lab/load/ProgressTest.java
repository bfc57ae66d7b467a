package io.shardkit.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final FakeClock clock = new FakeClock();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Progress progress() {
        return new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), clock);
    }

    @Test
    void writesALineEveryFewSeconds() {
        Progress progress = progress();
        progress.section("A");
        for (int second = 0; second < 11; second++) {
            progress.tell("second " + second);
            clock.passMillis(1_000);
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("0:00  A: second 0", "0:05  A: second 5", "0:10  A: second 10");
    }
}

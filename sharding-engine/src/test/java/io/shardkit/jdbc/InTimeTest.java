package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InTimeTest {
    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void whatIsLateEachTimeFails() {
        assertThatThrownBy(() -> InTime.assertInTime(late -> late.check("a", 10L + attempts.incrementAndGet(), 10)))
                .hasMessageContaining("a: 11 ms")
                .hasMessageContaining("a: 13 ms");
        assertThat(attempts).hasValue(3);
    }

    @Test
    void whatIsInTimeOnceDoesNot() throws Exception {
        InTime.assertInTime(late -> late.check("a", attempts.incrementAndGet() == 1 ? 11 : 10, 10));
        assertThat(attempts).hasValue(2);
    }
}

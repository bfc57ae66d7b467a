package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AtOnceTest {
    private final AtomicInteger closed = new AtomicInteger();

    @Test
    void startsAllAtTheSameTime() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        List<AtOnce.Started> started = AtOnce.start(List.of(() -> awaited(both), () -> awaited(both)));
        assertThat(started).hasSize(2);
        assertThat(closed).hasValue(0);
    }

    private AtOnce.Started awaited(CountDownLatch both) throws Exception {
        both.countDown();
        assertThat(both.await(10, TimeUnit.SECONDS)).isTrue();
        return closed::incrementAndGet;
    }

    @Test
    void closesTheOthersIfSomeDoNotStart() {
        assertThatThrownBy(() -> AtOnce.<AtOnce.Started>start(List.of(
                        () -> closed::incrementAndGet,
                        () -> {
                            throw new IOException("port taken");
                        },
                        () -> {
                            throw new IllegalStateException("no jar");
                        })))
                .isInstanceOf(IOException.class)
                .hasMessage("port taken")
                .satisfies(failure -> assertThat(failure.getSuppressed()[0]).hasMessage("no jar"));
        assertThat(closed).hasValue(1);
    }
}

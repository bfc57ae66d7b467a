package io.shardkit.lab.load;

import java.util.concurrent.TimeUnit;

/** A clock that goes on only when told to. For one thread. */
final class FakeClock implements Clock {
    private long now;

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void sleepUntil(long nanos) {
        now = Math.max(now, nanos);
    }

    void passMillis(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }
}

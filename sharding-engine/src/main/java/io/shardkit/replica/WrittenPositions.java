package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The positions up to which a primary had written, with their times: a replica lags by the age of the newest of these
 * positions that it has. A primary that is idle writes nothing, so its replicas do not lag. Thread-safe.
 */
final class WrittenPositions {
    private static final int MOST = 600;

    private final ReplicaRules rules;

    /** The newest first. */
    private final Deque<Position> seen = new ArrayDeque<>();

    private record Position(String text, long at) {}

    WrittenPositions(ReplicaRules rules) {
        this.rules = rules;
    }

    /** Returns true if databases of this kind tell positions. */
    boolean areTold() {
        return rules.positionQuery() != null;
    }

    /** Returns true if the primary has told a position. */
    synchronized boolean isOneKnown() {
        return !seen.isEmpty();
    }

    /** The primary had written so far. */
    synchronized void add(String written, long at) {
        Position last = seen.peekFirst();
        if (last != null && last.text().equals(written)) {
            // A replica that has the position is up to date until the primary writes again.
            seen.removeFirst();
        }
        seen.addFirst(new Position(written, at));
        if (seen.size() > MOST) {
            seen.removeLast();
        }
    }

    /** Returns the least time that a replica lags; null if no position is known. */
    synchronized @Nullable Duration lag(String applied, long now) {
        Position newest = seen.peekFirst();
        if (newest == null) {
            return null;
        }
        if (rules.reached(applied, newest.text())) {
            return Duration.ZERO;
        }
        long since = newest.at();
        for (Position position : seen) {
            since = position.at();
            if (rules.reached(applied, position.text())) {
                break;
            }
        }
        return Duration.ofNanos(Math.max(0, now - since));
    }
}

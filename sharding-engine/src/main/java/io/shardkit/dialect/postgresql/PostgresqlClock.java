package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.Clock;
import java.util.Set;

/** PostgreSQL's sessions cannot be told what the time is, and read it in texts too, as in {@code TIMESTAMP 'now'}. */
final class PostgresqlClock extends Clock {
    @Override
    public Set<String> words() {
        return Set.of("now", "today", "tomorrow", "yesterday");
    }
}

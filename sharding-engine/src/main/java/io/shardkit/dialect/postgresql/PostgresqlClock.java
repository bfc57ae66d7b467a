package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.Clock;
import java.util.Set;

/**
 * PostgreSQL's clock. PostgreSQL's sessions cannot be told the time, and read it in strings too, as in {@code TIMESTAMP
 * 'now'}.
 */
final class PostgresqlClock extends Clock {
    @Override
    public Set<String> words() {
        return Set.of("now", "today", "tomorrow", "yesterday");
    }
}

package io.shardkit.boot.endpoint;

import io.shardkit.error.ErrorCode;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.StatementEnded;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a statement, as far as it has to be known to say what would make it cheaper.
 *
 * @param shown with {@code ?} for its values
 * @param sql as the application wrote it
 * @param refusal why it was refused, or null
 */
record Seen(String shown, String sql, ExecutionStrategy way, int units, @Nullable ErrorCode refusal) {
    static Seen of(String shown, String sql, StatementEnded event) {
        return new Seen(shown, sql, event.way(), event.units(), event.refusal());
    }
}

package io.shardkit.proxy.backend;

import org.jspecify.annotations.Nullable;

/**
 * A statement to run.
 *
 * @param parameters null for a text that is no prepared statement
 * @param keys whether it may generate keys that are told
 * @param several whether it may have several answers
 * @param timeoutSeconds 0 for none but that of the configuration
 */
public record Request(String sql, @Nullable Parameters parameters, boolean keys, boolean several, int timeoutSeconds) {

    /** A statement of the server's own. */
    public static Request of(String sql) {
        return new Request(sql, null, false, false, 0);
    }
}

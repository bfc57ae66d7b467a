package io.shardkit.proxy.session;

import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import org.jspecify.annotations.Nullable;

/**
 * Tells keys that a database generated from those that a statement gave: servers answer with both, and LAST_INSERT_ID()
 * tells the former only.
 */
final class LastKeys {
    private static final int LONG = 20_000;

    private LastKeys() {}

    /** Whether the key was generated for certain: it stands nowhere in a statement that gives plain values. */
    static boolean isGenerated(long key, ClientText text, @Nullable Execution execution) {
        if (text.sql().length() > LONG || !text.first().equals("INSERT")) {
            return false;
        }
        String written = Long.toUnsignedString(key);
        boolean plain = (execution == null || !execution.values().has(written))
                && !text.sql().contains(written);
        Words words = plain ? new Words(text.sql()) : new Words("");
        boolean values = false;
        for (int i = 0; i < words.size(); i++) {
            if (words.is(i, "SELECT") || words.is(i, "DUPLICATE") || words.is(i, "+")) {
                return false;
            }
            values |= words.is(i, "VALUES") || words.is(i, "VALUE") || words.is(i, "SET");
        }
        return values;
    }
}

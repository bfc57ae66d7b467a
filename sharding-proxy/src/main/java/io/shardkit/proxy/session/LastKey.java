package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The key that LAST_INSERT_ID() tells, which has to be right on whatever connection the client asks for it. Servers
 * answer statements with keys that they generated and with keys that were given, and LAST_INSERT_ID() tells the former
 * only. Not thread-safe.
 */
final class LastKey {
    private static final int LONG = 20_000;

    private long key;

    /** True if the key may have been given and not generated. */
    private boolean unsure;

    /** True if the key would be asked of an arbitrary database, not of the one that generated it. */
    private boolean elsewhere = true;

    /**
     * Told of the key that a statement answered.
     *
     * @param sure whether it was generated, and not given
     */
    void answered(long answered, boolean sure) {
        if (answered != 0) {
            elsewhere = false;
            unsure = !sure;
            key = sure ? answered : key;
        }
    }

    /** Must be called before a statement runs. */
    void before(BackendSession open, ClientText text) throws SQLException {
        if (text.asksLastKey() && elsewhere && isKept(open)) {
            open.run(Request.of("SELECT LAST_INSERT_ID(" + Long.toUnsignedString(key) + ")"))
                    .close();
            elsewhere = false;
        }
    }

    /** Must be called when a statement has ended: it may have set the key that it asks for. */
    void after(ClientText text) {
        if (text.asksLastKey() && !text.first().equals("INSERT")) {
            unsure = true;
        }
    }

    /** The connections are about to go back. */
    void beforeGivingBack(BackendSession open) throws SQLException {
        if (unsure && isKept(open)) {
            String told = Questions.asked(open, "SELECT LAST_INSERT_ID()");
            key = told.isEmpty() ? 0 : Long.parseUnsignedLong(told);
            unsure = false;
        }
    }

    /** The connections have gone back. */
    void gaveBack() {
        elsewhere = true;
    }

    /** The connections have ended, and what only they knew is lost. */
    void ended() {
        unsure = false;
        elsewhere = true;
    }

    /** There is none. */
    void reset() {
        key = 0;
    }

    private static boolean isKept(BackendSession open) {
        return open.database().facts().isNative();
    }

    /** Returns true if the key was generated for certain: it stands nowhere in a statement that gives plain values. */
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

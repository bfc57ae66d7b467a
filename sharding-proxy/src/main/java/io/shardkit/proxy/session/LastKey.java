package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key that LAST_INSERT_ID() tells, which has to be right on whatever connection the client asks for it. Servers
 * answer statements with keys that they generated and with keys that were given, and LAST_INSERT_ID() tells the former
 * only. Not thread-safe.
 */
final class LastKey {
    private static final int LONG = 20_000;

    /** The number of keys of one transaction that are remembered until it is asked which was generated. */
    private static final int MANY = 1_000;

    private long key;

    /** Keys of statements since then, each of which may have been given and not generated. */
    private final Set<Long> unsure = new HashSet<>();

    /** True if the connection would tell this client's key, and not one that another client left there. */
    private boolean own;

    /** True if the client may have set the key that the connection tells. */
    private boolean set;

    /** The reason why the key is not known, or null. */
    private @Nullable SQLException unknown;

    /**
     * Told of the key that a statement answered.
     *
     * @param sure whether it was generated, and not given
     */
    void answered(long answered, boolean sure) {
        if (answered != 0 && sure) {
            know(answered);
            own = true;
        } else if (answered != 0) {
            unsure.add(answered);
        }
    }

    /** Must be called before a statement runs. */
    void before(BackendSession open, ClientText text) throws SQLException {
        if (unsure.size() >= MANY && isKept(open)) {
            ask(open);
        }
        if (!text.asksLastKey() || !isKept(open)) {
            return;
        }
        if (!own) {
            ask(open);
        }
        if (unknown != null) {
            throw unknown;
        }
        if (!own) {
            open.run(Request.of("SELECT LAST_INSERT_ID(" + Long.toUnsignedString(key) + ")"))
                    .close();
            own = true;
        }
    }

    /** Must be called when a statement has ended: it may have set the key that it asks for. */
    void after(ClientText text) {
        set |= text.asksLastKey() && !text.first().equals("INSERT");
    }

    /** The connections are about to go back. */
    void beforeGivingBack(BackendSession open) {
        if (isKept(open)) {
            ask(open);
        }
    }

    /** Asks for the key where it may be another one; one that was left there is none that a statement has answered. */
    private void ask(BackendSession open) {
        if (!set && unsure.isEmpty()) {
            return;
        }
        try {
            String told = Questions.asked(open, "SELECT LAST_INSERT_ID()");
            long found = told.isEmpty() ? 0 : Long.parseUnsignedLong(told);
            boolean generated = own || unsure.contains(found);
            know(generated ? found : key);
            own |= generated;
        } catch (SQLException failure) {
            know(0);
            unknown = failure;
        }
    }

    private void know(long known) {
        key = known;
        unsure.clear();
        set = false;
        unknown = null;
    }

    /** The connections have gone back. */
    void gaveBack() {
        own = false;
    }

    /** The connections have ended, and what only they knew is lost. */
    void ended() {
        unsure.clear();
        set = false;
        own = false;
    }

    /** There is none. */
    void reset() {
        know(0);
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

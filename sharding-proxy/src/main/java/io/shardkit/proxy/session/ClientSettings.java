package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.Request;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a client, to be set on each session with a logical database that is opened for it. Methods that take a
 * session set them there too, if there is one. Not thread-safe.
 */
final class ClientSettings {
    private boolean autoCommit = true;
    private @Nullable Integer isolation;
    private boolean readOnly;
    private final NextTransaction nextTransaction = new NextTransaction();

    /** The modes, which are not strict, that were set before a database was chosen; null for none. */
    private @Nullable String looseModes;

    /** The statements SET that the databases have run. */
    private final Set<String> variables = new LinkedHashSet<>();

    /** The SET statements that only the only database knows, not the engine. */
    private final Set<String> asWritten = new HashSet<>();

    boolean autoCommit() {
        return autoCommit;
    }

    void autoCommit(boolean on, @Nullable BackendSession open) throws SQLException {
        if (open != null) {
            open.setAutoCommit(on);
        }
        autoCommit = on;
    }

    /** @param level one of those of {@link java.sql.Connection} */
    void isolation(int level, @Nullable BackendSession open) throws SQLException {
        if (open != null) {
            open.setIsolation(level);
        }
        isolation = level;
    }

    /** Returns true if transactions that do not say otherwise only read. */
    boolean readOnly() {
        return readOnly;
    }

    void readOnly(boolean on, @Nullable BackendSession open) throws SQLException {
        if (open != null) {
            open.setReadOnly(on);
        }
        readOnly = on;
    }

    /** Returns the settings for the next transaction alone. */
    NextTransaction nextTransaction() {
        return nextTransaction;
    }

    /** Returns the modes that were set before a database was chosen, and are not strict; null for none. */
    @Nullable String looseModes() {
        return looseModes;
    }

    void looseModes(@Nullable String modes) {
        looseModes = modes;
    }

    /** A SET that the databases have run. */
    void wasSet(String sql) {
        forgetSet(sql);
        variables.add(sql);
    }

    /** The same of one that only the only database knows. */
    void wasSetAsWritten(String sql) {
        wasSet(sql);
        asWritten.add(sql);
    }

    /** One of these is not set any more. */
    void forgetSet(String sql) {
        variables.remove(sql);
        asWritten.remove(sql);
    }

    /**
     * Sets the modes on the session of a database that is chosen.
     *
     * @return as {@link #apply}
     */
    boolean applyModes(BackendSession opened) throws SQLException {
        String loose = looseModes;
        if (loose == null) {
            return false;
        }
        if (opened.database().passesThrough()) {
            opened.runAsWritten(Request.of("SET sql_mode = '" + loose + "'")).close();
            return true;
        }
        opened.run(Request.of("SET sql_mode = '" + SqlModes.strict(loose) + "'"))
                .close();
        return false;
    }

    /**
     * Sets all else on a fresh session.
     *
     * @return whether the session's connection has something that others do not have
     */
    boolean apply(BackendSession opened) throws SQLException {
        if (!autoCommit) {
            opened.setAutoCommit(false);
        }
        if (isolation != null) {
            opened.setIsolation(isolation);
        }
        if (readOnly) {
            opened.setReadOnly(true);
        }
        boolean holds = false;
        for (String variable : variables) {
            if (asWritten.contains(variable)) {
                opened.runAsWritten(Request.of(variable)).close();
                holds = true;
            } else {
                opened.run(Request.of(variable)).close();
            }
        }
        return holds;
    }

    /** Nothing is set. */
    void reset() {
        autoCommit = true;
        isolation = null;
        readOnly = false;
        looseModes = null;
        nextTransaction.forget();
        variables.clear();
        asWritten.clear();
    }
}

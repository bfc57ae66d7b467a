package io.shardkit.execute.transaction;

import io.shardkit.execute.SessionProperty;
import io.shardkit.execute.SessionState;
import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a transaction has of its own, and those of the session before it, where a rollback undoes what was set.
 * Not thread-safe.
 */
public final class TransactionSettings {
    private final SessionState session;

    /** The variables that say where names without a schema are looked for. */
    private final Set<String> schemas;

    private @Nullable String modes;
    private @Nullable Boolean readOnly;

    /** Statements by the names of the variables that they set for the transaction alone. */
    private Map<String, String> locals = Map.of();

    /** The values of before the transaction, which its rollback restores; null if it has set nothing. */
    private @Nullable Values before;

    /** The values at its savepoints, by their numbers. */
    private Map<Integer, Values> atSavepoints = Map.of();

    /** Variables of the session and of the transaction, and where names without a schema are looked for. */
    private record Values(Map<String, String> variables, Map<String, String> locals, @Nullable String schema) {}

    /**
     * The settings of a transaction that has set nothing yet.
     *
     * @param session what is set on its session
     * @param schemas variables that say where names without a schema are looked for
     */
    TransactionSettings(SessionState session, Set<String> schemas) {
        this.session = session;
        this.schemas = schemas;
    }

    /** Gives it modes by a statement, or null if it has those of the session. */
    public void setModes(@Nullable String statement) {
        modes = statement;
    }

    @Nullable String modes() {
        return modes;
    }

    /** Makes it read-only or not, whatever becomes of its session. */
    public void setReadOnly(boolean is) {
        readOnly = is;
    }

    @Nullable Boolean readOnly() {
        return readOnly;
    }

    Map<String, String> locals() {
        return locals;
    }

    /** Sets variables for the transaction alone, by statements by their names. */
    public void setLocals(Map<String, String> statements) {
        locals = statements;
    }

    /** Gives a connection that joins it what it has of its own. */
    void applyTo(ShardConnection shard) throws SQLException {
        if (modes != null) {
            shard.execute(modes);
        }
        applyLocals(shard);
    }

    private void applyLocals(ShardConnection shard) throws SQLException {
        for (String local : locals.values()) {
            shard.execute(local);
        }
    }

    /** Must be told before something is set for the session, which a rollback undoes. */
    public void beforeSet() {
        before = before == null ? values() : before;
    }

    /** Notes what is set at a savepoint, as a rollback to it undoes what is set later. */
    public void savepoint(int id) {
        Map<Integer, Values> noted = new HashMap<>(atSavepoints);
        noted.put(id, values());
        atSavepoints = noted;
    }

    private Map<String, String> variables() {
        return session.entries(SessionProperty.VARIABLES);
    }

    private Values values() {
        return new Values(variables(), locals, session.text(SessionProperty.SCHEMA));
    }

    /**
     * A rollback to a savepoint has undone what was set after it.
     *
     * @return whether connections have to be given what was set for the session before it: those that joined later lack
     *     what the transaction had set, or have what it set later
     */
    boolean returnTo(int savepoint) {
        Values then = atSavepoints.get(savepoint);
        boolean differs = then != null && then.variables != variables();
        if (then != null) {
            restore(then);
        }
        return differs;
    }

    private void restore(Values values) {
        if (!Collections.disjoint(variables().keySet(), schemas)
                || !Collections.disjoint(values.variables.keySet(), schemas)) {
            session.set(SessionProperty.SCHEMA, values.schema);
        }
        session.set(SessionProperty.VARIABLES, values.variables);
        locals = values.locals;
    }

    /**
     * Gives each connection what is set.
     *
     * @throws SQLException if a database does not take it
     */
    void setAgain(List<ShardConnection> shards) throws SQLException {
        for (ShardConnection shard : shards) {
            shard.undo(SessionProperty.VARIABLES);
            shard.apply(session, SessionProperty.VARIABLES);
            applyLocals(shard);
        }
    }

    /** The transaction was committed, and with it what it set. */
    void committed() {
        before = null;
    }

    /**
     * The transaction has ended. If it was not committed, its databases have undone what it set; connections that joined it
     * later had it before.
     *
     * @param autoCommit whether they are in autocommit from now on
     * @throws SQLException if a database does not take the values of before
     */
    void ended(List<ShardConnection> shards, boolean autoCommit) throws SQLException {
        Values then = before;
        if (then == null) {
            return;
        }
        restore(then);
        locals = Map.of();
        setAgain(shards);
        for (ShardConnection shard : autoCommit ? List.<ShardConnection>of() : shards) {
            // The next rollback must not undo it again.
            shard.keep();
        }
    }
}

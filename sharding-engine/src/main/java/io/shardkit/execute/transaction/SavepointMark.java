package io.shardkit.execute.transaction;

import io.shardkit.dialect.Dialect;
import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A savepoint of a session. It is set on the connections that its transaction has used; one that joins later began its part after
 * it, and is rolled back whole.
 */
public final class SavepointMark {
    private final int id;
    private final @Nullable String name;
    private final @Nullable String called;
    private final Map<ShardConnection, Savepoint> savepoints = new HashMap<>();

    /**
     * @param name that drivers give it, or null
     * @param called what statements call it, or null
     */
    SavepointMark(int id, @Nullable String name, @Nullable String called) {
        this.id = id;
        this.name = name;
        this.called = called;
    }

    /** One with a name of a statement: drivers give it one of their own, as databases differ in what they allow. */
    static SavepointMark called(int id, String name) {
        return new SavepointMark(id, null, name);
    }

    /** Tells whether a statement means it by this name. */
    boolean isCalled(String written, Dialect dialect) {
        return dialect.transactionWords().isSameSavepoint(written, called);
    }

    /** Tells whether it was set on the connection, which else is rolled back whole. */
    public boolean isOn(ShardConnection shard) {
        return savepoints.containsKey(shard);
    }

    /** Its number within the session. */
    public int id() {
        return id;
    }

    /** The name the user gave it, or null. */
    public @Nullable String name() {
        return name;
    }

    void set(ShardConnection shard) throws SQLException {
        shard.asking(open -> savepoints.put(shard, name == null ? open.setSavepoint() : open.setSavepoint(name)));
    }

    void rollback(ShardConnection shard) throws SQLException {
        Savepoint savepoint = savepoints.get(shard);
        if (savepoint == null) {
            shard.rollback();
        } else {
            shard.rollback(savepoint);
        }
    }

    void release(ShardConnection shard) throws SQLException {
        Savepoint savepoint = savepoints.get(shard);
        if (savepoint != null) {
            shard.asking(open -> open.releaseSavepoint(savepoint));
        }
    }
}

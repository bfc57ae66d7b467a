package io.shardkit.execute;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A savepoint of a session. It is set on the connections that are enlisted; one that joins later began its part after
 * it, and is rolled back whole.
 */
public final class SavepointMark {
    private final int id;
    private final @Nullable String name;
    private final Map<ShardConnection, Savepoint> savepoints = new HashMap<>();

    SavepointMark(int id, @Nullable String name) {
        this.id = id;
        this.name = name;
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
        savepoints.put(
                shard,
                name == null
                        ? shard.connection().setSavepoint()
                        : shard.connection().setSavepoint(name));
    }

    void rollback(ShardConnection shard) throws SQLException {
        Savepoint savepoint = savepoints.get(shard);
        if (savepoint == null) {
            shard.connection().rollback();
        } else {
            shard.connection().rollback(savepoint);
        }
    }

    void release(ShardConnection shard) throws SQLException {
        Savepoint savepoint = savepoints.get(shard);
        if (savepoint != null) {
            shard.connection().releaseSavepoint(savepoint);
        }
    }
}

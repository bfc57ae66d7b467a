package io.shardkit.execute.gather;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The temporary tables of one write, on the data sources where it makes them. They are dropped at its end, also after a
 * failure, which they would outlive on some databases.
 */
final class TemporaryTables implements AutoCloseable {
    private final Gatherer gatherer;
    private final Session session;
    private final Map<Integer, Map<Integer, String>> namesOfSource = new TreeMap<>();
    private boolean dropped;

    TemporaryTables(Gatherer gatherer, Session session) {
        this.gatherer = gatherer;
        this.session = session;
    }

    /** The names on a data source, by table use; those that are added belong to the write. */
    Map<Integer, String> on(int dataSource) {
        return namesOfSource.computeIfAbsent(dataSource, none -> new HashMap<>());
    }

    /** Drops all, as the write has succeeded. */
    void drop() throws SQLException {
        for (Map.Entry<Integer, Map<Integer, String>> names : namesOfSource.entrySet()) {
            gatherer.drop(session.connection(names.getKey()), names.getValue());
        }
        dropped = true;
    }

    /** Drops what a failure left; what is thrown here joins it. */
    @Override
    public void close() throws SQLException {
        // If an error spoils the transaction, the tables go with its rollback, and no other statement can run.
        if (dropped || session.databases().dialect().transactions().errorAborts()) {
            return;
        }
        SQLException first = null;
        for (Map.Entry<Integer, Map<Integer, String>> names : namesOfSource.entrySet()) {
            ShardConnection shard = session.physical().get(names.getKey());
            try {
                if (shard != null) {
                    gatherer.drop(shard, names.getValue());
                }
            } catch (SQLException failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}

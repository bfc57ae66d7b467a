package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The connections that a transaction spans. Immutable. */
public final class Participants {
    private static final Participants SESSION = new Participants(null, true);

    private final @Nullable List<ShardConnection> connections;
    private final boolean write;

    private Participants(@Nullable List<ShardConnection> connections, boolean write) {
        this.connections = connections;
        this.write = write;
    }

    /** All connections of the session, also those that join while the steps run. */
    public static Participants ofSession() {
        return SESSION;
    }

    /** Some connections of the session, each of which is written to. */
    public static Participants writing(List<ShardConnection> connections) {
        return new Participants(connections, true);
    }

    /** A connection over which nothing is written that outlives the transaction. */
    public static Participants reading(ShardConnection connection) {
        return new Participants(List.of(connection), false);
    }

    List<ShardConnection> connections(Owner owner) {
        return connections == null ? owner.boundaries().enlisted() : connections;
    }

    /** A transaction over them and nothing else. */
    OwnTransaction ownTransaction(Owner owner) throws SQLException {
        return connections == null
                ? new SessionWideTransaction(owner.boundaries())
                : new SelectedTransaction(owner.boundaries(), connections, write);
    }
}

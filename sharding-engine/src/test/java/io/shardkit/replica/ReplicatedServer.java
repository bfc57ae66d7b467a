package io.shardkit.replica;

import io.shardkit.testing.DatabaseServer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A real primary with a real replica, which all tests of a class use. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReplicatedServer {
    private @Nullable DatabaseServer primary;
    private @Nullable DatabaseServer replica;

    abstract DatabaseServer startPrimary() throws Exception;

    abstract DatabaseServer startReplica(DatabaseServer primary) throws Exception;

    @BeforeAll
    void start() throws Exception {
        primary = startPrimary();
        replica = startReplica(primary);
    }

    @AfterAll
    void stop() {
        if (replica != null) {
            replica.close();
        }
        if (primary != null) {
            primary.close();
        }
    }

    final DatabaseServer primaryServer() {
        return Objects.requireNonNull(primary);
    }

    final DatabaseServer replicaServer() {
        return Objects.requireNonNull(replica);
    }
}

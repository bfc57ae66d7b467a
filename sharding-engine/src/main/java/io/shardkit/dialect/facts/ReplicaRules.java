package io.shardkit.dialect.facts;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Questions about a database's replication, and its answers. Immutable. */
public interface ReplicaRules {
    /** Asks a primary how far it has written, as a text; null if no database of this kind says so. */
    default @Nullable String positionQuery() {
        return null;
    }

    /** Asks a replica how far it has applied what its primary wrote; null if no database of this kind says so. */
    default @Nullable String appliedQuery() {
        return null;
    }

    /** Returns true if a replica that has applied this position has what its primary had written at the other position. */
    default boolean reached(String applied, String written) {
        return applied.equals(written);
    }

    /**
     * Waits on a replica for the position that is its first parameter, as many seconds as its second one says; answers 0
     * when it is reached. Null if there is no such function, and it has to be asked from time to time.
     */
    default @Nullable String waitQuery() {
        return null;
    }

    /** Asks a replica for its state, or null if no database of this kind has one. */
    default @Nullable String statusQuery() {
        return null;
    }

    /**
     * Asks whether the user has the right to ask for the state, as 1 or 0; null if a failure is not logged by drivers, so
     * that a user can ask for it at once.
     */
    default @Nullable String statusRightQuery() {
        return null;
    }

    /**
     * The state that a replica has answered with.
     *
     * @param rows before the first one
     */
    default Status status(ResultSet rows) throws SQLException {
        return new Status(true, null, "");
    }

    /** Asks a server for the name by which the state of its replicas tells it; null if no database of this kind has one. */
    default @Nullable String serverQuery() {
        return null;
    }

    /**
     * The servers whose changes the state of this one says that it gets.
     *
     * @param rows before the first one
     */
    default List<Source> sources(ResultSet rows) throws SQLException {
        return List.of();
    }

    /** Returns true if no two servers have the same name, so that the name alone identifies a source. */
    default boolean namesAreUnique() {
        return false;
    }

    /** Asks whether a server takes writes, as 1 or 0; null if no database of this kind is ever promoted. */
    default @Nullable String writableQuery() {
        return null;
    }

    /** Returns true if a name, in lower case, is that of a schema or a table in which a server tells of itself. */
    default boolean isCatalog(String name) {
        return name.equals("information_schema");
    }

    /** Returns true if a read failed because a replica meanwhile applied a change that removed what the read needed. */
    default boolean isConflict(SQLException failure) {
        return false;
    }

    /** Tells if a server ended a statement: at the request of a client, or because the server itself is ending. */
    default boolean isInterruption(SQLException failure) {
        return false;
    }

    /**
     * The state of a replica.
     *
     * @param replicates whether the database is a replica
     * @param lag the time by which the replica lags, or null if its position has to tell
     * @param fault why the replica gets nothing new; empty if it does
     */
    record Status(boolean replicates, @Nullable Duration lag, String fault) {}

    /**
     * A server that another one gets changes from.
     *
     * @param server its name, as it answers to {@link #serverQuery()}
     * @param host where the other one reaches it
     * @param whole whether the other one gets and applies all changes
     */
    record Source(String server, String host, boolean whole) {}
}

package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.ReplicaRules;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's streaming replication. Positions are those of its log. */
final class PostgresqlReplicas implements ReplicaRules {
    /**
     * Asks for the insert position of the log: a commit there may not be written yet, but its own session already sees
     * it.
     */
    @Override
    public String positionQuery() {
        return "SELECT CAST(pg_current_wal_insert_lsn() AS text)";
    }

    @Override
    public String appliedQuery() {
        return "SELECT CAST(pg_last_wal_replay_lsn() AS text)";
    }

    @Override
    public boolean reached(String applied, String written) {
        return Long.compareUnsigned(position(applied), position(written)) >= 0;
    }

    /** Two hexadecimal halves with a slash between them. */
    private static long position(String text) {
        int slash = text.indexOf('/');
        return Long.parseLong(text, 0, slash, 16) << 32 | Long.parseLong(text, slash + 1, text.length(), 16);
    }

    @Override
    public String statusQuery() {
        return "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() IS NOT NULL";
    }

    @Override
    public Status status(ResultSet rows) throws SQLException {
        rows.next();
        boolean recovers = rows.getBoolean(1);
        if (!recovers) {
            return new Status(false, null, "it is no replica: pg_is_in_recovery() is false");
        }
        // The position reveals a replay that is paused, and one whose sender is gone.
        return new Status(true, null, rows.getBoolean(2) ? "" : "it has replayed nothing yet");
    }

    @Override
    public String writableQuery() {
        return "SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END";
    }

    @Override
    public boolean isCatalog(String name) {
        return name.startsWith("pg_") || ReplicaRules.super.isCatalog(name);
    }

    @Override
    public boolean isConflict(SQLException failure) {
        @Nullable String message = failure.getMessage();
        return "40001".equals(failure.getSQLState()) && message != null && message.contains("recovery");
    }
}

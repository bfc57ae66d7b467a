package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.branch.BranchName;
import io.shardkit.dialect.branch.TwoPhase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Prepared transactions. */
final class PostgresqlTwoPhase implements TwoPhase {
    @Override
    public String prepare(BranchName id) {
        return "PREPARE TRANSACTION '" + id.text() + "'";
    }

    @Override
    public String commit(BranchName id) {
        return "COMMIT PREPARED '" + id.text() + "'";
    }

    @Override
    public String rollback(BranchName id) {
        return "ROLLBACK PREPARED '" + id.text() + "'";
    }

    @Override
    public boolean endsInAutoCommit() {
        return true;
    }

    @Override
    public String preparedQuery() {
        return "SELECT gid FROM pg_catalog.pg_prepared_xacts WHERE database = pg_catalog.current_database()";
    }

    /** Its commit waits until it is on disk, as what is prepared is: others must not follow what a crash takes back. */
    @Override
    public String insert(String table) {
        return "INSERT INTO " + table + " (id, decision, participants) SELECT ?, ?, ? WHERE CASE"
                + " WHEN pg_catalog.current_setting('synchronous_commit') = 'off'"
                + " THEN pg_catalog.set_config('synchronous_commit', 'on', true) ELSE 'on' END IS NOT NULL";
    }

    @Override
    public @Nullable String lacks(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW max_prepared_transactions")) {
            return rows.next() && rows.getInt(1) > 0
                    ? null
                    : "max_prepared_transactions is 0; set it to at least max_connections and restart the server";
        }
    }
}

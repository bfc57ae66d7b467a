package io.shardkit.dialect.h2;

import io.shardkit.dialect.branch.BranchName;
import io.shardkit.dialect.branch.TwoPhase;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/** Prepared transactions; those of a database in memory are lost with it. */
final class H2TwoPhase implements TwoPhase {
    @Override
    public String prepare(BranchName id) {
        return "PREPARE COMMIT \"" + id.text() + "\"";
    }

    @Override
    public String commit(BranchName id) {
        return "COMMIT TRANSACTION \"" + id.text() + "\"";
    }

    @Override
    public String rollback(BranchName id) {
        return "ROLLBACK TRANSACTION \"" + id.text() + "\"";
    }

    @Override
    public String preparedQuery() {
        return "SELECT * FROM INFORMATION_SCHEMA.IN_DOUBT";
    }

    @Override
    public @Nullable String lacks(Connection connection) {
        return null;
    }
}

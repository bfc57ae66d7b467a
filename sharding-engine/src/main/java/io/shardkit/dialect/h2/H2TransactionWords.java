package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.TransactionWords;
import java.util.Set;

/** Statements of H2 about transactions. */
final class H2TransactionWords implements TransactionWords {
    @Override
    public boolean hasStartTransaction() {
        return false;
    }

    @Override
    public boolean rollbackNeedsSavepoint() {
        return true;
    }

    @Override
    public boolean knowsQuotedSavepoints() {
        return false;
    }

    @Override
    public boolean setHasAutoCommit() {
        return true;
    }

    @Override
    public boolean setTransactionIsOfSession() {
        return true;
    }

    @Override
    public Set<String> committingStatements() {
        return Set.of("ANALYZE", "BACKUP", "CHECKPOINT", "GRANT", "REVOKE");
    }
}

package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.TransactionWords;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Statements of H2 about transactions. */
final class H2TransactionWords implements TransactionWords {

    @Override
    public boolean hasStartTransaction() {
        return false;
    }

    @Override
    public boolean hasEndAndAbort() {
        return false;
    }

    @Override
    public boolean beginHasTransaction() {
        return true;
    }

    @Override
    public boolean beginHasModes() {
        return false;
    }

    @Override
    public boolean endHasTransaction() {
        return false;
    }

    @Override
    public boolean releaseNeedsSavepoint() {
        return true;
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
    public boolean quotesKeepCase() {
        return false;
    }

    @Override
    public boolean isSameSavepoint(String written, @Nullable String called) {
        return written.equalsIgnoreCase(called);
    }

    @Override
    public boolean modesHaveIsolation() {
        return false;
    }

    @Override
    public boolean setsAutoCommitAsVariable() {
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

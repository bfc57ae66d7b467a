package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.TransactionWords;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Statements of MySQL about transactions. */
final class MysqlTransactionWords implements TransactionWords {

    @Override
    public boolean hasStartTransaction() {
        return true;
    }

    @Override
    public boolean hasEndAndAbort() {
        return false;
    }

    @Override
    public boolean beginHasTransaction() {
        return false;
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
        return false;
    }

    @Override
    public boolean knowsQuotedSavepoints() {
        return true;
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
        return true;
    }

    @Override
    public boolean setHasAutoCommit() {
        return false;
    }

    @Override
    public boolean setTransactionIsOfSession() {
        return false;
    }

    @Override
    public Set<String> committingStatements() {
        return Set.of(
                "ANALYZE",
                "CACHE",
                "CHANGE",
                "CHECK",
                "FLUSH",
                "GRANT",
                "INSTALL",
                "LOCK",
                "OPTIMIZE",
                "REPAIR",
                "REVOKE",
                "STOP",
                "UNINSTALL",
                "UNLOCK");
    }
}

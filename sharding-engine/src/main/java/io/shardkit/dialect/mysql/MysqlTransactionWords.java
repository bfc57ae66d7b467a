package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.TransactionWords;
import java.util.Set;

/** Statements of MySQL about transactions. */
final class MysqlTransactionWords implements TransactionWords {
    @Override
    public boolean beginHasTransaction() {
        return false;
    }

    @Override
    public boolean setsAutoCommitAsVariable() {
        return true;
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

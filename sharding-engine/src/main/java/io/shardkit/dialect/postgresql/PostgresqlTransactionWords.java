package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.TransactionWords;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Statements of PostgreSQL about transactions. */
final class PostgresqlTransactionWords implements TransactionWords {
    @Override
    public boolean hasEndAndAbort() {
        return true;
    }

    @Override
    public boolean beginHasModes() {
        return true;
    }

    @Override
    public boolean endHasTransaction() {
        return true;
    }

    @Override
    public boolean releaseNeedsSavepoint() {
        return false;
    }

    @Override
    public boolean quotesKeepCase() {
        return true;
    }

    @Override
    public boolean isSameSavepoint(String written, @Nullable String called) {
        return written.equals(called);
    }

    @Override
    public boolean modesHaveIsolation() {
        return true;
    }

    @Override
    public Set<String> committingStatements() {
        return Set.of();
    }
}

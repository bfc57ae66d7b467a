package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.Transactions;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The differences between H2's transactions and those of others. */
final class H2Transactions implements Transactions {
    @Override
    public boolean beginSwitchesAutoCommit() {
        return true;
    }

    @Override
    public boolean releasesSavepoints() {
        return false;
    }

    @Override
    public boolean readOnlyForbidsTemporaryTables() {
        return false;
    }

    @Override
    public boolean isLocked(SQLException failure) {
        return "HYT00".equals(failure.getSQLState());
    }

    @Override
    public @Nullable String readCommitted() {
        return null;
    }

    @Override
    public @Nullable String lockNumbers(int count) {
        return null;
    }

    @Override
    public boolean isOfThisProcess(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        boolean server = lower.startsWith("jdbc:h2:tcp:") || lower.startsWith("jdbc:h2:ssl:");
        return !server && !lower.contains("auto_server=true");
    }
}

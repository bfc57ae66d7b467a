package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The differences between H2's transactions and those of others. */
final class H2Transactions implements Transactions {
    @Override
    public boolean errorAborts() {
        return false;
    }

    @Override
    public boolean timeoutUndoes(Connection connection) {
        return false;
    }

    @Override
    public boolean undoesAll(SQLException failure, boolean timeoutUndoes) {
        return false;
    }

    @Override
    public boolean ddlCommits() {
        return true;
    }

    @Override
    public boolean beginCommits() {
        return false;
    }

    @Override
    public boolean beginSwitchesAutoCommit() {
        return true;
    }

    @Override
    public boolean autoCommitCommits() {
        return false;
    }

    @Override
    public @Nullable String setModes(String modes) {
        return modes.isEmpty() ? null : "SET TRANSACTION " + modes;
    }

    @Override
    public boolean keepsHiddenSavepoints() {
        return false;
    }

    @Override
    public boolean releasesSavepoints() {
        return false;
    }

    @Override
    public boolean rollsBackSettings() {
        return false;
    }

    @Override
    public @Nullable String limitLockWaits(long milliseconds) {
        return null;
    }

    @Override
    public @Nullable String lockWaitQuery() {
        return null;
    }

    @Override
    public boolean waitsForEver(String answer) {
        return false;
    }

    @Override
    public boolean readOnlyForbidsTemporaryTables() {
        return false;
    }

    @Override
    public boolean readOnlyForbidsLocks() {
        return false;
    }

    @Override
    public boolean readOnlyIsFixedAtBegin() {
        return false;
    }

    @Override
    public @Nullable String copyWithoutLocks() {
        return null;
    }

    @Override
    public boolean locksWhatItCopies() {
        return false;
    }

    @Override
    public boolean isLocked(SQLException failure) {
        return "HYT00".equals(failure.getSQLState());
    }

    @Override
    public String readOfWrite() {
        return "";
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
    public @Nullable String unlockNumbers(int count) {
        return null;
    }

    @Override
    public boolean isOfThisProcess(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        boolean server = lower.startsWith("jdbc:h2:tcp:") || lower.startsWith("jdbc:h2:ssl:");
        return !server && !lower.contains("auto_server=true");
    }
}

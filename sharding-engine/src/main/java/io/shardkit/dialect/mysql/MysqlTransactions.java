package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.Transactions;
import org.jspecify.annotations.Nullable;

/** How the transactions of MySQL differ from those of others. */
final class MysqlTransactions implements Transactions {
    @Override
    public boolean errorAborts() {
        return false;
    }

    @Override
    public boolean ddlCommits() {
        return true;
    }

    @Override
    public boolean endsOnlyWhatBegan() {
        return false;
    }

    @Override
    public boolean beginCommits() {
        return true;
    }

    @Override
    public boolean beginSwitchesAutoCommit() {
        return false;
    }

    @Override
    public boolean autoCommitCommits() {
        return true;
    }

    @Override
    public @Nullable String setModes(String modes) {
        return modes.isEmpty() ? null : "START TRANSACTION " + modes;
    }

    @Override
    public boolean keepsHiddenSavepoints() {
        return false;
    }

    @Override
    public boolean releasesSavepoints() {
        return true;
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
        return true;
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
        return "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";
    }

    @Override
    public boolean locksWhatItCopies() {
        return true;
    }

    @Override
    public String readOfWrite() {
        return " LOCK IN SHARE MODE";
    }
}

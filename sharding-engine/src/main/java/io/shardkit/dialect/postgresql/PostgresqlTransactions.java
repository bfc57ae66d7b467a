package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.Transactions;
import java.sql.SQLException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** The differences between PostgreSQL's transactions and those of others. */
final class PostgresqlTransactions implements Transactions {
    @Override
    public boolean errorAborts() {
        return true;
    }

    @Override
    public boolean ddlCommits() {
        return false;
    }

    @Override
    public boolean keepsHiddenSavepoints() {
        return true;
    }

    @Override
    public boolean rollsBackSettings() {
        return true;
    }

    @Override
    public @Nullable String limitLockWaits(long milliseconds) {
        return "SELECT set_config('lock_timeout', '" + milliseconds
                + "', true) WHERE current_setting('lock_timeout') = '0'";
    }

    @Override
    public @Nullable String lockWaitQuery() {
        return "SELECT current_setting('lock_timeout')";
    }

    @Override
    public boolean waitsForEver(String answer) {
        return answer.equals("0");
    }

    @Override
    public boolean readOnlyForbidsLocks() {
        return true;
    }

    @Override
    public boolean readOnlyIsFixedAtBegin() {
        return true;
    }

    @Override
    public boolean isLocked(SQLException failure) {
        return "55P03".equals(failure.getSQLState());
    }

    @Override
    public String sharedLock() {
        return " FOR SHARE";
    }

    @Override
    public @Nullable String lockNumbers(int count) {
        String numbers = String.join(", ", Collections.nCopies(count, "(CAST(? AS BIGINT))"));
        return "SELECT CASE WHEN pg_advisory_xact_lock(number) IS NULL THEN 0 ELSE 1 END FROM (VALUES " + numbers
                + ") AS locks (number)";
    }
}

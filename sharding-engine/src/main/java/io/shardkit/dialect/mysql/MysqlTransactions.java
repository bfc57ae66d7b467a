package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** The differences between MySQL's transactions and those of others. */
final class MysqlTransactions implements Transactions {
    /** Error code: the row to be written is not the row that was read (MariaDB, innodb_snapshot_isolation). */
    private static final int RECORD_CHANGED = 1020;

    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCK_TABLE_FULL = 1206;
    /** MySQL's; MariaDB's is a wait that ends at once. */
    private static final int LOCK_NOT_WAITED_FOR = 3572;

    @Override
    public boolean timeoutUndoes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW VARIABLES LIKE 'innodb_rollback_on_timeout'")) {
            return rows.next() && rows.getString(2).equals("ON");
        }
    }

    @Override
    public boolean undoesAll(SQLException failure, boolean timeoutUndoes) {
        return switch (failure.getErrorCode()) {
            case RECORD_CHANGED, LOCK_TABLE_FULL -> true;
            case LOCK_WAIT_TIMEOUT -> timeoutUndoes;
            default -> false;
        };
    }

    @Override
    public boolean beginCommits() {
        return true;
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
    public @Nullable String copyWithoutLocks() {
        return "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";
    }

    @Override
    public boolean locksWhatItCopies() {
        return true;
    }

    @Override
    public boolean isLocked(SQLException failure) {
        return failure.getErrorCode() == LOCK_WAIT_TIMEOUT || failure.getErrorCode() == LOCK_NOT_WAITED_FOR;
    }

    @Override
    public String readOfWrite() {
        return " LOCK IN SHARE MODE";
    }

    @Override
    public String sharedLock() {
        return " LOCK IN SHARE MODE";
    }

    @Override
    public @Nullable String lockNumbers(int count) {
        // The locks of sessions: those of rows that are not there yet would keep others from rows between them.
        return each("SELECT GET_LOCK(CONCAT('shardkit-', ?), @@innodb_lock_wait_timeout)", count);
    }

    @Override
    public @Nullable String unlockNumbers(int count) {
        return each("SELECT RELEASE_LOCK(CONCAT('shardkit-', ?))", count);
    }

    private static String each(String select, int count) {
        return String.join(" UNION ALL ", Collections.nCopies(count, select));
    }
}

package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.MissingTable;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells the failures of databases that miss a table. */
final class MissingTableFailure {
    /** A name as {@link io.shardkit.move.table.TableMove} makes it. */
    private static final Pattern JOURNAL = Pattern.compile("\\bsk_\\w+_[0-9a-f]{8}_j\\b");

    private MissingTableFailure() {}

    /** Returns true if a failure, or what caused it, says that a table is not there. */
    static boolean is(SQLException failure) {
        return (failure instanceof ShardingException own && own.errorCode() == ErrorCode.TABLE_NOT_FOUND)
                || MissingTable.is(failure);
    }

    /**
     * Returns true if the table that is not there is the journal of a move. MariaDB says so of one that is there, to a
     * statement prepared at the server whose table gets another trigger at this moment.
     */
    static boolean isOfJournal(SQLException failure) {
        SQLException missing = MissingTable.of(failure);
        return missing != null
                && JOURNAL.matcher(String.valueOf(missing.getMessage())).find();
    }

    /** Returns true if a failure, or what caused it, says that another rule is in force. */
    static boolean isOfRule(SQLException failure) {
        @Nullable Throwable each = failure;
        for (int depth = 0; each != null && depth < 5; depth++, each = each.getCause()) {
            if (each instanceof ShardingException own && own.errorCode() == ErrorCode.RULE_CHANGED) {
                return true;
            }
        }
        return false;
    }

    /** Returns what is told of a transaction that began by the rule before. */
    static SQLException changed(SQLException failure) {
        SQLException changed = ShardingExceptions.of(ErrorCode.RULE_CHANGED, "");
        changed.initCause(failure);
        return changed;
    }
}

package io.shardkit.execute.gather;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherTable;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The number of rows that a gather may still copy. Thread-safe. */
final class RowBudget {
    private final AtomicLong left;
    private final List<String> tables;

    private RowBudget(long rows, List<String> tables) {
        this.left = new AtomicLong(rows);
        this.tables = tables;
    }

    static RowBudget of(Gather gather) {
        List<String> tables = gather.tables().stream()
                .map(GatherTable::logicalName)
                .distinct()
                .toList();
        return new RowBudget(gather.maxRows(), tables);
    }

    /**
     * Takes rows from the budget.
     *
     * @throws SQLException with {@link ErrorCode#GATHER_TOO_LARGE} if there are fewer; it names the export with which
     *     another engine runs the statement
     */
    void take(long rows) throws SQLException {
        if (left.addAndGet(-rows) < 0) {
            throw ShardingExceptions.of(
                    ErrorCode.GATHER_TOO_LARGE,
                    "for an engine without that limit: java -jar sharding-admin.jar export --engine duckdb --table "
                            + String.join(",", tables));
        }
    }

    /** Returns the number of rows that are left. */
    long left() {
        return left.get();
    }
}

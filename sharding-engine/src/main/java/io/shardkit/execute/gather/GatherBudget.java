package io.shardkit.execute.gather;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherTable;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The rows and bytes that a gather may still move. Thread-safe. */
final class GatherBudget {
    private final long mostRows;
    private final AtomicLong rows;
    private final AtomicLong bytes;
    private final List<String> tables;

    private GatherBudget(long rows, long bytes, List<String> tables) {
        this.mostRows = rows;
        this.rows = new AtomicLong(rows);
        this.bytes = new AtomicLong(bytes);
        this.tables = tables;
    }

    static GatherBudget of(Gather gather) {
        List<String> tables = gather.tables().stream()
                .map(GatherTable::logicalName)
                .distinct()
                .toList();
        return new GatherBudget(gather.limit().rows(), gather.limit().bytes(), tables);
    }

    /** A budget that is never used up. */
    static GatherBudget unlimited() {
        return new GatherBudget(Long.MAX_VALUE, Long.MAX_VALUE, List.of());
    }

    /**
     * A row is moved.
     *
     * @param length about how many bytes its values take
     * @throws SQLException with {@link ErrorCode#GATHER_TOO_LARGE} if there is no room for it; it names the export with which
     *     another engine runs the statement
     */
    void take(long length) throws SQLException {
        check(rows.decrementAndGet());
        check(bytes.addAndGet(-length));
    }

    /**
     * Rows are made whose bytes are not counted.
     *
     * @throws SQLException as {@link #take} does
     */
    void takeRows(long number) throws SQLException {
        check(rows.addAndGet(-number));
    }

    /** Returns the number of rows that may be moved in all. */
    long mostRows() {
        return mostRows;
    }

    private void check(long left) throws SQLException {
        if (left < 0) {
            throw ShardingExceptions.of(
                    ErrorCode.GATHER_TOO_LARGE,
                    "for an engine without that limit: java -jar sharding-admin.jar export --engine duckdb --table "
                            + String.join(",", tables));
        }
    }
}

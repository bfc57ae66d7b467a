package io.shardkit.move;

import org.apiguardian.api.API;

/**
 * A wish to alter a sharded table while it is used. Immutable.
 *
 * @param table its logical name
 * @param clauses what follows ALTER TABLE and the name, as in {@code ADD COLUMN note VARCHAR(20), DROP COLUMN remark}
 * @param switchByHand whether the switch waits for {@link Moves#switchNow}, when all is ready
 * @param rowsPerSecond the most rows that are copied in a second from each data source; 0 to go by the time that it takes to
 *     answer
 */
@API(status = API.Status.EXPERIMENTAL)
public record AlterRequest(String table, String clauses, boolean switchByHand, long rowsPerSecond) {

    /** Checks the number. */
    public AlterRequest {
        if (rowsPerSecond < 0) {
            throw new IllegalArgumentException("The rows per second must not be negative: " + rowsPerSecond);
        }
    }

    /** An ALTER that switches by itself, and copies as fast as the data sources allow. */
    public static AlterRequest of(String table, String clauses) {
        return new AlterRequest(table, clauses, false, 0);
    }

    /** The same, which waits for {@link Moves#switchNow}. */
    public AlterRequest switchedByHand() {
        return new AlterRequest(table, clauses, true, rowsPerSecond);
    }

    /** The same, with a limit of its speed. */
    public AlterRequest atMost(long rows) {
        return new AlterRequest(table, clauses, switchByHand, rows);
    }
}

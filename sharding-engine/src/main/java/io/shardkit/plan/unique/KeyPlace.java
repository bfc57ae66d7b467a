package io.shardkit.plan.unique;

import io.shardkit.plan.ShardCall;
import java.sql.SQLException;

/**
 * A unit that may have a row with a unique key of a row to insert.
 *
 * @param number the caller's number of the row or claim to look for
 * @param key the key
 * @param call locks the row with the key, or deletes the row if it is replaced; the call answers or counts one if there
 *     is such a row
 */
public record KeyPlace(int number, UniqueCheck check, UniqueCheck.Key key, ShardCall call) {
    /** Its number. */
    public int unit() {
        return call.unit();
    }

    /** Returns the exception that the row to insert cannot be written, as its key is taken. */
    public SQLException taken() {
        return check.taken(key, unit());
    }
}

package io.shardkit.plan.unique;

import io.shardkit.plan.ShardCall;
import java.sql.SQLException;

/**
 * A unit that may have a row with a unique key of a row to insert.
 *
 * @param number tells whoever looks for it what it is looked for
 * @param key the key
 * @param call locks the row with the key, or deletes it if it is replaced; what it answers or counts is one if there is
 *     such a row
 */
public record KeyPlace(int number, UniqueCheck check, UniqueCheck.Key key, ShardCall call) {
    /** Its number. */
    public int unit() {
        return call.unit();
    }

    /** Why the row to insert cannot be written. */
    public SQLException taken() {
        return check.taken(key, unit());
    }
}

package io.shardkit.planner.insert;

import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A unique key of one value on which a row to insert depends. Immutable.
 *
 * @param key number of the key among those that are asked for
 * @param values those of its columns, in their order
 * @param generated position of the value that is generated where it is NULL, or -1
 * @param met whether the row that has the key is met; only a MERGE may meet none by it
 * @param assigned whether the row that is met may get it
 * @param inserted whether the row that is inserted where none is met may have it
 * @param entering of each row that may be inserted the key's values, which have to be the same where it follows the row that
 *     has the key to that one's unit; null if it may not
 */
record KeyClaim(
        int key,
        List<Value> values,
        int generated,
        boolean met,
        boolean assigned,
        boolean inserted,
        @Nullable List<List<Value>> entering) {

    /** One of a MERGE, of the row that is met and gets the key, or of the row that is inserted. */
    static KeyClaim written(int key, List<Value> values, boolean assigned) {
        return new KeyClaim(key, values, -1, false, assigned, !assigned, null);
    }

    /** The values in one execution; null if no other row can have the key, as it is generated after all. */
    @Nullable List<@Nullable Object> given(Parameters parameters) throws SQLException {
        List<@Nullable Object> given = given(values, parameters);
        return generated >= 0 && given.get(generated) == null ? null : given;
    }

    private static List<@Nullable Object> given(List<Value> values, Parameters parameters) throws SQLException {
        List<@Nullable Object> given = new ArrayList<>();
        for (Value value : values) {
            given.add(value.of(parameters));
        }
        return given;
    }

    /** The values as they are stored; null if no other row can have the key. */
    @Nullable List<Object> stored(UniqueCheck check, Parameters parameters) throws SQLException {
        List<@Nullable Object> given = given(parameters);
        return given == null ? null : check.keys().get(key).stored(given);
    }

    /** Returns true if the row may go to the unit of the one that has the key. */
    boolean follows(UniqueCheck check, Parameters parameters) throws SQLException {
        if (entering == null) {
            return false;
        }
        List<Object> stored = stored(check, parameters);
        for (List<Value> entered : entering) {
            if (stored == null || !stored.equals(check.keys().get(key).stored(given(entered, parameters)))) {
                return false;
            }
        }
        return true;
    }

    /** The same key with the same values, for all that either of them is for. */
    KeyClaim and(KeyClaim other) {
        return new KeyClaim(
                key,
                values,
                generated,
                met || other.met,
                assigned || other.assigned,
                inserted || other.inserted,
                entering == null ? other.entering : entering);
    }
}

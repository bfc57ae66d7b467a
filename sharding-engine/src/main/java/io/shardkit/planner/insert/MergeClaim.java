package io.shardkit.planner.insert;

import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A unique key of one value on which a MERGE of one row depends. Immutable.
 *
 * @param key number of the key among those that are asked for
 * @param values those of its columns, in their order
 * @param demanded whether only a row that has the key can be met
 * @param assigned whether the row that is met may get it
 * @param inserted whether the row that is inserted where none is met may have it
 */
record MergeClaim(int key, List<Value> values, boolean demanded, boolean assigned, boolean inserted) {

    /** The values in one execution. */
    List<@Nullable Object> given(Parameters parameters) throws SQLException {
        List<@Nullable Object> given = new ArrayList<>();
        for (Value value : values) {
            given.add(value.of(parameters));
        }
        return given;
    }

    /** The same key with the same values, for all that either of them is for. */
    MergeClaim and(MergeClaim other) {
        return new MergeClaim(
                key, values, demanded || other.demanded, assigned || other.assigned, inserted || other.inserted);
    }
}

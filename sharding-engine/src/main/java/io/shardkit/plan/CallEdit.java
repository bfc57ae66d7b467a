package io.shardkit.plan;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Makes other calls of those that were bound, as with the literals of a text. */
public interface CallEdit {
    /** The call that is sent instead, on the same unit. */
    ShardCall edit(ShardCall call) throws SQLException;

    /** Returns the number of the user's parameters in the edited SQL. */
    int parameterCount();

    /** All of them, in the same order. */
    default List<ShardCall> edit(List<ShardCall> calls) throws SQLException {
        List<ShardCall> edited = new ArrayList<>(calls.size());
        for (ShardCall call : calls) {
            edited.add(edit(call));
        }
        return edited;
    }
}

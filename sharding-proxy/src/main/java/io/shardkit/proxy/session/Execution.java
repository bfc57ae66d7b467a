package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.ResultColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * An execution of a prepared statement.
 *
 * @param values of its parameters
 * @param described the columns that the client was told when it prepared the statement; none if they were not known
 */
record Execution(BoundValues values, List<ResultColumn> described) {

    /** The columns by the names that were told: where an expression with parameters is one, the databases see values. */
    List<ResultColumn> named(List<ResultColumn> columns) {
        if (columns.size() != described.size()) {
            return columns;
        }
        List<ResultColumn> named = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            named.add(columns.get(i).named(described.get(i)));
        }
        return named;
    }
}

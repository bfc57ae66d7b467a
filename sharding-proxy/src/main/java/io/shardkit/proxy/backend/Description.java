package io.shardkit.proxy.backend;

import java.util.List;

/**
 * The parameters and columns of a statement that are known before it runs.
 *
 * @param parameters how many it has
 * @param columns those of its rows; none if there are no rows, or if only an execution shows them
 */
public record Description(int parameters, List<ResultColumn> columns) {
    public Description {
        columns = List.copyOf(columns);
    }
}

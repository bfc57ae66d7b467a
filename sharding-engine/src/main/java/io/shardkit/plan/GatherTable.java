package io.shardkit.plan;

import io.shardkit.catalog.Column;
import java.util.List;
import java.util.Set;

/**
 * One table that a gather makes and fills.
 *
 * @param use the table use it stands for
 * @param logicalName the table's logical name
 * @param columns its columns
 * @param indexed names of the columns, in lower case, by which the statement looks rows up
 * @param local queries on the place of the gather whose rows belong in it
 * @param remote queries on other data sources whose rows belong in it, with each value as its carrier needs it
 */
public record GatherTable(
        int use,
        String logicalName,
        List<Column> columns,
        Set<String> indexed,
        List<ShardCall> local,
        List<ShardCall> remote) {

    public GatherTable {
        columns = List.copyOf(columns);
        indexed = Set.copyOf(indexed);
        local = List.copyOf(local);
        remote = List.copyOf(remote);
    }
}

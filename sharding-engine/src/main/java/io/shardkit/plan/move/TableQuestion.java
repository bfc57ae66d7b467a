package io.shardkit.plan.move;

import io.shardkit.dialect.Dialect;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A question about an actual table to its database's catalog. Immutable.
 *
 * @param bySchema for each schema, with an empty name for that of the connections, what asks there of the tables that are
 *     its parameters
 */
public record TableQuestion(Map<String, String> bySchema) {

    /** Copies the questions. */
    public TableQuestion {
        bySchema = Map.copyOf(bySchema);
    }

    /** For the actual tables of a table. */
    public static TableQuestion of(String query, RoutedTable table, Dialect dialect) {
        Map<String, String> bySchema = new HashMap<>(Map.of("", query));
        table.schemas().forEach(schema -> bySchema.put(schema, dialect.inSchema(query, schema)));
        return new TableQuestion(bySchema);
    }

    /** The call that asks about the actual table of a unit. */
    ShardCall about(DataNode node, int unit) {
        String schema = ActualName.schema(node.table());
        String sql = Objects.requireNonNull(bySchema.get(schema == null ? "" : schema));
        int count = 0;
        for (int at = sql.indexOf('?'); at >= 0; at = sql.indexOf('?', at + 1)) {
            count++;
        }
        int[] sources = new int[count];
        Arrays.fill(sources, -1);
        return new ShardCall(
                node.dataSource(), unit, sql, new ParameterMapping(sources, new Object[] {node.tableName()}));
    }
}

package io.shardkit.planner.advice;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.observe.Advice;
import io.shardkit.plan.Cost;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.ChangedRule;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a key of an inserted row that could hold the shard, so that other units need not be asked whether they have it.
 * As the given keys hold no shard, a key that does is tried in their place. Each trial reads the statement anew, so a
 * statement of many rows is not tried.
 */
record KeyAdvice(ParsedStatement.Insert insert, Tables tables, Trials trials) {

    List<Advice> find() throws SQLException {
        List<Advice> found = new ArrayList<>();
        for (TableUse target : insert.rows().size() == 1 ? tables.shardedUses() : List.<TableUse>of()) {
            List<UniqueKey> keys = tables.uniqueKeys(target);
            for (UniqueKey key : keys == null ? List.<UniqueKey>of() : keys) {
                if (key.exact() && key.columns().size() == 1) {
                    found.addAll(ofColumn(target, key.columns().get(0)));
                }
            }
        }
        return found.stream().distinct().toList();
    }

    private List<Advice> ofColumn(TableUse target, String name) throws SQLException {
        RoutedTable table = tables.shardedOf(target);
        List<String> columns = tables.insertedColumns(target.id(), insert.columns());
        Column column = tables.column(new ColumnRef(target.id(), name));
        if (column == null || column.keyType() != KeyType.INTEGER || !columns.contains(name)) {
            return List.of();
        }
        List<Advice> found = new ArrayList<>();
        for (boolean database : new boolean[] {true, false}) {
            ShardMap holding = ChangedRule.alsoBy(trials.rule(), table, database, name);
            int shards = database ? table.databaseShards() : table.tableShards();
            Cost cost = holding == null ? null : least(holding, columns.indexOf(name), shards);
            if (cost != null && cost.isLessThan(trials.now())) {
                found.add(new Advice(
                        Advice.Kind.ALSO_BY,
                        List.of(target.name()),
                        List.of(name),
                        cost.units(),
                        RuleAdvice.alsoBy(database, name, target) + ": " + cost.insteadOf(trials.now())));
            }
        }
        return found;
    }

    /** Returns the least cost of the row with a key that holds its shard, out of all shard numbers. */
    private @Nullable Cost least(ShardMap rule, int place, int shards) throws SQLException {
        Cost least = null;
        for (int shard = 0; shard < shards; shard++) {
            ParsedStatement.Row row = insert.rows().get(0);
            List<@Nullable Value> values = new ArrayList<>(row.values());
            values.set(place, new Value.Literal((long) shard));
            ParsedStatement.Row changed = new ParsedStatement.Row(row.span(), values, row.places(), row.defaults());
            Cost cost = trials.of(rule, statement -> insert.with(List.of(changed)));
            least = least == null || cost.isLessThan(least) ? cost : least;
        }
        return least;
    }
}

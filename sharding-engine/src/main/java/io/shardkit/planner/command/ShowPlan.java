package io.shardkit.planner.command;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.command.Shown;
import io.shardkit.plan.command.ShownTables;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import java.util.ArrayList;
import java.util.List;

/** A SHOW or DESCRIBE of tables: a sharded table is shown as its first actual table is. */
public record ShowPlan(BoundPlan bound) implements StatementPlan {

    public static ShowPlan of(ParsedStatement.Show show, ShardMap rule) {
        String sql = show.text().sql();
        if (show.tables().isEmpty()) {
            List<ShardCall> calls = new ArrayList<>();
            for (int i = 0; i < rule.dataSources().size(); i++) {
                calls.add(new ShardCall(i, 0, sql.substring(0, show.end()), null));
            }
            return new ShowPlan(new ShownTables(List.copyOf(calls), new ShardCall(0, 0, sql, null), show.like()));
        }
        String name = show.tables().get(0).name();
        RoutedTable sharded = rule.shardedTable(name);
        if (sharded == null) {
            int dataSource = rule.isBroadcast(name) ? rule.home() : rule.dataSourceOfSingle(name);
            return new ShowPlan(new Shown(new ShardCall(dataSource, 0, sql, null), name));
        }
        String actual = sharded.actualTable(0);
        String text = SqlTemplate.of(show).render(use -> actual);
        return new ShowPlan(new Shown(
                new ShardCall(sharded.dataSource(0), 0, text, null),
                sharded.nodes().get(0).tableName()));
    }

    @Override
    public StatementKind kind() {
        return StatementKind.QUERY;
    }

    @Override
    public int parameterCount() {
        return 0;
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) {
        return bound;
    }
}

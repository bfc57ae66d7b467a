package io.shardkit.planner.command;

import io.shardkit.dialect.Dialect;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.command.MaintainedTables;
import io.shardkit.plan.command.Shown;
import io.shardkit.plan.command.ShownTables;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A SHOW or DESCRIBE of tables: a sharded table is shown as its first actual table is. ANALYZE TABLE and the like go to
 * all actual tables.
 */
public record ShowPlan(BoundPlan bound) implements StatementPlan {

    public static ShowPlan of(ParsedStatement.Show show, ShardMap rule) {
        String sql = show.text().sql();
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

    public static ShowPlan of(ParsedStatement.ShowAll show, ShardMap rule) {
        String sql = show.text().sql();
        List<ShardCall> calls = new ArrayList<>();
        for (int i = 0; i < rule.dataSources().size(); i++) {
            calls.add(new ShardCall(i, 0, sql.substring(0, show.end()), null));
        }
        return new ShowPlan(new ShownTables(
                show.listed(), List.copyOf(calls), new ShardCall(0, 0, sql, null), show.like(), show.where()));
    }

    public static ShowPlan of(ParsedStatement.Maintenance maintenance, ShardMap rule, Dialect dialect) {
        Map<Integer, List<String>> actual = new TreeMap<>();
        for (TableUse use : maintenance.tables()) {
            RoutedTable sharded = rule.shardedTable(use.name());
            if (sharded != null) {
                for (DataNode node : sharded.nodes()) {
                    actual.computeIfAbsent(node.dataSource(), source -> new ArrayList<>())
                            .add(dialect.quoted(node.tableName()));
                }
                continue;
            }
            for (int i = 0; i < rule.dataSources().size(); i++) {
                if (rule.isBroadcast(use.name()) || rule.dataSourceOfSingle(use.name()) == i) {
                    actual.computeIfAbsent(i, source -> new ArrayList<>()).add(dialect.quoted(use.name()));
                }
            }
        }
        String sql = maintenance.text().sql();
        String before = sql.substring(0, maintenance.span().start());
        String after = sql.substring(maintenance.span().end());
        List<ShardCall> calls = new ArrayList<>();
        actual.forEach((source, names) ->
                calls.add(new ShardCall(source, 0, before + String.join(", ", names) + after, null)));
        return new ShowPlan(new MaintainedTables(List.copyOf(calls)));
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

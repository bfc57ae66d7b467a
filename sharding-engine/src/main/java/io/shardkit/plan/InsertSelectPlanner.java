package io.shardkit.plan;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.Limits;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.ParsedStatement;
import io.shardkit.sql.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Plans an INSERT of the rows of a query. For one statement. */
final class InsertSelectPlanner {
    private final ParsedStatement.InsertSelect insert;
    private final ShardingRule rule;
    private final Tables tables;
    private final Dialect dialect;
    private final Limits limits;
    private final TableUse target;

    InsertSelectPlanner(
            ParsedStatement.InsertSelect insert, ShardingRule rule, Tables tables, Dialect dialect, Limits limits) {
        this.insert = insert;
        this.rule = rule;
        this.tables = tables;
        this.dialect = dialect;
        this.limits = limits;
        this.target = tables.uses().get(0);
    }

    Plan plan(PlanCache.Source planner) throws SQLException {
        if (!limits.gatherEnabled()) {
            throw ErrorCode.GATHER_DISABLED.exception("INSERT ... SELECT");
        }
        String sql = insert.text().sql();
        String head = sql.substring(0, insert.query().start());
        Plan query = planner.plan(
                sql.substring(insert.query().start(), insert.query().end()));
        List<String> columns = insert.columns() != null ? insert.columns() : tables.columnNames(target.id());
        if (columns.isEmpty()) {
            throw ErrorCode.INSERT_FORM.exception("INSERT ... SELECT into a table whose columns are not known");
        }
        // What is refused whatever the rows are is refused now.
        String row = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        Plan rows = planner.plan(head + " VALUES " + row);
        if (rows instanceof RefusedPlan refused) {
            return refused;
        }
        return new InsertSelectPlan(
                insert.text().parameterCount(),
                query,
                insert.parametersBefore(),
                types(columns),
                head,
                columns.size(),
                planner,
                generatedColumn(columns),
                limits.gatherMaxRows());
    }

    private @Nullable String generatedColumn(List<String> columns) {
        ShardedTable sharded = tables.sharded(0);
        KeyGeneration generation = sharded == null ? null : sharded.keyGeneration();
        return generation == null || columns.contains(generation.column()) ? null : generation.column();
    }

    /** A query of no rows that has the inserted columns. */
    private Plan types(List<String> columns) {
        List<String> items = new ArrayList<>();
        for (String name : columns) {
            Column column = tables.columns(target.id()).stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElse(null);
            items.add(column == null ? name : dialect.quoted(column.reportedName()));
        }
        DataNode node = node();
        String sql =
                String.format(Locale.ROOT, "SELECT %s FROM %s WHERE 1 = 0", String.join(", ", items), node.table());
        int source = node.dataSource();
        return FixedPlan.of(
                StatementKind.QUERY, sql, 0, source, source, rule.dataSources().size());
    }

    private DataNode node() {
        ShardedTable sharded = tables.sharded(0);
        if (sharded != null) {
            return sharded.nodes().get(0);
        }
        int source = rule.isBroadcast(target.name()) ? 0 : rule.dataSourceOfSingle(target.name());
        return new DataNode(source, rule.dataSources().get(source), target.name());
    }
}

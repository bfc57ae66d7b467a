package io.shardkit.planner.write;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.options.Limits;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.Colocation;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.RoutingPlanner;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.route.Axis;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Plans an INSERT ... SELECT whose rows stay where they are read, as the query selects the sharding columns for those of
 * the target: each unit runs it by itself. For one statement.
 */
public final class SameShardInsertPlanner {
    private final ParsedStatement.InsertSelect insert;
    private final Tables tables;
    private final Limits limits;
    private final TableUse target;
    private final RoutedTable table;

    /** For each column of the target, the column that the query selects for it. */
    private final Map<String, ColumnRef> selected = new HashMap<>();

    public SameShardInsertPlanner(ParsedStatement.InsertSelect insert, Tables tables, Limits limits) {
        this.insert = insert;
        this.tables = tables;
        this.limits = limits;
        this.target = tables.uses().get(0);
        this.table = tables.shardedOf(target);
    }

    /**
     * The plan, or null if its rows may belong elsewhere.
     *
     * @param query the query alone
     * @param asked the unique keys for which other units would have to be asked if the rows could be any
     */
    public @Nullable StatementPlan plan(ParsedStatement.Query query, List<UniqueKey> asked) {
        SelectClauses clauses = query.simple();
        if (clauses == null || !isRowWise(clauses) || !readsSameTables(query) || !isOfTables()) {
            return null;
        }
        List<String> names = tables.insertedColumns(target.id(), insert.columns());
        KeyGeneration generation = table.keyGeneration();
        boolean generates = generation != null && !names.contains(generation.column());
        if (generates || !select(clauses.items(), names)) {
            return null;
        }
        TableUse source = source();
        if (source == null || !asked.stream().allMatch(key -> isCopied(key, source))) {
            return null;
        }
        List<Block> blocks = linked(insert.blocks().subList(1, insert.blocks().size()));
        ColumnEqualities equalities = new ColumnEqualities(blocks, tables);
        boolean always = !Colocation.nullable(blocks.get(0).from(), false, new HashSet<>())
                .contains(source.id());
        return always && new Colocation(tables, equalities).refusal(blocks) == null ? plan(source, equalities) : null;
    }

    /** Reads what is selected for each column of the target; false if that is not known. */
    private boolean select(List<SelectItem> items, List<String> names) {
        if (isWhole(items)) {
            names.forEach(name -> selected.put(name, new ColumnRef(1, name)));
            return insert.columns() == null;
        }
        for (int i = 0; i < names.size() && i < items.size(); i++) {
            ColumnRef column = items.get(i).expression().column();
            if (column != null) {
                selected.put(names.get(i), new ColumnRef(column.use() + 1, column.name()));
            }
        }
        return names.size() == items.size();
    }

    /**
     * Returns true if the query selects all columns of the target itself, and of no other table. Invisible columns are
     * left out, which have a default or may be NULL.
     */
    private boolean isWhole(List<SelectItem> items) {
        return items.size() == 1
                && items.get(0).expression().kind() == Expression.Kind.STAR
                && insert.blocks().size() == 2
                && insert.blocks().get(1).from() instanceof From.Table read
                && read.use().name().equals(target.name())
                && tables.placingColumns(target).stream()
                        .map(placing -> tables.column(new ColumnRef(target.id(), placing.name())))
                        .allMatch(column -> column != null
                                && !column.nullable()
                                && column.filling().isNull());
    }

    /** The blocks of the query with the target joined by what is selected for its sharding columns. */
    private List<Block> linked(List<Block> query) {
        List<Condition> equal = new ArrayList<>();
        for (Axis.Column column : tables.placingColumns(target)) {
            ColumnRef given = selected.get(column.name());
            if (given != null) {
                equal.add(new Condition.Equal(new ColumnRef(target.id(), column.name()), given));
            }
        }
        Block outermost = query.get(0);
        From read = Objects.requireNonNull(outermost.from());
        From both = new From.Join(From.Kind.INNER, new From.Table(target), read, new Condition.And(equal));
        List<Block> blocks = new ArrayList<>(query);
        blocks.set(0, new Block(both, outermost.where()));
        return blocks;
    }

    private boolean isRowWise(SelectClauses clauses) {
        return !clauses.distinct()
                && clauses.groupBy().isEmpty()
                && !clauses.groups().having()
                && clauses.limit() == null
                && clauses.special() == null
                && (isWhole(clauses.items())
                        || clauses.items().stream()
                                .map(SelectItem::expression)
                                .allMatch(SameShardInsertPlanner::isRowWise));
    }

    private static boolean isRowWise(Expression item) {
        return item.kind() == Expression.Kind.COLUMN
                || item.kind() == Expression.Kind.INTEGER
                || (item.kind() == Expression.Kind.ROW_WISE && !item.ofSeveralRows());
    }

    /** Returns true if the tables of the query are all but the first of the statement. */
    private boolean readsSameTables(ParsedStatement.Query query) {
        List<TableUse> uses = tables.uses();
        if (uses.size() != query.tables().size() + 1) {
            return false;
        }
        for (int i = 1; i < uses.size(); i++) {
            if (!uses.get(i).name().equals(query.tables().get(i - 1).name())) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if values alone place the rows, and no single table is read. */
    private boolean isOfTables() {
        return tables.singleSources().isEmpty()
                && !tables.hasLookups(target)
                && tables.shardedUses().stream().noneMatch(tables::isByHint)
                && tables.held(target) == null;
    }

    /** The table whose sharding columns are selected for those of the target, or null. */
    private @Nullable TableUse source() {
        for (TableUse use : tables.shardedUses()) {
            if (use.id() != target.id()
                    && tables.shardedOf(use).bindingGroup() == table.bindingGroup()
                    && isOwn(tables.axes(target), tables.axes(use), use)) {
                return use;
            }
        }
        return null;
    }

    private boolean isOwn(List<Axis> axes, List<Axis> others, TableUse use) {
        for (int axis = 0; axis < axes.size(); axis++) {
            List<String> names = axes.get(axis).names();
            for (int i = 0; i < names.size(); i++) {
                ColumnRef own = new ColumnRef(use.id(), others.get(axis).names().get(i));
                if (!own.equals(selected.get(names.get(i)))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns true if the rows have the values of a key from rows of the target itself, in the unit that they go to. */
    private boolean isCopied(UniqueKey key, TableUse source) {
        return tables.shardedOf(source) == table
                && key.columns().stream().allMatch(name -> new ColumnRef(source.id(), name).equals(selected.get(name)));
    }

    private StatementPlan plan(TableUse source, ColumnEqualities equalities) {
        UnitTexts verbatim = tables.texts(SqlTemplate.of(insert), table);
        int[] uses = {target.id(), source.id()};
        return new WritePlan(
                StatementKind.INSERT,
                insert.text().parameterCount(),
                new StatementRouting(tables, new RoutingPlanner(tables, equalities), verbatim),
                new WritePlan.OverUnits(verbatim, uses, uses, true, null, null, List.of()),
                null,
                null,
                null,
                List.of(),
                null,
                limits);
    }
}

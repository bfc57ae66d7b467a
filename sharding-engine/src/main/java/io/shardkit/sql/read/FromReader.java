package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLSubqueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUnionQueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLValuesTableSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.form.TableMarkers;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Nesting;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the tables that one block combines: brings them into its scope, and how they are joined. */
final class FromReader {
    private final Scope scope;
    private final List<TableUse> tables;
    private final CommonTables commonTables;
    private final NodeReader nodes;
    private final NodeReader.Subqueries subqueries;
    private final TableMarkers marks;
    private final List<SQLTableSource> groups = new ArrayList<>();
    private final IdentityHashMap<SQLTableSource, TableUse> sources = new IdentityHashMap<>();

    /** @param tables those of the whole statement so far; the block's are added */
    FromReader(
            Scope scope,
            List<TableUse> tables,
            CommonTables commonTables,
            NodeReader nodes,
            NodeReader.Subqueries subqueries) {
        this.scope = scope;
        this.tables = tables;
        this.commonTables = commonTables;
        this.nodes = nodes;
        this.subqueries = subqueries;
        this.marks = nodes.marks();
    }

    /** All are brought into scope first; returns null if there are none. */
    @Nullable From read(List<SQLTableSource> given) throws SQLException {
        for (SQLTableSource source : given) {
            checkJoins(source);
            declare(source);
        }
        From tree = null;
        for (SQLTableSource source : given) {
            From part = from(source);
            tree = tree == null ? part : new From.Join(From.Kind.INNER, tree, part, new Condition.And(List.of()));
        }
        for (SQLTableSource group : groups) {
            nodes.walk(group, scope);
        }
        return tree;
    }

    /** A comma binds weaker than JOIN, and the parser reads it as a join: right where that cannot matter. */
    private static void checkJoins(SQLTableSource from) throws SQLException {
        List<SQLJoinTableSource.JoinType> types = new ArrayList<>();
        joinTypes(from, types);
        boolean comma = types.contains(SQLJoinTableSource.JoinType.COMMA);
        boolean outer = types.contains(SQLJoinTableSource.JoinType.RIGHT_OUTER_JOIN)
                || types.contains(SQLJoinTableSource.JoinType.FULL_OUTER_JOIN);
        if (comma && outer) {
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "a comma and an outer join in one FROM");
        }
    }

    private static void joinTypes(SQLTableSource source, List<SQLJoinTableSource.JoinType> types) {
        if (source instanceof SQLJoinTableSource join) {
            types.add(join.getJoinType());
            joinTypes(join.getLeft(), types);
            joinTypes(join.getRight(), types);
        }
    }

    private void declare(SQLTableSource source) throws SQLException {
        NodeTypes.check(source);
        SQLTableSource group = group(source);
        String alias = source.getAlias();
        if (alias != null) {
            marks.keep(alias);
        }
        if (source instanceof SQLJoinTableSource join) {
            boolean natural = join.getJoinType().name().startsWith("NATURAL");
            if (join.getCondition() != null || !join.getUsing().isEmpty() || natural) {
                scope.addJoin();
            }
            declare(join.getLeft());
            declare(join.getRight());
        } else if (source instanceof SQLExprTableSource table) {
            declareTable(table);
        } else if (group != null) {
            checkJoins(group);
            declare(group);
            groups.add(group);
        } else {
            scope.addDerived(alias == null ? "" : marks.plain(alias));
            if (source instanceof SQLSubqueryTableSource derived) {
                derived.getColumns().forEach(column -> nodes.listed(column.getSimpleName()));
                subqueries.select(derived.getSelect(), scope);
            } else if (source instanceof SQLUnionQueryTableSource union) {
                subqueries.query(union.getUnion(), scope);
            } else if (source instanceof SQLValuesTableSource values) {
                values.getColumns().forEach(column -> nodes.listed(column.getSimpleName()));
                nodes.walk(values, scope);
            } else {
                throw ShardingExceptions.of(
                        ErrorCode.UNSUPPORTED_SYNTAX, source.getClass().getSimpleName());
            }
        }
    }

    /** The join that a derived table stands for, or null if it is one of the user's own. */
    private @Nullable SQLTableSource group(SQLTableSource source) {
        return source instanceof SQLSubqueryTableSource derived
                        && nodes.parserText().forms().isGroup(source.getAlias())
                        && derived.getSelect().getQuery() instanceof SQLSelectQueryBlock block
                ? block.getFrom()
                : null;
    }

    private void declareTable(SQLExprTableSource source) throws SQLException {
        SQLExpr expr = source.getExpr();
        String alias = source.getAlias();
        if (source.getSampling() != null || source.getPartitionSize() > 0) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "a sample or a partition of a table");
        }
        if (!source.getColumns().isEmpty()) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "new names for the columns of a table");
        }
        if (expr instanceof SQLMethodInvokeExpr) {
            scope.addDerived(alias == null ? "" : marks.plain(alias));
            nodes.walk(expr, scope);
            return;
        }
        String name;
        if (expr instanceof SQLIdentifierExpr identifier) {
            name = marks.plain(identifier.getName());
            if (commonTables.inSight().contains(name)) {
                marks.keep(identifier.getName());
                scope.addDerived(alias == null ? name : marks.plain(alias));
                return;
            }
        } else if (expr instanceof SQLPropertyExpr property) {
            if (marks.isMarked(property.getName())) {
                throw ShardingExceptions.of(
                        ErrorCode.FOREIGN_SCHEMA, property.getOwnerName() + "." + marks.plain(property.getName()));
            }
            if (marks.isActualTable(property.getName())) {
                throw ShardingExceptions.of(ErrorCode.ACTUAL_TABLE, property.toString());
            }
            name = property.toString().toLowerCase(Locale.ROOT);
        } else {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_SYNTAX, expr.getClass().getSimpleName() + " as a table");
        }
        TableUse use = new TableUse(tables.size(), name, alias == null ? name : marks.plain(alias), alias != null);
        tables.add(use);
        Nesting.checkTables(tables.size());
        scope.add(use);
        sources.put(source, use);
        if (expr instanceof SQLIdentifierExpr identifier) {
            if (marks.isKnown(name) && !marks.isMarked(identifier.getName())) {
                throw ShardingExceptions.of(
                        ErrorCode.UNSTABLE_PARSE, "the table " + name + ", whose name is a keyword too");
            }
            marks.table(identifier.getName(), use);
        }
    }

    private From from(SQLTableSource source) throws SQLException {
        if (source instanceof SQLJoinTableSource join) {
            From left = from(join.getLeft());
            From right = from(join.getRight());
            List<TableUse> joined = new ArrayList<>(left.uses());
            joined.addAll(right.uses());
            From.Kind kind =
                    switch (join.getJoinType()) {
                        case COMMA, JOIN, INNER_JOIN, CROSS_JOIN, STRAIGHT_JOIN, NATURAL_JOIN, NATURAL_INNER_JOIN ->
                            From.Kind.INNER;
                        case LEFT_OUTER_JOIN, NATURAL_LEFT_JOIN -> From.Kind.LEFT;
                        case RIGHT_OUTER_JOIN, NATURAL_RIGHT_JOIN -> From.Kind.RIGHT;
                        case FULL_OUTER_JOIN -> From.Kind.FULL;
                        default ->
                            throw ShardingExceptions.of(
                                    ErrorCode.UNSUPPORTED_SYNTAX, String.valueOf(join.getJoinType()));
                    };
            List<Condition> on = new ArrayList<>();
            if (join.getCondition() != null) {
                on.add(new ConditionReader(scope, nodes.parserText(), joined).read(join.getCondition()));
            }
            for (SQLExpr column : join.getUsing()) {
                on.add(using(left, right, column));
            }
            return new From.Join(kind, left, right, new Condition.And(on));
        }
        SQLTableSource group = group(source);
        if (group != null) {
            return from(group);
        }
        TableUse use = sources.get(source);
        return use != null ? new From.Table(use) : new From.Derived(String.valueOf(source.getAlias()));
    }

    private Condition using(From left, From right, SQLExpr column) throws SQLException {
        if (column instanceof SQLIdentifierExpr identifier) {
            String name = marks.plain(identifier.getName());
            ColumnRef a = column(left, name);
            ColumnRef b = column(right, name);
            if (a != null && b != null) {
                return new Condition.Equal(a, b);
            }
        }
        return Condition.other();
    }

    /** The column that USING means on a side; a derived table may have its value where a join has filled it with NULL. */
    private @Nullable ColumnRef column(From side, String name) throws SQLException {
        ColumnRef column = scope.columnOf(side.uses(), name);
        boolean filled = column != null && side.hasDerived() && side.isNullable(tables.get(column.use()));
        return filled ? null : column;
    }
}

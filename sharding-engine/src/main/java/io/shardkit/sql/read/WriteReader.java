package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLListExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.ast.statement.SQLWithSubqueryClause;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlDeleteStatement;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads UPDATE and DELETE, also those that join or name several tables. */
final class WriteReader {
    private final SqlText text;
    private final StatementReader reader;

    WriteReader(SqlText text, StatementReader reader) {
        this.text = text;
        this.reader = reader;
    }

    ParsedStatement update(SQLUpdateStatement update) throws SQLException {
        if (update.getPartitions() != null && !update.getPartitions().isEmpty()) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "a partition of a table");
        }
        Scope scope = scope(update.getWith(), sources(update.getTableSource(), update.getFrom()), update.getWhere());
        reader.nodes().walk(update, scope);
        reader.walkReturning(scope);
        List<ParsedStatement.Assignment> assignments = new ArrayList<>();
        Set<Integer> targets = new TreeSet<>();
        boolean merge = text.is(0, "MERGE");
        for (SQLUpdateSetItem item : update.getItems()) {
            List<SQLExpr> columns = columns(item.getColumn());
            List<SQLExpr> values = columns(item.getValue());
            for (int i = 0; i < columns.size(); i++) {
                int use = assignedTable(columns.get(i), scope, merge || update.getFrom() != null);
                targets.add(use);
                assignments.add(
                        assignment(use, columns.get(i), values.size() == columns.size() ? values.get(i) : null, scope));
            }
        }
        if (assignments.isEmpty()) {
            throw ShardingExceptions.of(ErrorCode.UNPARSABLE, "nothing is assigned");
        }
        List<Block> blocks = merge && update.getTableSource() instanceof SQLJoinTableSource join
                ? new MergeSource(text, reader, scope).blocks(join.getRight(), join.getCondition())
                : reader.blocks();
        return finish(blocks, List.copyOf(targets), assignments, merge || update.getWhere() != null);
    }

    /** The columns of {@code (a, b)}, or the values of {@code (1, 2)} and {@code ROW(1, 2)}. */
    private static List<SQLExpr> columns(SQLExpr assigned) {
        if (assigned instanceof SQLMethodInvokeExpr call && Functions.isRow(call.getMethodName())) {
            return call.getArguments();
        }
        return assigned instanceof SQLListExpr list ? list.getItems() : List.of(assigned);
    }

    /**
     * The number of the table whose column is assigned.
     *
     * @param first whether it can only be the first table
     */
    private int assignedTable(SQLExpr column, Scope scope, boolean first) throws SQLException {
        if (first || (scope.uses().size() == 1 && !scope.hasDerived())) {
            return scope.uses().get(0).id();
        }
        ColumnRef ref = scope.column(column);
        if (ref == null) {
            throw ShardingExceptions.of(
                    ErrorCode.WRITE_OF_SEVERAL_TABLES,
                    "it is not known whose column " + reader.columnName(column) + " is; qualify it by the table");
        }
        return ref.use();
    }

    ParsedStatement delete(SQLDeleteStatement delete) throws SQLException {
        SQLTableSource named = delete.getTableSource();
        SQLTableSource others = delete.getFrom() != null ? delete.getFrom() : delete.getUsing();
        // DELETE a FROM ..., and MySQL's DELETE FROM a USING ...; PostgreSQL's USING follows the table itself.
        boolean namesTargets = delete.getFrom() != null || (others != null && delete instanceof MySqlDeleteStatement);
        Scope scope =
                scope(delete.getWith(), namesTargets ? List.of(others) : sources(named, others), delete.getWhere());
        reader.nodes().walk(delete, scope);
        reader.walkReturning(scope);
        List<Integer> targets = new ArrayList<>();
        if (namesTargets) {
            targets(named, scope, targets);
        } else {
            targets.add(scope.uses().get(0).id());
        }
        List<Block> blocks = text.is(0, "MERGE")
                ? new MergeSource(text, reader, scope).blocks(others, delete.getWhere())
                : reader.blocks();
        return finish(blocks, targets, List.of(), delete.getWhere() != null);
    }

    /** The tables that {@code DELETE a, b FROM ...} names, by their labels. */
    private void targets(SQLTableSource named, Scope scope, List<Integer> targets) throws SQLException {
        if (named instanceof SQLJoinTableSource both) {
            targets(both.getLeft(), scope, targets);
            targets(both.getRight(), scope, targets);
            return;
        }
        if (named instanceof SQLExprTableSource table
                && table.getAlias() == null
                && table.getExpr() instanceof SQLIdentifierExpr name) {
            TableUse use = reader.nodes().qualifier(name.getName(), scope);
            if (use != null) {
                targets.add(use.id());
                return;
            }
        }
        throw ShardingExceptions.of(ErrorCode.WRITE_OF_SEVERAL_TABLES, "it is not known which tables DELETE names");
    }

    private static List<SQLTableSource> sources(SQLTableSource first, @Nullable SQLTableSource others) {
        return others == null ? List.of(first) : List.of(first, others);
    }

    private Scope scope(@Nullable SQLWithSubqueryClause with, List<SQLTableSource> sources, @Nullable SQLExpr where)
            throws SQLException {
        Scope scope = reader.newScope(null);
        Set<String> outside = reader.commonTables().inSight();
        if (with != null) {
            reader.commonTables().declare(with);
        }
        reader.block(scope, sources, where);
        if (with != null) {
            reader.commonTables().read(with, outside, null);
        }
        checkTarget(scope);
        return scope;
    }

    private ParsedStatement.Assignment assignment(int use, SQLExpr column, @Nullable SQLExpr value, Scope scope)
            throws SQLException {
        ConditionReader values = new ConditionReader(scope, reader.parserText());
        return new ParsedStatement.Assignment(
                use,
                reader.columnName(column),
                value == null ? null : values.value(value),
                value == null ? null : scope.column(value));
    }

    private ParsedStatement finish(
            List<Block> blocks,
            List<Integer> targets,
            List<ParsedStatement.Assignment> assignments,
            boolean conditional)
            throws SQLException {
        boolean limited = limited();
        reader.nodes().checkParameters();
        return new ParsedStatement.Write(
                reader.parts(text, blocks, reader.names().inWrite()),
                !assignments.isEmpty(),
                targets,
                assignments,
                new ParsedStatement.Selection(conditional, limited, limited ? Limit.ofWrite(text) : null),
                reader.nodes().functions());
    }

    private boolean limited() throws SQLException {
        if (text.find(0, text.size(), 0, "TOP") >= 0) {
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "TOP");
        }
        return text.find(0, text.size(), 0, "LIMIT", "FETCH", "OFFSET") >= 0;
    }

    static void checkTarget(Scope scope) throws SQLException {
        if (scope.uses().isEmpty()) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "a target that is no table");
        }
    }
}

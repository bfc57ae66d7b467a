package io.shardkit.sql;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLListExpr;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlDeleteStatement;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads UPDATE and DELETE. */
final class WriteReader {
    private final SqlText text;
    private final StatementReader reader;

    WriteReader(SqlText text, StatementReader reader) {
        this.text = text;
        this.reader = reader;
    }

    ParsedStatement update(SQLUpdateStatement update) throws SQLException {
        if (update.getFrom() != null
                || update.getWith() != null
                || (update.getPartitions() != null && !update.getPartitions().isEmpty())) {
            throw ErrorCode.WRITE_OF_SEVERAL_TABLES.exception("UPDATE ... FROM or WITH");
        }
        Scope scope = target(update.getTableSource(), update.getWhere());
        reader.walk(update, scope);
        reader.walkReturning(scope);
        List<ParsedStatement.Assignment> assignments = new ArrayList<>();
        for (SQLUpdateSetItem item : update.getItems()) {
            assign(item.getColumn(), item.getValue(), scope, assignments);
        }
        boolean limited = update.getLimit() != null || update.getOrderBy() != null;
        checkLimited(limited);
        return finish(true, assignments, update.getWhere() != null, limited);
    }

    ParsedStatement delete(SQLDeleteStatement delete) throws SQLException {
        if (delete.getFrom() != null || delete.getUsing() != null || delete.getWith() != null) {
            throw ErrorCode.WRITE_OF_SEVERAL_TABLES.exception("DELETE of or using several tables");
        }
        Scope scope = target(delete.getTableSource(), delete.getWhere());
        reader.walk(delete, scope);
        reader.walkReturning(scope);
        boolean limited = delete instanceof MySqlDeleteStatement mysql
                && (mysql.getLimit() != null || mysql.getOrderBy() != null);
        checkLimited(limited);
        return finish(false, List.of(), delete.getWhere() != null, limited);
    }

    private void assign(
            SQLExpr column, @Nullable SQLExpr value, Scope scope, List<ParsedStatement.Assignment> assignments)
            throws SQLException {
        if (column instanceof SQLListExpr columns) {
            List<SQLExpr> given = value instanceof SQLListExpr list ? list.getItems() : List.of();
            boolean pairs = given.size() == columns.getItems().size();
            for (int i = 0; i < columns.getItems().size(); i++) {
                assign(columns.getItems().get(i), pairs ? given.get(i) : null, scope, assignments);
            }
            return;
        }
        ConditionReader values = new ConditionReader(scope, reader.escapedStrings());
        assignments.add(new ParsedStatement.Assignment(
                reader.columnName(column),
                value == null ? null : values.value(value),
                value == null ? null : scope.column(value)));
    }

    private ParsedStatement finish(
            boolean update, List<ParsedStatement.Assignment> assignments, boolean conditional, boolean limited)
            throws SQLException {
        reader.checkParameters();
        return new ParsedStatement.Write(
                text,
                reader.tables(),
                reader.blocks(),
                reader.names(false),
                update,
                assignments.stream().map(ParsedStatement.Assignment::column).toList(),
                conditional,
                limited,
                reader.functions(),
                assignments);
    }

    private void checkLimited(boolean limited) throws SQLException {
        boolean inText = text.find(0, text.size(), 0, "LIMIT", "ORDER", "FETCH", "TOP") >= 0;
        if (inText && !limited) {
            throw ErrorCode.UNSTABLE_PARSE.exception("ORDER BY or LIMIT");
        }
    }

    private Scope target(SQLTableSource target, @Nullable SQLExpr where) throws SQLException {
        if (!(target instanceof SQLExprTableSource)) {
            throw ErrorCode.WRITE_OF_SEVERAL_TABLES.exception("a join as the target");
        }
        Scope scope = reader.newScope(null);
        reader.block(scope, null, target, where);
        checkTarget(scope);
        return scope;
    }

    static void checkTarget(Scope scope) throws SQLException {
        if (scope.uses().isEmpty()) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception("a target that is no table");
        }
    }
}

package io.shardkit.sql;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLInsertInto;
import com.alibaba.druid.sql.ast.statement.SQLInsertStatement.ValuesClause;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlDeleteStatement;
import com.alibaba.druid.sql.dialect.postgresql.ast.stmt.PGInsertStatement;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads UPDATE, DELETE and INSERT. */
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
        if (update.getReturning() != null && !update.getReturning().isEmpty()) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception("RETURNING");
        }
        Scope scope = target(update.getTableSource(), update.getWhere());
        reader.walk(update, scope);
        List<String> assigned = new ArrayList<>();
        for (SQLUpdateSetItem item : update.getItems()) {
            assigned.add(columnName(item.getColumn()));
        }
        boolean limited = update.getLimit() != null || update.getOrderBy() != null;
        checkLimited(limited);
        return finish(true, assigned, update.getWhere() != null, limited);
    }

    ParsedStatement delete(SQLDeleteStatement delete) throws SQLException {
        if (delete.getFrom() != null || delete.getUsing() != null || delete.getWith() != null) {
            throw ErrorCode.WRITE_OF_SEVERAL_TABLES.exception("DELETE of or using several tables");
        }
        Scope scope = target(delete.getTableSource(), delete.getWhere());
        reader.walk(delete, scope);
        boolean limited = delete instanceof MySqlDeleteStatement mysql
                && (mysql.getLimit() != null || mysql.getOrderBy() != null);
        checkLimited(limited);
        return finish(false, List.of(), delete.getWhere() != null, limited);
    }

    private ParsedStatement finish(boolean update, List<String> assigned, boolean conditional, boolean limited)
            throws SQLException {
        if (text.find(0, text.size(), 0, "RETURNING") >= 0) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception("RETURNING");
        }
        reader.checkParameters();
        return new ParsedStatement.Write(
                text,
                reader.tables(),
                reader.blocks(),
                reader.names(false),
                update,
                assigned,
                conditional,
                limited,
                reader.functions());
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

    private static void checkTarget(Scope scope) throws SQLException {
        if (scope.uses().isEmpty()) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception("a target that is no table");
        }
    }

    ParsedStatement insert(SQLInsertInto insert) throws SQLException {
        Scope scope = reader.newScope(null);
        reader.block(scope, null, insert.getTableSource(), null);
        checkTarget(scope);
        if (insert.getQuery() != null) {
            throw ErrorCode.INSERT_FORM.exception("INSERT ... SELECT");
        }
        reader.walk(insert, scope);
        int values = text.find(0, text.size(), 0, "VALUES", "VALUE");
        if (values < 0) {
            throw ErrorCode.INSERT_FORM.exception("an INSERT without VALUES");
        }
        List<String> columns = null;
        int columnListEnd = -1;
        if (!insert.getColumns().isEmpty()) {
            columns = new ArrayList<>();
            for (SQLExpr column : insert.getColumns()) {
                columns.add(columnName(column));
            }
            if (!text.is(values - 1, ")")) {
                throw ErrorCode.INSERT_FORM.exception("a clause between the columns and VALUES");
            }
            columnListEnd = text.token(values - 1).start();
        }
        List<ParsedStatement.Row> rows = new ArrayList<>();
        int end = rows(insert, scope, values + 1, rows);
        String special = special(insert, values, end);
        reader.checkParameters();
        return new ParsedStatement.Insert(
                text,
                reader.tables(),
                reader.blocks(),
                reader.names(false),
                columns,
                columnListEnd,
                rows,
                special,
                reader.functions());
    }

    private @Nullable String special(SQLInsertInto insert, int values, int end) {
        if (!text.is(0, "INSERT")) {
            return text.word(0);
        }
        for (int i = 1; i < values && !text.is(i, "("); i++) {
            if (text.isOneOf(i, "IGNORE", "OVERWRITE", "OVERRIDING", "DELAYED", "LOW_PRIORITY", "HIGH_PRIORITY")) {
                return text.word(i);
            }
        }
        if (insert instanceof PGInsertStatement postgresql && postgresql.isDefaultValues()) {
            return "DEFAULT VALUES";
        }
        return end < text.size() ? text.word(end) : null;
    }

    /** Reads the rows; returns the token after the last one. */
    private int rows(SQLInsertInto insert, Scope scope, int from, List<ParsedStatement.Row> rows) throws SQLException {
        ConditionReader conditions = new ConditionReader(scope, reader.escapedStrings());
        int at = from;
        for (ValuesClause clause : insert.getValuesList()) {
            if (!rows.isEmpty()) {
                if (!text.is(at, ",")) {
                    throw ErrorCode.UNSTABLE_PARSE.exception("the rows of VALUES");
                }
                at++;
            }
            if (at >= text.size() || !text.is(at, "(")) {
                throw ErrorCode.UNSTABLE_PARSE.exception("the rows of VALUES");
            }
            int close = text.find(at + 1, text.size(), 0, ")");
            if (close < 0
                    || text.split(at + 1, close, 1).size() != clause.getValues().size()) {
                throw ErrorCode.UNSTABLE_PARSE.exception("a row of VALUES");
            }
            List<@Nullable Value> values = new ArrayList<>();
            for (Object value : clause.getValues()) {
                values.add(conditions.value((SQLExpr) value));
            }
            rows.add(new ParsedStatement.Row(text.span(at, close + 1), values));
            at = close + 1;
        }
        return at;
    }

    private String columnName(SQLExpr column) throws SQLException {
        if (column instanceof SQLIdentifierExpr identifier) {
            return reader.marks().plain(identifier.getName());
        }
        if (column instanceof SQLPropertyExpr property) {
            return reader.marks().plain(property.getName());
        }
        throw ErrorCode.UNSUPPORTED_SYNTAX.exception(column.getClass().getSimpleName() + " as a column");
    }
}

package io.shardkit.sql;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
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
        if (update.getReturning() != null && !update.getReturning().isEmpty()) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception("RETURNING");
        }
        Scope scope = target(update.getTableSource(), update.getWhere());
        reader.walk(update, scope);
        List<String> assigned = new ArrayList<>();
        for (SQLUpdateSetItem item : update.getItems()) {
            assigned.add(reader.columnName(item.getColumn()));
        }
        boolean limited = limited();
        return finish(true, assigned, update.getWhere() != null, limited);
    }

    ParsedStatement delete(SQLDeleteStatement delete) throws SQLException {
        if (delete.getFrom() != null || delete.getUsing() != null || delete.getWith() != null) {
            throw ErrorCode.WRITE_OF_SEVERAL_TABLES.exception("DELETE of or using several tables");
        }
        Scope scope = target(delete.getTableSource(), delete.getWhere());
        reader.walk(delete, scope);
        return finish(false, List.of(), delete.getWhere() != null, limited());
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

    private boolean limited() throws SQLException {
        if (text.find(0, text.size(), 0, "TOP") >= 0) {
            throw ErrorCode.UNSTABLE_PARSE.exception("TOP");
        }
        return text.find(0, text.size(), 0, "LIMIT", "ORDER", "FETCH", "OFFSET") >= 0;
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

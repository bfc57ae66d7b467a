package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.List;

/** Reads the items after RETURNING, which not every grammar of the parser has, as a select list. */
final class ReturningReader {
    private final SqlText text;
    private final Dialect dialect;
    private final Grammar grammar;

    /**
     * @param text the text with marks
     * @param grammar of the parser
     */
    ReturningReader(SqlText text, Dialect dialect, Grammar grammar) {
        this.text = text;
        this.dialect = dialect;
        this.grammar = grammar;
    }

    /** The items. */
    List<SQLSelectItem> read() throws SQLException {
        int from = text.returning() + 1;
        if (text.find(from, text.size(), 0, "FROM", "INTO", "WHERE", "UNION", "ORDER", "LIMIT", "DISTINCT") >= 0) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "a clause after RETURNING");
        }
        String list = "SELECT " + text.part(from, text.size());
        SQLStatement statement = DruidParser.parse(list, grammar);
        StabilityCheck.check(list, statement, dialect, grammar);
        if (statement instanceof SQLSelectStatement select
                && select.getSelect().getWithSubQuery() == null
                && select.getSelect().getQuery() instanceof SQLSelectQueryBlock block
                && block.getSelectList().size()
                        == text.split(from, text.size(), 0).size()) {
            for (SQLSelectItem item : block.getSelectList()) {
                checkLabel(item);
            }
            return block.getSelectList();
        }
        throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "RETURNING");
    }

    /** Refuses an expression whose SQL is its label if the label would tell the name of an actual table. */
    private void checkLabel(SQLSelectItem item) throws SQLException {
        SQLExpr expr = item.getExpr();
        boolean plain = expr instanceof SQLIdentifierExpr
                || expr instanceof SQLPropertyExpr
                || expr instanceof SQLAllColumnExpr;
        if (plain || item.getAlias() != null) {
            return;
        }
        Walk.over(expr, grammar, new Walk.Steps() {
            @Override
            public void node(SQLObject node) throws SQLException {
                if (node instanceof SQLPropertyExpr) {
                    throw ShardingExceptions.of(
                            ErrorCode.UNSUPPORTED_SYNTAX,
                            "a qualified column in an expression without alias after RETURNING");
                }
            }

            @Override
            public void subquery(SQLSelect select) throws SQLException {
                throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "a subquery after RETURNING");
            }
        });
    }
}

package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLLimit;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectGroupByClause;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlSelectQueryBlock;
import com.alibaba.druid.sql.dialect.postgresql.ast.stmt.PGSelectQueryBlock;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.form.LimitForm;
import io.shardkit.sql.form.ParserText;
import io.shardkit.sql.form.TableMarkers;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.OrderItem;
import io.shardkit.sql.statement.ParsedStatement.Groups;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.ParsedStatement.SelectList;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the clauses of an outermost SELECT in the text and ties them to the parser's tree: the k-th item of a list in
 * the tree is the k-th item between the commas of the text.
 */
final class SelectReader {
    private static final String[] AFTER_FROM = {
        "WHERE",
        "GROUP",
        "HAVING",
        "WINDOW",
        "QUALIFY",
        "ORDER",
        "LIMIT",
        "OFFSET",
        "FETCH",
        "FOR",
        "LOCK",
        "INTO",
        "PROCEDURE"
    };
    private static final String[] AFTER_GROUP = {
        "HAVING", "WINDOW", "QUALIFY", "ORDER", "LIMIT", "OFFSET", "FETCH", "FOR", "LOCK", "INTO", "PROCEDURE"
    };
    private static final String[] AFTER_ORDER = {"LIMIT", "OFFSET", "FETCH", "FOR", "LOCK", "INTO", "PROCEDURE"};

    private final SqlText text;
    private final Scope scope;
    private final ExpressionReader expressions;
    private final ConditionReader values;
    private final TableMarkers marks;
    private final ParserText parserText;
    private final NodeReader nodes;

    SelectReader(SqlText text, Scope scope, StatementReader reader) {
        this.text = text;
        this.scope = scope;
        this.marks = reader.marks();
        this.parserText = reader.parserText();
        this.nodes = reader.nodes();
        this.values = new ConditionReader(scope, reader.parserText());
        this.expressions = new ExpressionReader(text, scope, reader);
    }

    SelectClauses read(SQLSelectQueryBlock block) throws SQLException {
        int end = text.size();
        int from = fromKeyword(end);
        int listEnd = from >= 0 ? from : firstOf(1, end, AFTER_FROM);
        int listStart = 1;
        boolean distinct = false;
        while (text.isOneOf(listStart, "DISTINCT", "ALL", "DISTINCTROW")) {
            distinct |= text.isOneOf(listStart, "DISTINCT", "DISTINCTROW");
            listStart++;
        }
        String special = special(block);
        if (parserText.isQualified()) {
            special = "QUALIFY";
        }
        LimitForm read = parserText.limit();
        if (read != null && read.special() != null) {
            special = read.special();
        }
        int emptyGroup = clause(listEnd, end, "GROUP");
        if (emptyGroup >= 0 && text.is(emptyGroup + 2, "(") && text.is(emptyGroup + 3, ")")) {
            special = "GROUP BY ()";
        }
        if (distinct != block.isDistinct()) {
            special = "DISTINCT";
        }
        if (hasHiddenPosition(block)) {
            special = "a position with a sign, in parentheses or as a parameter";
        }
        String unknown = nodes.unknownFunction();
        if (unknown != null) {
            special = "the function " + unknown;
        }
        List<int[]> itemParts = text.split(listStart, listEnd, 0);
        List<SQLSelectItem> items = block.getSelectList();
        check(itemParts.size() == items.size() && listEnd > listStart, "the select list");
        List<SelectItem> select = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            String alias = items.get(i).getAlias();
            int[] part = itemParts.get(i);
            int partEnd = alias == null ? part[1] : aliasStart(part);
            select.add(new SelectItem(
                    expressions.read(items.get(i).getExpr(), part[0], partEnd),
                    alias == null ? null : marks.plain(alias)));
        }
        int group = clause(listEnd, end, "GROUP");
        int groupStart = text.isOneOf(group + 2, "DISTINCT", "ALL") ? group + 3 : group + 2;
        int groupEnd = firstOf(group >= 0 ? groupStart : listEnd, end, AFTER_GROUP);
        List<Expression> groupBy = new ArrayList<>();
        SQLSelectGroupByClause grouping = block.getGroupBy();
        if (group >= 0) {
            check(grouping != null, "GROUP BY");
            groupBy.addAll(groups(grouping, groupStart, groupEnd));
        }
        if (isOrdered(group, groupEnd)) {
            special = "GROUP BY with ASC or DESC";
        }
        boolean having = grouping != null && grouping.getHaving() != null;
        int order = clause(listEnd, end, "ORDER");
        List<OrderItem> orderBy = new ArrayList<>();
        if (order >= 0) {
            check(block.getOrderBy() != null, "ORDER BY");
            orderBy.addAll(orders(block.getOrderBy().getItems(), order + 2, firstOf(order + 2, end, AFTER_ORDER)));
        }
        check((order >= 0) == (block.getOrderBy() != null), "ORDER BY");
        return new SelectClauses(
                new SelectList(select, text.token(listEnd - 1).end(), distinct),
                new Groups(groupBy, text.token(groupEnd - 1).end(), having),
                orderBy,
                limit(block.getLimit(), listEnd, end),
                special);
    }

    private static boolean hasHiddenPosition(SQLSelectQueryBlock block) {
        SQLSelectGroupByClause group = block.getGroupBy();
        SQLOrderBy order = block.getOrderBy();
        return (group != null && group.getItems().stream().anyMatch(ExpressionReader::mayBePosition))
                || (order != null
                        && order.getItems().stream().anyMatch(item -> ExpressionReader.mayBePosition(item.getExpr())));
    }

    private List<Expression> groups(SQLSelectGroupByClause grouping, int from, int to) throws SQLException {
        if (grouping.isWithRollUp() || grouping.isWithCube() || grouping.isParen() || grouping.isDistinct()) {
            return List.of();
        }
        List<SQLExpr> items = grouping.getItems();
        List<int[]> parts = text.split(from, to, 0);
        check(parts.size() == items.size(), "GROUP BY");
        List<Expression> groups = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            int last = parts.get(i)[1];
            groups.add(expressions.read(items.get(i), parts.get(i)[0], endsWithOrder(last) ? last - 1 : last));
        }
        return groups;
    }

    /** Returns true if the groups between two tokens are given an order. */
    private boolean isOrdered(int group, int end) {
        return group >= 0 && text.split(group + 2, end, 0).stream().anyMatch(part -> endsWithOrder(part[1]));
    }

    private boolean endsWithOrder(int end) {
        return text.isOneOf(end - 1, "ASC", "DESC");
    }

    private List<OrderItem> orders(List<SQLSelectOrderByItem> items, int from, int to) throws SQLException {
        List<int[]> parts = text.split(from, to, 0);
        check(parts.size() == items.size(), "ORDER BY");
        List<OrderItem> orders = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            SQLSelectOrderByItem item = items.get(i);
            int first = parts.get(i)[0];
            int last = parts.get(i)[1];
            Boolean nullsFirst = null;
            if (last - first > 2 && text.is(last - 2, "NULLS") && text.isOneOf(last - 1, "FIRST", "LAST")) {
                nullsFirst = text.is(last - 1, "FIRST");
                last -= 2;
            }
            if (last - first > 1 && endsWithOrder(last)) {
                last--;
            }
            boolean plain = item.getCollate() == null
                    && item.getOpclass() == null
                    && text.find(first, last, text.token(first).depth(), "COLLATE", "USING") < 0;
            String name = item.getExpr() instanceof SQLIdentifierExpr identifier && last - first == 1
                    ? marks.plain(identifier.getName())
                    : null;
            orders.add(new OrderItem(
                    expressions.read(item.getExpr(), first, last),
                    name,
                    item.getType() == SQLOrderingSpecification.DESC,
                    nullsFirst,
                    plain));
        }
        return orders;
    }

    private @Nullable Limit limit(@Nullable SQLLimit limit, int from, int end) throws SQLException {
        LimitForm read = parserText.limit();
        if (read != null) {
            check(limit == null && !parserText.hasSeveralLimits(), "LIMIT");
            return new Limit(text.span(read.from(), read.to()), read.count(), read.offset());
        }
        int first = text.find(from, end, 0, "LIMIT", "OFFSET", "FETCH");
        check((first >= 0) == (limit != null), "LIMIT");
        if (limit == null) {
            return null;
        }
        int last = text.find(first, end, 0, "FOR", "LOCK", "INTO", "PROCEDURE");
        boolean rowsOnly = text.find(first, end, 0, "PERCENT", "TIES", "BY") < 0;
        if (!rowsOnly || (limit.getBy() != null && !limit.getBy().isEmpty())) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "LIMIT by something other than a number of rows");
        }
        return new Limit(
                text.span(first, last < 0 ? end : last),
                limitValue(limit.getRowCount()),
                limitValue(limit.getOffset()));
    }

    private @Nullable Value limitValue(@Nullable SQLExpr expr) throws SQLException {
        if (expr == null) {
            return null;
        }
        Value value = values.value(expr);
        boolean computed = value instanceof Value.Arithmetic
                || (value instanceof Value.Literal literal && literal.value() instanceof Double);
        if (value == null || computed) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "LIMIT or OFFSET by an expression");
        }
        return value;
    }

    private static @Nullable String special(SQLSelectQueryBlock block) {
        SQLSelectGroupByClause group = block.getGroupBy();
        if (group != null && (group.isWithRollUp() || group.isWithCube() || group.isParen() || group.isDistinct())) {
            return "GROUP BY with totals";
        }
        if (block.getWindows() != null && !block.getWindows().isEmpty()) {
            return "WINDOW";
        }
        if (block.getQualify() != null || block.getStartWith() != null || block.getConnectBy() != null) {
            return "QUALIFY or CONNECT BY";
        }
        if (block instanceof PGSelectQueryBlock postgresql
                && (!postgresql.getDistinctOn().isEmpty() || postgresql.getFetch() != null)) {
            return postgresql.getFetch() != null ? "FETCH" : "DISTINCT ON";
        }
        if (block instanceof MySqlSelectQueryBlock mysql
                && (mysql.isCalcFoundRows() || mysql.getProcedureName() != null)) {
            return "SQL_CALC_FOUND_ROWS or PROCEDURE";
        }
        return null;
    }

    /** FROM of this block; the one of IS DISTINCT FROM is another. */
    private int fromKeyword(int end) {
        int from = text.find(1, end, 0, "FROM");
        while (from > 0 && text.is(from - 1, "DISTINCT") && from > 2 && text.isOneOf(from - 2, "IS", "NOT")) {
            from = text.find(from + 1, end, 0, "FROM");
        }
        return from;
    }

    private int aliasStart(int[] part) {
        int alias = part[1] - 1;
        return text.is(alias - 1, "AS") ? alias - 1 : alias;
    }

    private int clause(int from, int end, String keyword) {
        for (int i = text.find(from, end, 0, keyword); i >= 0; i = text.find(i + 1, end, 0, keyword)) {
            if (text.is(i + 1, "BY") && !text.is(i - 1, "FOR")) {
                return i;
            }
        }
        return -1;
    }

    private int firstOf(int from, int end, String... words) {
        int found = text.find(from, end, 0, words);
        return found < 0 ? end : found;
    }

    private void check(boolean holds, String where) throws SQLException {
        if (!holds) {
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, where + String.format(Locale.ROOT, " of %s", scope));
        }
    }
}

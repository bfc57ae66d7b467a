package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.SQLOver;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLBooleanExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.AggregateCall;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Classifies the items of a select list, GROUP BY or ORDER BY by what a merge may do with them. */
final class ExpressionReader {
    private final SqlText text;
    private final Scope scope;
    private final StatementReader reader;

    ExpressionReader(SqlText text, Scope scope, StatementReader reader) {
        this.text = text;
        this.scope = scope;
        this.reader = reader;
    }

    /** Reads the expression that covers the tokens {@code [from, to)}. */
    Expression read(SQLExpr expr, int from, int to) throws SQLException {
        if (to <= from) {
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "an empty item");
        }
        Contents contents = contents(expr);
        Kind kind = kind(expr, contents);
        return new Expression(
                kind,
                text.span(from, to),
                normalized(from, to),
                kind == Kind.COLUMN ? scope.column(expr) : null,
                contents.columns,
                contents.resolved,
                kind == Kind.AGGREGATE ? aggregate((SQLAggregateExpr) expr, from, to) : null,
                contents.aggregates > contents.partitions.size() || contents.unknownFunction,
                Collections.unmodifiableList(contents.partitions));
    }

    /**
     * Returns true if GROUP BY and ORDER BY may take the expression for the number of an item, though it is not a plain
     * number.
     */
    static boolean mayBePosition(SQLExpr expr) {
        SQLExpr inner = expr;
        while (inner instanceof SQLUnaryExpr unary) {
            inner = unary.getExpr();
        }
        if (inner instanceof SQLIntegerExpr integer) {
            return inner != expr || integer.isParenthesized();
        }
        return inner instanceof SQLBooleanExpr || inner instanceof SQLVariantRefExpr;
    }

    private static Kind kind(SQLExpr expr, Contents contents) {
        if (contents.windows) {
            return Kind.WINDOW;
        }
        if (expr instanceof SQLAllColumnExpr
                || (expr instanceof SQLPropertyExpr property
                        && property.getName().equals("*"))) {
            return Kind.STAR;
        }
        if (expr instanceof SQLIntegerExpr) {
            return Kind.INTEGER;
        }
        if (expr instanceof SQLAggregateExpr call) {
            return Functions.isMergeableAggregate(call.getMethodName().toLowerCase(Locale.ROOT))
                            && contents.aggregates == 1
                            && !contents.composite
                    ? Kind.AGGREGATE
                    : Kind.COMPOSITE;
        }
        if (contents.composite || contents.aggregates > 0) {
            return Kind.COMPOSITE;
        }
        return expr instanceof SQLIdentifierExpr || expr instanceof SQLPropertyExpr ? Kind.COLUMN : Kind.ROW_WISE;
    }

    private AggregateCall aggregate(SQLAggregateExpr call, int from, int to) throws SQLException {
        boolean plain = call.getFilter() == null
                && call.getKeep() == null
                && call.getOrderBy() == null
                && call.getLimit() == null
                && !call.isWithinGroup()
                && call.getArguments().size() == 1
                && text.is(from + 1, "(")
                && text.is(to - 1, ")")
                && to - from > 3;
        int first = from + 2;
        boolean distinct = call.getOption() != null && !call.getOption().name().equals("ALL");
        if (text.isOneOf(first, "ALL", "DISTINCT")) {
            distinct |= text.is(first, "DISTINCT");
            first++;
        }
        SQLExpr argument =
                call.getArguments().isEmpty() ? null : call.getArguments().get(0);
        return new AggregateCall(
                call.getMethodName().toUpperCase(Locale.ROOT),
                distinct,
                plain && first < to - 1,
                plain && first < to - 1 ? text.span(first, to - 1) : text.span(from, to),
                argument == null ? null : scope.column(argument));
    }

    private String normalized(int from, int to) {
        StringBuilder normalized = new StringBuilder();
        for (int i = from; i < to; i++) {
            normalized.append(text.word(i));
            if (text.token(i).kind() == Token.Kind.PARAMETER) {
                normalized.append(text.parametersBefore(text.token(i).start()));
            }
            normalized.append(' ');
        }
        return normalized.toString();
    }

    private static final class Contents {
        private final Set<ColumnRef> columns = new HashSet<>();
        private boolean resolved = true;
        private int aggregates;
        private boolean composite;
        private boolean windows;
        private boolean unknownFunction;
        private final List<@Nullable Set<ColumnRef>> partitions = new ArrayList<>();
    }

    private Contents contents(SQLExpr expr) throws SQLException {
        Contents contents = new Contents();
        Walk.over(expr, reader.parserText().grammar(), new Walk.Steps() {
            @Override
            public void node(SQLObject node) throws SQLException {
                if (node instanceof SQLAggregateExpr call) {
                    contents.aggregates++;
                    if (call.getOver() != null || call.getOverRef() != null) {
                        contents.windows = true;
                        contents.partitions.add(call.getOver() == null ? null : partition(call.getOver()));
                    }
                } else if (node instanceof SQLMethodInvokeExpr call) {
                    OperandFunctions operands = reader.nodes().operands();
                    contents.unknownFunction |= !Functions.isRowWise(operands.name(call)) && !operands.isOperator(call);
                    contents.composite |= contents.unknownFunction;
                } else if (node instanceof SQLPropertyExpr || isColumnName(node)) {
                    ColumnRef column = scope.column((SQLExpr) node);
                    if (column == null) {
                        contents.resolved = false;
                    } else {
                        contents.columns.add(column);
                    }
                }
            }

            @Override
            public void subquery(SQLSelect select) {
                contents.composite = true;
                contents.resolved = false;
            }
        });
        return contents;
    }

    private @Nullable Set<ColumnRef> partition(SQLOver over) throws SQLException {
        if (over.getOf() != null) {
            return null;
        }
        Set<ColumnRef> columns = new HashSet<>();
        for (SQLExpr expr : over.getPartitionBy()) {
            ColumnRef column = scope.column(expr);
            if (column != null) {
                columns.add(column);
            }
        }
        return columns;
    }

    private static boolean isColumnName(SQLObject node) {
        return node instanceof SQLIdentifierExpr
                && !(node.getParent() instanceof SQLPropertyExpr property && property.getOwner() == node);
    }
}

package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLDataType;
import com.alibaba.druid.sql.ast.SQLDataTypeImpl;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBetweenExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLBooleanExpr;
import com.alibaba.druid.sql.ast.expr.SQLCastExpr;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLInListExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLListExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLNotExpr;
import com.alibaba.druid.sql.ast.expr.SQLNullExpr;
import com.alibaba.druid.sql.ast.expr.SQLNumberExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import io.shardkit.sql.form.ParserText;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads from an expression what it demands of columns, with its polarity; whatever it does not know demands nothing. */
final class ConditionReader {
    private static final Value ZERO = new Value.Literal(0L);

    /** The types of signed whole numbers by the names that have no other meaning anywhere. */
    private static final Set<String> WHOLE_NUMBERS =
            Set.of("BIGINT", "INTEGER", "INT", "SMALLINT", "SIGNED", "INT8", "INT4", "INT2");

    private static final Comparator<ColumnRef> COLUMNS =
            Comparator.comparingInt(ColumnRef::use).thenComparing(ColumnRef::name);

    private static final Set<String> OF_ANY = Set.of("ANY", "SOME");

    private final Scope scope;
    private final ParserText parserText;
    private final List<TableUse> joined;

    /** @param scope the names in sight */
    ConditionReader(Scope scope, ParserText parserText) {
        this(scope, parserText, scope.uses());
    }

    /**
     * For the ON of a join.
     *
     * @param joined the tables of the block that the join has put together; an ON does not see those that follow
     */
    ConditionReader(Scope scope, ParserText parserText, List<TableUse> joined) {
        this.scope = scope;
        this.parserText = parserText;
        this.joined = joined;
    }

    Condition read(@Nullable SQLExpr expr) throws SQLException {
        return expr == null ? Condition.other() : read(expr, false);
    }

    private @Nullable ColumnRef column(SQLExpr expr) throws SQLException {
        ColumnRef column = scope.column(expr);
        boolean hidden = column != null
                && expr instanceof SQLIdentifierExpr
                && scope.uses().stream().anyMatch(use -> use.id() == column.use() && !joined.contains(use));
        return hidden ? null : column;
    }

    private Condition read(SQLExpr expr, boolean negated) throws SQLException {
        if (expr instanceof SQLBinaryOpExpr binary) {
            return binary(binary, negated);
        }
        if (expr instanceof SQLNotExpr not) {
            return read(not.getExpr(), !negated);
        }
        if (expr instanceof SQLUnaryExpr unary && unary.getOperator() == SQLUnaryOperator.NOT) {
            return read(unary.getExpr(), !negated);
        }
        if (expr instanceof SQLInListExpr in) {
            return in.isNot() == negated ? in(in) : Condition.other();
        }
        if (expr instanceof SQLBetweenExpr between) {
            return between(between, between.isNot() != negated);
        }
        return Condition.other();
    }

    private Condition binary(SQLBinaryOpExpr binary, boolean negated) throws SQLException {
        SQLBinaryOperator operator = binary.getOperator();
        if (operator == SQLBinaryOperator.BooleanAnd || operator == SQLBinaryOperator.BooleanOr) {
            List<Condition> parts = new ArrayList<>();
            for (SQLExpr operand : chain(binary)) {
                parts.add(read(operand, negated));
            }
            boolean and = (operator == SQLBinaryOperator.BooleanAnd) != negated;
            return and ? new Condition.And(parts) : anyOf(parts);
        }
        Value.Parameter array = operator == SQLBinaryOperator.Equality && !negated ? array(binary.getRight()) : null;
        ColumnRef left = array == null ? null : column(binary.getLeft());
        if (left != null && array != null) {
            return new Condition.InArray(left, array);
        }
        return switch (operator) {
            case Equality -> negated ? Condition.other() : equality(binary.getLeft(), binary.getRight());
            case NotEqual, LessThanOrGreater ->
                negated ? equality(binary.getLeft(), binary.getRight()) : Condition.other();
            case LessThan -> compare(binary, Condition.Operator.LESS, negated);
            case LessThanOrEqual -> compare(binary, Condition.Operator.LESS_OR_EQUAL, negated);
            case GreaterThan -> compare(binary, Condition.Operator.GREATER, negated);
            case GreaterThanOrEqual -> compare(binary, Condition.Operator.GREATER_OR_EQUAL, negated);
            default -> Condition.other();
        };
    }

    /** At least one part holds, and so does each equality of columns that all of them demand. */
    private static Condition anyOf(List<Condition> parts) {
        Condition either = new Condition.Or(parts);
        List<Condition> demanded = new ArrayList<>(equalities(parts.get(0)));
        for (int i = 1; i < parts.size() && !demanded.isEmpty(); i++) {
            demanded.retainAll(equalities(parts.get(i)));
        }
        if (demanded.isEmpty()) {
            return either;
        }
        demanded.add(either);
        return new Condition.And(demanded);
    }

    /** The equalities of columns that a condition demands, each with its columns in one order. */
    private static Set<Condition> equalities(Condition condition) {
        Set<Condition> found = new LinkedHashSet<>();
        for (Condition part : condition.conjuncts()) {
            if (part instanceof Condition.Equal equal) {
                boolean ordered = COLUMNS.compare(equal.left(), equal.right()) <= 0;
                found.add(ordered ? equal : new Condition.Equal(/* left= */ equal.right(), /* right= */ equal.left()));
            }
        }
        return found;
    }

    /** The operands of a OR b OR c ..., in order; such a chain may be longer than calls can be nested. */
    private static Deque<SQLExpr> chain(SQLBinaryOpExpr last) {
        Deque<SQLExpr> operands = new ArrayDeque<>();
        SQLExpr first = last;
        while (first instanceof SQLBinaryOpExpr binary && binary.getOperator() == last.getOperator()) {
            operands.addFirst(binary.getRight());
            first = binary.getLeft();
        }
        operands.addFirst(first);
        return operands;
    }

    private Condition equality(SQLExpr left, SQLExpr right) throws SQLException {
        if (left instanceof SQLListExpr lefts && right instanceof SQLListExpr rights) {
            List<SQLExpr> a = lefts.getItems();
            List<SQLExpr> b = rights.getItems();
            if (a.size() != b.size()) {
                return Condition.other();
            }
            List<Condition> parts = new ArrayList<>();
            for (int i = 0; i < a.size(); i++) {
                parts.add(equality(a.get(i), b.get(i)));
            }
            return new Condition.And(parts);
        }
        ColumnRef a = column(left);
        ColumnRef b = column(right);
        if (a != null && b != null) {
            return new Condition.Equal(a, b);
        }
        ColumnRef column = a != null ? a : b;
        Value value = value(a != null ? right : left);
        return column == null || value == null ? Condition.other() : new Condition.In(column, List.of(value));
    }

    /** The parameter that ANY or SOME, where a comparison is true of any element, has for an array; else null. */
    private Value.@Nullable Parameter array(SQLExpr expr) {
        return expr instanceof SQLMethodInvokeExpr call
                        && call.getOwner() == null
                        && OF_ANY.contains(call.getMethodName().toUpperCase(Locale.ROOT))
                        && call.getClass() == SQLMethodInvokeExpr.class
                        && OperandFunctions.quantifies(call)
                        && call.getArguments().size() == 1
                        && !parserText.hasQuotedCalls()
                        && value(call.getArguments().get(0)) instanceof Value.Parameter parameter
                ? parameter
                : null;
    }

    private Condition compare(SQLBinaryOpExpr binary, Condition.Operator operator, boolean negated)
            throws SQLException {
        Condition.Operator effective = negated ? operator.negated() : operator;
        ColumnRef column = column(binary.getLeft());
        if (column != null) {
            return compare(column, effective, value(binary.getRight()));
        }
        column = column(binary.getRight());
        return column == null ? Condition.other() : compare(column, effective.flipped(), value(binary.getLeft()));
    }

    private static Condition compare(ColumnRef column, Condition.Operator operator, @Nullable Value value) {
        return value == null ? Condition.other() : new Condition.Compare(column, operator, value);
    }

    private Condition between(SQLBetweenExpr between, boolean negated) throws SQLException {
        ColumnRef column = column(between.getTestExpr());
        if (column == null || parserText.isSymmetric()) {
            return Condition.other();
        }
        Value begin = value(between.getBeginExpr());
        Value end = value(between.getEndExpr());
        if (negated) {
            return new Condition.Or(List.of(
                    compare(column, Condition.Operator.LESS, begin), compare(column, Condition.Operator.GREATER, end)));
        }
        return new Condition.And(List.of(
                compare(column, Condition.Operator.GREATER_OR_EQUAL, begin),
                compare(column, Condition.Operator.LESS_OR_EQUAL, end)));
    }

    private Condition in(SQLInListExpr in) throws SQLException {
        if (in.getExpr() instanceof SQLListExpr) {
            List<Condition> alternatives = new ArrayList<>();
            for (SQLExpr target : in.getTargetList()) {
                alternatives.add(equality(in.getExpr(), target));
            }
            return new Condition.Or(alternatives);
        }
        ColumnRef column = column(in.getExpr());
        if (column == null) {
            return Condition.other();
        }
        List<Value> values = new ArrayList<>();
        for (SQLExpr target : in.getTargetList()) {
            Value value = value(target);
            if (value == null) {
                return Condition.other();
            }
            values.add(value);
        }
        return new Condition.In(column, values);
    }

    /** The literal, parameter or sum of such that an expression is, or null. */
    @Nullable Value value(SQLExpr expr) {
        if (expr instanceof SQLBinaryOpExpr binary) {
            return arithmetic(operator(binary.getOperator()), value(binary.getLeft()), value(binary.getRight()));
        }
        if (expr instanceof SQLUnaryExpr unary) {
            return switch (unary.getOperator()) {
                case Plus -> arithmetic(Value.Operator.PLUS, ZERO, value(unary.getExpr()));
                case Negative -> arithmetic(Value.Operator.MINUS, ZERO, value(unary.getExpr()));
                default -> null;
            };
        }
        if (expr instanceof SQLCastExpr cast) {
            Value before = isWholeNumber(cast) ? value(cast.getExpr()) : null;
            return before == null ? null : new Value.WholeNumber(before);
        }
        if (expr instanceof SQLVariantRefExpr variable) {
            int parameter = parserText.forms().parameter(variable.getIndex());
            return variable.getName().equals("?") && parameter >= 0 ? new Value.Parameter(parameter) : null;
        }
        if (expr instanceof SQLIntegerExpr integer) {
            Number number = integer.getNumber();
            return new Value.Literal(number instanceof BigInteger ? number : (Number) number.longValue());
        }
        if (expr instanceof SQLNumberExpr decimal) {
            BigDecimal number = new BigDecimal(decimal.getNumber().toString());
            return new Value.Literal(isFloating(decimal) ? (Number) number.doubleValue() : number);
        }
        if (expr.getClass() == SQLCharExpr.class) {
            return parserText.forms().value(((SQLCharExpr) expr).getText());
        }
        if (expr instanceof SQLBooleanExpr bool) {
            return new Value.Literal(bool.getBooleanValue());
        }
        if (expr instanceof SQLNullExpr) {
            return new Value.Literal(null);
        }
        return null;
    }

    private static boolean isWholeNumber(SQLCastExpr cast) {
        SQLDataType type = cast.getDataType();
        return !cast.isTry()
                && type.getClass() == SQLDataTypeImpl.class
                && type.getArguments().isEmpty()
                && WHOLE_NUMBERS.contains(type.getName().toUpperCase(Locale.ROOT));
    }

    private static Value.@Nullable Operator operator(SQLBinaryOperator operator) {
        return switch (operator) {
            case Add -> Value.Operator.PLUS;
            case Subtract -> Value.Operator.MINUS;
            case Multiply -> Value.Operator.TIMES;
            default -> null;
        };
    }

    private @Nullable Value arithmetic(Value.@Nullable Operator operator, @Nullable Value left, @Nullable Value right) {
        if (operator == null || left == null || right == null) {
            return null;
        }
        boolean mayBeText = operator == Value.Operator.PLUS
                && parserText.grammar().mayJoinByPlus()
                && left instanceof Value.Parameter
                && right instanceof Value.Parameter;
        return mayBeText ? null : new Value.Arithmetic(operator, left, right);
    }

    /** A number with an exponent is a double to some databases, which several exact numbers may equal. */
    private static boolean isFloating(SQLNumberExpr number) {
        StringBuilder written = new StringBuilder();
        number.output(written);
        return written.indexOf("e") >= 0 || written.indexOf("E") >= 0;
    }
}

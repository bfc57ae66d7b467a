package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.NameCase;
import io.shardkit.sql.form.TableMarkers;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells calls that are no more than operators, since their results depend on nothing but their operands: of functions
 * that the catalog knows as such, and of ANY, SOME and ALL, which the parser takes for functions where an array follows.
 */
final class OperandFunctions {
    private static final Set<String> QUANTIFIERS = Words.of("any some all");

    private final Catalog catalog;
    private final Dialect dialect;
    private final TableMarkers marks;

    /** The functions whose names stand in quotes, in other letters than those of the name without quotes. */
    private final Set<String> quoted;

    OperandFunctions(SqlText text, Catalog catalog, Dialect dialect, TableMarkers marks) {
        this.catalog = catalog;
        this.dialect = dialect;
        this.marks = marks;
        this.quoted = quoted(text, dialect);
    }

    /** The parser takes the quotes away, by which a function may be another one than the database's own. */
    private static Set<String> quoted(SqlText text, Dialect dialect) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i + 1 < text.size(); i++) {
            if (text.token(i).kind() == Token.Kind.QUOTED && text.is(i + 1, "(")) {
                String name = Token.stripQuotes(text.string(i));
                NameCase plain = dialect.text().foldsNamesToUpperCase() ? NameCase.UPPER : NameCase.LOWER;
                if (!plain.of(name).equals(name)) {
                    names.add(name.toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }

    /** Returns true if a call is like an operator; functions that {@link Functions} knows more about are not. */
    boolean isOperator(SQLMethodInvokeExpr call) throws SQLException {
        String name = call.getMethodName().toLowerCase(Locale.ROOT);
        if (QUANTIFIERS.contains(name)) {
            return quantifies(call);
        }
        if (name.equals("array")) {
            // The order of the rows in it is any, and does not matter there.
            return call.getParent() instanceof SQLMethodInvokeExpr outer
                    && QUANTIFIERS.contains(outer.getMethodName().toLowerCase(Locale.ROOT))
                    && quantifies(outer);
        }
        boolean known = Functions.isRowWise(name)
                || Functions.isAggregate(name)
                || Functions.isOfWindow(name)
                || Functions.isOfSession(name);
        return !quoted.contains(name)
                && !(call instanceof SQLAggregateExpr)
                && (!known || owner(call) != null)
                && catalog.isOfArguments(name);
    }

    /** The name of a function; with quotes or the name of its schema if it may be another one than the database's own. */
    String name(SQLMethodInvokeExpr call) {
        String owner = owner(call);
        String name = call.getMethodName().toLowerCase(Locale.ROOT);
        if (quoted.contains(name)) {
            return "\"" + name + "\"";
        }
        return owner == null ? name : owner + "." + name;
    }

    private @Nullable String owner(SQLMethodInvokeExpr call) {
        if (!(call.getOwner() instanceof SQLIdentifierExpr owner)) {
            return null;
        }
        String schema = marks.plain(owner.getName());
        return dialect.catalog().catalogSchemas().contains(Words.upper(schema)) ? null : schema;
    }

    /**
     * Returns true if the call quantifies the comparison before it; elsewhere, and in parentheses, one of the databases
     * has an aggregate ANY.
     */
    static boolean quantifies(SQLMethodInvokeExpr call) {
        return call.getParent() instanceof SQLBinaryOpExpr comparison
                && isSame(comparison.getRight(), call)
                && !call.isParenthesized()
                && !comparison.getOperator().isLogical()
                && comparison.getOperator() != SQLBinaryOperator.Concat;
    }

    @SuppressWarnings("ReferenceEquality") // nodes of the tree are the same or are not
    private static boolean isSame(SQLExpr node, SQLExpr other) {
        return node == other;
    }
}

package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLCurrentTimeExpr;
import com.alibaba.druid.sql.ast.SQLCurrentUserExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLDefaultExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMatchAgainstExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.form.ParserText;
import io.shardkit.sql.form.TableMarkers;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.InsertClauses;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.SystemVariables;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Meets every node of the parser's tree: one that is not on the white list, a parameter that was not counted, or a
 * value of the session refuses the statement.
 */
final class NodeReader {
    /** Reads the queries that stand within a part of a statement. */
    interface Subqueries {
        /** Reads a select with everything below it; returns the scope of its one block, or null for a set operation. */
        @Nullable Scope select(SQLSelect select, @Nullable Scope parent) throws SQLException;

        /** Reads a query, which may be a set operation. */
        @Nullable Scope query(SQLSelectQuery query, @Nullable Scope parent) throws SQLException;
    }

    private final SqlText text;
    private final Dialect dialect;
    private final Subqueries subqueries;
    private final ParserText parserText;
    private final TableMarkers marks;
    private final OperandFunctions operands;
    private final List<String> functions = new ArrayList<>();
    private final BitSet parameters = new BitSet();
    private final Set<String> unknownNames = new HashSet<>();
    private final Set<String> unknownColumns = new HashSet<>();
    private final Set<String> namesOfItems = new HashSet<>();
    private final Set<String> listedColumns = new HashSet<>();
    private final Set<String> aliases = new HashSet<>();
    private @Nullable String variableName;

    NodeReader(
            SqlText text,
            Dialect dialect,
            ParserText parserText,
            TableMarkers marks,
            OperandFunctions operands,
            Subqueries subqueries) {
        this.text = text;
        this.dialect = dialect;
        this.parserText = parserText;
        this.marks = marks;
        this.operands = operands;
        this.subqueries = subqueries;
        this.parameters.or(parserText.forms().hiddenParameters());
        this.listedColumns.addAll(parserText.forms().listed());
    }

    ParserText parserText() {
        return parserText;
    }

    TableMarkers marks() {
        return marks;
    }

    OperandFunctions operands() {
        return operands;
    }

    /** The functions that were called so far and are not like operators, in lower case. */
    List<String> functions() {
        return functions;
    }

    /** Returns the names that nothing in sight is known to have: of columns, and of tables followed by a dot. */
    Set<String> unknownNames() {
        unknownNames.removeAll(aliases);
        return unknownNames;
    }

    /** The names that are used as those of columns, and can be no columns of the tables in sight. */
    Set<String> unknownColumns() {
        return unknownColumns;
    }

    /** The same, but for those that may be columns of queries in sight, which are of some table of the statement. */
    Set<String> namesOfItems() {
        namesOfItems.removeAll(aliases);
        namesOfItems.removeAll(listedColumns);
        return namesOfItems;
    }

    /** Told of a name in the list of columns that follows the name of a derived or common table. */
    void listed(String column) {
        listedColumns.add(marks.plain(column));
    }

    /** A function of which nothing is known, or null. */
    @Nullable String unknownFunction() {
        for (String name : functions) {
            if (!Functions.isRowWise(name) && !Functions.isAggregate(name) && !Functions.isOfWindow(name)) {
                return name;
            }
        }
        return null;
    }

    /** Refuses the statement if the tree has not shown every parameter of the text exactly once. */
    void checkParameters() throws SQLException {
        if (parameters.cardinality() != text.parameterCount() || parameters.length() != text.parameterCount()) {
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "the parameters");
        }
    }

    /** Refuses a statement with tables if it has a variable: each database might have another value for it. */
    void checkVariables() throws SQLException {
        if (variableName != null) {
            throw ShardingExceptions.of(ErrorCode.SESSION_FUNCTION, variableName);
        }
    }

    /** Meets every node below, up to the borders of other blocks. */
    void walk(SQLObject root, Scope scope) throws SQLException {
        Walk.over(root, parserText.grammar(), new Walk.Steps() {
            @Override
            public void node(SQLObject node) throws SQLException {
                meet(node, scope);
            }

            @Override
            public void subquery(SQLSelect select) throws SQLException {
                subqueries.select(select, scope);
            }
        });
    }

    private void meet(SQLObject node, Scope scope) throws SQLException {
        NodeTypes.check(node);
        if (node instanceof SQLVariantRefExpr variable) {
            variable(variable);
        } else if (node instanceof SQLMethodInvokeExpr call) {
            String name = marks.plain(call.getMethodName());
            if (Functions.isAggregate(name) && scope.isNestedWithoutTables()) {
                throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "an aggregate in a subquery without tables");
            }
            if (marks.isCallForTable(call.getMethodName())) {
                marks.keep(call.getMethodName());
                if (isVarying(call)) {
                    functions.add(name);
                }
            } else {
                function(call);
            }
            if (Functions.isSequence(name) && !call.getArguments().isEmpty()) {
                functions.add("a seeded sequence");
            }
        } else if (node instanceof SQLMatchAgainstExpr) {
            functions.add("match ... against");
        } else if (node instanceof SQLPropertyExpr property) {
            qualified(property, scope);
        } else if (node instanceof SQLAllColumnExpr all && all.getOwner() instanceof SQLIdentifierExpr owner) {
            checkNotActual(owner.getName(), scope);
            qualifier(owner.getName(), scope);
        } else if (node instanceof SQLDefaultExpr) {
            functions.add("default");
        } else if (node instanceof SQLCurrentTimeExpr || node instanceof SQLCurrentUserExpr) {
            functions.add("current_timestamp");
        } else if (node instanceof SQLIdentifierExpr identifier) {
            bareName(identifier, scope);
        } else if (node instanceof SQLSelectItem item && item.getAlias() != null) {
            marks.keep(item.getAlias());
            aliases.add(marks.plain(item.getAlias()));
        }
    }

    /**
     * Returns true if a call in the place of a table may give each database other rows, and not those that its arguments
     * say.
     */
    private boolean isVarying(SQLMethodInvokeExpr call) throws SQLException {
        boolean[] varying = new boolean[1];
        Walk.over(call, parserText.grammar(), new Walk.Steps() {
            @Override
            public void node(SQLObject node) throws SQLException {
                varying[0] |= node instanceof SQLMethodInvokeExpr inner
                        && !marks.isCallForTable(inner.getMethodName())
                        && !Functions.isDeterministic(marks.plain(inner.getMethodName()))
                        && !operands.isOperator(inner);
            }

            @Override
            public void subquery(SQLSelect select) {
                varying[0] = true;
            }
        });
        return varying[0];
    }

    private void variable(SQLVariantRefExpr variable) throws SQLException {
        if (variable.getName().equals("?")) {
            int parameter = parserText.forms().parameter(variable.getIndex());
            if (parameter < 0 || parameters.get(parameter)) {
                throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "the parameters");
            }
            parameters.set(parameter);
        } else if (SystemVariables.areNeutral(text)) {
            variableName = variable.getName();
        } else if (!variable.getName().startsWith("@") || !SystemVariables.areOfUser(text)) {
            throw ShardingExceptions.of(ErrorCode.SESSION_FUNCTION, variable.getName());
        }
    }

    private void function(SQLMethodInvokeExpr call) throws SQLException {
        String name = call.getMethodName();
        // The rows of an INSERT may be made on the one data source that has the sequence.
        boolean ofRows = Functions.isNextValue(marks.plain(name)) && InsertClauses.form(text) > 0;
        if (Functions.isOfSession(marks.plain(name)) && !ofRows) {
            throw ShardingExceptions.of(ErrorCode.SESSION_FUNCTION, name + "()");
        }
        if (!operands.isOperator(call)) {
            functions.add(operands.name(call));
        }
    }

    private void qualified(SQLPropertyExpr property, Scope scope) throws SQLException {
        if (property.getOwner() instanceof SQLIdentifierExpr owner) {
            checkNotActual(owner.getName(), scope);
            TableUse use = qualifier(owner.getName(), scope);
            String column = marks.plain(property.getName());
            if (use != null && scope.lacks(use, column)) {
                unknownColumns.add(column);
            } else if (use == null) {
                namesOfItems.add(column);
            }
        } else if (property.getOwner() instanceof SQLPropertyExpr outer && marks.isMarked(outer.getName())) {
            throw ShardingExceptions.of(
                    ErrorCode.FOREIGN_SCHEMA, outer.getOwnerName() + "." + marks.plain(outer.getName()));
        }
        if (Functions.isOfSession(marks.plain(property.getName())) && !isColumn(property, scope)) {
            throw ShardingExceptions.of(ErrorCode.SESSION_FUNCTION, property.getName());
        }
        marks.keep(property.getName());
    }

    /** Returns true if the property is a column of its owner, and not the next value of a sequence of that name. */
    private boolean isColumn(SQLPropertyExpr property, Scope scope) throws SQLException {
        if (!(property.getOwner() instanceof SQLIdentifierExpr owner)) {
            return false;
        }
        String label = marks.plain(owner.getName());
        TableUse use = scope.table(label);
        return use == null ? scope.isLabel(label) : !scope.lacks(use, marks.plain(property.getName()));
    }

    /** A shard would find a column by the name of its actual table, which the logical one does not have. */
    private void checkNotActual(String owner, Scope scope) throws SQLException {
        if (marks.isActualTable(owner) && !scope.isLabel(marks.plain(owner))) {
            throw ShardingExceptions.of(ErrorCode.ACTUAL_TABLE, owner);
        }
    }

    /** Decides the mark of a name that stands for a table of the scope; returns the table, or null if it is unknown. */
    @Nullable TableUse qualifier(String owner, Scope scope) {
        TableUse use = scope.table(marks.plain(owner));
        if (use != null && !use.aliased()) {
            marks.qualifier(owner, use);
        } else {
            marks.keep(owner);
        }
        if (!scope.isLabel(marks.plain(owner))) {
            unknownNames.add(marks.plain(owner) + ".");
        }
        return use;
    }

    /** A bare name is a column, or an owner that {@link #qualified} has decided already. */
    private void bareName(SQLIdentifierExpr identifier, Scope scope) throws SQLException {
        String name = identifier.getName();
        boolean owner = identifier.getParent() instanceof SQLPropertyExpr property && property.getOwner() == identifier;
        if (!owner
                && marks.isMarked(name)
                && dialect.text().tablesNameRows()
                && scope.isLabel(marks.plain(name))
                && scope.column(identifier) == null) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_SYNTAX,
                    "the bare name " + marks.plain(name) + ", which may mean a whole row; " + scope);
        }
        marks.keep(name);
        if (!owner && !scope.mayKnow(marks.plain(name))) {
            unknownNames.add(marks.plain(name));
        }
        if (!owner && !scope.hasTableThatMayKnow(marks.plain(name)) && !scope.isLabel(marks.plain(name))) {
            (scope.seesDerived() || mayBeAlias(identifier) ? namesOfItems : unknownColumns).add(marks.plain(name));
        }
        boolean quoted = !Token.stripQuotes(name).equals(name);
        boolean call = Functions.isCallWithoutParentheses(marks.plain(name)) && scope.column(identifier) == null;
        if (!owner && !quoted && (call || scope.isValue(identifier))) {
            functions.add(marks.plain(name));
        }
    }

    /**
     * Returns true if the name stands where it may be the alias of a select item: after the conditions, and in no item
     * itself.
     */
    private static boolean mayBeAlias(SQLObject name) {
        SQLObject inner = name;
        for (SQLObject outer = name.getParent(); outer != null; outer = outer.getParent()) {
            if (outer instanceof SQLSelectItem || outer instanceof SQLTableSource) {
                return false;
            }
            if (outer instanceof SQLSelectQueryBlock block) {
                return inner != block.getWhere();
            }
            inner = outer;
        }
        return false;
    }
}

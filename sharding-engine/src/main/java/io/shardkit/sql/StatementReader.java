package io.shardkit.sql;

import com.alibaba.druid.sql.ast.SQLCurrentTimeExpr;
import com.alibaba.druid.sql.ast.SQLCurrentUserExpr;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLDefaultExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMatchAgainstExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLSubqueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUnionQuery;
import com.alibaba.druid.sql.ast.statement.SQLUnionQueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLValuesQuery;
import com.alibaba.druid.sql.ast.statement.SQLValuesTableSource;
import com.alibaba.druid.sql.ast.statement.SQLWithSubqueryClause;
import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.rule.ShardingRule;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parser's tree of one statement into tables, query blocks and conditions. It meets every node: one that is
 * not on the white list, a parameter that was not counted, or a mark that was not met refuses the statement.
 */
final class StatementReader {
    private final SqlText text;
    private final Marks marks;
    private final ShardingRule rule;
    private final Catalog catalog;
    private final Dialect dialect;
    private final List<TableUse> tables = new ArrayList<>();
    private final List<@Nullable Block> blocks = new ArrayList<>();
    private List<SQLTableSource> groups = new ArrayList<>();
    private Set<String> commonTables = Set.of();
    private @Nullable String variableName;
    private final List<String> functions = new ArrayList<>();
    private final BitSet parameters = new BitSet();
    private final IdentityHashMap<SQLTableSource, TableUse> sources = new IdentityHashMap<>();
    private final ParserText parserText;
    private List<SQLSelectItem> returning = List.of();

    StatementReader(
            SqlText text, ParserText parserText, Marks marks, ShardingRule rule, Catalog catalog, Dialect dialect) {
        this.text = text;
        this.parserText = parserText;
        this.rule = rule;
        this.marks = marks;
        this.catalog = catalog;
        this.dialect = dialect;
        this.parameters.or(parserText.forms().hiddenParameters());
    }

    Marks marks() {
        return marks;
    }

    Dialect.Grammar grammar() {
        return parserText.grammar();
    }

    /**
     * The places to rename.
     *
     * @param labelled whether the statement's columns have labels that somebody sees
     */
    List<TableName> names(boolean labelled) throws SQLException {
        BitSet computed = labelled ? new Labels(text).tokensOfComputedColumns() : new BitSet();
        return names(computed, labelled && areApart());
    }

    /** The places to rename in a write of what it reads, which may have to be copies of single tables. */
    List<TableName> namesOfWrite() throws SQLException {
        boolean sharded = tables.stream().anyMatch(use -> rule.shardedTable(use.name()) != null);
        return names(new BitSet(), sharded || areApart());
    }

    private List<TableName> names(BitSet computed, boolean singles) throws SQLException {
        List<TableName> names = marks.names(computed, renamed(singles));
        marks.addHints(tables, names);
        return names;
    }

    /** Whether the single tables do not all lie on one data source. */
    private boolean areApart() {
        Set<Integer> sources = new HashSet<>();
        for (TableUse use : tables) {
            if (rule.isSingle(use.name())) {
                sources.add(rule.dataSourceOfSingle(use.name()));
            }
        }
        return sources.size() > 1;
    }

    /** The sharded tables, and the declared single ones if these may be copied. */
    private BitSet renamed(boolean singles) {
        BitSet renamed = new BitSet();
        for (TableUse use : tables) {
            if (rule.shardedTable(use.name()) != null || (singles && rule.isDeclaredSingle(use.name()))) {
                renamed.set(use.id());
            }
        }
        return renamed;
    }

    ParserText parserText() {
        return parserText;
    }

    List<TableUse> tables() {
        return tables;
    }

    List<String> functions() {
        return functions;
    }

    List<Block> blocks() {
        List<Block> all = new ArrayList<>();
        for (Block block : blocks) {
            if (block != null) {
                all.add(block);
            }
        }
        return all;
    }

    /** Refuses the statement if the tree has not shown every parameter of the text exactly once. */
    void checkParameters() throws SQLException {
        if (parameters.cardinality() != text.parameterCount() || parameters.length() != text.parameterCount()) {
            throw ErrorCode.UNSTABLE_PARSE.exception("the parameters");
        }
    }

    /** Refuses the statement if it has a variable and a table: each database might have another value for it. */
    void checkVariables() throws SQLException {
        if (variableName != null && !tables.isEmpty()) {
            throw ErrorCode.SESSION_FUNCTION.exception(variableName);
        }
    }

    /** Renames the tables of a locking clause. */
    void locked(LockForm lock, @Nullable Scope scope) throws SQLException {
        for (int token : lock.tables()) {
            String label = Marks.stripQuotes(text.string(token)).toLowerCase(Locale.ROOT);
            TableUse use = scope == null ? null : scope.table(label);
            if (use == null) {
                throw ErrorCode.UNSUPPORTED_SYNTAX.exception("FOR ... OF " + label);
            }
            marks.locked(token, use);
        }
    }

    /** The name of a column that is assigned or listed, in lower case. */
    String columnName(SQLExpr column) throws SQLException {
        if (column instanceof SQLIdentifierExpr identifier) {
            return marks.plain(identifier.getName());
        }
        if (column instanceof SQLPropertyExpr property) {
            return marks.plain(property.getName());
        }
        throw ErrorCode.UNSUPPORTED_SYNTAX.exception(column.getClass().getSimpleName() + " as a column");
    }

    /** Reads a select with everything below it; returns the scope of its one block, or null for a set operation. */
    @Nullable Scope select(SQLSelect select, @Nullable Scope parent) throws SQLException {
        Set<String> outside = commonTables;
        SQLWithSubqueryClause with = select.getWithSubQuery();
        if (with != null) {
            declareCommonTables(with);
            readCommonTables(with, outside, parent);
        }
        Scope scope = query(select.getQuery(), parent);
        Scope sorted = newScope(parent);
        sorted.addDerived("");
        if (select.getOrderBy() != null) {
            walk(select.getOrderBy(), sorted);
        }
        if (select.getLimit() != null) {
            walk(select.getLimit(), sorted);
        }
        commonTables = outside;
        return scope;
    }

    /** The names that common tables have here, in lower case. */
    Set<String> commonTables() {
        return commonTables;
    }

    /** Brings the common tables into sight for the statement itself. */
    void declareCommonTables(SQLWithSubqueryClause with) throws SQLException {
        Set<String> declared = new HashSet<>(commonTables);
        for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
            boolean certain = dialect.commonTablesHideTables() && isRecursive(with) == text.mentions("recursive");
            if (marks.isMarked(entry.getAlias()) && !certain) {
                throw ErrorCode.UNSUPPORTED_SYNTAX.exception(
                        "WITH " + marks.plain(entry.getAlias()) + ", the name of a table that is sharded or broadcast");
            }
            marks.keep(entry.getAlias());
            entry.getColumns().forEach(column -> marks.keep(column.getSimpleName()));
            declared.add(marks.plain(entry.getAlias()));
        }
        commonTables = Set.copyOf(declared);
    }

    private static boolean isRecursive(SQLWithSubqueryClause with) {
        return Boolean.TRUE.equals(with.getRecursive());
    }

    /**
     * Reads the common tables. One with a known table's name hides that table from there on only.
     *
     * @param outside the names that were in sight before they were declared
     */
    void readCommonTables(SQLWithSubqueryClause with, Set<String> outside, @Nullable Scope parent) throws SQLException {
        Set<String> declared = commonTables;
        Set<String> inSight = new HashSet<>(outside);
        for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
            if (isRecursive(with) || !marks.isMarked(entry.getAlias())) {
                inSight.add(marks.plain(entry.getAlias()));
            }
        }
        for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
            if (entry.getSubQuery() == null) {
                throw ErrorCode.UNSUPPORTED_SYNTAX.exception("WITH " + entry.getAlias());
            }
            commonTables = Set.copyOf(inSight);
            select(entry.getSubQuery(), parent);
            inSight.add(marks.plain(entry.getAlias()));
        }
        commonTables = declared;
    }

    private @Nullable Scope query(SQLSelectQuery query, @Nullable Scope parent) throws SQLException {
        if (query instanceof SQLUnionQuery union) {
            NodeTypes.check(union);
            for (SQLSelectQuery relation : union.getRelations()) {
                query(relation, parent);
            }
            Scope outside = newScope(parent);
            outside.addDerived("");
            if (union.getOrderBy() != null) {
                walk(union.getOrderBy(), outside);
            }
            if (union.getLimit() != null) {
                walk(union.getLimit(), outside);
            }
            return null;
        }
        if (query instanceof SQLSelectQueryBlock block) {
            Scope scope = newScope(parent);
            if (block.getInto() != null) {
                throw ErrorCode.UNSUPPORTED_SYNTAX.exception("SELECT ... INTO");
            }
            block(scope, block.getFrom(), block.getWhere());
            walk(block, scope);
            return scope;
        }
        if (query instanceof SQLValuesTableSource || query instanceof SQLValuesQuery) {
            walk(query, newScope(parent));
            return null;
        }
        throw ErrorCode.UNSUPPORTED_SYNTAX.exception(query.getClass().getSimpleName());
    }

    Scope newScope(@Nullable Scope parent) {
        return new Scope(blocks.size(), parent, catalog, marks);
    }

    void block(Scope scope, @Nullable SQLTableSource from, @Nullable SQLExpr where) throws SQLException {
        block(scope, from == null ? List.of() : List.of(from), where);
    }

    /** Records a block: its tables, all combined, are brought into scope first, then its conditions are read. */
    void block(Scope scope, List<SQLTableSource> sources, @Nullable SQLExpr where) throws SQLException {
        int place = blocks.size();
        blocks.add(null);
        List<SQLTableSource> outside = groups;
        groups = new ArrayList<>();
        for (SQLTableSource source : sources) {
            checkJoins(source);
            declare(source, scope);
        }
        List<SQLTableSource> joins = groups;
        groups = outside;
        ConditionReader conditions = new ConditionReader(scope, parserText);
        From tree = null;
        for (SQLTableSource source : sources) {
            From part = from(source, scope);
            tree = tree == null ? part : new From.Join(From.Kind.INNER, tree, part, new Condition.And(List.of()));
        }
        for (SQLTableSource join : joins) {
            walk(join, scope);
        }
        blocks.set(place, new Block(tree, conditions.read(where)));
    }

    /** A comma binds weaker than JOIN, and the parser reads it as a join: right where that cannot matter. */
    private static void checkJoins(SQLTableSource from) throws SQLException {
        List<SQLJoinTableSource.JoinType> types = new ArrayList<>();
        joinTypes(from, types);
        boolean comma = types.contains(SQLJoinTableSource.JoinType.COMMA);
        boolean outer = types.contains(SQLJoinTableSource.JoinType.RIGHT_OUTER_JOIN)
                || types.contains(SQLJoinTableSource.JoinType.FULL_OUTER_JOIN);
        if (comma && outer) {
            throw ErrorCode.UNSTABLE_PARSE.exception("a comma and an outer join in one FROM");
        }
    }

    private static void joinTypes(SQLTableSource source, List<SQLJoinTableSource.JoinType> types) {
        if (source instanceof SQLJoinTableSource join) {
            types.add(join.getJoinType());
            joinTypes(join.getLeft(), types);
            joinTypes(join.getRight(), types);
        }
    }

    private void declare(SQLTableSource source, Scope scope) throws SQLException {
        NodeTypes.check(source);
        SQLTableSource group = group(source);
        String alias = source.getAlias();
        if (alias != null) {
            marks.keep(alias);
        }
        if (source instanceof SQLJoinTableSource join) {
            declare(join.getLeft(), scope);
            declare(join.getRight(), scope);
        } else if (source instanceof SQLExprTableSource table) {
            declareTable(table, scope);
        } else if (group != null) {
            checkJoins(group);
            declare(group, scope);
            groups.add(group);
        } else {
            scope.addDerived(alias == null ? "" : marks.plain(alias));
            if (source instanceof SQLSubqueryTableSource derived) {
                select(derived.getSelect(), scope);
            } else if (source instanceof SQLUnionQueryTableSource union) {
                query(union.getUnion(), scope);
            } else if (source instanceof SQLValuesTableSource values) {
                walk(values, scope);
            } else {
                throw ErrorCode.UNSUPPORTED_SYNTAX.exception(source.getClass().getSimpleName());
            }
        }
    }

    /** The join that a derived table stands for, or null if it is one of the user's own. */
    private @Nullable SQLTableSource group(SQLTableSource source) {
        return source instanceof SQLSubqueryTableSource derived
                        && parserText.forms().isGroup(source.getAlias())
                        && derived.getSelect().getQuery() instanceof SQLSelectQueryBlock block
                ? block.getFrom()
                : null;
    }

    private void declareTable(SQLExprTableSource source, Scope scope) throws SQLException {
        SQLExpr expr = source.getExpr();
        String alias = source.getAlias();
        if (source.getSampling() != null || source.getPartitionSize() > 0) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception("a sample or a partition of a table");
        }
        if (!source.getColumns().isEmpty()) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception("new names for the columns of a table");
        }
        if (expr instanceof SQLMethodInvokeExpr) {
            scope.addDerived(alias == null ? "" : marks.plain(alias));
            walk(expr, scope);
            return;
        }
        String name;
        if (expr instanceof SQLIdentifierExpr identifier) {
            name = marks.plain(identifier.getName());
            if (commonTables.contains(name)) {
                marks.keep(identifier.getName());
                scope.addDerived(alias == null ? name : marks.plain(alias));
                return;
            }
        } else if (expr instanceof SQLPropertyExpr property) {
            if (marks.isMarked(property.getName())) {
                throw ErrorCode.FOREIGN_SCHEMA.exception(
                        property.getOwnerName() + "." + marks.plain(property.getName()));
            }
            name = property.toString().toLowerCase(Locale.ROOT);
        } else {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception(expr.getClass().getSimpleName() + " as a table");
        }
        TableUse use = new TableUse(tables.size(), name, alias == null ? name : marks.plain(alias), alias != null);
        tables.add(use);
        scope.add(use);
        sources.put(source, use);
        if (expr instanceof SQLIdentifierExpr identifier) {
            if (marks.isKnown(name) && !marks.isMarked(identifier.getName())) {
                throw ErrorCode.UNSTABLE_PARSE.exception("the table " + name + ", whose name is a keyword too");
            }
            marks.table(identifier.getName(), use);
        }
    }

    private From from(SQLTableSource source, Scope scope) throws SQLException {
        if (source instanceof SQLJoinTableSource join) {
            From left = from(join.getLeft(), scope);
            From right = from(join.getRight(), scope);
            List<TableUse> joined = new ArrayList<>(left.uses());
            joined.addAll(right.uses());
            From.Kind kind =
                    switch (join.getJoinType()) {
                        case COMMA, JOIN, INNER_JOIN, CROSS_JOIN, STRAIGHT_JOIN, NATURAL_JOIN, NATURAL_INNER_JOIN ->
                            From.Kind.INNER;
                        case LEFT_OUTER_JOIN, NATURAL_LEFT_JOIN -> From.Kind.LEFT;
                        case RIGHT_OUTER_JOIN, NATURAL_RIGHT_JOIN -> From.Kind.RIGHT;
                        case FULL_OUTER_JOIN -> From.Kind.FULL;
                        default -> throw ErrorCode.UNSUPPORTED_SYNTAX.exception(String.valueOf(join.getJoinType()));
                    };
            List<Condition> on = new ArrayList<>();
            on.add(new ConditionReader(scope, parserText, joined).read(join.getCondition()));
            for (SQLExpr column : join.getUsing()) {
                on.add(using(left, right, column, scope));
            }
            return new From.Join(kind, left, right, new Condition.And(on));
        }
        SQLTableSource group = group(source);
        if (group != null) {
            return from(group, scope);
        }
        TableUse use = sources.get(source);
        return use != null ? new From.Table(use) : new From.Derived(String.valueOf(source.getAlias()));
    }

    private Condition using(From left, From right, SQLExpr column, Scope scope) throws SQLException {
        if (column instanceof SQLIdentifierExpr identifier) {
            String name = marks.plain(identifier.getName());
            ColumnRef a = scope.columnOf(left.uses(), name);
            ColumnRef b = scope.columnOf(right.uses(), name);
            if (a != null && b != null) {
                return new Condition.Equal(a, b);
            }
        }
        return Condition.other();
    }

    /** What the statement says behind RETURNING. */
    void returning(List<SQLSelectItem> items) {
        returning = items;
    }

    /** Meets what stands behind RETURNING, which sees the columns of the target. */
    void walkReturning(Scope target) throws SQLException {
        for (SQLSelectItem item : returning) {
            walk(item, target);
        }
    }

    /** Meets every node below, up to the borders of other blocks. */
    void walk(SQLObject root, Scope scope) throws SQLException {
        Walk.over(root, grammar(), new Walk.Steps() {
            @Override
            public void node(SQLObject node) throws SQLException {
                meet(node, scope);
            }

            @Override
            public void subquery(SQLSelect select) throws SQLException {
                select(select, scope);
            }
        });
    }

    private void meet(SQLObject node, Scope scope) throws SQLException {
        NodeTypes.check(node);
        if (node instanceof SQLVariantRefExpr variable) {
            variable(variable);
        } else if (node instanceof SQLMethodInvokeExpr call) {
            function(call.getMethodName());
            if (Functions.isSequence(call.getMethodName().toLowerCase(Locale.ROOT))
                    && !call.getArguments().isEmpty()) {
                functions.add("a seeded sequence");
            }
        } else if (node instanceof SQLMatchAgainstExpr) {
            functions.add("match ... against");
        } else if (node instanceof SQLAggregateExpr aggregate) {
            function(aggregate.getMethodName());
            if (aggregate.getFilter() != null) {
                walk(aggregate.getFilter(), scope);
            }
        } else if (node instanceof SQLPropertyExpr property) {
            qualified(property, scope);
        } else if (node instanceof SQLAllColumnExpr all && all.getOwner() instanceof SQLIdentifierExpr owner) {
            qualifier(owner.getName(), scope);
        } else if (node instanceof SQLDefaultExpr) {
            functions.add("default");
        } else if (node instanceof SQLCurrentTimeExpr || node instanceof SQLCurrentUserExpr) {
            functions.add("current_timestamp");
        } else if (node instanceof SQLIdentifierExpr identifier) {
            bareName(identifier, scope);
        } else if (node instanceof SQLSelectItem item && item.getAlias() != null) {
            marks.keep(item.getAlias());
        }
    }

    private void variable(SQLVariantRefExpr variable) throws SQLException {
        if (variable.getName().equals("?")) {
            int parameter = parserText.forms().parameter(variable.getIndex());
            if (parameter < 0 || parameters.get(parameter)) {
                throw ErrorCode.UNSTABLE_PARSE.exception("the parameters");
            }
            parameters.set(parameter);
        } else if (SystemVariables.areNeutral(text)) {
            variableName = variable.getName();
        } else if (!variable.getName().startsWith("@") || !SystemVariables.areOfUser(text)) {
            throw ErrorCode.SESSION_FUNCTION.exception(variable.getName());
        }
    }

    private void function(String name) throws SQLException {
        String lower = name.toLowerCase(Locale.ROOT);
        if (Functions.isOfSession(lower)) {
            throw ErrorCode.SESSION_FUNCTION.exception(name + "()");
        }
        functions.add(lower);
    }

    private void qualified(SQLPropertyExpr property, Scope scope) throws SQLException {
        if (property.getOwner() instanceof SQLIdentifierExpr owner) {
            qualifier(owner.getName(), scope);
        } else if (property.getOwner() instanceof SQLPropertyExpr outer && marks.isMarked(outer.getName())) {
            throw ErrorCode.FOREIGN_SCHEMA.exception(outer.getOwnerName() + "." + marks.plain(outer.getName()));
        }
        if (Functions.isOfSession(marks.plain(property.getName()))) {
            throw ErrorCode.SESSION_FUNCTION.exception(property.getName());
        }
        marks.keep(property.getName());
    }

    /** Decides the mark of a name that stands for a table of the scope; returns the table, or null if it is unknown. */
    @Nullable TableUse qualifier(String owner, Scope scope) {
        TableUse use = scope.table(marks.plain(owner));
        if (use != null && !use.aliased()) {
            marks.qualifier(owner, use);
        } else {
            marks.keep(owner);
        }
        return use;
    }

    /** A bare name is a column, or an owner that {@link #qualified} has decided already. */
    private void bareName(SQLIdentifierExpr identifier, Scope scope) throws SQLException {
        String name = identifier.getName();
        boolean owner = identifier.getParent() instanceof SQLPropertyExpr property && property.getOwner() == identifier;
        if (!owner
                && marks.isMarked(name)
                && dialect.grammar() == Dialect.Grammar.POSTGRESQL
                && scope.isLabel(marks.plain(name))) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception(
                    "the bare name " + marks.plain(name) + ", which may mean a whole row; " + scope);
        }
        marks.keep(name);
        if (Functions.isCallWithoutParentheses(marks.plain(name))) {
            functions.add(marks.plain(name));
        }
    }
}

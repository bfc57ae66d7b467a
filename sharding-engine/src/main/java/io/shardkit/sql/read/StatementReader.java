package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLLimit;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUnionQuery;
import com.alibaba.druid.sql.ast.statement.SQLValuesQuery;
import com.alibaba.druid.sql.ast.statement.SQLValuesTableSource;
import com.alibaba.druid.sql.ast.statement.SQLWithSubqueryClause;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.form.ParserText;
import io.shardkit.sql.form.RenamedTables;
import io.shardkit.sql.form.TableMarkers;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what all kinds of statements have in common into tables and query blocks, from the parser's tree: {@link
 * CommonTables} its WITH, {@link FromReader} its tables, {@link ConditionReader} its conditions, and {@link NodeReader}
 * meets every node. The readers of one kind of statement, {@link QueryReader}, {@link WriteReader} and {@link
 * InsertReader}, use it.
 */
public final class StatementReader {
    private final ParserText parserText;
    private final PlainRows plainRows;
    private final TableMarkers marks;
    private final Catalog catalog;
    private final Set<String> values;
    private final List<TableUse> tables = new ArrayList<>();
    private final List<@Nullable Block> blocks = new ArrayList<>();
    private final RenamedTables names;
    private final CommonTables commonTables;
    private final NodeReader nodes;
    private final NodeReader.Subqueries subqueries = new OwnSubqueries();
    private List<SQLSelectItem> returning = List.of();

    /** @param plainRows rows to insert that the parser does not see */
    public StatementReader(
            SqlText text,
            PlainRows plainRows,
            ParserText parserText,
            TableMarkers marks,
            ShardMap rule,
            Catalog catalog,
            Dialect dialect) {
        this.parserText = parserText;
        this.plainRows = plainRows;
        this.marks = marks;
        this.catalog = catalog;
        this.values = dialect.text().valueWords();
        this.names = new RenamedTables(text, marks, rule, tables);
        this.nodes = new NodeReader(
                text, dialect, parserText, marks, new OperandFunctions(text, catalog, dialect, marks), subqueries);
        this.commonTables = new CommonTables(text, dialect, nodes, subqueries);
    }

    TableMarkers marks() {
        return marks;
    }

    ParserText parserText() {
        return parserText;
    }

    PlainRows plainRows() {
        return plainRows;
    }

    List<TableUse> tables() {
        return tables;
    }

    CommonTables commonTables() {
        return commonTables;
    }

    NodeReader nodes() {
        return nodes;
    }

    RenamedTables names() {
        return names;
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

    /** The facts of the statement that others have, too. */
    ParsedStatement.Parts parts(SqlText text, List<Block> blocks, List<TableName> names) throws SQLException {
        return new ParsedStatement.Parts(text, tables, blocks, names, unknownColumns());
    }

    /** The names that are used as those of columns, and that no table in sight is known to have. */
    Set<String> unknownColumns() throws SQLException {
        Set<String> unknown = new HashSet<>(nodes.unknownColumns());
        for (String name : nodes.namesOfItems()) {
            if (!mayHave(name)) {
                unknown.add(name);
            }
        }
        return unknown;
    }

    /** Returns true if a table of the statement has the column, or has unknown columns. */
    private boolean mayHave(String column) throws SQLException {
        for (TableUse use : tables) {
            Table table = catalog.table(use.name());
            if (table == null || table.column(column) != null) {
                return true;
            }
        }
        return false;
    }

    /** The name of a column that is assigned or listed, in lower case. */
    String columnName(SQLExpr column) throws SQLException {
        if (column instanceof SQLIdentifierExpr identifier) {
            return marks.plain(identifier.getName());
        }
        if (column instanceof SQLPropertyExpr property) {
            return marks.plain(property.getName());
        }
        throw ShardingExceptions.of(
                ErrorCode.UNSUPPORTED_SYNTAX, column.getClass().getSimpleName() + " as a column");
    }

    /** Reads a select with everything below it; returns the scope of its one block, or null for a set operation. */
    @Nullable Scope select(SQLSelect select, @Nullable Scope parent) throws SQLException {
        Set<String> outside = commonTables.inSight();
        SQLWithSubqueryClause with = select.getWithSubQuery();
        if (with != null) {
            commonTables.declare(with);
            commonTables.read(with, outside, parent);
        }
        Scope scope = query(select.getQuery(), parent);
        walkEnd(select.getOrderBy(), select.getLimit(), parent);
        commonTables.restore(outside);
        return scope;
    }

    /** Reads a query, which may be a set operation. */
    @Nullable Scope query(SQLSelectQuery query, @Nullable Scope parent) throws SQLException {
        if (query instanceof SQLUnionQuery union) {
            NodeTypes.check(union);
            for (SQLSelectQuery relation : union.getRelations()) {
                query(relation, parent);
            }
            walkEnd(union.getOrderBy(), union.getLimit(), parent);
            return null;
        }
        if (query instanceof SQLSelectQueryBlock block) {
            Scope scope = newScope(parent);
            if (block.getInto() != null) {
                throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "SELECT ... INTO");
            }
            block(scope, block.getFrom(), block.getWhere());
            nodes.walk(block, scope);
            return scope;
        }
        if (query instanceof SQLValuesTableSource || query instanceof SQLValuesQuery) {
            nodes.walk(query, newScope(parent));
            return null;
        }
        throw ShardingExceptions.of(
                ErrorCode.UNSUPPORTED_SYNTAX, query.getClass().getSimpleName());
    }

    /** Walks the clauses at the end of a whole query, which see the columns of its result. */
    private void walkEnd(@Nullable SQLOrderBy orderBy, @Nullable SQLLimit limit, @Nullable Scope parent)
            throws SQLException {
        Scope result = newScope(parent);
        result.addDerived("");
        if (orderBy != null) {
            nodes.walk(orderBy, result);
        }
        if (limit != null) {
            nodes.walk(limit, result);
        }
    }

    Scope newScope(@Nullable Scope parent) {
        return new Scope(blocks.size(), parent, catalog, marks, values);
    }

    void block(Scope scope, @Nullable SQLTableSource from, @Nullable SQLExpr where) throws SQLException {
        block(scope, from == null ? List.of() : List.of(from), where);
    }

    /** Records a block: its tables, all combined, are brought into scope first, then its conditions are read. */
    void block(Scope scope, List<SQLTableSource> sources, @Nullable SQLExpr where) throws SQLException {
        int place = blocks.size();
        blocks.add(null);
        From from = new FromReader(scope, tables, commonTables, nodes, subqueries).read(sources);
        blocks.set(place, new Block(from, new ConditionReader(scope, parserText).read(where)));
    }

    /** Sets the items after RETURNING. */
    void returning(List<SQLSelectItem> items) {
        returning = items;
    }

    /** Walks the items after RETURNING, which see the columns of the target. */
    void walkReturning(Scope target) throws SQLException {
        for (SQLSelectItem item : returning) {
            nodes.walk(item, target);
        }
    }

    /** Reads the subqueries that the node reader meets as parts of this statement. */
    private final class OwnSubqueries implements NodeReader.Subqueries {
        @Override
        public @Nullable Scope select(SQLSelect select, @Nullable Scope parent) throws SQLException {
            return StatementReader.this.select(select, parent);
        }

        @Override
        public @Nullable Scope query(SQLSelectQuery query, @Nullable Scope parent) throws SQLException {
            return StatementReader.this.query(query, parent);
        }
    }
}

package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLSubqueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import io.shardkit.sql.form.TableMarkers;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The query whose rows a MERGE matches with those of its table. Where it gives each row by itself, the ON that matches its
 * columns demands the same of the rows below: the query's block is read as if it did.
 */
final class MergeSource {
    private final SqlText text;
    private final StatementReader reader;
    private final Scope scope;

    /** @param scope of the MERGE itself */
    MergeSource(SqlText text, StatementReader reader, Scope scope) {
        this.text = text;
        this.reader = reader;
        this.scope = scope;
    }

    /** The blocks of the statement; the second is that of the query. */
    List<Block> blocks(SQLTableSource source, SQLExpr on) throws SQLException {
        List<Block> blocks = reader.blocks();
        if (source instanceof SQLSubqueryTableSource derived
                && derived.getSelect().getQuery() instanceof SQLSelectQueryBlock query
                && derived.getSelect().getWithSubQuery() == null
                && isOfEachRow(query)) {
            Block block = blocks.get(1);
            List<Condition> demanded = new ArrayList<>(List.of(block.where()));
            demand(on, reader.marks().plain(source.getAlias()), columns(derived, query, block.from()), demanded);
            blocks.set(1, new Block(block.from(), new Condition.And(demanded)));
        }
        return blocks;
    }

    private boolean isOfEachRow(SQLSelectQueryBlock query) {
        RowClauses rows = new RowClauses(text);
        return query.getGroupBy() == null
                && query.getDistionOption() == 0
                && !rows.hasNestedLimit()
                && !rows.hasWindow()
                && reader.nodes().functions().stream().allMatch(Functions::isRowWise);
    }

    /** By their names, the query's columns that are those of its tables. */
    private Map<String, ColumnRef> columns(
            SQLSubqueryTableSource derived, SQLSelectQueryBlock query, @Nullable From from) {
        TableMarkers marks = reader.marks();
        List<SQLSelectItem> items = query.getSelectList();
        boolean listed = derived.getColumns().size() == items.size();
        Map<String, ColumnRef> columns = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).getExpr() instanceof SQLPropertyExpr property
                    && property.getOwner() instanceof SQLIdentifierExpr owner) {
                String alias = items.get(i).getAlias();
                String name = listed
                        ? derived.getColumns().get(i).getSimpleName()
                        : alias == null ? property.getName() : alias;
                for (TableUse use : from == null ? List.<TableUse>of() : from.uses()) {
                    if (use.label().equals(marks.plain(owner.getName()))) {
                        columns.put(marks.plain(name), new ColumnRef(use.id(), marks.plain(property.getName())));
                    }
                }
            }
        }
        return columns;
    }

    private void demand(SQLExpr on, String label, Map<String, ColumnRef> columns, List<Condition> demanded)
            throws SQLException {
        if (on instanceof SQLBinaryOpExpr binary && binary.getOperator() == SQLBinaryOperator.BooleanAnd) {
            demand(binary.getLeft(), label, columns, demanded);
            demand(binary.getRight(), label, columns, demanded);
        } else if (on instanceof SQLBinaryOpExpr binary && binary.getOperator() == SQLBinaryOperator.Equality) {
            ColumnRef left = scope.column(binary.getLeft());
            ColumnRef right = scope.column(binary.getRight());
            ColumnRef below = below(left == null ? binary.getLeft() : binary.getRight(), label, columns);
            ColumnRef target = left == null ? right : left;
            if (target != null && below != null) {
                demanded.add(new Condition.Equal(target, below));
            }
        }
    }

    private @Nullable ColumnRef below(SQLExpr column, String label, Map<String, ColumnRef> columns) {
        return column instanceof SQLPropertyExpr property
                        && property.getOwner() instanceof SQLIdentifierExpr owner
                        && reader.marks().plain(owner.getName()).equals(label)
                ? columns.get(reader.marks().plain(property.getName()))
                : null;
    }
}

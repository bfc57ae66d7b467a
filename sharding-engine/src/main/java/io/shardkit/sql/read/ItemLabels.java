package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLUnionQuery;
import io.shardkit.sql.statement.ItemLabel;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the items of a query's select list whose text is their label and names tables: subqueries without an alias. For
 * the databases that label a computed column with its text.
 */
final class ItemLabels {
    /** The databases take no longer alias. */
    private static final int LONGEST = 255;

    private final SqlText text;
    private final boolean withComments;

    /**
     * @param withComments as {@link io.shardkit.dialect.facts.ClauseRules#labelsBeginWithComments()} says
     */
    ItemLabels(SqlText text, boolean withComments) {
        this.text = text;
        this.withComments = withComments;
    }

    /**
     * @param names the places that are renamed
     */
    List<ItemLabel> of(SQLSelect select, List<TableName> names) {
        List<ItemLabel> labels = new ArrayList<>();
        SQLSelectQueryBlock block = first(select.getQuery());
        int start = block == null ? -1 : start(select);
        if (block == null || start < 0) {
            return labels;
        }
        int depth = text.token(start).depth();
        int end = text.find(start, text.size(), depth, "FROM");
        while (end > 0 && text.is(end - 1, "DISTINCT") && text.isOneOf(end - 2, "IS", "NOT")) {
            end = text.find(end + 1, text.size(), depth, "FROM");
        }
        int first = start + 1;
        while (text.isOneOf(first, "DISTINCT", "ALL", "DISTINCTROW")) {
            first++;
        }
        List<SQLSelectItem> items = block.getSelectList();
        List<int[]> parts = text.split(first, end < 0 ? endWithoutFrom(first, depth) : end, depth);
        if (parts.size() != items.size()) {
            return labels;
        }
        for (int i = 0; i < parts.size(); i++) {
            int[] part = parts.get(i);
            if (items.get(i).getAlias() == null && hasSubquery(part)) {
                Span span = text.span(part[0], part[1]);
                String label = text.sql().substring(text.labelStart(part[0], withComments), span.end());
                if (label.length() <= LONGEST && names.stream().anyMatch(name -> isWithin(name.span(), span))) {
                    labels.add(new ItemLabel(span.end(), label));
                }
            }
        }
        return labels;
    }

    private boolean hasSubquery(int[] part) {
        for (int i = part[0]; i < part[1]; i++) {
            if (text.is(i, "SELECT")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWithin(Span inner, Span outer) {
        return inner.start() >= outer.start() && inner.end() <= outer.end();
    }

    /** A select list without FROM ends with the query, or with what follows it. */
    private int endWithoutFrom(int first, int depth) {
        for (int i = first; i < text.size(); i++) {
            boolean outside = text.token(i).depth() < depth;
            boolean clause = text.token(i).depth() == depth
                    && text.isOneOf(i, "WHERE", "UNION", "EXCEPT", "INTERSECT", "ORDER", "LIMIT", "HAVING");
            if (outside || clause) {
                return i;
            }
        }
        return text.size();
    }

    /**
     * Returns the start of the query itself, which follows its common tables; the first query of a set operation may be
     * in parentheses.
     */
    private int start(SQLSelect select) {
        if (select.getWithSubQuery() != null) {
            return text.find(0, text.size(), 0, "SELECT");
        }
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "SELECT")) {
                return i;
            }
        }
        return -1;
    }

    private static @Nullable SQLSelectQueryBlock first(@Nullable SQLSelectQuery query) {
        SQLSelectQuery left = query;
        while (left instanceof SQLUnionQuery union && !union.getRelations().isEmpty()) {
            left = union.getRelations().get(0);
        }
        return left instanceof SQLSelectQueryBlock block ? block : null;
    }
}

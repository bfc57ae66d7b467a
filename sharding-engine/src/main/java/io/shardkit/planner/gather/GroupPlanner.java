package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.planner.analysis.SelectNames;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.statement.GroupedText;
import io.shardkit.sql.statement.GroupedText.Call;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans the gathering of groups: the units aggregate, their groups are merged on one of their databases, and what the
 * user asks of groups, such as HAVING and expressions over aggregates, is asked of the merged ones. For one query;
 * plans nothing that is not known to be exact.
 */
public final class GroupPlanner {
    private final ParsedStatement.Query query;
    private final SelectClauses clauses;
    private final GroupedText grouped;
    private final Tables tables;
    private final Dialect dialect;
    private final SelectNames names;
    private final int use;
    private final GroupColumns columns;

    private GroupPlanner(
            ParsedStatement.Query query, SelectClauses clauses, GroupedText grouped, Tables tables, Dialect dialect) {
        this.query = query;
        this.clauses = clauses;
        this.grouped = grouped;
        this.tables = tables;
        this.dialect = dialect;
        this.names = new SelectNames(query, clauses, dialect);
        this.use = tables.uses().get(0).id();
        this.columns = new GroupColumns(dialect);
    }

    /**
     * The plan, or null if rows have to be gathered.
     *
     * @param rows how that is done
     */
    public static @Nullable GroupSpec plan(
            ParsedStatement.Query query, Tables tables, Dialect dialect, GatherSpec rows) {
        SelectClauses clauses = query.simple();
        List<TableUse> uses = tables.uses();
        if (clauses == null
                || clauses.special() != null
                || query.blocks().size() != 1
                || uses.size() != 1
                || tables.sharded(uses.get(0).id()) == null) {
            return null;
        }
        GroupedText grouped = GroupedText.of(query.text(), clauses);
        if (grouped == null || (grouped.calls().isEmpty() && clauses.groupBy().isEmpty())) {
            return null;
        }
        return new GroupPlanner(query, clauses, grouped, tables, dialect).spec(rows);
    }

    private @Nullable GroupSpec spec(GatherSpec rows) {
        for (Expression group : clauses.groupBy()) {
            Attempt<Expression> meant = names.groupMeant(group);
            Column column =
                    meant instanceof Refused ? null : column(meant.value().column());
            if (column == null || !columns.addKey(column)) {
                return null;
            }
        }
        SqlTemplate.Editor editor = new SqlTemplate.Editor(query);
        for (Call call : grouped.calls()) {
            String name = nameOf(call);
            if (name == null) {
                return null;
            }
            editor.replace(call.span(), name, List.of());
        }
        if (!areClear(editor)) {
            return null;
        }
        query.text().indexHints().forEach(hint -> editor.replace(hint, "", List.of()));
        if (grouped.ofRows() != null) {
            editor.replace(grouped.ofRows(), "", List.of());
        }
        if (grouped.having() != null) {
            editor.replace(grouped.having(), "WHERE", List.of());
        }
        return new GroupSpec(
                rows,
                columns.items(),
                new SqlTemplate.Editor(query).build(grouped.rows()),
                columns.ofUnits(),
                columns::groups,
                editor.build(),
                withoutRows(),
                columns.groupsOfKeys() ? top().ofGroups(columns.keys()) : null);
    }

    private TopRowsPlanner top() {
        return new TopRowsPlanner(query, tables, dialect, new OwnConditions(query, tables, dialect));
    }

    private @Nullable Column column(@Nullable ColumnRef ref) {
        return ref == null ? null : tables.column(ref);
    }

    private @Nullable Column column(String name) {
        return tables.column(new ColumnRef(use, name));
    }

    /** The name of the column of merged groups that has the aggregate, or null if it is not merged. */
    private @Nullable String nameOf(Call call) {
        Column column = call.column() == null ? null : column(call.column());
        boolean filled = column != null && dialect.extremesLoseForm(column.typeName(), column.definition());
        return filled || (column == null && call.column() != null) ? null : columns.nameOf(call, column);
    }

    /** Returns true if each name in the query of the groups means a group column, or the alias of a select item. */
    private boolean areClear(SqlTemplate.Editor editor) {
        Set<String> aliases = new HashSet<>();
        for (SelectItem item : clauses.items()) {
            Expression expression = item.expression();
            Column named = item.alias() == null ? null : column(item.alias());
            if (named != null && !named.equals(column(expression.column()))) {
                aliases.add(Objects.requireNonNull(item.alias()));
            }
            if (expression.kind() == Kind.STAR) {
                return false;
            }
        }
        for (GroupedText.Name name : grouped.names()) {
            // A second occurrence may mean the alias or the column.
            if (aliases.remove(name.text()) && !isNamedAgain(name)) {
                continue;
            }
            Column column = column(name.text());
            boolean clear = column != null ? columns.hasKey(column) : !name.ofHaving() || isClear(editor, name);
            // The bare label of the table means all of its columns.
            if (!clear || name.text().equals(tables.uses().get(0).label())) {
                return false;
            }
        }
        return true;
    }

    private boolean isNamedAgain(GroupedText.Name name) {
        return grouped.names().stream()
                .anyMatch(other ->
                        other.text().equals(name.text()) && !other.span().equals(name.span()));
    }

    /** The alias of an aggregate in HAVING becomes its column. */
    private boolean isClear(SqlTemplate.Editor editor, GroupedText.Name name) {
        if (!dialect.hasAliasesInHaving()) {
            return true;
        }
        Attempt<Optional<SelectItem>> named = names.aliased(name.text());
        if (named instanceof Refused) {
            return false;
        }
        SelectItem aliased = named.value().orElse(null);
        if (aliased == null) {
            return true;
        }
        String meant = null;
        for (Call call : grouped.calls()) {
            meant = call.span().equals(aliased.expression().span()) ? nameOf(call) : meant;
        }
        if (meant != null) {
            editor.replace(name.span(), meant, List.of());
        }
        return meant != null;
    }

    /** The user's text with its parameters, but without rows. */
    private SqlTemplate withoutRows() {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(query);
        if (clauses.limit() != null) {
            editor.replace(clauses.limit().span(), dialect.clauses().firstRows("0"), List.of());
        } else {
            editor.insert(grouped.end(), " " + dialect.clauses().firstRows("0"), List.of());
        }
        return editor.build();
    }
}

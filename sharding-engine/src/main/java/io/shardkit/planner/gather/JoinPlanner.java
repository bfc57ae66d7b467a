package io.shardkit.planner.gather;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans the copy of a join whose tables lie together in each unit: its groups, where all that the SELECT computes of its rows
 * can be computed of groups, or else its rows. It never copies more rows than the copies of the tables would have. For one
 * SELECT; plans nothing that is not known to be exact.
 */
public final class JoinPlanner {
    private final ParsedStatement.Query query;
    private final SelectClauses clauses;
    private final Block block;
    private final From from;
    private final BlockPlace place;
    private final Tables tables;
    private final Dialect dialect;
    private final OwnConditions conditions;
    private final Partners partners;
    private final GatherSpec rows;

    private JoinPlanner(
            ParsedStatement.Query query,
            SelectClauses clauses,
            BlockPlace place,
            Tables tables,
            Dialect dialect,
            OwnConditions conditions,
            GatherSpec rows) {
        this.query = query;
        this.clauses = clauses;
        this.block = query.blocks().get(0);
        this.from = Objects.requireNonNull(block.from());
        this.place = place;
        this.tables = tables;
        this.dialect = dialect;
        this.conditions = conditions;
        this.partners = new Partners(query, tables, dialect, conditions);
        this.rows = rows;
    }

    /**
     * The plan, or null if each table has to be copied by itself.
     *
     * @param rows how that is done
     * @throws SQLException if a database cannot be asked
     */
    public static @Nullable JoinedSpec plan(
            ParsedStatement.Query query, Tables tables, Dialect dialect, GatherSpec rows) throws SQLException {
        SelectClauses clauses = query.simple();
        if (clauses == null
                || clauses.special() != null
                || query.locking()
                || query.blocks().size() != 1) {
            return null;
        }
        From from = query.blocks().get(0).from();
        boolean ordered = rows.sources().stream()
                .anyMatch(source -> !source.copy().rowOrder().isEmpty());
        if (from == null || from.uses().size() < 2 || !isInner(from) || ordered || hasUnknown(from, tables)) {
            return null;
        }
        OwnConditions conditions = new OwnConditions(query, tables, dialect);
        BlockPlace place = conditions.place(from.uses().get(0));
        boolean plain = place != null
                && isOneSelect(query.text())
                && query.text().indexHints().isEmpty()
                && !aliasesColumn(clauses, new BlockNames(query.text(), place, from, tables));
        return place == null || !plain
                ? null
                : new JoinPlanner(query, clauses, place, tables, dialect, conditions, rows).largest();
    }

    /** Returns true if a name may mean a column or the alias of a select item. */
    private static boolean aliasesColumn(SelectClauses clauses, BlockNames names) {
        return clauses.items().stream().anyMatch(item -> item.alias() != null && names.has(item.alias()));
    }

    private static boolean isInner(From from) {
        return from instanceof From.Table
                || (from instanceof From.Join join
                        && join.kind() == From.Kind.INNER
                        && isInner(join.left())
                        && isInner(join.right()));
    }

    private static boolean hasUnknown(From from, Tables tables) {
        return from.uses().stream().anyMatch(use -> tables.columns(use.id()).isEmpty());
    }

    private static boolean isOneSelect(SqlText text) {
        int selects = 0;
        for (int i = 0; i < text.size(); i++) {
            selects += text.is(i, "SELECT") ? 1 : 0;
        }
        return selects == 1 && text.is(0, "SELECT");
    }

    private @Nullable JoinedSpec largest() throws SQLException {
        List<UnitJoin> joins = new ArrayList<>();
        for (GatherSpec.Source source : rows.sources()) {
            TableUse use = tables.uses().get(source.use());
            if (tables.sharded(source.use()) != null) {
                joins.add(UnitJoin.of(use, block, tables, partners));
            }
        }
        joins.removeIf(this::isShared);
        joins.sort((a, b) -> Long.compare(b.sharded(tables), a.sharded(tables)));
        for (UnitJoin join : joins) {
            JoinedGroups groups = JoinedGroups.of(query, clauses, place, dialect);
            JoinedSpec joined = groups == null ? null : spec(join, groups);
            if (joined == null && join.sharded(tables) > 1) {
                joined = spec(join, null);
            }
            if (joined != null) {
                return joined;
            }
        }
        return null;
    }

    /** Returns true if a table that stays may need the same copy as one of the joined tables. */
    private boolean isShared(UnitJoin join) {
        return dialect.temporaryTables().canBeOpenedTwice()
                && rows.sources().stream()
                        .filter(other -> join.members().stream().noneMatch(member -> member.id() == other.use()))
                        .anyMatch(other -> join.members().stream()
                                .map(this::source)
                                .anyMatch(member -> member != null && member.mayShare(other)));
    }

    /** @param groups what may be selected of groups, or null to copy rows */
    private @Nullable JoinedSpec spec(UnitJoin join, @Nullable JoinedGroups groups) throws SQLException {
        boolean grouped = groups != null;
        if (!grouped && (isDistinct(join) || (!clauses.groupBy().isEmpty() && hasKeys(join)))) {
            return null;
        }
        JoinedColumns columns = new JoinedColumns(tables, dialect);
        SqlTemplate text = new JoinedText(query, place, from, join, tables, dialect, columns).write(groups);
        if (text == null || (columns.keys().isEmpty() && columns.aggregates().isEmpty())) {
            return null;
        }
        if (grouped && (!columns.areGroupable() || hasUniqueKey(join.root(), columns))) {
            return null;
        }
        Filter unit = unit(join, columns);
        String by = grouped ? columns.by() : "";
        JoinedSpec.Groups merge = grouped
                ? new JoinedSpec.Groups(columns.typedItems(), tablesOf(join), columns.mergedItems(), columns.mergedBy())
                : null;
        Set<Integer> joined = new HashSet<>();
        join.members().forEach(member -> joined.add(member.id()));
        return new JoinedSpec(
                rows,
                Objects.requireNonNull(source(join.root())),
                joined,
                new JoinedSpec.JoinedCopy(
                        columns.copied(), columns.items(grouped, false), columns.items(grouped, true), unit, by, merge),
                text,
                withoutRows());
    }

    /** Returns true if the copies of the tables leave out duplicates, which the rows of the join may have. */
    private boolean isDistinct(UnitJoin join) {
        return join.members().stream()
                .map(this::source)
                .anyMatch(source -> source != null && source.copy().distinct() != Copy.Distinct.NO);
    }

    /** Returns true if a primary key may determine what is selected beside it, which a copy of a join has not. */
    private boolean hasKeys(UnitJoin join) {
        return join.members().stream()
                .map(this::source)
                .anyMatch(
                        source -> source != null && !source.copy().primaryKey().isEmpty());
    }

    /** Returns true if each row is a group of its own. */
    private boolean hasUniqueKey(TableUse root, JoinedColumns columns) throws SQLException {
        List<String> names = columns.keys().stream()
                .filter(key -> key.use() == root.id())
                .map(ColumnRef::name)
                .toList();
        List<UniqueKey> keys = tables.uniqueKeys(root);
        return keys != null && keys.stream().anyMatch(key -> key.exact() && names.containsAll(key.columns()));
    }

    private GatherSpec.@Nullable Source source(TableUse use) {
        return rows.sources().stream()
                .filter(source -> source.use() == use.id())
                .findFirst()
                .orElse(null);
    }

    /** FROM and WHERE of a unit: each table filtered by what is known of it alone, and joined. */
    private Filter unit(UnitJoin join, JoinedColumns columns) {
        List<Filter.Piece> pieces = new ArrayList<>();
        List<Integer> parameters = new ArrayList<>();
        String before = " FROM (SELECT * FROM ";
        for (TableUse member : join.members()) {
            GatherSpec.Source source = source(member);
            pieces.add(new Filter.Piece.Text(before));
            pieces.add(name(member));
            Filter filter = source != null ? source.filter(false) : conditions.on(member, place);
            if (filter != null && !filter.isNone()) {
                pieces.add(new Filter.Piece.Text(" WHERE "));
                pieces.addAll(filter.pieces());
                parameters.addAll(filter.sources());
            }
            before = ") " + UnitJoin.label(member.id()) + ", (SELECT * FROM ";
        }
        TableUse last = join.members().get(join.members().size() - 1);
        pieces.add(new Filter.Piece.Text(") " + UnitJoin.label(last.id())));
        Set<String> equal = new LinkedHashSet<>();
        for (Condition.Equal each : join.equal()) {
            equal.add(columns.qualified(each.left()) + " = " + columns.qualified(each.right()));
        }
        if (!equal.isEmpty()) {
            pieces.add(new Filter.Piece.Text(" WHERE " + String.join(" AND ", equal)));
        }
        return new Filter(pieces, parameters);
    }

    /** FROM of the joined tables. */
    private Filter tablesOf(UnitJoin join) {
        List<Filter.Piece> pieces = new ArrayList<>();
        for (TableUse member : join.members()) {
            pieces.add(new Filter.Piece.Text(pieces.isEmpty() ? " FROM " : ", "));
            pieces.add(name(member));
            pieces.add(new Filter.Piece.Text(" " + UnitJoin.label(member.id())));
        }
        return new Filter(pieces, List.of());
    }

    private Filter.Piece name(TableUse member) {
        GatherSpec.Source source = source(member);
        return source != null
                ? new Filter.Piece.Bound(source.routing().table(), source.spelling())
                : new Filter.Piece.Text(Objects.requireNonNull(partners.tableName(member, place)));
    }

    /** The user's text with its parameters, but without rows. */
    private SqlTemplate withoutRows() {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(query);
        Limit limit = clauses.limit();
        if (limit != null) {
            editor.replace(limit.span(), dialect.clauses().firstRows("0"), List.of());
        } else {
            editor.insert(query.text().end(), " " + dialect.clauses().firstRows("0"), List.of());
        }
        return editor.build();
    }
}

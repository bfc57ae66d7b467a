package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plans the copies of joins for single SELECTs of a query. They never have more rows than the copies of the tables would
 * have. For one query.
 */
final class BlockJoins {
    private final SqlText text;
    private final Tables tables;
    private final Dialect dialect;
    private final OwnConditions conditions;
    private final Partners partners;
    private final UnitSubqueries subqueries;
    private final BlockScopes scopes;
    private final TopRowsPlanner top;

    /** The tables whose SELECTs the units of others read. */
    private final Set<Integer> readWithin = new HashSet<>();

    private final GatherSpec rows;

    /** A copy, and the text that reads it. */
    record Planned(JoinedSpec.JoinedCopy copy, List<JoinedText.Replacement> text) {}

    BlockJoins(ParsedStatement.Query query, Tables tables, Dialect dialect, GatherSpec rows) {
        this.text = query.text();
        this.tables = tables;
        this.dialect = dialect;
        this.conditions = new OwnConditions(query, tables, dialect);
        this.partners = new Partners(query, tables, dialect, conditions);
        this.subqueries = new UnitSubqueries(query, tables, dialect, conditions, partners);
        this.scopes = new BlockScopes(query, tables, conditions);
        this.top = new TopRowsPlanner(query, tables, dialect, conditions);
        this.rows = rows;
    }

    /**
     * The copies for one SELECT, which may be none.
     *
     * @param others the number of copies for other SELECTs
     * @throws SQLException if a database cannot be asked
     */
    List<Planned> of(Block block, int others) throws SQLException {
        From from = block.from();
        if (from == null || from.uses().isEmpty() || hasUnknown(from) || isReadWithin(from)) {
            return List.of();
        }
        BlockPlace place = conditions.place(from);
        BlockText read = place == null ? null : new BlockText(text, place);
        boolean readable = read != null
                && !read.isSpecial()
                && !aliasesColumn(read, new BlockNames(text, read.place(), from, tables));
        return readable && read != null ? of(block, from, read, others) : List.of();
    }

    /** Returns true if a name may mean a column or the alias of a select item that is another. */
    private boolean aliasesColumn(BlockText block, BlockNames names) {
        for (int[] item : block.items()) {
            int alias = block.alias(item);
            int last = block.expression(item)[1] - 1;
            boolean same = last - item[0] == (text.is(item[0] + 1, ".") ? 2 : 0)
                    && alias >= 0
                    && text.isName(last)
                    && text.name(last).equals(text.name(alias));
            if (alias >= 0 && !same && names.has(text.name(alias))) {
                return true;
            }
        }
        return false;
    }

    private boolean isReadWithin(From from) {
        return from.uses().stream().anyMatch(use -> readWithin.contains(use.id()));
    }

    private boolean hasUnknown(From from) {
        return from.uses().stream().anyMatch(use -> tables.columns(use.id()).isEmpty());
    }

    /** The largest, and others of tables that are not in it; these copy rows, as groups hide how often a row is there. */
    private List<Planned> of(Block block, From from, BlockText read, int others) throws SQLException {
        List<UnitJoin> joins = new ArrayList<>();
        for (GatherSpec.Source source : rows.sources()) {
            TableUse use = tables.uses().get(source.use());
            boolean whole = from.uses().contains(use) && !from.isNullable(use);
            if (whole && tables.sharded(source.use()) != null) {
                UnitJoin join = UnitJoin.of(use, block, tables, partners);
                joins.add(join.with(subqueries.of(join, from, read.place())));
            }
        }
        joins.removeIf(join -> isShared(join) || isInOrder(join));
        joins.sort((a, b) -> Long.compare(b.sharded(tables), a.sharded(tables)));
        List<Planned> planned = new ArrayList<>();
        Set<TableUse> copied = new HashSet<>();
        for (UnitJoin largest : joins) {
            if (largest.members().stream().anyMatch(copied::contains)) {
                continue;
            }
            int number = others + planned.size();
            JoinedGroups groups = planned.isEmpty()
                    ? JoinedGroups.of(text, read, new BlockNames(text, read.place(), from, tables))
                    : null;
            UnitJoin join = largest;
            Planned found = groups == null ? null : plan(join, from, read, groups, number);
            if (found == null && (join.sharded(tables) > 1 || !join.subqueries().isEmpty())) {
                found = plan(join, from, read, null, number);
            }
            if (found == null && groups != null && join.members().size() > 1 && !isShared(join.alone())) {
                // A condition, or a name, of one of the others may hinder it.
                join = join.alone();
                found = plan(join, from, read, groups, number);
            }
            if (found != null) {
                planned.add(found);
                copied.addAll(join.members());
                join.subqueries()
                        .forEach(subquery -> readWithin.add(subquery.table().id()));
            }
        }
        return planned;
    }

    /** Returns true if rows of a joined table have to lie in an order. */
    private boolean isInOrder(UnitJoin join) {
        return rows.sources().stream()
                .anyMatch(source ->
                        join.reads(source.use()) && !source.copy().rowOrder().isEmpty());
    }

    /** Returns true if a table that stays may need the same copy as one of the joined tables. */
    private boolean isShared(UnitJoin join) {
        return dialect.temporaryTables().canBeOpenedTwice()
                && rows.sources().stream()
                        .filter(other -> !join.reads(other.use()))
                        .anyMatch(other -> rows.sources().stream()
                                .anyMatch(source -> join.reads(source.use()) && source.mayShare(other)));
    }

    /** @param groups what may be selected of groups, or null to copy rows */
    private @Nullable Planned plan(UnitJoin join, From from, BlockText block, @Nullable JoinedGroups groups, int number)
            throws SQLException {
        boolean grouped = groups != null;
        if (!grouped && (isDistinct(join) || (block.isGrouped() && hasKeys(join)))) {
            return null;
        }
        JoinedColumns columns = new JoinedColumns(number, tables, dialect);
        List<JoinedText.Replacement> written =
                new JoinedText(text, block, from, join, tables, dialect, scopes, columns).write(groups);
        if (written == null) {
            return null;
        }
        if (columns.keys().isEmpty() && columns.aggregates().isEmpty()) {
            return null;
        }
        if (grouped && (!columns.areGroupable() || hasUniqueKey(join.root(), columns))) {
            return null;
        }
        String by = columns.by();
        JoinedSpec.Groups merge = grouped
                ? new JoinedSpec.Groups(
                        columns.typedItems(),
                        tablesOf(join, block.place()),
                        by,
                        columns.mergedItems(),
                        columns.mergedBy())
                : null;
        Set<Integer> joined = new HashSet<>();
        join.members().forEach(member -> joined.add(member.id()));
        JoinedSpec.JoinedCopy copy = new JoinedSpec.JoinedCopy(
                Objects.requireNonNull(source(join.root())),
                join.shown(from).id(),
                joined,
                readWithin(join),
                columns.copied(),
                columns.items(grouped, false),
                columns.items(grouped, true),
                columns.names(),
                from(join, block.place()),
                where(join, columns),
                grouped ? (by.isEmpty() ? JoinedColumns.SOME_ROWS : by) : "",
                merge,
                grouped || !join.subqueries().isEmpty() ? null : top.of(join.members(), join.equal()));
        return new Planned(copy, written);
    }

    private static Set<Integer> readWithin(UnitJoin join) {
        Set<Integer> read = new HashSet<>();
        join.subqueries().forEach(subquery -> read.add(subquery.table().id()));
        return read;
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

    /** FROM of a unit: each table filtered by what is known of it alone. */
    private Filter from(UnitJoin join, BlockPlace place) {
        List<Filter.Piece> pieces = new ArrayList<>();
        List<Integer> parameters = new ArrayList<>();
        for (TableUse member : join.members()) {
            GatherSpec.Source source = source(member);
            pieces.add(
                    new Filter.Piece.Text((pieces.isEmpty() ? " FROM" : ",") + " (SELECT " + all(member) + " FROM "));
            pieces.add(name(member, place));
            Filter own = source != null ? source.filter() : conditions.on(member, place);
            Filter filter =
                    Filter.all(List.of(own == null ? Filter.NONE : own, partners.of(member, place, join.members())));
            if (!filter.isNone()) {
                pieces.add(new Filter.Piece.Text(" WHERE "));
                pieces.addAll(filter.pieces());
                parameters.addAll(filter.sources());
            }
            pieces.add(new Filter.Piece.Text(") " + UnitJoin.label(member.id())));
        }
        return new Filter(pieces, parameters);
    }

    /** WHERE of a unit: the equalities that join the tables, and conditions with subqueries. */
    private static Filter where(UnitJoin join, JoinedColumns columns) {
        List<Filter> demands = new ArrayList<>();
        for (Condition.Equal each : join.equal()) {
            String equal = columns.qualified(each.left()) + " = " + columns.qualified(each.right());
            demands.add(new Filter(equal, List.of()));
        }
        join.subqueries().forEach(subquery -> demands.add(subquery.condition()));
        return Filter.all(demands);
    }

    /** The select list of all columns of a table, also of those that {@code *} passes by. */
    private String all(TableUse member) {
        List<Column> all = tables.columns(member.id());
        return all.stream().noneMatch(Column::invisible)
                ? "*"
                : all.stream()
                        .map(column -> dialect.quoted(column.reportedName()))
                        .collect(Collectors.joining(", "));
    }

    /** FROM of the joined tables. */
    private Filter tablesOf(UnitJoin join, BlockPlace place) {
        List<Filter.Piece> pieces = new ArrayList<>();
        for (TableUse member : join.members()) {
            pieces.add(new Filter.Piece.Text(pieces.isEmpty() ? " FROM " : ", "));
            pieces.add(name(member, place));
            pieces.add(new Filter.Piece.Text(" " + UnitJoin.label(member.id())));
        }
        return new Filter(pieces, List.of());
    }

    private Filter.Piece name(TableUse member, BlockPlace place) {
        GatherSpec.Source source = source(member);
        return source != null
                ? new Filter.Piece.Bound(source.routing().table(), source.spelling())
                : new Filter.Piece.Text(Objects.requireNonNull(partners.tableName(member, place)));
    }
}

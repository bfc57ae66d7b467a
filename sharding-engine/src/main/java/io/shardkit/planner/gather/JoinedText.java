package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.BooleanText;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a SELECT over the copy of a join in the place of the joined tables: the first of these becomes the copy, each other
 * one a single row; conditions that the units have checked hold, and names of columns become those of the copy, also in
 * SELECTs that are nested in it. For one SELECT.
 */
final class JoinedText {
    /** A table of one row, in the place of one whose columns are in the copy. */
    private static final String ONE_ROW = "(SELECT 1 AS sk_one)";

    private static final String HOLDS = "1 = 1";

    /** Words in FROM that say more of tables than which they are and that they are joined. */
    private static final String[] OF_TABLES = {
        "NATURAL", "USING", "LATERAL", "FOR", "TABLESAMPLE", "PARTITION", "ONLY", "USE", "FORCE", "IGNORE"
    };

    /** Words that stand for themselves in expressions, also where a column is called so. */
    private static final Set<String> PARTS_OF_TIME = Words.of(
            """
            year month day hour minute second microsecond quarter week date time timestamp interval epoch dow doy zone
            at local""");

    private final SqlText text;
    private final BlockText block;
    private final BlockPlace place;
    private final From from;
    private final UnitJoin join;
    private final Tables tables;
    private final Dialect dialect;
    private final BlockScopes scopes;
    private final BlockNames names;
    private final JoinedColumns columns;
    private final List<Replacement> replacements = new ArrayList<>();

    /** By first token of a condition that the units have checked, the token after it. */
    private final TreeMap<Integer, Integer> checked = new TreeMap<>();

    /** Flag that the units join all tables and check all conditions, so that they compute of the rows that count. */
    private boolean complete;

    /**
     * The replacement of a part of the statement.
     *
     * @param copy the number of the table whose copy it is, or -1
     */
    record Replacement(Span span, String sql, int copy) {
        void in(SqlTemplate.Editor editor) {
            if (copy < 0) {
                editor.replace(span, sql, List.of());
            } else {
                editor.slot(span, copy);
            }
        }
    }

    JoinedText(
            SqlText text,
            BlockText block,
            From from,
            UnitJoin join,
            Tables tables,
            Dialect dialect,
            BlockScopes scopes,
            JoinedColumns columns) {
        this.text = text;
        this.block = block;
        this.place = block.place();
        this.from = from;
        this.join = join;
        this.tables = tables;
        this.dialect = dialect;
        this.scopes = scopes;
        this.columns = columns;
        this.names = new BlockNames(text, place, from, tables);
    }

    /**
     * Returns what is replaced, or null if the SELECT cannot be written so.
     *
     * @param groups what may be selected of groups, or null if the rows of the join are not grouped
     */
    @Nullable List<Replacement> write(@Nullable JoinedGroups groups) {
        List<int[]> conditions = conditions();
        if (conditions == null || !replaceTables(conditions) || (groups != null && dividesUnseen())) {
            return null;
        }
        // The rows of a subquery in a condition may never be asked for.
        complete = (block.isStatement() || block.isReadByName())
                && join.members().containsAll(from.uses())
                && !from.hasDerived();
        for (int i = 0; i < conditions.size(); i++) {
            int[] condition = conditions.get(i);
            complete &= isDemanded(i) && check(BooleanText.of(text, condition[0], condition[1]));
        }
        for (int i = place.select(); i < block.end(); i++) {
            Integer afterChecked = checked.get(i);
            int at = i;
            if (afterChecked != null) {
                replace(i, afterChecked, HOLDS);
                i = afterChecked - 1;
            } else if (i < place.from() || i >= place.fromEnd() || isWithin(at, conditions)) {
                i = replace(i, groups);
            }
            if (i < 0) {
                return null;
            }
        }
        return replacements;
    }

    private void replace(int first, int afterLast, String sql) {
        replacements.add(new Replacement(text.span(first, afterLast), sql, -1));
    }

    /**
     * Returns true if quotients of aggregates may get other digits: where those depend on the types, sums of sums have
     * more. The types of the statement's select items are compared.
     */
    private boolean dividesUnseen() {
        int first = block.isStatement() ? place.whereEnd() : 0;
        return dialect.dividesByPrecision()
                && IntStream.range(first, text.size()).anyMatch(i -> text.is(i, "/"));
    }

    private static boolean isWithin(int token, List<int[]> conditions) {
        return conditions.stream().anyMatch(condition -> condition[0] <= token && token < condition[1]);
    }

    /** The conditions of joins and WHERE as tokens, or null if a join has others. */
    private @Nullable List<int[]> conditions() {
        List<int[]> conditions = new ArrayList<>();
        for (int[] on : place.joins(text)) {
            if (on == null || on[0] >= on[1]) {
                return null;
            }
            conditions.add(on);
        }
        if (conditions.size() != OwnConditions.joins(from).size()) {
            return null;
        }
        if (place.where() + 1 < place.whereEnd()) {
            conditions.add(new int[] {place.where() + 1, place.whereEnd()});
        }
        return conditions;
    }

    /** Returns true if no row that fails the condition, one of those of joins or the last of all, is a part of the result. */
    private boolean isDemanded(int condition) {
        List<From.Join> joins = OwnConditions.joins(from);
        return condition >= joins.size() || isDemanded(from, joins.get(condition));
    }

    @SuppressWarnings("ReferenceEquality") // nodes of the tree are the same or are not
    private static boolean isDemanded(From from, From.Join join) {
        if (!(from instanceof From.Join outer)) {
            return false;
        }
        return switch (outer.kind()) {
            case INNER -> outer == join || isDemanded(outer.left(), join) || isDemanded(outer.right(), join);
            case LEFT -> isDemanded(outer.left(), join);
            case RIGHT -> isDemanded(outer.right(), join);
            case FULL -> false;
        };
    }

    /** Replaces the joined tables; false if something else than tables and queries is in FROM. */
    private boolean replaceTables(List<int[]> conditions) {
        List<TableUse> uses = from.uses();
        int listed = 0;
        for (int i = place.from() + 1; i < place.fromEnd(); i++) {
            if (isWithin(i, conditions)) {
                continue;
            }
            if (BlockPlace.opensQuery(text, i)) {
                i = text.find(i + 1, text.size(), text.token(i).depth(), ")");
                continue;
            }
            boolean calls = text.isName(i) && text.is(i + 1, "(") && !text.isOneOf(i, "JOIN", "STRAIGHT_JOIN");
            if (text.isOneOf(i, OF_TABLES) || calls || !(text.isName(i) || text.isOneOf(i, "(", ")", ","))) {
                return false;
            }
            if (place.lists(text, i) && !text.is(i, "(")) {
                TableUse use = listed < uses.size() ? uses.get(listed) : null;
                if (use == null || !text.name(i).equals(use.name())) {
                    continue;
                }
                boolean shown = join.shown(from).equals(use);
                if (shown && tables.sharded(use.id()) == null) {
                    replacements.add(new Replacement(text.span(i, i + 1), "", use.id()));
                } else if (join.has(use) && !shown) {
                    String label = use.aliased() ? "" : " " + text.string(i);
                    replace(i, i + 1, ONE_ROW + label);
                }
                listed++;
            }
        }
        return listed == uses.size();
    }

    /** Finds the conditions that the units have checked, all of which the SELECT demands; returns true if there are no others. */
    private boolean check(BooleanText condition) {
        if (condition instanceof BooleanText.And and) {
            boolean all = true;
            for (BooleanText part : and.parts()) {
                all &= check(part);
            }
            return all;
        }
        if (condition instanceof BooleanText.Or or
                && join.members().stream().anyMatch(member -> isOwn(or, tableCondition(member)))) {
            checked.put(or.from(), or.to());
            return true;
        }
        if (condition instanceof BooleanText.Leaf leaf && (isOwn(leaf) || joins(leaf) || asks(leaf))) {
            checked.put(leaf.from(), leaf.to());
            return true;
        }
        return false;
    }

    private boolean asks(BooleanText.Leaf leaf) {
        return join.subqueries().stream().anyMatch(subquery -> subquery.leaf().equals(leaf));
    }

    private boolean isOwn(BooleanText.Leaf leaf) {
        return join.members().stream().anyMatch(member -> isOwn(leaf, tableCondition(member)));
    }

    private TableCondition tableCondition(TableUse member) {
        return new TableCondition(text, member, names, dialect);
    }

    /** Returns true if all of it is of one table, so that no part of it was left out when that was filtered. */
    private static boolean isOwn(BooleanText condition, TableCondition one) {
        if (condition instanceof BooleanText.Leaf leaf) {
            return !one.filter(leaf, false).isNone();
        }
        List<BooleanText> parts =
                condition instanceof BooleanText.And and ? and.parts() : ((BooleanText.Or) condition).parts();
        return parts.stream().allMatch(part -> isOwn(part, one));
    }

    /** Returns true if it is one of the equalities that join the tables in their unit. */
    private boolean joins(BooleanText.Leaf leaf) {
        int left = leaf.from();
        int operator = left + (text.is(left + 1, ".") ? 3 : 1);
        int right = operator + 1;
        int end = right + (text.is(right + 1, ".") ? 3 : 1);
        ColumnRef first = text.is(operator, "=") && end == leaf.to() ? column(left) : null;
        ColumnRef second = first == null ? null : column(right);
        return first != null
                && second != null
                && (join.equal().contains(new Condition.Equal(first, second))
                        || join.equal().contains(new Condition.Equal(second, first)));
    }

    /** The column of a joined table that a name means for certain, or null. */
    private @Nullable ColumnRef column(int token) {
        boolean qualified = text.is(token + 1, ".");
        int name = qualified ? token + 2 : token;
        if (!text.isName(token) || !text.isName(name) || text.is(name + 1, ".") || text.is(token - 1, ".")) {
            return null;
        }
        for (TableUse member : join.members()) {
            if (names.column(member, qualified ? text.name(token) : null, text.name(name)) != null) {
                return new ColumnRef(member.id(), text.name(name));
            }
        }
        return null;
    }

    /** Replaces what stands at a token; returns its last token, or -1 if it is not certain what it means. */
    private int replace(int i, @Nullable JoinedGroups groups) {
        boolean own = scopes.isOwn(i, place);
        if (own && text.is(i, "*") && text.isOneOf(i - 1, "SELECT", "DISTINCT", "ALL", ",", ".")) {
            return isOfExists(i) ? i : -1;
        }
        if (!text.isName(i)) {
            return i;
        }
        if (text.is(i + 1, "(") && text.token(i).kind() == Token.Kind.WORD) {
            return own && groups != null && block.isAggregate(i) ? aggregate(i, groups) : i;
        }
        return replaceName(i, groups);
    }

    /** Returns true if the asterisk is all that an EXISTS selects. */
    private boolean isOfExists(int star) {
        return star == place.select() + 1
                && star + 1 == place.from()
                && text.is(star - 2, "(")
                && text.is(star - 3, "EXISTS");
    }

    private boolean isAlias(int token) {
        return token < place.from() && block.items().stream().anyMatch(item -> block.alias(item) == token);
    }

    private int replaceName(int i, @Nullable JoinedGroups groups) {
        if (isAlias(i) || scopes.isTable(text, i)) {
            return i;
        }
        boolean qualified = text.is(i + 1, ".");
        int name = qualified ? i + 2 : i;
        if (qualified && text.is(name, "*") && !isLabel(text.name(i))) {
            return name;
        }
        if (!text.isName(name) || (qualified && text.is(name + 1, "."))) {
            return -1;
        }
        if (qualified ? !isLabel(text.name(i)) : text.is(i - 1, "AS") || !isOfMember(text.name(i))) {
            // A bare name of a table means all of its columns.
            return !qualified && isLabel(text.name(i)) && !text.is(i - 1, "AS") ? -1 : name;
        }
        Boolean ours = scopes.isOf(place, i, qualified ? text.name(i) : null, text.name(name));
        if (ours == null || !ours) {
            return ours == null ? -1 : name;
        }
        ColumnRef column = column(i);
        if (column == null) {
            return -1;
        }
        boolean value = text.token(name).kind() == Token.Kind.WORD && PARTS_OF_TIME.contains(text.name(name));
        String copied = !qualified && value ? null : columns.add(column);
        if (copied == null || (groups != null && !groups.mayShow(i, column, columns.extremeKeepsForm(column)))) {
            return -1;
        }
        replace(i, name + 1, copied + label(i, name));
        return name;
    }

    /** The alias that keeps the name of a select item which is one column. */
    private String label(int first, int name) {
        boolean named = !block.isStatement()
                && block.items().stream().anyMatch(item -> item[0] == first && item[1] == name + 1);
        return named ? " AS " + text.string(name) : "";
    }

    private boolean isLabel(String name) {
        return join.members().stream().anyMatch(member -> member.label().equals(name));
    }

    /** Returns true if a joined table has a column of that name. */
    private boolean isOfMember(String name) {
        return join.members().stream().anyMatch(member -> tables.column(new ColumnRef(member.id(), name)) != null);
    }

    /** Replaces an aggregate by one over the units' aggregates, or leaves it if duplicates do not change it. */
    private int aggregate(int i, JoinedGroups groups) {
        int close = text.find(i + 2, text.size(), text.token(i + 1).depth(), ")");
        if (close < 0) {
            return -1;
        }
        boolean distinct = text.is(i + 2, "DISTINCT");
        if (distinct && text.isOneOf(i, "COUNT", "SUM", "MIN", "MAX")) {
            return groups.within(i, close);
        }
        String merged = distinct ? null : merged(i, close);
        if (merged != null) {
            replace(i, close + 1, merged);
            return mayRename(i, close + 1) ? close : -1;
        }
        return text.isOneOf(i, "MIN", "MAX") ? groups.within(i, close) : -1;
    }

    /** Returns true if no statement around it can read a select item by the name that it has of an aggregate. */
    private boolean mayRename(int first, int afterLast) {
        return !block.isReadByName()
                || block.items().stream()
                        .noneMatch(item -> item[0] <= first && afterLast <= item[1] && block.alias(item) < 0);
    }

    private @Nullable String merged(int call, int close) {
        String function = text.word(call);
        boolean all = function.equals("COUNT") && close == call + 3 && text.isOneOf(call + 2, "*", "1");
        if (all) {
            return count(columns.add(function, "*", null));
        }
        boolean condition = text.isOneOf(call, "BOOL_AND", "BOOL_OR", "EVERY");
        UnitExpression argument = new UnitExpression(text, this::column, tables, dialect, columns::qualified);
        if (!argument.read(call + 2, close, condition) || !(complete || argument.neverFails())) {
            return null;
        }
        String sql = argument.sql();
        Column only = argument.only();
        return switch (function) {
            case "COUNT" -> count(columns.add(function, sql, null));
            case "SUM" -> argument.isExact() ? sum(argument) : null;
            case "AVG" -> argument.isExact() && hasDigits(call, close + 1) ? average(sql) : null;
            case "MIN", "MAX" ->
                only != null && argument.hasExtremes()
                        ? columns.add(function, sql, only).merged()
                        : null;
            case "BOOL_AND", "BOOL_OR", "EVERY" ->
                columns.add(function, sql, null).merged();
            default -> null;
        };
    }

    /**
     * Returns true if an average made of a sum has all digits that are seen of it. Where quotients are rounded when they are
     * shown only, the database computes and compares its own averages with more digits than it shows.
     */
    private boolean hasDigits(int call, int afterLast) {
        return !dialect.sumsUnroundedQuotients()
                || block.items().stream().anyMatch(item -> {
                    int[] expression = block.expression(item);
                    return expression[0] == call && expression[1] == afterLast && isOnlyShown(block.alias(item));
                });
    }

    /**
     * Returns true if nothing in the statement has the name of a select item, and nothing is ordered by the number of one.
     *
     * @param alias the token of the name, or -1
     */
    private boolean isOnlyShown(int alias) {
        return IntStream.range(0, text.size()).noneMatch(i -> {
            boolean named =
                    alias >= 0 && i != alias && text.isName(i) && text.name(i).equals(text.name(alias));
            boolean ordinal = text.token(i).kind() == Token.Kind.NUMBER && text.isOneOf(i - 1, "BY", ",");
            return named || (ordinal && i >= place.whereEnd());
        });
    }

    private String count(JoinedColumns.Aggregate counted) {
        return dialect.asCount("COALESCE(" + counted.merged() + ", 0)");
    }

    private String sum(UnitExpression argument) {
        String merged = columns.add("SUM", argument.sql(), null).merged();
        return argument.addsToWhole() ? dialect.asCount(merged) : merged;
    }

    private @Nullable String average(String argument) {
        String sum = columns.add("SUM", argument, null).merged();
        return dialect.averageOf(sum, columns.add("COUNT", argument, null).merged());
    }
}

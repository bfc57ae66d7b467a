package io.shardkit.planner.gather;

import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.BooleanText;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a SELECT over the copy of a join in the place of the joined tables: the first of these becomes the copy, each other
 * one a single row; conditions that the units have checked hold, and names of columns become those of the copy. For one
 * SELECT without others in it, all of whose joins are inner ones.
 */
final class JoinedText {
    /** The first letters of the names that are made here. */
    private static final String OWN_NAMES = "sk_";

    /** A table of one row, in the place of one whose columns are in the copy. */
    private static final String ONE_ROW = "(SELECT 1 AS sk_one)";

    private static final String HOLDS = "1 = 1";

    /** Words in FROM that say more of tables than which they are and that they are joined. */
    private static final String[] OF_TABLES = {
        "NATURAL",
        "USING",
        "LATERAL",
        "LEFT",
        "RIGHT",
        "FULL",
        "OUTER",
        "FOR",
        "TABLESAMPLE",
        "PARTITION",
        "ONLY",
        "USE",
        "FORCE",
        "IGNORE"
    };

    /** Words that stand for themselves in expressions, also where a column is called so. */
    private static final Set<String> PARTS_OF_TIME = Words.of(
            """
            year month day hour minute second microsecond quarter week date time timestamp interval epoch dow doy zone
            at local""");

    private final SqlText text;
    private final BlockPlace place;
    private final From from;
    private final UnitJoin join;
    private final Tables tables;
    private final Dialect dialect;
    private final BlockNames names;
    private final JoinedColumns columns;
    private final SqlTemplate.Editor editor;

    /** By first token of a condition that the units have checked, the token after it. */
    private final TreeMap<Integer, Integer> checked = new TreeMap<>();

    JoinedText(
            ParsedStatement.Query query,
            BlockPlace place,
            From from,
            UnitJoin join,
            Tables tables,
            Dialect dialect,
            JoinedColumns columns) {
        this.text = query.text();
        this.place = place;
        this.from = from;
        this.join = join;
        this.tables = tables;
        this.dialect = dialect;
        this.columns = columns;
        this.names = new BlockNames(text, place, from, tables);
        this.editor = new SqlTemplate.Editor(query);
    }

    /**
     * The text, or null if it cannot be written so.
     *
     * @param groups what may be selected of groups, or null if the rows of the join are not grouped
     */
    @Nullable SqlTemplate write(@Nullable JoinedGroups groups) {
        List<int[]> conditions = conditions();
        if (mentionsOwnNames() || conditions == null || !replaceTables(conditions)) {
            return null;
        }
        if (groups != null && dividesUnseen()) {
            return null;
        }
        for (int[] condition : conditions) {
            check(BooleanText.of(text, condition[0], condition[1]));
        }
        for (int i = 0; i < text.size(); i++) {
            Integer afterChecked = checked.get(i);
            int at = i;
            if (afterChecked != null) {
                editor.replace(text.span(i, afterChecked), HOLDS, List.of());
                i = afterChecked - 1;
            } else if (i < place.from() || i >= place.fromEnd() || isWithin(at, conditions)) {
                i = replace(i, groups);
            }
            if (i < 0) {
                return null;
            }
        }
        return editor.build();
    }

    private boolean mentionsOwnNames() {
        return IntStream.range(0, text.size())
                .anyMatch(i -> text.isName(i) && text.name(i).startsWith(OWN_NAMES));
    }

    /**
     * Returns true if HAVING or ORDER BY may divide aggregates. Some databases choose the digits of a quotient by those of
     * the types, and sums of sums have more; the types of select items alone are compared.
     */
    private boolean dividesUnseen() {
        return IntStream.range(place.whereEnd(), text.size()).anyMatch(i -> text.is(i, "/"));
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
        if (place.where() + 1 < place.whereEnd()) {
            conditions.add(new int[] {place.where() + 1, place.whereEnd()});
        }
        return conditions;
    }

    /** Replaces the joined tables; false if something else than plain tables is in FROM. */
    private boolean replaceTables(List<int[]> conditions) {
        List<TableUse> uses = from.uses();
        int listed = 0;
        for (int i = place.from() + 1; i < place.fromEnd(); i++) {
            if (isWithin(i, conditions)) {
                continue;
            }
            boolean calls = text.isName(i) && text.is(i + 1, "(") && !text.isOneOf(i, "JOIN", "STRAIGHT_JOIN");
            if (text.isOneOf(i, OF_TABLES) || calls || !(text.isName(i) || text.isOneOf(i, "(", ")", ","))) {
                return false;
            }
            if (place.lists(text, i) && !text.is(i, "(")) {
                TableUse use = listed < uses.size() ? uses.get(listed) : null;
                if (use == null || !text.name(i).equals(use.name())) {
                    return false;
                }
                if (join.has(use) && !use.equals(join.root())) {
                    String label = use.aliased() ? "" : " " + text.string(i);
                    editor.replace(text.span(i, i + 1), ONE_ROW + label, List.of());
                }
                listed++;
            }
        }
        return listed == uses.size();
    }

    /** Finds the conditions that the units have checked, all of which the statement demands. */
    private void check(BooleanText condition) {
        if (condition instanceof BooleanText.And and) {
            and.parts().forEach(this::check);
        } else if (condition instanceof BooleanText.Leaf leaf && (isOwn(leaf) || joins(leaf))) {
            checked.put(leaf.from(), leaf.to());
        }
    }

    private boolean isOwn(BooleanText.Leaf leaf) {
        return join.members().stream().anyMatch(member -> !new TableCondition(text, member, names, dialect)
                .filter(leaf, false)
                .isNone());
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
        if (text.is(i, "*") && text.isOneOf(i - 1, "SELECT", "DISTINCT", "ALL", ",", ".")) {
            return -1;
        }
        if (!text.isName(i)) {
            return i;
        }
        if (text.is(i + 1, "(") && text.token(i).kind() == Token.Kind.WORD) {
            boolean aggregate = Functions.isAggregate(text.string(i).toLowerCase(Locale.ROOT));
            return groups != null && aggregate ? aggregate(i, groups) : i;
        }
        return replaceName(i, groups);
    }

    private int replaceName(int i, @Nullable JoinedGroups groups) {
        boolean qualified = text.is(i + 1, ".");
        int name = qualified ? i + 2 : i;
        if (!text.isName(name) || (qualified && text.is(name + 1, "."))) {
            return -1;
        }
        if (!qualified && (text.is(i - 1, "AS") || !names.has(text.name(i)))) {
            // A bare name of a table means all of its columns.
            return isLabel(text.name(i)) && !text.is(i - 1, "AS") ? -1 : i;
        }
        ColumnRef column = column(i);
        if (column == null) {
            return isOfOther(qualified ? text.name(i) : null, text.name(name)) ? name : -1;
        }
        boolean value = text.token(name).kind() == Token.Kind.WORD && PARTS_OF_TIME.contains(text.name(name));
        String copied = !qualified && value ? null : columns.add(column);
        if (copied == null || (groups != null && !groups.mayShow(i, column))) {
            return -1;
        }
        editor.replace(text.span(i, name + 1), copied, List.of());
        return name;
    }

    private boolean isLabel(String name) {
        return join.members().stream().anyMatch(member -> member.label().equals(name));
    }

    /** Returns true if the name means a column of a table that stays. */
    private boolean isOfOther(@Nullable String qualifier, String name) {
        return from.uses().stream()
                .filter(use -> !join.has(use))
                .anyMatch(use -> names.column(use, qualifier, name) != null);
    }

    /** Replaces an aggregate by one over the units' aggregates, or leaves it if duplicates do not change it. */
    private int aggregate(int i, JoinedGroups groups) {
        int close = text.find(i + 2, text.size(), text.token(i + 1).depth(), ")");
        if (close < 0 || text.isOneOf(close + 1, "OVER", "FILTER", "WITHIN")) {
            return -1;
        }
        boolean distinct = text.is(i + 2, "DISTINCT");
        if (distinct && text.isOneOf(i, "COUNT", "SUM", "MIN", "MAX")) {
            return groups.within(i, close);
        }
        String merged = distinct ? null : merged(i, close);
        if (merged != null) {
            editor.replace(text.span(i, close + 1), merged, List.of());
            return close;
        }
        return text.isOneOf(i, "MIN", "MAX") ? groups.within(i, close) : -1;
    }

    private @Nullable String merged(int call, int close) {
        String function = text.word(call);
        boolean all = function.equals("COUNT") && close == call + 3 && text.isOneOf(call + 2, "*", "1");
        if (all) {
            return count(columns.add(function, "*", null));
        }
        JoinedArgument argument =
                JoinedArgument.of(text, call + 2, close, this::column, tables, dialect, columns::qualified);
        if (argument == null) {
            return null;
        }
        return switch (function) {
            case "COUNT" -> argument.column() == null ? null : count(columns.add(function, argument.sql(), null));
            case "SUM" -> argument.isExact() ? sum(columns.add(function, argument.sql(), null), argument) : null;
            case "MIN", "MAX" ->
                argument.hasExtremes()
                        ? columns.add(function, argument.sql(), argument.column())
                                .merged()
                        : null;
            default -> null;
        };
    }

    private String count(JoinedColumns.Aggregate counted) {
        return dialect.asCount("COALESCE(" + counted.merged() + ", 0)");
    }

    private String sum(JoinedColumns.Aggregate added, JoinedArgument argument) {
        return argument.addsToWhole() ? dialect.asCount(added.merged()) : added.merged();
    }
}

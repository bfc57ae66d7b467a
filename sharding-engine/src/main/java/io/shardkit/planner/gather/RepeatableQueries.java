package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.CommonTableUses;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds queries that give the same rows each time a statement asks them, over equal copies of their tables that lie in
 * one order. For one statement.
 */
final class RepeatableQueries {
    private static final Set<String> AGGREGATES = Words.of("COUNT SUM AVG MIN MAX BIT_AND BIT_OR BIT_XOR");

    /** Words before a parenthesis that call nothing. */
    private static final Set<String> NO_CALLS = Words.of(
            """
            AS FROM JOIN STRAIGHT_JOIN EXISTS ANY ALL SOME VALUES ROW UNION EXCEPT INTERSECT INTERVAL CASE XOR LIKE IS DIV
            MOD IN AND OR ON WHERE HAVING SELECT BY NOT WHEN THEN ELSE BETWEEN DISTINCT USING DECIMAL NUMERIC VARCHAR
            DATETIME LATERAL""");

    private static final Set<String> OPERATORS = Words.of("+ - * / % DIV MOD");

    /** Types whose sums have all their digits, in whatever order they are added. */
    private static final Set<String> EXACT_TYPES =
            Words.of("tinyint smallint mediumint int integer bigint decimal numeric bit year");

    private static final Set<String> REDUCING = Words.of("GROUP DISTINCT DISTINCTROW MIN MAX INTERSECT EXCEPT UNION");

    private final SqlText text;
    private final RowClauses rows;
    private final CommonTableUses common;
    private final Set<String> floating;

    /** Names of columns that are no exact numbers, and of which a sum may be a floating one. */
    private final Set<String> inexact;

    private final Set<String> spelled;

    RepeatableQueries(ParsedStatement statement, Tables tables, Dialect dialect, CommonTableUses common) {
        this.text = statement.text();
        this.rows = new RowClauses(text);
        this.common = common;
        List<Column> columns = tables.uses().stream()
                .map(TableUse::id)
                .flatMap(use -> tables.columns(use).stream())
                .toList();
        this.floating = names(columns, Column::floating);
        this.inexact = names(columns, column -> !isExact(column));
        this.spelled = names(columns, column -> dialect.hasSpellings(column.definition(), column.textOrder()));
    }

    private static Set<String> names(List<Column> columns, Predicate<Column> which) {
        return columns.stream().filter(which).map(Column::name).collect(Collectors.toSet());
    }

    private static boolean isExact(Column column) {
        return EXACT_TYPES.contains(column.typeName().toLowerCase(Locale.ROOT).split("\\W", 2)[0]);
    }

    /** Returns true if the query of a common table gives the same rows each time. */
    boolean isRepeatable(CommonTableUses.Entry table) {
        int from = table.open() + 1;
        int to = table.close();
        if (rows.takeRowsInOrder(from, to)) {
            return false;
        }
        for (int i = from; i < to; i++) {
            String word = text.word(i);
            if ((word.startsWith("@") && !word.startsWith("@@")) || (text.is(i + 1, "(") && !isSame(i))) {
                return false;
            }
        }
        return !sumsFloating(table) && !(table.joins() && reducesRows(from, to) && showsSpelled(table));
    }

    /** Returns true if the token before a parenthesis is no call, or a call with the same result each time. */
    private boolean isSame(int i) {
        if (text.token(i).kind() != Token.Kind.WORD) {
            return text.token(i).kind() != Token.Kind.QUOTED || isCommonTable(i);
        }
        return Functions.isSame(text.string(i).toLowerCase(Locale.ROOT))
                || NO_CALLS.contains(text.word(i))
                || AGGREGATES.contains(text.word(i))
                || Functions.isOfClock(text.string(i).toLowerCase(Locale.ROOT))
                || isCommonTable(i);
    }

    private boolean isCommonTable(int token) {
        return common.tables().stream().anyMatch(table -> table.name() == token);
    }

    /** Returns true if a sum may depend on the order in which the rows are added. */
    private boolean sumsFloating(CommonTableUses.Entry table) {
        boolean ofColumns = readsOnlyTables(table);
        for (int i = table.open() + 1; i < table.close(); i++) {
            if (text.isOneOf(i, "SUM", "AVG") && text.is(i + 1, "(")) {
                int close = text.find(i + 2, table.close(), text.token(i + 1).depth(), ")");
                if (mayBeFloating(ofColumns ? i + 2 : 0, ofColumns ? close : text.size())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns true if each column name in the query of a common table names a column of a table. */
    private boolean readsOnlyTables(CommonTableUses.Entry table) {
        int queries = 0;
        for (int i = table.open() + 1; i < table.close(); i++) {
            queries += text.is(i, "SELECT") ? 1 : text.isOneOf(i, "UNION", "EXCEPT", "INTERSECT") ? -1 : 0;
        }
        return queries == 1
                && common.references().stream()
                        .noneMatch(reference -> reference.token() > table.open() && reference.token() < table.close());
    }

    /** Returns true if a part of the SQL may make numbers whose sum depends on the order in which they are added. */
    private boolean mayBeFloating(int from, int to) {
        for (int i = from; i < to; i++) {
            String name = Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT);
            boolean call = text.is(i + 1, "(") && text.token(i).kind() == Token.Kind.WORD;
            boolean known = Functions.isExact(name)
                    || NO_CALLS.contains(text.word(i))
                    || AGGREGATES.contains(text.word(i))
                    || isCommonTable(i);
            boolean operand = isOperand(i);
            if ((call && !known)
                    || (text.token(i).kind() == Token.Kind.NUMBER && name.contains("e"))
                    || text.isOneOf(i, "DOUBLE", "FLOAT", "REAL")
                    || (text.isName(i) && (floating.contains(name) || (operand && inexact.contains(name))))
                    || (operand && text.token(i).kind() == Token.Kind.STRING)
                    || (operand && text.token(i).kind() == Token.Kind.PARAMETER)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the token is an operand of arithmetic or of a sum. */
    private boolean isOperand(int i) {
        int first = text.is(i - 1, ".") ? i - 2 : i;
        return OPERATORS.contains(text.word(i + 1))
                || OPERATORS.contains(text.word(first - 1))
                || (text.is(first - 1, "(") && text.isOneOf(first - 2, "SUM", "AVG"));
    }

    private boolean reducesRows(int from, int to) {
        for (int i = from; i < to; i++) {
            if (REDUCING.contains(text.word(i)) && !(text.is(i, "UNION") && text.is(i + 1, "ALL"))) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the query may show strings that compare as equal, of which the first one found stands for all. */
    private boolean showsSpelled(CommonTableUses.Entry table) {
        boolean ofColumns = readsOnlyTables(table);
        int to = ofColumns ? table.close() : text.size();
        for (int i = ofColumns ? table.open() + 1 : 0; i < to; i++) {
            String name = Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT);
            if (text.is(i, "*") || (text.isName(i) && spelled.contains(name))) {
                return true;
            }
        }
        return false;
    }
}

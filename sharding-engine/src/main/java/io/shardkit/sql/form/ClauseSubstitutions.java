package io.shardkit.sql.form;

import io.shardkit.dialect.facts.ClauseRules;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.sql.text.InsertClauses;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;

/** Gives the parser clauses and operators of several words in forms that it knows, with the same operands. */
final class ClauseSubstitutions {
    private static final String[] FRAMES = {"ROWS", "RANGE", "GROUPS", "BETWEEN", "AND"};

    private final SqlText text;
    private final ClauseRules rules;
    private final Grammar grammar;
    private final Substitutions forms;

    ClauseSubstitutions(SqlText text, ClauseRules rules, Grammar grammar, Substitutions forms) {
        this.text = text;
        this.rules = rules;
        this.grammar = grammar;
        this.forms = forms;
    }

    void apply() {
        for (int i = 0; i < text.size(); i++) {
            switch (text.word(i)) {
                case "{" -> escapeOfLike(i);
                case "MEMBER" -> member(i);
                case "JSON_VALUE" -> jsonValue(i + 1);
                case "PRECEDING", "FOLLOWING" -> parameterOfFrame(i - 1);
                case "EXISTS" -> existsOfNothing(i);
                case "BY" -> quantifierOfGroups(i);
                case "OVERRIDING" -> overriding(i);
                case "WITHIN" -> orderedWindow(i);
                case "COLLATE" -> collation(i);
                default -> {}
            }
        }
    }

    /** {@code LIKE 'a!%' {escape '!'}}, which the drivers write without the braces. */
    private void escapeOfLike(int open) {
        if (text.is(open + 1, "ESCAPE") && text.is(open + 3, "}")) {
            forms.drop(open, open + 1);
            forms.drop(open + 3, open + 4);
        }
    }

    /** {@code a MEMBER OF (b)}: as strong as REGEXP, and no comparison by which rows are found either. */
    private void member(int i) {
        if (rules.hasMemberOf() && text.is(i + 1, "OF") && text.is(i + 2, "(") && text.endsOperand(i - 1)) {
            forms.replace(i, "REGEXP");
            forms.drop(i + 1, i + 2);
        }
    }

    /** Drops the clauses after the path in {@code JSON_VALUE(a, '$.b' RETURNING SIGNED NULL ON EMPTY)}. */
    private void jsonValue(int open) {
        if (!text.is(open, "(")) {
            return;
        }
        int depth = text.token(open).depth();
        int close = text.find(open + 1, text.size(), depth, ")");
        int clause = text.find(open + 1, Math.max(close, 0), depth + 1, "RETURNING", "NULL", "ERROR", "DEFAULT");
        if (clause > 0 && text.endsOperand(clause - 1)) {
            forms.drop(clause, close);
        }
    }

    /** {@code ROWS ? PRECEDING}: the parser takes a number only. */
    private void parameterOfFrame(int i) {
        if (i > 0 && text.token(i).kind() == Token.Kind.PARAMETER && text.isOneOf(i - 1, FRAMES)) {
            forms.replace(i, "1");
        }
    }

    /** {@code EXISTS (SELECT FROM t)}. */
    private void existsOfNothing(int i) {
        if (rules.hasEmptySelectLists()
                && text.is(i + 1, "(")
                && text.is(i + 2, "SELECT")
                && text.isOneOf(i + 3, "FROM", "WHERE", ")")) {
            forms.replace(i + 2, "SELECT 1");
        }
    }

    /** {@code GROUP BY DISTINCT a} and {@code GROUP BY ALL a}: they say something of grouping sets only. */
    private void quantifierOfGroups(int by) {
        if (text.is(by - 1, "GROUP")
                && text.isOneOf(by + 1, "DISTINCT", "ALL")
                && !text.isOneOf(by + 2, "", ",", ".")) {
            forms.drop(by + 1, by + 2);
        }
    }

    /** {@code INSERT INTO t (a) OVERRIDING SYSTEM VALUE VALUES (1)}. */
    private void overriding(int i) {
        if (InsertClauses.isOverriding(text, i)) {
            forms.drop(i, i + 3);
        }
    }

    /** {@code PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) OVER ()}: what it orders by becomes an argument. */
    private void orderedWindow(int within) {
        int open = within + 2;
        boolean ordered = text.is(within - 1, ")")
                && text.is(within + 1, "GROUP")
                && text.is(open, "(")
                && text.is(open + 1, "ORDER")
                && text.is(open + 2, "BY");
        int close = ordered ? text.find(open + 1, text.size(), text.token(open).depth(), ")") : -1;
        if (close > 0 && text.is(close + 1, "OVER") && !text.is(within - 2, "(")) {
            forms.replace(within - 1, ",");
            forms.drop(within, open + 3);
            if (text.isOneOf(close - 1, "ASC", "DESC")) {
                forms.drop(close - 1, close);
            }
        }
    }

    /** Behind a parameter, a parenthesis or a cast the parser knows no COLLATE; it is given an operator. */
    private void collation(int i) {
        boolean cast = text.is(i - 2, "::") && text.isName(i - 1);
        boolean parameter = i > 0 && text.token(i - 1).kind() == Token.Kind.PARAMETER;
        if (grammar.readsCollateOfNamesOnly() && (cast || parameter || text.is(i - 1, ")")) && text.isName(i + 1)) {
            forms.replace(i, "^");
            forms.literal(i + 1, null);
            if (text.is(i + 2, ".") && text.isName(i + 3)) {
                forms.drop(i + 2, i + 4);
            }
        }
    }
}

package io.shardkit.sql.form;

import io.shardkit.dialect.facts.ClauseRules;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.Set;

/** Gives the parser other words for operators and clauses that it does not know, of the same place in an expression. */
final class WordSubstitutions {
    /** The operators of arithmetic and comparison, whose strengths differ also where all others share one. */
    private static final Set<String> WITH_STRENGTH =
            Set.of("+", "-", "*", "/", "%", "^", "<", ">", "=", "<=", ">=", "<>", "!=");

    private static final Set<String> NO_OPERATORS =
            Set.of("(", ")", "[", "]", "{", "}", ",", ";", ".", ":", "::", ":=", "=>");

    private static final String[] AFTER_GROUPS = {"HAVING", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT"};

    private final SqlText text;
    private final ClauseRules rules;
    private final Grammar grammar;
    private final Substitutions forms;

    WordSubstitutions(SqlText text, ClauseRules rules, Grammar grammar, Substitutions forms) {
        this.text = text;
        this.rules = rules;
        this.grammar = grammar;
        this.forms = forms;
    }

    void apply() {
        for (int i = 0; i < text.size(); i++) {
            if (forms.isOriginal(i)) {
                switch (text.token(i).kind()) {
                    case WORD -> word(i);
                    case QUOTED -> {
                        quotes(i);
                        assigned(i);
                    }
                    case SYMBOL -> symbol(i);
                    default -> {}
                }
            }
        }
    }

    /** {@code SET a = "b" + 1}: what begins a value in double quotes is a string to the parser. */
    private void assigned(int i) {
        int column = i - 2;
        while (text.is(column - 1, ".")) {
            column -= 2;
        }
        if (grammar.quote() == '"' && text.is(i - 1, "=") && text.isOneOf(column - 1, "SET", ",")) {
            int last = i;
            while (text.is(last + 1, ".") && text.isName(last + 2)) {
                last += 2;
            }
            if (text.is(last + 1, "(")) {
                last = text.find(last + 2, text.size(), text.token(last + 1).depth(), ")");
            }
            if (last > 0) {
                forms.surround(i, last + 1, "(", ")");
            }
        }
    }

    private void word(int i) {
        if (text.string(i).chars().anyMatch(c -> c > 127)) {
            letters(i);
            return;
        }
        switch (text.word(i)) {
            case "MOD" -> mod(i);
            case "MERGE" -> mergeByKey(i);
            case "ARRAY" -> arrayType(i);
            case "NEXT" -> nextValue(i);
            case "COLLATE" -> collation(i);
            case "AT" -> atTimeZone(i);
            case "ILIKE" -> ilike(i);
            case "OVERLAPS" -> overlaps(i);
            case "WITHIN" -> orderedSet(i);
            case "GROUP" -> ordersOfGroups(i);
            case "ORDER" -> orderOfUpdate(i);
            case "OVER" -> ofNamedWindow(i + 2);
            case "NULLS" -> treatedNulls(i);
            case "ISNULL", "NOTNULL" -> nullTest(i);
            case "ONLY" -> only(i);
            case "POSITION" -> position(i);
            case "JSON_OBJECT", "JSON_OBJECTAGG" -> {
                arguments(i + 1, ":", "VALUE");
                jsonClauses(i + 1);
            }
            case "JSON_ARRAY", "JSON_ARRAYAGG" -> jsonClauses(i + 1);
            case "VALUE" -> value(i);
            case "CURRENT_TIMESTAMP", "LOCALTIMESTAMP", "CURRENT_TIME", "LOCALTIME" -> precision(i + 1);
            case "OVERLAY" -> arguments(i + 1, "PLACING", "FROM", "FOR");
            case "NATURAL" -> natural(i);
            case "MATERIALIZED" -> materialized(i);
            case "GROUPS" -> groupsFrame(i);
            case "EXCLUDE" -> exclude(i);
            default -> {}
        }
    }

    private void quotes(int i) {
        forms.quote(i, grammar.quote());
    }

    /** A name with letters beyond ASCII, which the parser reads in quotes only. */
    private void letters(int i) {
        forms.quote(i, grammar.quote());
    }

    private void collation(int i) {
        if (grammar.needsOperatorForCollate() && text.isName(i + 1)) {
            forms.replace(i, "^");
            forms.literal(i + 1, null);
        }
    }

    /** The parser knows no ESCAPE after ILIKE. */
    private void ilike(int i) {
        boolean operator = text.endsOperand(i - 1) || text.is(i - 1, "NOT");
        if (operator && !text.isOneOf(i + 1, "", ",", ")", "FROM", "ANY", "ALL", "SOME")) {
            forms.replace(i, "LIKE");
        }
    }

    private void overlaps(int i) {
        if (text.is(i - 1, ")") && text.is(i + 1, "(")) {
            forms.replace(i, "<");
        }
    }

    private void orderedSet(int i) {
        if (text.is(i + 1, "GROUP") && text.is(i + 2, "(") && text.is(i - 1, ")")) {
            forms.drop(i, i + 1);
            forms.replace(i + 1, "OVER");
        }
    }

    private void nullTest(int i) {
        if (rules.hasNullTests() && text.endsOperand(i - 1)) {
            forms.replace(i, text.is(i, "ISNULL") ? "IS NULL" : "IS NOT NULL");
        }
    }

    private void only(int i) {
        if (rules.hasInheritance() && text.isOnlyOfTable(i)) {
            forms.drop(i, i + 1);
        }
    }

    private void value(int i) {
        if (text.isOneOf(0, "INSERT", "REPLACE")
                && text.token(i).depth() == 0
                && text.is(i + 1, "(")
                && !text.is(i - 1, "INTO")) {
            forms.replace(i, "VALUES");
        }
    }

    /** NATURAL demands nothing that is known; after some names the parser takes NATURAL for an alias. */
    private void natural(int i) {
        if (text.isOneOf(i + 1, "JOIN", "INNER", "LEFT", "RIGHT", "FULL")) {
            forms.drop(i, i + 1);
        }
    }

    private void groupsFrame(int i) {
        if (text.isOneOf(i + 1, "BETWEEN", "UNBOUNDED", "CURRENT")) {
            forms.replace(i, "ROWS");
        }
    }

    /** The parser prints two signs as one word, which begins a comment. */
    private void signs(int i) {
        forms.replace(i, "- +");
    }

    /** An operator whose strength is that of all others without one of their own. */
    private void operator(int i, String symbol) {
        if (!WITH_STRENGTH.contains(symbol) && !NO_OPERATORS.contains(symbol) && text.endsOperand(i - 1)) {
            forms.replace(i, "||");
        }
    }

    /**
     * Replaces MOD: between two operands MOD is an operator; after a sign the parser knows neither the operator nor the
     * function.
     */
    private void mod(int i) {
        if (!rules.hasModOperator()) {
            return;
        }
        if (!text.is(i + 1, "(") && text.endsOperand(i - 1)) {
            forms.replace(i, "%");
        } else if (text.is(i + 1, "(") && text.isOneOf(i - 1, "+", "-")) {
            forms.replace(i, "POW");
        }
    }

    /** {@code varchar(20) ARRAY} and {@code varchar(20) ARRAY[2]}: other forms of {@code varchar(20)[]}. */
    private void arrayType(int i) {
        if (rules.hasArrays() && text.endsOperand(i - 1)) {
            forms.replace(i, "[]");
            if (text.is(i + 1, "[") && text.is(i + 3, "]")) {
                forms.drop(i + 1, i + 4);
            }
        }
    }

    /** {@code MERGE INTO t (a, b) KEY (a) SELECT ...}: of the structure of an INSERT. */
    private void mergeByKey(int i) {
        int key = i == 0 && rules.mergesByKey() ? text.find(2, text.size(), 0, "KEY") : -1;
        int close = text.is(key + 1, "(") ? text.find(key + 2, text.size(), 0, ")") : -1;
        if (key > 0 && close > 0 && text.isOneOf(close + 1, "SELECT", "WITH")) {
            forms.replace(i, "INSERT");
            forms.drop(key, close + 1);
        }
    }

    /** {@code NEXT VALUE FOR s}: another form of {@code NEXTVAL('s')}. */
    private void nextValue(int i) {
        if (text.is(i + 1, "VALUE") && text.is(i + 2, "FOR") && text.isName(i + 3)) {
            int last = text.is(i + 4, ".") && text.isName(i + 5) ? i + 5 : i + 3;
            forms.replace(i, "NEXTVAL(");
            forms.drop(i + 1, last);
            forms.literal(last, null);
            forms.surround(last, last + 1, "", ")");
        }
    }

    private void atTimeZone(int i) {
        if (text.is(i + 1, "TIME") && text.is(i + 2, "ZONE")) {
            forms.replace(i, "||");
            forms.drop(i + 1, i + 3);
        } else if (text.is(i + 1, "LOCAL")) {
            forms.replace(i, "||");
            forms.literal(i + 1, null);
        }
    }

    /** {@code (w ORDER BY ...)}: the window that this one starts from is no column. */
    private void ofNamedWindow(int i) {
        if (text.is(i - 1, "(")
                && text.isName(i)
                && text.isOneOf(i + 1, "PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS")
                && !text.isOneOf(i, "PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS")) {
            forms.drop(i, i + 1);
        }
    }

    /** {@code GROUP BY a DESC, b}: they demand nothing of the groups themselves. */
    private void ordersOfGroups(int group) {
        if (!rules.ordersGroups() || !text.is(group + 1, "BY")) {
            return;
        }
        int depth = text.token(group).depth();
        int end = text.find(group + 2, text.size(), depth, AFTER_GROUPS);
        for (int i = group + 3;
                i < (end < 0 ? text.size() : end) && text.token(i).depth() >= depth;
                i++) {
            if (text.token(i).depth() == depth && text.isOneOf(i, "ASC", "DESC")) {
                forms.drop(i, i + 1);
            }
        }
    }

    /** {@code UPDATE ... ORDER BY a LIMIT 1}, where the order says nothing. */
    private void orderOfUpdate(int order) {
        if (!rules.ordersUpdates()
                && text.is(0, "UPDATE")
                && text.token(order).depth() == 0
                && text.is(order + 1, "BY")) {
            int end = text.find(order, text.size(), 0, "LIMIT", "FETCH");
            forms.drop(order, end < 0 ? text.size() : end);
        }
    }

    /** {@code FIRST_VALUE(a) IGNORE NULLS OVER (...)}. */
    private void treatedNulls(int i) {
        if (text.isOneOf(i - 1, "IGNORE", "RESPECT") && text.is(i - 2, ")") && text.is(i + 1, "OVER")) {
            forms.drop(i - 1, i + 1);
        }
    }

    private void position(int i) {
        arguments(i + 1, "IN");
        if (grammar.turnsPosition() && text.is(i + 1, "(")) {
            // the parser prints POSITION as another function, with its arguments the other way round
            forms.replace(i, "INSTR");
        }
    }

    /** The parser fails on some calls with a precision. */
    private void precision(int open) {
        if (grammar.failsOnPrecision()
                && text.is(open, "(")
                && text.is(open + 2, ")")
                && text.token(open + 1).kind() == Token.Kind.NUMBER) {
            forms.drop(open, open + 3);
        }
    }

    private void materialized(int i) {
        if (text.is(i + 1, "(")) {
            int first = text.is(i - 1, "NOT") ? i - 1 : i;
            if (text.is(first - 1, "AS")) {
                forms.drop(first, i + 1);
            }
        }
    }

    private void exclude(int i) {
        if (text.is(i + 1, "NO") && text.is(i + 2, "OTHERS")) {
            forms.drop(i, i + 3);
        } else if (text.is(i + 1, "CURRENT") && text.is(i + 2, "ROW")) {
            forms.drop(i, i + 3);
        } else if (text.isOneOf(i + 1, "GROUP", "TIES") && text.is(i + 2, ")")) {
            forms.drop(i, i + 2);
        }
    }

    /** Puts commas in the place of words between the arguments of a call. */
    private void arguments(int open, String... words) {
        if (!text.is(open, "(")) {
            return;
        }
        int depth = text.token(open).depth();
        for (int i = open + 1; i < text.size() && text.token(i).depth() > depth; i++) {
            if (text.token(i).depth() == depth + 1 && text.isOneOf(i, words)) {
                forms.replace(i, ",");
            } else if (text.is(i, "KEY")
                    && text.isOneOf(open - 1, "JSON_OBJECT", "JSON_OBJECTAGG")
                    && text.isOneOf(i - 1, "(", ",")) {
                forms.drop(i, i + 1);
            }
        }
    }

    /** {@code NULL ON NULL}, {@code ABSENT ON NULL} and {@code FORMAT JSON} say how an argument is written, not which it is. */
    private void jsonClauses(int open) {
        if (!text.is(open, "(")) {
            return;
        }
        int depth = text.token(open).depth();
        for (int i = open + 1; i < text.size() && text.token(i).depth() > depth; i++) {
            if (text.token(i).depth() == depth + 1) {
                if (text.isOneOf(i, "NULL", "ABSENT") && text.is(i + 1, "ON") && text.is(i + 2, "NULL")) {
                    forms.drop(i, i + 3);
                } else if (text.is(i, "FORMAT") && text.is(i + 1, "JSON") && text.endsOperand(i - 1)) {
                    forms.drop(i, i + 2);
                }
            }
        }
    }

    private void symbol(int i) {
        if (text.isOneOf(i, "(", ",", ")")) {
            return;
        }
        String symbol = text.string(i);
        if (symbol.equals("{")) {
            escape(i);
        } else if (symbol.equals("-") && text.is(i + 1, "-")) {
            signs(i);
        } else if (symbol.equals(":")) {
            if (rules.hasSlices()) {
                slice(i);
            }
        } else if (symbol.equals("=>") || symbol.equals(":=")) {
            if (rules.namesArguments()) {
                argumentName(i);
            }
        } else if (rules.operatorsShareStrength()) {
            operator(i, symbol);
        }
    }

    /** {@code a[1:2]}, either bound of which may be left out. */
    private void slice(int colon) {
        boolean lower = !text.is(colon - 1, "[");
        boolean upper = !text.is(colon + 1, "]");
        forms.replace(colon, lower && upper ? "||" : lower || upper ? "" : "1");
    }

    /** {@code f(name => 1)}, or {@code f(name := 1)}: the name is no column. */
    private void argumentName(int arrow) {
        if (text.isName(arrow - 1) && text.isOneOf(arrow - 2, "(", ",")) {
            forms.drop(arrow - 1, arrow + 1);
        }
    }

    /** The escapes of JDBC, which the drivers replace: {@code {d '...'}}, {@code {fn ...}}, {@code {oj ...}}. */
    private void escape(int open) {
        boolean literal = text.isOneOf(open + 1, "D", "T", "TS")
                && open + 2 < text.size()
                && text.token(open + 2).kind() == Token.Kind.STRING;
        int close = literal ? open + 3 : open + 1;
        int braces = 1;
        while (!literal && close < text.size() && braces > 0) {
            braces += text.is(close, "{") ? 1 : text.is(close, "}") ? -1 : 0;
            close += braces > 0 ? 1 : 0;
        }
        if (text.is(close, "}") && (literal || text.isOneOf(open + 1, "FN", "OJ"))) {
            forms.drop(open, open + 2);
            forms.drop(close, close + 1);
            if (literal) {
                forms.literal(open + 2, null);
            }
        }
    }
}

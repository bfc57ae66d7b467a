package io.shardkit.sql.form;

import io.shardkit.dialect.facts.ClauseRules;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.math.BigInteger;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A LIMIT, OFFSET or FETCH clause in any of its forms, read from the tokens; the parser does not see the clause.
 *
 * @param from the clause's first token
 * @param to the token after the clause
 * @param count the maximum number of rows, or null for all of them
 * @param offset the number of skipped rows, or null for none
 * @param special the reason why the numbers alone do not determine the rows, or null
 */
public record LimitForm(int from, int to, @Nullable Value count, @Nullable Value offset, @Nullable String special) {
    /** More digits than the greatest number has. */
    private static final int LONGEST = 40;

    /** With these TOP is of one query of several, or the end of the text is not where FETCH goes. */
    private static final String[] ENDS = {
        "LIMIT", "OFFSET", "FETCH", "FOR", "UNION", "EXCEPT", "INTERSECT", "MINUS", "TOP"
    };

    /** The text in which OFFSET is a name wherever it does not follow the number of LIMIT. */
    public static SqlText withNames(SqlText text) {
        BitSet names = new BitSet();
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "OFFSET") && !text.is(i - 2, "LIMIT")) {
                names.set(i);
            }
        }
        return names.isEmpty() ? text : text.withNames(names);
    }

    /** A query that begins with {@code SELECT TOP 3}, with FETCH at its end instead; null for any other. */
    public static @Nullable String ofTop(SqlText text) {
        boolean top = text.is(0, "SELECT")
                && text.is(1, "TOP")
                && text.size() > 3
                && text.token(2).kind() == Token.Kind.NUMBER
                && text.token(3).start() > text.token(2).end()
                && !text.isOneOf(3, "PERCENT", "WITH")
                && text.find(3, text.size(), 0, ENDS) < 0;
        return top ? "SELECT " + text.part(3, text.size()) + " FETCH FIRST " + text.string(2) + " ROWS ONLY" : null;
    }

    /** The clause that starts at this token, or null if there is none that is known. */
    static @Nullable LimitForm at(SqlText text, int from, ClauseRules rules) {
        if (!text.isOneOf(from, "LIMIT", "OFFSET", "FETCH") || text.is(from - 1, ".") || text.is(from - 1, "AS")) {
            return null;
        }
        return new Reading(text, from, rules).read();
    }

    private static final class Reading {
        private final SqlText text;
        private final int from;
        private final ClauseRules rules;
        private int at;
        private boolean limited;
        private boolean fetched;
        private boolean skipped;
        private boolean countsRows;
        private @Nullable Value count;
        private @Nullable Value offset;
        private @Nullable String special;

        Reading(SqlText text, int from, ClauseRules rules) {
            this.text = text;
            this.from = from;
            this.rules = rules;
            this.at = from;
        }

        @Nullable LimitForm read() {
            boolean known = true;
            while (known && text.isOneOf(at, "LIMIT", "OFFSET", "FETCH")) {
                known = text.is(at, "LIMIT") ? limit() : text.is(at, "OFFSET") ? offset() : fetch();
            }
            boolean complete = limited || countsRows || !rules.offsetAloneNeedsRows();
            return known && complete && endsQuery() ? new LimitForm(from, at, count, offset, special) : null;
        }

        /**
         * Returns true if only tokens follow that may follow the clause at the end of a query; elsewhere the words mean
         * something else.
         */
        private boolean endsQuery() {
            if (text.is(at, "ON")) {
                return text.isOneOf(at + 1, "DUPLICATE", "CONFLICT");
            }
            return at == text.size()
                    || text.isOneOf(at, ")", "FOR", "LOCK", "UNION", "EXCEPT", "INTERSECT", "MINUS", "RETURNING");
        }

        private boolean limit() {
            if (limited || (skipped && !rules.limitsInAnyOrder())) {
                return false;
            }
            limited = true;
            at++;
            if (text.isOneOf(at, "ALL", "NULL")) {
                at++;
                return rules.hasLimitAll();
            }
            int start = at;
            count = number();
            if (at == start || !text.is(at, ",")) {
                return at > start;
            }
            at++;
            skipped = true;
            start = at;
            offset = count;
            count = number();
            return at > start && rules.limitHasTwoNumbers();
        }

        private boolean offset() {
            if (skipped || (fetched && !rules.limitsInAnyOrder())) {
                return false;
            }
            skipped = true;
            at++;
            int start = at;
            offset = number();
            if (at == start || !text.isOneOf(at, "ROW", "ROWS")) {
                return at > start;
            }
            at++;
            countsRows = true;
            return !limited || rules.limitsInAnyOrder();
        }

        private boolean fetch() {
            boolean offsetAlone = skipped && !countsRows && rules.offsetAloneNeedsRows();
            if (limited || offsetAlone || !text.isOneOf(at + 1, "FIRST", "NEXT")) {
                return false;
            }
            limited = true;
            fetched = true;
            at += 2;
            if (text.isOneOf(at, "ROW", "ROWS")) {
                count = new Value.Literal(1L);
            } else {
                count = number();
                if (text.is(at, "PERCENT")) {
                    special = "FETCH ... PERCENT";
                    at++;
                }
            }
            if (!text.isOneOf(at, "ROW", "ROWS")) {
                return false;
            }
            at++;
            if (text.is(at, "ONLY")) {
                at++;
                return true;
            }
            special = "WITH TIES";
            at += 2;
            return text.is(at - 2, "WITH") && text.is(at - 1, "TIES");
        }

        /**
         * Returns the value of a number, a parameter, or a computation of them, which is special; moves to the token
         * after it.
         */
        private @Nullable Value number() {
            int start = at;
            while (at < text.size() && isOfNumber(at)) {
                at++;
            }
            int first = start;
            int last = at;
            while (last - first > 2 && text.is(first, "(") && text.is(last - 1, ")")) {
                first++;
                last--;
            }
            boolean allowed = first == start || rules.limitHasParentheses();
            Value value = allowed && last - first == 1 ? value(first) : null;
            if (value == null) {
                special = "LIMIT of a computed number";
            }
            return value;
        }

        private boolean isOfNumber(int i) {
            Token token = text.token(i);
            int depth = text.token(from).depth();
            return token.kind() == Token.Kind.NUMBER
                    || token.kind() == Token.Kind.PARAMETER
                    || (text.isOneOf(i, "(", ")") && token.depth() >= depth)
                    || text.isOneOf(i, "+", "-", "*", "/")
                    || (rules.limitHasParentheses() && text.is(i, "SELECT") && text.is(i - 1, "(") && i - 1 > from);
        }

        private @Nullable Value value(int i) {
            if (text.token(i).kind() == Token.Kind.PARAMETER) {
                return new Value.Parameter(text.parametersBefore(text.token(i).start()));
            }
            String written = text.string(i);
            if (text.token(i).kind() != Token.Kind.NUMBER || !Characters.areDigits(written, LONGEST)) {
                return null;
            }
            BigInteger number = new BigInteger(written);
            if (number.bitLength() < Long.SIZE) {
                return new Value.Literal(number.longValue());
            }
            boolean unsigned = rules.limitIsUnsigned() && number.bitLength() == Long.SIZE;
            return unsigned ? new Value.Literal(number) : null;
        }
    }
}

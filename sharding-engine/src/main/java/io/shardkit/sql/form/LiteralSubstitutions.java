package io.shardkit.sql.form;

import io.shardkit.dialect.facts.TextRules;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.BitSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives the parser a plain string for each literal that it could read otherwise than the database does: strings with
 * escapes, in dollars or with a prefix, numbers that are not decimal, dates. Their values are read here.
 */
public final class LiteralSubstitutions {
    /** The length of {@code 2024-01-31}. */
    private static final int DAY = 10;

    /** The length of {@code 2024-01-31 23:59:59}, without a fraction. */
    private static final int TIME = 19;

    /** The index of the colon before the seconds of a time. */
    private static final int BEFORE_SECONDS = 16;

    private static final Set<String> CHARACTER_SETS = Words.of(
            """
            _ASCII _BIG5 _BINARY _CP1250 _CP1251 _CP1252 _GB18030 _GBK _LATIN1 _LATIN2 _UCS2 _UTF16 _UTF32 _UTF8
            _UTF8MB3 _UTF8MB4""");

    private static final String[] BEHIND_ORDERS = {
        "LIMIT", "OFFSET", "FETCH", "FOR", "LOCK", "INTO", "ROWS", "RANGE", "GROUPS", "SEPARATOR", "ON"
    };
    private static final String[] BEHIND_AN_ORDER = {
        "",
        ",",
        ")",
        "ASC",
        "DESC",
        "NULLS",
        "LIMIT",
        "OFFSET",
        "FETCH",
        "FOR",
        "LOCK",
        "ROWS",
        "RANGE",
        "GROUPS",
        "SEPARATOR"
    };

    private final SqlText text;
    private final TextRules rules;
    private final Substitutions forms;
    /** The depths at which a select list is open. */
    private final BitSet lists = new BitSet();
    /** The depths at which an ORDER BY is open. */
    private final BitSet orders = new BitSet();

    LiteralSubstitutions(SqlText text, TextRules rules, Substitutions forms) {
        this.text = text;
        this.rules = rules;
        this.forms = forms;
    }

    void apply() {
        for (int i = 0; i < text.size(); i++) {
            switch (text.token(i).kind()) {
                case STRING -> string(i);
                case NUMBER -> number(i);
                case WORD -> {
                    lists.set(text.token(i).depth(), isInList(i));
                    orders.set(text.token(i).depth(), isInOrder(i));
                }
                case SYMBOL -> {
                    lists.clear(text.token(i).depth() + 1);
                    orders.clear(text.token(i).depth() + 1);
                }
                default -> {}
            }
        }
    }

    /** Puts what the parser would take for a name into a form that it leaves alone. */
    private void literal(int i, int first, @Nullable Value value) {
        boolean alone = text.is(first - 1, "BY") || text.is(first - 1, ",");
        if (orders.get(text.token(i).depth()) && alone && text.isOneOf(i + 1, BEHIND_AN_ORDER)) {
            forms.replace(i, "NULL");
            return;
        }
        forms.literal(i, value);
        if (text.isOneOf(first - 1, "+", "-") && !text.endsOperand(first - 2)) {
            forms.wrap(i, "CAST(", " AS CHAR)");
        }
    }

    private boolean isInList(int i) {
        return text.is(i, "SELECT") || (lists.get(text.token(i).depth()) && !text.is(i, "FROM"));
    }

    private boolean isInOrder(int i) {
        boolean starts = text.is(i, "BY") && text.is(i - 1, "ORDER");
        return starts || (orders.get(text.token(i).depth()) && !text.isOneOf(i, BEHIND_ORDERS));
    }

    private void number(int i) {
        int prefix = isIntroducer(i - 1) ? i - 1 : i;
        dropPrefix(prefix, i);
        if (prefix < i || isNotDecimal(text.string(i)) || isFractionOfSigns(i)) {
            literal(i, prefix, null);
        }
    }

    /** Returns true if the number has another radix than ten, or underscores between its digits. */
    private static boolean isNotDecimal(String number) {
        boolean letter = number.length() > 1 && number.charAt(0) == '0' && "xXbBoO".indexOf(number.charAt(1)) >= 0;
        return letter || number.indexOf('_') >= 0;
    }

    /** Returns true if the token is the number of {@code -(-2.5)}, which the parser prints without parentheses. */
    private boolean isFractionOfSigns(int i) {
        int open = i - 2;
        while (text.is(open, "(")) {
            open--;
        }
        return text.is(i - 1, "-")
                && open < i - 2
                && text.isOneOf(open, "+", "-")
                && text.string(i).indexOf('.') >= 0;
    }

    private void dropPrefix(int from, int to) {
        if (from < to) {
            forms.drop(from, to);
        }
    }

    /** Drops one of several adjacent strings that the databases concatenate; the first stands for all. */
    private void continued(int i) {
        forms.drop(i, i + 1);
    }

    private void alias(int i) {
        forms.replace(i, "`" + inside(i) + "`");
    }

    private void string(int i) {
        if (i > 0 && text.token(i - 1).kind() == Token.Kind.STRING && joins(i)) {
            continued(i);
            return;
        }
        int prefix = prefix(i);
        dropPrefix(prefix, i);
        if (isAlias(i, prefix)) {
            alias(i);
        } else {
            literal(i, prefix, prefix < i ? prefixed(i) : value(i));
        }
    }

    private boolean isAlias(int i, int prefix) {
        return rules.stringsMayBeAliases()
                && prefix == i
                && i > 0
                && (text.is(i - 1, "AS") || (lists.get(text.token(i).depth()) && text.endsOperand(i - 1)))
                && text.isOneOf(i + 1, "", ",", "FROM", ")")
                && !inside(i).isEmpty()
                && !Characters.hasAny(inside(i), "`'\"\\");
    }

    private String inside(int i) {
        String written = text.string(i);
        return written.substring(1, written.length() - 1);
    }

    private boolean joins(int i) {
        String gap = text.sql().substring(text.token(i - 1).end(), text.token(i).start());
        return !rules.joinsStringsOverLinesOnly()
                || (gap.isBlank() && (gap.indexOf('\n') >= 0 || gap.indexOf('\r') >= 0));
    }

    /** The first token of the literal that ends with this string. */
    private int prefix(int i) {
        boolean adjacent = i > 0 && text.token(i - 1).end() == text.token(i).start();
        if (adjacent && (text.isOneOf(i - 1, "N", "X", "B") || (rules.hasEscapeStrings() && text.is(i - 1, "E")))) {
            return i - 1;
        }
        if (adjacent
                && rules.hasUnicodeEscapes()
                && text.is(i - 1, "&")
                && text.is(i - 2, "U")
                && text.token(i - 2).end() == text.token(i - 1).start()) {
            return i - 2;
        }
        if (isIntroducer(i - 1)) {
            return i - 1;
        }
        if (isType(i - 1) && !text.is(i - 2, ".") && !text.is(i - 2, "AS")) {
            return i - 1;
        }
        boolean zone = text.is(i - 1, "ZONE") && text.is(i - 2, "TIME") && text.isOneOf(i - 3, "WITH", "WITHOUT");
        return zone && text.isOneOf(i - 4, "TIME", "TIMESTAMP") ? i - 4 : i;
    }

    private boolean isIntroducer(int i) {
        return rules.hasIntroducers() && CHARACTER_SETS.contains(text.word(i));
    }

    private boolean isType(int i) {
        return i >= 0
                && text.token(i).kind() == Token.Kind.WORD
                && rules.typesBeforeStrings().contains(text.word(i));
    }

    /**
     * The value of {@code DATE '2024-01-31'} or {@code TIMESTAMP '2024-01-31 23:59:59'}; those of other literals with a
     * prefix are not known.
     */
    private @Nullable Value prefixed(int i) {
        String written = inside(i);
        int length = written.length();
        if (length < DAY || !Characters.isDigit(written.charAt(0)) || !Characters.isDigit(written.charAt(length - 1))) {
            return null;
        }
        try {
            if (text.is(i - 1, "DATE") && length == DAY) {
                return new Value.Literal(LocalDate.parse(written));
            }
            boolean time = length >= TIME && written.charAt(DAY) == ' ' && written.charAt(BEFORE_SECONDS) == ':';
            return text.is(i - 1, "TIMESTAMP") && time
                    ? new Value.Literal(LocalDateTime.parse(written.replace(' ', 'T')))
                    : null;
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private @Nullable Value value(int i) {
        StringBuilder value = new StringBuilder();
        for (int part = i; part == i || (part < text.size() && isContinued(part)); part++) {
            append(text.string(part), rules, value);
        }
        return new Value.Literal(value.toString());
    }

    private boolean isContinued(int i) {
        return text.token(i).kind() == Token.Kind.STRING && joins(i);
    }

    /** The value of a string that stands alone, without a prefix. */
    public static String value(String written, TextRules rules) {
        StringBuilder value = new StringBuilder(written.length());
        append(written, rules, value);
        return value.toString();
    }

    private static void append(String written, TextRules rules, StringBuilder value) {
        char quote = written.charAt(0);
        if (quote == '$') {
            int length = written.indexOf('$', 1) + 1;
            value.append(written, length, written.length() - length);
            return;
        }
        for (int at = 1; at < written.length() - 1; at++) {
            char c = written.charAt(at);
            if (c == quote) {
                at++;
                value.append(c);
            } else if (c == '\\' && rules.backslashEscapes()) {
                at++;
                escape(written.charAt(at), value);
            } else {
                value.append(c);
            }
        }
    }

    private static void escape(char c, StringBuilder value) {
        switch (c) {
            case '0' -> value.append('\0');
            case 'b' -> value.append('\b');
            case 'n' -> value.append('\n');
            case 'r' -> value.append('\r');
            case 't' -> value.append('\t');
            case 'Z' -> value.append('\u001a');
            case '%', '_' -> value.append('\\').append(c);
            default -> value.append(c);
        }
    }
}

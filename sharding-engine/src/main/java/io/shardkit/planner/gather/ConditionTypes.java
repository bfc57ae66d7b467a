package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The types of the columns in a condition: what is done with them must not need a conversion that may fail for a row. */
final class ConditionTypes {
    private static final Set<String> TEXT =
            Words.of("char varchar character bpchar text tinytext mediumtext longtext varchar_ignorecase");

    private static final Set<String> WHOLE =
            Words.of("tinyint smallint mediumint int integer bigint int2 int4 int8 real float double");

    private static final Set<String> EXACT = Words.of("decimal numeric");

    private enum Family {
        TEXT,
        NUMBER,
        /** Numbers that computing does not take out of their range. */
        EXACT_NUMBER,
        TIME,
        OTHER
    }

    private final ConditionWords words;
    private final SqlText text;
    private final Set<Family> families = EnumSet.noneOf(Family.class);
    private final Set<String> typeNames = new HashSet<>();
    private int columns;
    private int lastColumn = -1;
    private boolean computed;

    ConditionTypes(ConditionWords words) {
        this.words = words;
        this.text = words.text();
    }

    /** Adds a column that stands from a token to another. */
    void add(Column column, int first, int last) {
        columns++;
        lastColumn = Math.max(lastColumn, last);
        families.add(family(column.typeName().toLowerCase(Locale.ROOT)));
        typeNames.add(column.typeName().toLowerCase(Locale.ROOT));
        // Parentheses around it may be an operand of their own.
        computed |= isArithmetic(first - 1) || isArithmetic(last + 1) || (text.is(last + 1, ")") && hasArithmetic());
    }

    private static Family family(String type) {
        String first = type.split("\\W", 2)[0];
        if (type.equals("date") || type.equals("datetime") || type.equals("timestamp without time zone")) {
            return Family.TIME;
        }
        return TEXT.contains(first) && !type.contains("large object")
                ? Family.TEXT
                : WHOLE.contains(first) ? Family.NUMBER : EXACT.contains(first) ? Family.EXACT_NUMBER : Family.OTHER;
    }

    /** Returns true if there is a column, and no row for which the condition could fail. */
    boolean areSafe() {
        if (columns == 0 || isPatternOfColumn()) {
            return false;
        }
        boolean ofText = families.contains(Family.TEXT);
        if (ofText) {
            return families.size() == 1
                    && !computed
                    && !words.callsOfTimes()
                    && !words.has("DATE", "TIMESTAMP", "INTERVAL", "CAST", "::", "TRUE", "FALSE")
                    && (words.callsOfLength() || !hasNumber());
        }
        if (words.callsOfText()) {
            return false;
        }
        boolean ofTime = families.equals(Set.of(Family.TIME));
        if (words.callsOfTimes()) {
            return ofTime && !computed && !words.choosesValues();
        }
        if (families.contains(Family.OTHER)) {
            return typeNames.size() == 1 && !computed && !words.choosesValues();
        }
        if (computed && !ofTime && !families.equals(Set.of(Family.EXACT_NUMBER))) {
            return false;
        }
        boolean numbers = !families.contains(Family.TIME);
        return (ofTime || numbers) && !(words.choosesValues() && numbers && hasString());
    }

    /** Returns true if LIKE takes its pattern from a column: some are no patterns. */
    private boolean isPatternOfColumn() {
        for (int i = words.from(); i < lastColumn; i++) {
            if (text.isOneOf(i, "LIKE", "ILIKE")) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if there is a number but for those that are positions. */
    private boolean hasNumber() {
        for (int i = words.from(); i < words.to(); i++) {
            boolean position = text.isOneOf(i - 1, ",", "FROM", "FOR") && words.callsOfText() && !words.has("IN");
            if (text.token(i).kind() == Token.Kind.NUMBER && !position) {
                return true;
            }
        }
        return false;
    }

    private boolean hasString() {
        for (int i = words.from(); i < words.to(); i++) {
            if (text.token(i).kind() == Token.Kind.STRING) {
                return true;
            }
        }
        return false;
    }

    private boolean hasArithmetic() {
        return words.has("+", "-", "*");
    }

    private boolean isArithmetic(int token) {
        return text.isOneOf(token, "+", "-", "*");
    }
}

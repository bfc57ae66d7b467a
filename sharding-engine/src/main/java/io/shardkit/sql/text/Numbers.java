package io.shardkit.sql.text;

import io.shardkit.dialect.facts.TextRules;

/** Finds where numbers end. */
final class Numbers {
    private Numbers() {}

    /** Offset after the number that starts at an offset. */
    static int end(String sql, int start, TextRules rules) {
        int radix = sql.charAt(start) == '0' && start + 1 < sql.length() ? radix(sql.charAt(start + 1), rules) : 0;
        if (radix > 0 && isDigit(sql, start + 2, radix)) {
            int to = start + 2;
            while (isDigit(sql, to, radix)) {
                to++;
            }
            return to;
        }
        int to = endOfDigits(sql, start, rules);
        if (to < sql.length() && sql.charAt(to) == '.') {
            to = endOfDigits(sql, to + 1, rules);
        }
        if (to < sql.length() && "eE".indexOf(sql.charAt(to)) >= 0) {
            int digits = to + 1;
            if (digits < sql.length() && "+-".indexOf(sql.charAt(digits)) >= 0) {
                digits++;
            }
            if (isDigit(sql, digits, 10)) {
                return endOfDigits(sql, digits, rules);
            }
        }
        return to;
    }

    /** The radix that a letter after a zero says; 0 for none. */
    private static int radix(char letter, TextRules rules) {
        return switch (rules.radixIsLowerCase() ? letter : Character.toLowerCase(letter)) {
            case 'x' -> 16;
            case 'b' -> 2;
            case 'o' -> rules.hasOctalNumbers() ? 8 : 0;
            default -> 0;
        };
    }

    private static boolean isDigit(String sql, int i, int radix) {
        return i < sql.length() && Characters.isAscii(sql.charAt(i)) && Character.digit(sql.charAt(i), radix) >= 0;
    }

    private static int endOfDigits(String sql, int from, TextRules rules) {
        int to = from;
        while (isDigit(sql, to, 10)
                || (to > from
                        && to < sql.length()
                        && sql.charAt(to) == '_'
                        && isDigit(sql, to + 1, 10)
                        && rules.groupsDigits())) {
            to++;
        }
        return to;
    }
}

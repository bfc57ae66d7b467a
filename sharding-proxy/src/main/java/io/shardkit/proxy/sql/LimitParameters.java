package io.shardkit.proxy.sql;

import java.util.BitSet;

/**
 * Finds the parameters of a statement that say how many rows it has. Many clients send all numbers as text or as
 * floating-point numbers, and the servers take them for whole numbers there.
 */
public final class LimitParameters {
    private LimitParameters() {}

    /** Returns the number of parameters of a statement, of whatever kind. */
    public static int countAll(String sql) {
        int count = 0;
        Scanner scanner = new Scanner(sql);
        for (Scanner.Kind kind = scanner.next(); kind != Scanner.Kind.END; kind = scanner.next()) {
            count += kind == Scanner.Kind.SYMBOL && sql.charAt(scanner.start()) == '?' ? 1 : 0;
        }
        return count;
    }

    /** Their positions, from 0. */
    public static BitSet of(String sql) {
        BitSet found = new BitSet();
        Scanner scanner = new Scanner(sql);
        int parameters = 0;
        boolean expected = false;
        boolean follows = false;
        for (Scanner.Kind kind = scanner.next(); kind != Scanner.Kind.END; kind = scanner.next()) {
            int start = scanner.start();
            if (kind == Scanner.Kind.SYMBOL && sql.charAt(start) == '?') {
                found.set(parameters++, expected);
                follows = expected;
                expected = false;
            } else if (kind == Scanner.Kind.SYMBOL && sql.charAt(start) == ',') {
                expected = follows;
                follows = false;
            } else {
                follows = expected && kind == Scanner.Kind.NUMBER;
                expected = kind == Scanner.Kind.WORD && leads(sql, start, scanner.end());
            }
        }
        return found;
    }

    private static boolean leads(String sql, int start, int end) {
        return isWord(sql, start, end, "LIMIT") || isWord(sql, start, end, "OFFSET");
    }

    private static boolean isWord(String sql, int start, int end, String word) {
        return end - start == word.length() && sql.regionMatches(true, start, word, 0, word.length());
    }
}

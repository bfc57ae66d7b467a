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
        while (scanner.next() != Scanner.Kind.END) {
            count += scanner.is('?') ? 1 : 0;
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
            if (scanner.is('?')) {
                found.set(parameters++, expected);
                follows = expected;
                expected = false;
            } else if (scanner.is(',')) {
                expected = follows;
                follows = false;
            } else {
                follows = expected && kind == Scanner.Kind.NUMBER;
                expected = scanner.is("LIMIT") || scanner.is("OFFSET");
            }
        }
        return found;
    }
}

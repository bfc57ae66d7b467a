package io.shardkit.sql.text;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Refuses a text that is nested deeper, or chains more operators, than can be read and planned: parser and planner
 * follow both by calls within calls. Asked before the parser is, in one pass over the tokens.
 */
public final class Nesting {
    /** The maximum nesting of parentheses, brackets, CASEs and prefixes. */
    static final int DEEPEST = 200;

    /** The longest chain of one operator without a comma or a parenthesis around. */
    static final int LONGEST_CHAIN = 5_000;

    /** The maximum number of table names in a statement, and of its common tables. */
    static final int MOST_TABLES = 1_000;

    private static final Set<String> PREFIXES = Set.of("-", "+", "~", "!", "NOT");

    /** Words that add another operand to the one before; commas do not end a chain of the last ones. */
    private static final Set<String> CHAINING = Words.of(
            "AND OR XOR IS LIKE ILIKE RLIKE REGEXP BETWEEN IN COLLATE DIV MOD AT JOIN STRAIGHT_JOIN UNION INTERSECT EXCEPT MINUS");

    private static final Set<String> OVER_COMMAS = Words.of("JOIN STRAIGHT_JOIN UNION INTERSECT EXCEPT MINUS ,");

    private final SqlText text;

    /** For each open parenthesis, bracket or CASE, how many levels it adds. */
    private int[] levels = new int[16];

    private int open;
    private int depth;
    private int prefixes;

    /** Or windows that have names. */
    private int commonTables;

    /** By how many are open, the chains that are not ended. */
    private final Map<Integer, Map<String, Integer>> chains = new HashMap<>();

    /** By how many are open, whether commas stand between tables. */
    private final BitSet tables = new BitSet();

    private Nesting(SqlText text) {
        this.text = text;
    }

    /** @throws SQLException with {@link ErrorCode#TOO_COMPLEX} if the text is nested or chained too far */
    public static void check(SqlText text) throws SQLException {
        new Nesting(text).check();
    }

    /** @throws SQLException with {@link ErrorCode#TOO_COMPLEX} if there are too many tables */
    public static void checkTables(int count) throws SQLException {
        if (count > MOST_TABLES) {
            throw ShardingExceptions.of(ErrorCode.TOO_COMPLEX, "more than " + MOST_TABLES + " tables");
        }
    }

    /** Returns the refusal of a statement that is within the limits, but not within the stack of the calling thread. */
    public static SQLException overflow() {
        return ShardingExceptions.of(ErrorCode.TOO_COMPLEX, "the stack of the thread is too small for it");
    }

    private void check() throws SQLException {
        for (int i = 0; i < text.size(); i++) {
            switch (text.token(i).kind()) {
                case SYMBOL -> symbol(i);
                case WORD -> word(i);
                default -> prefixes = 0;
            }
        }
    }

    private void symbol(int i) throws SQLException {
        switch (text.sql().charAt(text.token(i).start())) {
            case '(', '[', '{' -> {
                commonTables += text.is(i - 1, "AS") ? 1 : 0;
                checkTables(commonTables);
                opens();
            }
            case ')', ']', '}' -> closes();
            case ',' -> {
                prefixes = 0;
                chains(false);
                if (tables.get(open)) {
                    operator(i, ",");
                }
            }
            default -> operator(i, text.string(i));
        }
    }

    private void word(int i) throws SQLException {
        String word = text.word(i);
        switch (word) {
            case "CASE" -> opens();
            case "END" -> closes();
            case "WHEN",
                    "THEN",
                    "ELSE",
                    "SELECT",
                    "FROM",
                    "WHERE",
                    "ON",
                    "USING",
                    "GROUP",
                    "HAVING",
                    "ORDER",
                    "SET",
                    "VALUES" -> {
                prefixes = 0;
                chains(false);
                tables.set(
                        open, word.equals("FROM") || (tables.get(open) && (word.equals("ON") || word.equals("USING"))));
            }
            default -> {
                if (word.equals("NOT") || CHAINING.contains(word)) {
                    operator(i, word);
                } else {
                    prefixes = 0;
                }
            }
        }
    }

    private void operator(int i, String operator) throws SQLException {
        if (PREFIXES.contains(operator) && !text.endsOperand(i - 1)) {
            prefixes++;
            check(depth + prefixes);
            return;
        }
        prefixes = 0;
        int length = chains.computeIfAbsent(open, level -> new HashMap<>()).merge(operator, 1, Integer::sum);
        if (length > LONGEST_CHAIN) {
            throw ShardingExceptions.of(
                    ErrorCode.TOO_COMPLEX, "more than " + LONGEST_CHAIN + " times " + operator + " in a row");
        }
    }

    private void opens() throws SQLException {
        if (open == levels.length) {
            levels = Arrays.copyOf(levels, 2 * open);
        }
        levels[open++] = 1 + prefixes;
        depth += 1 + prefixes;
        prefixes = 0;
        check(depth);
        chains(true);
        tables.clear(open);
    }

    private void closes() {
        if (open > 0) {
            depth -= levels[--open];
        }
        prefixes = 0;
    }

    /** Ends the chains of this level. */
    private void chains(boolean all) {
        Map<String, Integer> ended = chains.get(open);
        if (ended != null && !ended.isEmpty()) {
            if (all) {
                ended.clear();
            } else {
                ended.keySet().retainAll(OVER_COMMAS);
            }
        }
    }

    private static void check(int levels) throws SQLException {
        if (levels > DEEPEST) {
            throw ShardingExceptions.of(ErrorCode.TOO_COMPLEX, "more than " + DEEPEST + " levels of nesting");
        }
    }
}

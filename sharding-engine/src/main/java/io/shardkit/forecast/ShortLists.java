package io.shardkit.forecast;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import io.shardkit.sql.text.ValuelessText;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Texts in which a list of values is the same whatever its length: {@code IN (?, ...)} for two values or more, and
 * {@code (?, ?), ...} for two rows or more. An application that sends lists would otherwise have as many statements
 * as its lists have lengths.
 */
final class ShortLists {
    private static final String MORE = "...";

    private final List<String> tokens = new ArrayList<>();
    private final List<Boolean> spaced = new ArrayList<>();

    private ShortLists(String sql, List<Token> read) {
        int end = 0;
        for (Token token : read) {
            tokens.add(token.isLiteral() ? "?" : sql.substring(token.start(), token.end()));
            spaced.add(token.start() > end);
            end = token.end();
        }
    }

    /** Returns the SQL with {@code ?} for each literal, without comments; what cannot be read is left out. */
    static String of(String sql, Dialect dialect) {
        try {
            return new ShortLists(sql, Tokenizer.tokenizeUnread(sql, dialect)).shortened();
        } catch (SQLException unreadable) {
            return ValuelessText.UNREADABLE;
        }
    }

    private String shortened() {
        int[] closing = closing();
        StringBuilder text = new StringBuilder();
        String before = "";
        int at = 0;
        while (at < tokens.size()) {
            int close = closing[at];
            if (close > 0 && before.equalsIgnoreCase("in") && isLongList(at, close)) {
                append(text, at, before);
                text.append("?, ").append(MORE).append(')');
                before = ")";
                at = close + 1;
                continue;
            }
            append(text, at, before);
            before = tokens.get(at);
            int next = before.equals(")") ? afterSame(closing, at) : at + 1;
            if (next > at + 1) {
                text.append(", ").append(MORE);
            }
            at = next;
        }
        return text.toString();
    }

    private void append(StringBuilder text, int at, String before) {
        String token = tokens.get(at);
        boolean comma = token.equals(",");
        if (before.equals(",") || (spaced.get(at) && !comma && !token.equals(")") && !before.equals("("))) {
            text.append(' ');
        }
        text.append(token);
    }

    /** For each opening parenthesis the closing one, 0 for all else. */
    private int[] closing() {
        int[] closing = new int[tokens.size()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < closing.length; i++) {
            if (tokens.get(i).equals("(")) {
                open.push(i);
            } else if (tokens.get(i).equals(")") && !open.isEmpty()) {
                closing[open.pop()] = i;
            }
        }
        return closing;
    }

    /** Returns true if the list has only values, two at least. */
    private boolean isLongList(int open, int close) {
        for (int i = open + 1; i < close; i++) {
            if (!tokens.get(i).equals((i - open) % 2 == 1 ? "?" : ",")) {
                return false;
            }
        }
        return close > open + 2;
    }

    /** After the rows that follow a row, and are like it. */
    private int afterSame(int[] closing, int close) {
        int open = close;
        while (open > 0 && closing[open] != close) {
            open--;
        }
        int next = close + 1;
        int length = close - open;
        while (next + 1 + length < tokens.size()
                && tokens.get(next).equals(",")
                && closing[next + 1] == next + 1 + length
                && tokens.subList(open, close).contains("?")
                && tokens.subList(open, close).equals(tokens.subList(next + 1, next + 1 + length))) {
            next += 2 + length;
        }
        return next;
    }
}

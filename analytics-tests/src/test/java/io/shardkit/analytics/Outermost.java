package io.shardkit.analytics;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The words of a query that stand in no parentheses and in no quotes. */
final class Outermost {
    private static final char COVER = '#';

    private final String text;

    /** The text, with all else covered. */
    private final String covered;

    Outermost(String text) {
        this.text = text;
        StringBuilder cover = new StringBuilder(text);
        int depth = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean inside = depth > 0 || quote != 0;
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"' || c == '`') {
                quote = c;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            }
            if (inside || depth > 0 || quote != 0) {
                cover.setCharAt(i, COVER);
            }
        }
        covered = cover.toString();
    }

    /** Returns the place of the words' last occurrence, -1 if there is none. */
    int last(String words) {
        return Pattern.compile("(?i)(?<![\\w.])" + words + "\\b")
                .matcher(covered)
                .results()
                .map(MatchResult::start)
                .reduce(-1, (first, second) -> second);
    }

    /** The expressions of the ORDER BY, without their directions; empty if there is none. */
    List<String> order() {
        int order = last("order\\s+by");
        if (order < 0) {
            return List.of();
        }
        int limit = last("limit");
        int end = limit < order ? text.length() : limit;
        List<String> terms = new ArrayList<>();
        int begin = order;
        for (int i = order; i <= end; i++) {
            if (i == end || covered.charAt(i) == ',') {
                terms.add(text.substring(begin, i)
                        .replaceFirst("(?i)^order\\s+by", "")
                        .replaceFirst("(?i)\\s+NULLS\\s+(FIRST|LAST)\\s*$", "")
                        .replaceFirst("(?i)\\s+(ASC|DESC)\\s*$", "")
                        .strip());
                begin = i + 1;
            }
        }
        return terms;
    }

    boolean isLimited() {
        return last("limit") >= 0;
    }

    /** The query without its LIMIT. */
    String unlimited() {
        return isLimited() ? text.substring(0, last("limit")) : text;
    }
}

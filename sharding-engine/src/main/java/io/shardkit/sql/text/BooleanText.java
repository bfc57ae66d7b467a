package io.shardkit.sql.text;

import java.util.ArrayList;
import java.util.List;

/** A condition of the text, taken apart at its AND and OR. */
public sealed interface BooleanText {
    /** All parts hold. */
    record And(List<BooleanText> parts) implements BooleanText {}

    /**
     * At least one part holds.
     *
     * @param from its first token
     * @param to the token after it
     */
    record Or(List<BooleanText> parts, int from, int to) implements BooleanText {}

    /**
     * Anything else.
     *
     * @param from its first token
     * @param to the token after it
     */
    record Leaf(int from, int to) implements BooleanText {}

    /** Takes the tokens {@code [from, to)} apart. */
    static BooleanText of(SqlText text, int from, int to) {
        return hasOtherLogic(text, from, to) ? new Leaf(from, to) : parts(text, from, to);
    }

    /** Returns true if there are operators that bind weaker than AND, or do so on some databases. */
    private static boolean hasOtherLogic(SqlText text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.isOneOf(i, "XOR", "||", "&&", "|", "&", ":=", ":")) {
                return true;
            }
        }
        return false;
    }

    private static BooleanText parts(SqlText text, int from, int to) {
        if (to - from > 2 && text.isEnclosed(from, to)) {
            return parts(text, from + 1, to - 1);
        }
        List<BooleanText> alternatives = split(text, from, to, "OR");
        if (alternatives.size() > 1) {
            return new Or(alternatives, from, to);
        }
        List<BooleanText> demands = split(text, from, to, "AND");
        return demands.size() > 1 ? new And(demands) : new Leaf(from, to);
    }

    private static List<BooleanText> split(SqlText text, int from, int to, String operator) {
        List<int[]> ranges = new ArrayList<>();
        int start = from;
        int cases = 0;
        int betweens = 0;
        for (int i = from; i < to; i++) {
            if (text.token(i).depth() > text.token(from).depth() || text.is(i - 1, ".")) {
                continue;
            }
            cases += text.is(i, "CASE") ? 1 : text.is(i, "END") ? -1 : 0;
            betweens += cases == 0 && text.is(i, "BETWEEN") ? 1 : 0;
            boolean ofBetween = betweens > 0 && text.is(i, "AND");
            if (cases == 0 && text.is(i, operator) && !ofBetween) {
                ranges.add(new int[] {start, i});
                start = i + 1;
            }
            betweens -= cases == 0 && ofBetween ? 1 : 0;
        }
        if (ranges.isEmpty() || start >= to || ranges.stream().anyMatch(range -> range[0] >= range[1])) {
            return List.of(new Leaf(from, to));
        }
        ranges.add(new int[] {start, to});
        return ranges.stream().map(range -> parts(text, range[0], range[1])).toList();
    }
}

package io.shardkit.plan;

import io.shardkit.sql.text.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A text with places for literals of the time. Immutable.
 *
 * @param sql the user's text
 * @param edits the places, in order
 */
public record TimedText(String sql, List<Edit> edits) {

    /**
     * A place.
     *
     * @param span what the literal replaces, perhaps nothing
     * @param before what stands before the literal
     * @param question number of the expression whose value it is, or -1 for none
     */
    public record Edit(Span span, String before, int question) {}

    /** Copies and sorts the edits. */
    public TimedText {
        List<Edit> sorted = new ArrayList<>(edits);
        sorted.sort(Comparator.comparingInt(edit -> edit.span().start()));
        edits = List.copyOf(sorted);
    }

    /** The text with the literals. */
    String at(List<String> literals) {
        StringBuilder text = new StringBuilder();
        int copied = 0;
        for (Edit edit : edits) {
            text.append(sql, copied, edit.span().start()).append(edit.before());
            if (edit.question() >= 0) {
                text.append(literals.get(edit.question()));
            }
            copied = edit.span().end();
        }
        return text.append(sql, copied, sql.length()).toString();
    }
}

package io.shardkit.sql.text;

/**
 * A part of a statement's text.
 *
 * @param start offset of its first character
 * @param end offset after its last character
 */
public record Span(int start, int end) {

    /** Returns true if the span contains the character at the offset. */
    public boolean contains(int offset) {
        return start <= offset && offset < end;
    }
}

package io.shardkit.sql.text;

/**
 * A part of a statement's text.
 *
 * @param start offset of its first character
 * @param end offset after its last character
 */
public record Span(int start, int end) {

    /** Whether what begins at the offset is in it. */
    public boolean contains(int offset) {
        return start <= offset && offset < end;
    }
}

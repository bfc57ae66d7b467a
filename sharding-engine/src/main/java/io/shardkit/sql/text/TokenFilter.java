package io.shardkit.sql.text;

import java.util.List;

/** Takes tokens that tell nothing of a statement out of its text while that is read. */
public interface TokenFilter {
    /** Takes out none. */
    TokenFilter ALL = new TokenFilter() {
        @Override
        public void added(List<Token> tokens, int parameters) {}

        @Override
        public int end() {
            return 0;
        }

        @Override
        public List<Span> clockCalls() {
            return List.of();
        }
    };

    /**
     * Says that a token was added.
     *
     * @param tokens of the text so far; the last ones of them may be taken out
     * @param parameters how many parameters there are so far
     */
    void added(List<Token> tokens, int parameters);

    /** Offset after the last token that was taken out, or 0. */
    int end();

    /** The calls, among what was taken out, of functions that tell the time of the statement. */
    List<Span> clockCalls();
}

package io.shardkit.sql.text;

import io.shardkit.dialect.NameCase;

/**
 * How a name is written in a place of a statement.
 *
 * @param quote what stands before and behind it, or nothing
 * @param letters those of its own that stand there
 */
public record Spelling(String quote, NameCase letters) {
    /** As a name is declared. */
    public static final Spelling PLAIN = new Spelling("", NameCase.AS_WRITTEN);

    /** Another name in its place. */
    public String of(String name) {
        String own = letters.of(name);
        return quote.isEmpty() ? own : quote + own + quote;
    }
}

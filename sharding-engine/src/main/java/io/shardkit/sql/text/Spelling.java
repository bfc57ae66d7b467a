package io.shardkit.sql.text;

import io.shardkit.dialect.NameCase;

/**
 * The spelling of a name in a place of a statement.
 *
 * @param quote the quote before and after the name, or an empty string
 * @param letters the case of the name's letters
 */
public record Spelling(String quote, NameCase letters) {
    /** As a name is declared. */
    public static final Spelling PLAIN = new Spelling("", NameCase.AS_WRITTEN);

    /** Another name in its place; the schema of one that begins with it is quoted by itself. */
    public String of(String name) {
        String own = letters.of(name);
        if (quote.isEmpty()) {
            return own;
        }
        int dot = own.indexOf('.');
        return dot < 0
                ? quote + own + quote
                : quote + own.substring(0, dot) + quote + "." + quote + own.substring(dot + 1) + quote;
    }
}

package io.shardkit.algorithm;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Keys of text that the database compares without regard to case. Of printable ASCII characters that is known; of others
 * it depends on tables that differ between versions.
 *
 * @param padded whether trailing blanks do not count; where they do, some columns drop them
 */
record FoldedKeys(boolean padded) implements ColumnKeys {

    @Override
    public KeyType type() {
        return KeyType.FOLDED_TEXT;
    }

    @Override
    public Object canonical(@Nullable Object value) {
        if (value == null) {
            return NO_MATCH;
        }
        if (!(value instanceof String given)) {
            return UNKNOWN;
        }
        String text = padded ? PlainKeys.withoutTrailingBlanks(given) : given;
        boolean known = !text.endsWith(" ") && text.chars().allMatch(character -> character >= ' ' && character <= '~');
        return known ? lowerCase(text) : UNKNOWN;
    }

    /** An ASCII text in lower case. */
    static String lowerCase(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 'A' && text.charAt(i) <= 'Z') {
                return text.toLowerCase(Locale.ROOT);
            }
        }
        return text;
    }
}

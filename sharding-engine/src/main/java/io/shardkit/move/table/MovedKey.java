package io.shardkit.move.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The key of a row, each value as its database writes it; bytes in hexadecimal digits. Immutable.
 *
 * @param values one for each column of the key
 */
public record MovedKey(List<String> values) {
    /** Copies the list. */
    public MovedKey {
        values = List.copyOf(values);
    }

    /** Returns the key as one text, which {@link #parse} reads. */
    String text() {
        return values.stream().map(value -> value.length() + ":" + value).collect(Collectors.joining());
    }

    /** Reads what {@link #text} wrote. */
    static MovedKey parse(String text) {
        List<String> values = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int colon = text.indexOf(':', at);
            int end = colon + 1 + Integer.parseInt(text.substring(at, colon));
            values.add(text.substring(colon + 1, end));
            at = end;
        }
        return new MovedKey(values);
    }

    @Override
    public String toString() {
        return "(" + String.join(", ", values) + ")";
    }
}

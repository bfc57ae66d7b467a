package io.shardkit.statistics;

import java.util.Locale;

/** Lines of fields between tabs, as ASCII, for a column of text. */
public final class TextLines {
    private TextLines() {}

    /** Adds a line of fields, whose other characters are escaped. */
    public static void add(StringBuilder text, String... fields) {
        for (int i = 0; i < fields.length; i++) {
            text.append(i == 0 ? "" : "\t");
            escaped(text, fields[i]);
        }
        text.append('\n');
    }

    /** The column may keep nothing but ASCII. */
    private static void escaped(StringBuilder text, String field) {
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c >= ' ' && c <= '~' && c != '\\') {
                text.append(c);
            } else {
                text.append(String.format(Locale.ROOT, "\\%04x", (int) c));
            }
        }
    }

    /**
     * Returns a field as it was before it was escaped.
     *
     * @throws IndexOutOfBoundsException if it is cut short
     */
    public static String plain(String field) {
        StringBuilder text = new StringBuilder(field.length());
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c == '\\') {
                text.append((char) Integer.parseInt(field.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}

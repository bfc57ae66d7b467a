package io.shardkit.admin;

import java.util.ArrayList;
import java.util.List;

/** Lines of text in columns. Not thread-safe. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    TextTable(String... headings) {
        rows.add(headings);
    }

    void row(String... cells) {
        rows.add(cells);
    }

    /** Adds a line that has no columns. */
    void note(String text) {
        rows.add(new String[] {GAP + text});
    }

    List<String> lines() {
        int columns = rows.get(0).length;
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int i = 0; i < columns && row.length == columns; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            line.append(row[i]);
            if (i < row.length - 1) {
                line.append(" ".repeat(widths[i] - row[i].length())).append(GAP);
            }
        }
        return line.toString();
    }
}

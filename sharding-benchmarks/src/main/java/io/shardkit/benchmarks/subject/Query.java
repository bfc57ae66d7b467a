package io.shardkit.benchmarks.subject;

import io.shardkit.benchmarks.database.Database;
import io.shardkit.benchmarks.database.Layout;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One statement: over logical tables, and ready for each suffix of the actual ones. Immutable. */
public final class Query {
    private final String logical;
    private final String[] bySuffix;

    private Query(String logical, String[] bySuffix) {
        this.logical = logical;
        this.bySuffix = bySuffix;
    }

    /**
     * Makes the SQL for all suffixes.
     *
     * @param sql over logical tables, whose names may be quoted and stand for nothing else
     */
    public static Query of(String sql, List<Layout> layouts) {
        int suffixes = layouts.stream().mapToInt(Layout::tables).max().orElse(1) == 1
                ? Database.SOURCES
                : layouts.get(0).tables();
        String[] bySuffix = new String[suffixes];
        for (int suffix = 0; suffix < suffixes; suffix++) {
            String text = sql;
            for (Layout layout : layouts) {
                text = Pattern.compile("[`\"]?\\b" + Pattern.quote(layout.name()) + "\\b[`\"]?")
                        .matcher(text)
                        .replaceAll(Matcher.quoteReplacement(layout.actual(suffix)));
            }
            bySuffix[suffix] = text;
        }
        return new Query(sql, bySuffix);
    }

    /** The text over logical tables. */
    public String logical() {
        return logical;
    }

    /** The text over the actual tables with that suffix. */
    public String actual(int suffix) {
        return bySuffix[suffix];
    }
}

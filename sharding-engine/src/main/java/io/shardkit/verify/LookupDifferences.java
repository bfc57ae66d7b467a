package io.shardkit.verify;

import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.Progress;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.Lookup;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows of a table with those of a lookup table, in both ways. What differs is looked at once more, as others may
 * write meanwhile. Immutable.
 */
public final class LookupDifferences {
    private static final int ASKED = 200;

    private final ConnectionSource sources;
    private final Lookup lookup;
    private final Side rows;
    private final Side lookups;
    private final List<String> columns;

    /** The actual tables of one of the two. */
    record Side(String name, List<DataNode> nodes) {}

    /** Is told of what differs. */
    public interface Found {
        /** A row of the table is not in the lookup table. */
        void missing(@Nullable Object[] row) throws SQLException;

        /** The lookup table has a row of none. */
        void left(@Nullable Object[] row) throws SQLException;
    }

    /** @param columns as a text has them, the one that is looked up first */
    LookupDifferences(ConnectionSource sources, Lookup lookup, Side rows, Side lookups, List<String> columns) {
        this.sources = sources;
        this.lookup = lookup;
        this.rows = rows;
        this.lookups = lookups;
        this.columns = List.copyOf(columns);
    }

    /** The lookup table. */
    public Lookup lookup() {
        return lookup;
    }

    /** The logical name of the table. */
    public String table() {
        return rows.name();
    }

    /** The columns of a row as a text has them, the one that is looked up first. */
    public List<String> columns() {
        return columns;
    }

    /**
     * Looks at the rows.
     *
     * @param most how many rows of each actual table are looked at; 0 for all, which takes a second connection to its data
     *     source
     * @throws SQLException if a database cannot be asked, or whatever is told throws
     */
    public void find(int most, Found found) throws SQLException {
        for (DataNode node : rows.nodes()) {
            lacking(node, rows, lookups, most, found::missing);
        }
        for (DataNode node : lookups.nodes()) {
            lacking(node, lookups, rows, most, found::left);
        }
    }

    @FunctionalInterface
    private interface Told {
        void of(@Nullable Object[] row) throws SQLException;
    }

    /** A sample is read before anything else is asked. */
    private void lacking(DataNode node, Side from, Side to, int most, Told told) throws SQLException {
        Map<List<@Nullable String>, @Nullable Object[]> read = new LinkedHashMap<>();
        String query = "SELECT " + String.join(", ", columns) + " FROM " + node.table() + " WHERE " + columns.get(0)
                + " IS NOT NULL";
        RowScan.read(sources, node, query, most, (row, progress) -> {
            read.put(texts(row), values(row));
            if (most == 0 && read.size() == ASKED) {
                compare(read, from, to, told, progress);
                read.clear();
            }
        });
        Progress sampled = new Progress();
        Map<List<@Nullable String>, @Nullable Object[]> part = new LinkedHashMap<>();
        for (Map.Entry<List<@Nullable String>, @Nullable Object[]> row : read.entrySet()) {
            part.put(row.getKey(), row.getValue());
            if (part.size() == ASKED) {
                compare(part, from, to, told, sampled);
                part.clear();
            }
        }
        compare(part, from, to, told, sampled);
    }

    private void compare(
            Map<List<@Nullable String>, @Nullable Object[]> read, Side from, Side to, Told told, Progress progress)
            throws SQLException {
        Map<List<@Nullable String>, @Nullable Object[]> absent = new LinkedHashMap<>(read);
        absent.keySet().removeAll(have(to, read, progress));
        absent.keySet().retainAll(have(from, absent, progress));
        absent.keySet().removeAll(have(to, absent, progress));
        for (@Nullable Object[] row : absent.values()) {
            told.of(row);
            progress.made();
        }
    }

    /** The rows of one of the two that have one of the values. */
    private Set<List<@Nullable String>> have(
            Side side, Map<List<@Nullable String>, @Nullable Object[]> values, Progress progress) throws SQLException {
        Set<List<@Nullable String>> found = new HashSet<>();
        if (values.isEmpty()) {
            return found;
        }
        String marks = String.join(", ", Collections.nCopies(values.size(), "?"));
        for (DataNode node : side.nodes()) {
            String query = "SELECT " + String.join(", ", columns) + " FROM " + node.table() + " WHERE " + columns.get(0)
                    + " IN (" + marks + ")";
            sources.ask(node.dataSource(), sources.limit(), connection -> {
                try (PreparedStatement statement = connection.prepareStatement(query)) {
                    int at = 0;
                    for (@Nullable Object[] value : values.values()) {
                        statement.setObject(++at, value[0]);
                    }
                    try (ResultSet all = statement.executeQuery()) {
                        while (all.next()) {
                            found.add(texts(all));
                        }
                    }
                }
                return null;
            });
            progress.made();
        }
        return found;
    }

    private List<@Nullable String> texts(ResultSet row) throws SQLException {
        List<@Nullable String> texts = new ArrayList<>(columns.size());
        for (int i = 1; i <= columns.size(); i++) {
            texts.add(row.getString(i));
        }
        return texts;
    }

    private @Nullable Object[] values(ResultSet row) throws SQLException {
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.getObject(i + 1);
        }
        return values;
    }
}

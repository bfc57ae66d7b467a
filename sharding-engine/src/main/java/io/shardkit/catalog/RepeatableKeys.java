package io.shardkit.catalog;

import io.shardkit.dialect.facts.Filling;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.UniqueKeyChoice;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a sharded table whose values may repeat: each database keeps a key unique, and counts a column, within one actual
 * table only.
 *
 * @param columns the table's columns, or null if they are not known
 */
public record RepeatableKeys(ShardMap rule, RoutedTable table, @Nullable Table columns) {

    /**
     * Returns the columns that each database counts by itself, that no key generator fills, and whose values may not
     * repeat.
     */
    public List<Column> unchosenCounters() {
        return table.isOneUnit() || table.uniqueKeys().countersAccepted() || columns == null
                ? List.of()
                : columns.columns().stream()
                        .filter(column -> isCounted(column.name()))
                        .toList();
    }

    /**
     * Returns the unique keys that nothing keeps unique over the actual tables, and for which nothing is chosen.
     *
     * @throws SQLException if the database cannot be asked
     */
    public List<UniqueKey> unchosenKeys(Catalog catalog) throws SQLException {
        boolean all = table.acceptsAllKeys();
        List<UniqueKey> keys = all || table.isOneUnit() ? null : catalog.uniqueKeys(table.name());
        return keys == null
                ? List.of()
                : keys.stream()
                        .filter(key -> choice(key) == UniqueKeyChoice.REFUSE)
                        .filter(key -> !rule.keepsUnique(table, key.columns()))
                        .toList();
    }

    /** Returns the choice for a unique key. */
    public UniqueKeyChoice choice(UniqueKey key) {
        boolean counted = key.columns().stream().anyMatch(this::isCounted);
        return table.choice(key.columns(), key.exact() ? null : key.name(), counted);
    }

    /** Returns true if each database counts a column, given in lower case, and no key generator fills the column. */
    public boolean isCounted(String name) {
        KeyGeneration generation = table.keyGeneration();
        Column column = columns == null ? null : columns.column(name);
        return column != null
                && column.filling().kind() == Filling.Kind.COUNTER
                && (generation == null || !generation.column().equals(name));
    }
}

package io.shardkit.planner.command;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.RepeatableKeys;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Refusal;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.Reference;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses DDL that would separate rows from the rows that they refer to, or from the unit of their sharding key. */
record DdlRefusals(ParsedStatement.Ddl ddl, ShardMap rule, Catalog catalog) {

    /** Returns the reason that the target cannot refer to the other tables, or null if it can. */
    @Nullable Refusal ofReferences(String target) {
        for (TableUse use : ddl.tables()) {
            if (use.id() > 0 && !isWith(target, use.name())) {
                boolean foreignKey = ddl.change().references().stream()
                        .anyMatch(reference -> ddl.tables().get(reference.use()).id() == use.id());
                return new Refusal(
                        foreignKey ? ErrorCode.FOREIGN_KEY_APART : ErrorCode.TABLES_APART,
                        target + " refers to " + use.name());
            }
        }
        RoutedTable sharded = rule.shardedTable(target);
        for (Reference reference : ddl.change().references()) {
            String other = ddl.tables().get(reference.use()).name();
            if (sharded != null
                    && rule.shardedTable(other) != null
                    && reference.columns().stream().noneMatch(sharded::isShardingColumn)) {
                return new Refusal(
                        ErrorCode.FOREIGN_KEY_APART,
                        "the rows of " + other + " to which " + String.join(", ", reference.columns()) + " of " + target
                                + " refers");
            }
        }
        return null;
    }

    /** Returns true if the rows that a foreign key of the table refers to always lie on the same data source. */
    private boolean isWith(String table, String referenced) {
        RoutedTable sharded = rule.shardedTable(table);
        RoutedTable other = rule.shardedTable(referenced);
        if (other != null) {
            return sharded != null && other.bindingGroup() == sharded.bindingGroup();
        }
        return rule.isBroadcast(referenced)
                || (rule.isSingle(table) && rule.dataSourceOfSingle(table) == rule.dataSourceOfSingle(referenced));
    }

    /**
     * Returns the reason that the columns cannot be changed: one of them places the rows; null if they can.
     *
     * @throws SQLException if a database cannot be asked
     */
    @Nullable Refusal ofChangedColumns(RoutedTable table) throws SQLException {
        for (String column : ddl.change().columns()) {
            if (table.isShardingColumn(column) || (column.equals("*") && hasTextKey(table))) {
                return new Refusal(ErrorCode.SHARDING_COLUMN_CHANGED, table + (column.equals("*") ? "" : "." + column));
            }
        }
        return null;
    }

    /**
     * Returns the reason that a key cannot be made, or a column be counted: values may repeat over the actual tables, and
     * no choice is declared for that; null if they can.
     *
     * @throws SQLException if a database cannot be asked
     */
    @Nullable Refusal ofKeys(RoutedTable table) throws SQLException {
        if (table.isOneUnit()) {
            return null;
        }
        Set<String> counted = new HashSet<>(ddl.change().counted());
        List<ParsedStatement.Key> keys = new ArrayList<>(ddl.change().keys());
        readModel(keys, counted);
        KeyGeneration generation = table.keyGeneration();
        if (generation != null) {
            counted.remove(generation.column());
        }
        for (String column : counted) {
            if (!table.uniqueKeys().countersAccepted()) {
                return new Refusal(
                        ErrorCode.UNIQUE_KEY_NOT_CHOSEN, rule.names().counterWithoutChoice(table.name(), column));
            }
        }
        RepeatableKeys known = new RepeatableKeys(rule, table, catalog.table(table.name()));
        for (ParsedStatement.Key key : keys) {
            boolean isCounted =
                    key.columns().stream().anyMatch(column -> counted.contains(column) || known.isCounted(column));
            UniqueKeyChoice choice = table.choice(key.columns(), key.exact() ? null : key.name(), isCounted);
            boolean chosen = choice == UniqueKeyChoice.ACCEPT || (choice == UniqueKeyChoice.CHECK && key.exact());
            if (!chosen && !rule.keepsUnique(table, key.columns())) {
                return new Refusal(
                        ErrorCode.UNIQUE_KEY_NOT_CHOSEN,
                        rule.names().keyWithoutChoice(table.name(), key.columns(), key.name(), key.exact()));
            }
        }
        return null;
    }

    /** Adds what a table gets that is made like another one. */
    private void readModel(List<ParsedStatement.Key> keys, Set<String> counted) throws SQLException {
        for (TableUse use : ddl.tables()) {
            boolean model = use.id() > 0
                    && ddl.change().references().stream().noneMatch(reference -> reference.use() == use.id());
            Table columns = model ? catalog.table(use.name()) : null;
            List<UniqueKey> own = model ? catalog.uniqueKeys(use.name()) : null;
            if (columns != null) {
                columns.columns().stream()
                        .filter(column -> column.filling().kind() == Filling.Kind.COUNTER)
                        .forEach(column -> counted.add(column.name()));
            }
            if (own != null) {
                own.forEach(key -> keys.add(
                        new ParsedStatement.Key(key.name().toLowerCase(Locale.ROOT), key.columns(), key.exact())));
            }
        }
    }

    private boolean hasTextKey(RoutedTable table) throws SQLException {
        Table columns = catalog.table(table.name());
        for (String name : table.shardingColumns()) {
            Column column = columns == null ? null : columns.column(name);
            if (column == null || column.keyType() != KeyType.INTEGER) {
                return true;
            }
        }
        return false;
    }
}

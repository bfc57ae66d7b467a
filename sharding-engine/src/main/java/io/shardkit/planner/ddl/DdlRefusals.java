package io.shardkit.planner.ddl;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Refusal;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.Reference;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Why DDL is refused that would part rows from where they belong: from the rows that they refer to, or from the unit of
 * their sharding key.
 */
record DdlRefusals(ParsedStatement.Ddl ddl, ShardingRule rule, Catalog catalog) {

    /** Why the target cannot refer to the other tables, or null if it can. */
    @Nullable Refusal ofReferences(String target) {
        for (TableUse use : ddl.tables()) {
            if (use.id() > 0 && !isWith(target, use.name())) {
                boolean foreignKey = ddl.references().stream()
                        .anyMatch(reference -> ddl.tables().get(reference.use()).id() == use.id());
                return new Refusal(
                        foreignKey ? ErrorCode.FOREIGN_KEY_APART : ErrorCode.TABLES_APART,
                        target + " refers to " + use.name());
            }
        }
        ShardedTable sharded = rule.shardedTable(target);
        for (Reference reference : ddl.references()) {
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

    /** Whether the rows that a foreign key of the table refers to always lie beside it. */
    private boolean isWith(String table, String referenced) {
        ShardedTable sharded = rule.shardedTable(table);
        ShardedTable other = rule.shardedTable(referenced);
        if (other != null) {
            return sharded != null && other.bindingGroup() == sharded.bindingGroup();
        }
        return rule.isBroadcast(referenced)
                || (rule.isSingle(table) && rule.dataSourceOfSingle(table) == rule.dataSourceOfSingle(referenced));
    }

    /**
     * Why the columns cannot be changed: rows lie where they do because of one; null if they can.
     *
     * @throws SQLException if a database cannot be asked
     */
    @Nullable Refusal ofChangedColumns(ShardedTable table) throws SQLException {
        for (String column : ddl.changed()) {
            if (table.isShardingColumn(column) || (column.equals("*") && hasTextKey(table))) {
                return new Refusal(ErrorCode.SHARDING_COLUMN_CHANGED, table + (column.equals("*") ? "" : "." + column));
            }
        }
        return null;
    }

    private boolean hasTextKey(ShardedTable table) throws SQLException {
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

package io.shardkit.plan;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.route.Axis;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.ColumnRef;
import io.shardkit.sql.ParsedStatement;
import io.shardkit.sql.TableUse;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether an INSERT that does something about rows that are there already may run on a sharded table: each unit sees
 * its own rows only, so rows that collide have to be in one unit.
 */
final class UpsertRules {
    private final ParsedStatement.Upsert upsert;
    private final Tables tables;
    private final TableUse target;
    private final ShardedTable table;

    UpsertRules(ParsedStatement.Upsert upsert, Tables tables, TableUse target) {
        this.upsert = upsert;
        this.tables = tables;
        this.target = target;
        this.table = tables.shardedOf(target);
    }

    /**
     * Refuses what may concern rows of several units.
     *
     * @param generatedColumn the column whose values the framework makes, or null
     */
    void check(@Nullable String generatedColumn) throws SQLException {
        for (String column : upsert.assigned()) {
            if (table.isShardingColumn(column)) {
                throw ErrorCode.UPDATE_OF_SHARDING_COLUMN.exception(table + "." + column);
            }
        }
        List<UniqueKey> keys = tables.uniqueKeys(target);
        if (keys == null) {
            throw ErrorCode.UNIQUE_KEY_OVER_UNITS.exception("the unique keys of " + table + " are not known");
        }
        for (UniqueKey key : keys) {
            for (Axis axis : tables.axes(target)) {
                if (!key.columns().contains(axis.column())) {
                    throw ErrorCode.UNIQUE_KEY_OVER_UNITS.exception(
                            "the unique key " + key.columns() + " of " + table + " lacks " + axis.column());
                }
            }
            if (generatedColumn != null && !key.columns().contains(generatedColumn)) {
                // The row that is there has another key than the one that would be reported.
                throw ErrorCode.INSERT_FORM.exception(
                        upsert.form() + " with a generated key that is not part of the unique key " + key.columns());
            }
        }
    }

    /**
     * MySQL's IGNORE stores the nearest value where one does not fit its column, and the row would be in the wrong unit.
     *
     * @return for each axis the greatest key that is stored as it is, signed or not; empty if errors stay errors
     */
    long[] greatestKeys(List<Axis> axes, Dialect dialect) throws SQLException {
        if (!upsert.ignores() || dialect.grammar() != Dialect.Grammar.MYSQL) {
            return new long[0];
        }
        long[] greatest = new long[axes.size()];
        for (int i = 0; i < greatest.length; i++) {
            Axis axis = axes.get(i);
            Column column = tables.column(new ColumnRef(target.id(), axis.column()));
            if (column == null || axis.keyType() != KeyType.INTEGER) {
                throw ErrorCode.INSERT_FORM.exception("IGNORE with " + table + "." + axis.column() + ", which is text");
            }
            greatest[i] = switch (column.typeName().toLowerCase(Locale.ROOT)) {
                case "bigint" -> Long.MAX_VALUE;
                case "int", "integer" -> Integer.MAX_VALUE;
                case "mediumint" -> (1 << 23) - 1;
                case "smallint" -> Short.MAX_VALUE;
                default -> Byte.MAX_VALUE;
            };
        }
        return greatest;
    }
}

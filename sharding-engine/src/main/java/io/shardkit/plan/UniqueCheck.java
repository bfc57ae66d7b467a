package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.statement.SqlTemplate;
import java.util.Collections;
import java.util.List;

/**
 * The unique keys of a table that each database keeps among its own rows only, and of which other units have to be asked
 * before rows are written. Immutable.
 *
 * @param name the table as the statement writes it; its slot takes an actual table
 * @param keys the keys
 * @param taken tells of a row that is there already
 * @param maxUnits how many units may be asked
 */
public record UniqueCheck(ShardedTable table, SqlTemplate name, List<Key> keys, ErrorCode taken, int maxUnits) {

    /**
     * A unique key that lacks a sharding column.
     *
     * @param columns all of its columns
     */
    public record Key(List<KeyColumn> columns) {

        /** The names of its columns, in lower case. */
        public List<String> names() {
            return columns.stream().map(each -> each.column().name()).toList();
        }

        /** What holds for rows that have one of so many keys. */
        String condition(int count) {
            if (columns.size() == 1) {
                String name = columns.get(0).name();
                return count == 1
                        ? name + " = ?"
                        : name + " IN (" + String.join(", ", Collections.nCopies(count, "?")) + ")";
            }
            String one = String.join(
                    " AND ",
                    columns.stream().map(column -> column.name() + " = ?").toList());
            return "(" + String.join(") OR (", Collections.nCopies(count, one)) + ")";
        }

        @Override
        public String toString() {
            return names().toString();
        }
    }
}

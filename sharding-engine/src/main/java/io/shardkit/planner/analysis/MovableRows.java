package io.shardkit.planner.analysis;

import io.shardkit.dialect.Dialect;
import io.shardkit.options.Limits;
import io.shardkit.options.MovingUpdates;
import io.shardkit.plan.UniqueKeyLookup;
import io.shardkit.plan.move.KeyValues;
import io.shardkit.plan.move.KeyedRows;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a statement that others may move while it asks several units. Immutable.
 *
 * @param key names them, or null if no unique key does
 * @param table their table
 * @param name the table as the statement writes it
 */
public record MovableRows(@Nullable UniqueLookupKey key, RoutedTable table, SqlTemplate name) {

    /** Returns the movable rows of a statement of one table; null if it has other tables, or if none of its rows move. */
    public static @Nullable MovableRows of(
            ParsedStatement statement,
            List<Block> blocks,
            List<ParsedStatement.Assignment> assignments,
            Tables tables,
            Dialect dialect,
            Limits limits)
            throws SQLException {
        boolean one = tables.uses().size() == 1 && blocks.size() == 1;
        RoutedTable table = one ? tables.sharded(0) : null;
        if (table == null || table.isOneUnit() || limits.movingUpdates() != MovingUpdates.MOVE) {
            return null;
        }
        UniqueLookupKey key = UniqueLookupKey.of(blocks.get(0), assignments, tables, dialect);
        return new MovableRows(
                key,
                table,
                new SqlTemplate.Editor(statement).build(statement.names().get(0).span()));
    }

    /** The rows of one execution; null if it is not certain which those are. */
    public @Nullable UniqueKeyLookup bind(BitSet units, Parameters parameters) throws SQLException {
        KeyValues values = key == null ? null : key.before(parameters);
        return key == null || values == null ? null : new KeyedRows(table, name, units, values, key.unique());
    }
}

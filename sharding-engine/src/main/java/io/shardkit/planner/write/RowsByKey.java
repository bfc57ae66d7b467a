package io.shardkit.planner.write;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says an UPDATE or DELETE with LIMIT in another way: its rows are those whose primary keys and sharding columns a
 * subquery finds, which has the condition, the order and the limit.
 */
final class RowsByKey {
    private RowsByKey() {}

    /** The text, or null if it would not be the same. */
    static @Nullable String of(ParsedStatement.Write write, Tables tables, Dialect dialect) throws SQLException {
        SqlText text = write.text();
        TableUse target = tables.uses().get(write.targets().get(0));
        boolean alone = write.blocks().get(0).from() instanceof From.Table
                && write.targets().size() == 1;
        if (!alone || !text.isOneOf(0, "UPDATE", "DELETE")) {
            return null;
        }
        if (text.hasReturning() || AssignmentOrder.matters(write, dialect)) {
            // One database returns the rows in their order; and a subquery may change what is assigned.
            return null;
        }
        List<Column> columns = columns(write, target, tables);
        if (columns.isEmpty()) {
            return null;
        }
        List<String> names =
                columns.stream().map(Column::reportedName).map(dialect::quoted).toList();
        int set = write.update() ? text.find(0, text.size(), 0, "SET") : 0;
        int rows = text.find(set, text.size(), 0, "WHERE", "ORDER", "LIMIT", "FETCH");
        String key = String.join(", ", names);
        String name = text.sql()
                .substring(
                        write.names().get(0).span().start(),
                        text.token(write.update() ? set : rows).start());
        return text.part(0, rows) + "WHERE " + (names.size() == 1 ? key : "(" + key + ")") + " IN (SELECT " + key
                + " FROM (SELECT " + key + " FROM " + name + text.part(rows, text.size()) + ") sk_rows)";
    }

    /**
     * Returns the columns of the primary key and those that tell the shard: rows of two shards may have one key. Empty if
     * they are not known, or if the write changes them or another unique key.
     */
    static List<Column> columns(ParsedStatement.Write write, TableUse target, Tables tables) throws SQLException {
        List<UniqueKey> keys = tables.uniqueKeys(target);
        if (keys == null || tables.hasLookups(target)) {
            return List.of();
        }
        Set<String> names = new LinkedHashSet<>();
        keys.stream().filter(UniqueKey::primary).forEach(key -> names.addAll(key.columns()));
        if (names.isEmpty() || tables.isByHint(target)) {
            return List.of();
        }
        tables.placingColumns(target).forEach(column -> names.add(column.name()));
        // Rows that take unique values from each other may need the order.
        Stream<String> kept = Stream.concat(names.stream(), keys.stream().flatMap(key -> key.columns().stream()));
        if (kept.anyMatch(write.assigned()::contains)) {
            return List.of();
        }
        List<Column> columns = new ArrayList<>();
        for (String name : names) {
            Column column = tables.column(new ColumnRef(target.id(), name));
            if (column == null || column.nullable()) {
                return List.of();
            }
            columns.add(column);
        }
        return columns;
    }
}

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
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says an UPDATE or DELETE with LIMIT in another way: its rows are those whose primary keys a subquery finds, which has
 * the condition, the order and the limit.
 */
final class RowsByKey {
    private RowsByKey() {}

    /** The text, or null if it would not be the same. */
    static @Nullable String of(ParsedStatement.Write write, Tables tables, Dialect dialect) throws SQLException {
        SqlText text = write.text();
        TableUse target = tables.uses().get(write.targets().get(0));
        boolean alone = write.blocks().get(0).from() instanceof From.Table
                && write.targets().size() == 1;
        List<UniqueKey> keys = tables.uniqueKeys(target);
        if (!alone || !text.isOneOf(0, "UPDATE", "DELETE") || keys == null || tables.hasLookups(target)) {
            return null;
        }
        List<String> columns = keys.stream()
                .filter(UniqueKey::primary)
                .findFirst()
                .map(UniqueKey::columns)
                .orElse(List.of());
        // Rows that take unique values from each other may need the order.
        Stream<String> unique = keys.stream().flatMap(key -> key.columns().stream());
        if (columns.isEmpty() || unique.anyMatch(write.assigned()::contains)) {
            return null;
        }
        List<String> names = columns.stream()
                .map(name -> Objects.requireNonNull(tables.column(new ColumnRef(target.id(), name))))
                .map(Column::reportedName)
                .map(dialect::quoted)
                .toList();
        int set = write.update() ? text.find(0, text.size(), 0, "SET") : 0;
        int rows = text.find(set, text.size(), 0, "WHERE", "ORDER", "LIMIT", "FETCH");
        int end = text.returning();
        String key = String.join(", ", names);
        String name = text.sql()
                .substring(
                        write.names().get(0).span().start(),
                        text.token(write.update() ? set : rows).start());
        return text.part(0, rows) + "WHERE " + (names.size() == 1 ? key : "(" + key + ")") + " IN (SELECT " + key
                + " FROM (SELECT " + key + " FROM " + name + text.part(rows, end) + ") sk_rows)"
                + (end < text.size() ? " " + text.part(end, text.size()) : "");
    }
}

package io.shardkit.planner.broadcast;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells if a LIMIT takes the same rows of each copy of a broadcast table, as no two rows are equal in the order. */
public final class FirstOfCopies {
    private FirstOfCopies() {}

    /**
     * Returns true if an UPDATE or DELETE of one table orders its rows by all columns of a unique key, which are never
     * NULL.
     *
     * @throws SQLException if a database cannot be asked
     */
    public static boolean areSame(ParsedStatement.Write write, Tables tables) throws SQLException {
        boolean plain = tables.uses().size() == 1 && write.blocks().size() == 1 && write.limit() != null;
        Set<String> ordered = plain ? ordered(write.text()) : Set.of();
        TableUse target = tables.uses().get(0);
        List<UniqueKey> keys = ordered.isEmpty() ? null : tables.uniqueKeys(target);
        return keys != null && keys.stream().anyMatch(key -> key.exact() && tells(key, ordered, tables, target));
    }

    private static boolean tells(UniqueKey key, Set<String> ordered, Tables tables, TableUse target) {
        for (String name : key.columns()) {
            Column column = tables.column(new ColumnRef(target.id(), name));
            if (column == null || column.nullable() || !ordered.contains(name)) {
                return false;
            }
        }
        return !key.columns().isEmpty();
    }

    /** The columns, in lower case, that stand by themselves in ORDER BY. */
    private static Set<String> ordered(SqlText text) {
        int order = text.find(0, text.size(), 0, "ORDER");
        int end = text.find(order + 1, text.size(), 0, "LIMIT", "FETCH");
        Set<String> columns = new HashSet<>();
        if (order < 0 || end < 0) {
            return columns;
        }
        for (int[] part : text.split(order + 2, end, 0)) {
            int last = text.isOneOf(part[1] - 1, "ASC", "DESC") ? part[1] - 1 : part[1];
            boolean qualified = last - part[0] == 3 && text.is(part[0] + 1, ".");
            if ((qualified || last - part[0] == 1) && text.isName(last - 1)) {
                columns.add(Token.stripQuotes(text.string(last - 1)).toLowerCase(Locale.ROOT));
            }
        }
        return columns;
    }
}

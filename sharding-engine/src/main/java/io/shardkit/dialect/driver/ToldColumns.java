package io.shardkit.dialect.driver;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server told its driver of the columns of a result and JDBC does not ask for: the name of a table in the
 * statement, and all flags of a column. Needs no connection. Immutable.
 */
public final class ToldColumns {
    private final List<Column> columns;

    ToldColumns(List<Column> columns) {
        this.columns = List.copyOf(columns);
    }

    /**
     * One column.
     *
     * @param table the name of the actual table; nothing for what is computed
     * @param alias of the table in the statement that was sent; its name if it has no other there
     * @param flags of MySQL's protocol
     */
    public record Column(String table, String alias, int flags) {
        /** Whether the statement calls the table by another name than its own. */
        public boolean isAliased() {
            return !alias.equals(table);
        }
    }

    /**
     * A column of a table.
     *
     * @param column its number, from 1
     * @return null if it is none of a table, or nothing is known of it
     */
    public @Nullable Column ofTable(int column) {
        Column told = column <= columns.size() ? columns.get(column - 1) : null;
        return told == null || told.table().isEmpty() ? null : told;
    }
}

package io.shardkit.dialect.driver;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts about the columns of a result that a server told its driver and JDBC does not ask for: the name of a table in
 * the statement, and all flags of a column. Needs no connection. Immutable.
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
     * @param sent the rest of what the server sent, where JDBC's answers would lose some of it; else null
     */
    public record Column(String table, String alias, int flags, @Nullable Sent sent) {
        /** One whose other facts are as JDBC tells them. */
        public Column(String table, String alias, int flags) {
            this(table, alias, flags, null);
        }

        /** Returns true if the statement calls the table by another name than its own. */
        public boolean isAliased() {
            return !alias.equals(table);
        }
    }

    /**
     * The other facts that MySQL's protocol tells about a column.
     *
     * @param schema of its table; nothing for a column without a table
     * @param name in its table; nothing for a computed column
     * @param type number of its type
     * @param collation number of its collation
     * @param length in bytes of its own character set
     * @param decimals digits after the point
     * @param jdbcType of {@link java.sql.Types}, by which the driver knows it
     */
    public record Sent(String schema, String name, int type, int collation, long length, int decimals, int jdbcType) {}

    /**
     * Any column.
     *
     * @param column its number, from 1
     * @return null if nothing is known of it
     */
    public @Nullable Column of(int column) {
        return column <= columns.size() ? columns.get(column - 1) : null;
    }

    /**
     * A column of a table.
     *
     * @param column its number, from 1
     * @return null if it is none of a table, or nothing is known of it
     */
    public @Nullable Column ofTable(int column) {
        Column told = of(column);
        return told == null || told.table().isEmpty() ? null : told;
    }
}

package io.shardkit.sql.form;

import io.shardkit.sql.text.SqlText;
import org.jspecify.annotations.Nullable;

/** Common tables before an INSERT of a query's rows, said as those of the query. */
public final class CommonTablesForm {
    private CommonTablesForm() {}

    /**
     * {@code INSERT INTO t WITH c AS (...) SELECT ...} for {@code WITH c AS (...) INSERT INTO t SELECT ...}; null for any
     * other text. What follows the query may mean a common table, and so nothing may.
     */
    public static @Nullable String ofInsert(SqlText text) {
        int insert = text.is(0, "WITH") ? text.find(1, text.size(), 0, "INSERT") : -1;
        int query = insert < 0 ? -1 : text.find(insert, text.size(), 0, "SELECT", "VALUES", "WITH", "DEFAULT", "SET");
        if (query < 0
                || !text.is(insert + 1, "INTO")
                || !text.is(query, "SELECT")
                || text.find(query, text.size(), 0, "ON", "RETURNING") >= 0) {
            return null;
        }
        String sql = text.sql();
        int head = text.token(insert).start();
        int rows = text.token(query).start();
        return sql.substring(head, rows) + sql.substring(0, head) + sql.substring(rows);
    }
}

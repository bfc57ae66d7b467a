package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads the queries that stand within a part of a statement. */
interface Subqueries {
    /** Reads a select with everything below it; returns the scope of its one block, or null for a set operation. */
    @Nullable Scope select(SQLSelect select, @Nullable Scope parent) throws SQLException;

    /** Reads a query, which may be a set operation. */
    @Nullable Scope query(SQLSelectQuery query, @Nullable Scope parent) throws SQLException;
}

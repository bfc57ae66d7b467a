package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.statement.SQLWithSubqueryClause;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.form.TableMarkers;
import io.shardkit.sql.text.Nesting;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads WITH, and knows which of its names are in sight. */
final class CommonTables {
    private final SqlText text;
    private final Dialect dialect;
    private final NodeReader.Subqueries subqueries;
    private final NodeReader nodes;
    private final TableMarkers marks;
    private Set<String> inSight = Set.of();
    private int count;

    CommonTables(SqlText text, Dialect dialect, NodeReader nodes, NodeReader.Subqueries subqueries) {
        this.text = text;
        this.dialect = dialect;
        this.nodes = nodes;
        this.marks = nodes.marks();
        this.subqueries = subqueries;
    }

    /** The names that common tables have here, in lower case. */
    Set<String> inSight() {
        return inSight;
    }

    /** Puts the names back that were in sight outside of a query. */
    void restore(Set<String> outside) {
        inSight = outside;
    }

    /** Brings the common tables into sight for the statement itself. */
    void declare(SQLWithSubqueryClause with) throws SQLException {
        Set<String> declared = new HashSet<>(inSight);
        count += with.getEntries().size();
        Nesting.checkTables(count);
        boolean recursive = text.mentions("recursive");
        for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
            boolean certain = dialect.commonTablesHideTables() && isRecursive(with) == recursive;
            if (marks.isMarked(entry.getAlias()) && !certain) {
                throw ShardingExceptions.of(
                        ErrorCode.UNSUPPORTED_SYNTAX,
                        "WITH " + marks.plain(entry.getAlias()) + ", the name of a table that is sharded or broadcast");
            }
            marks.keep(entry.getAlias());
            for (SQLName column : entry.getColumns()) {
                marks.keep(column.getSimpleName());
                nodes.listed(column.getSimpleName());
            }
            declared.add(marks.plain(entry.getAlias()));
        }
        inSight = Set.copyOf(declared);
    }

    private static boolean isRecursive(SQLWithSubqueryClause with) {
        return Boolean.TRUE.equals(with.getRecursive());
    }

    /**
     * Reads the common tables. One with a known table's name hides that table from there on only.
     *
     * @param outside the names that were in sight before they were declared
     */
    void read(SQLWithSubqueryClause with, Set<String> outside, @Nullable Scope parent) throws SQLException {
        Set<String> declared = inSight;
        Set<String> names = new HashSet<>(outside);
        for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
            if (isRecursive(with) || !marks.isMarked(entry.getAlias())) {
                names.add(marks.plain(entry.getAlias()));
            }
        }
        for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
            if (entry.getSubQuery() == null) {
                throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "WITH " + entry.getAlias());
            }
            inSight = Set.copyOf(names);
            subqueries.select(entry.getSubQuery(), parent);
            names.add(marks.plain(entry.getAlias()));
        }
        inSight = declared;
    }
}

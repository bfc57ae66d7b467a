package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSubqueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUnionQueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLWithSubqueryClause;
import com.alibaba.druid.sql.dialect.h2.visitor.H2ASTVisitor;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitor;
import com.alibaba.druid.sql.dialect.postgresql.visitor.PGASTVisitor;
import com.alibaba.druid.sql.visitor.SQLASTVisitor;
import io.shardkit.dialect.facts.Grammar;
import java.sql.SQLException;

/**
 * Walks the nodes of one query block and stops at the borders of others: at subqueries, which are reported, and at
 * table sources, which are read elsewhere.
 */
final class Walk {

    /** The steps of a walk at its nodes. */
    interface Steps {
        void node(SQLObject node) throws SQLException;

        void subquery(SQLSelect select) throws SQLException;
    }

    private Walk() {}

    static void over(SQLObject root, Grammar grammar, Steps steps) throws SQLException {
        SQLASTVisitor visitor =
                switch (grammar) {
                    case MYSQL -> new MySqlWalk(steps);
                    case POSTGRESQL -> new PostgresqlWalk(steps);
                    case H2 -> new H2Walk(steps);
                };
        try {
            root.accept(visitor);
        } catch (Interrupted e) {
            throw e.reason;
        }
    }

    /** Carries a refusal through the parser's visitors, which cannot throw checked exceptions. */
    private static final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final SQLException reason;

        Interrupted(SQLException reason) {
            super(null, null, false, false);
            this.reason = reason;
        }
    }

    /** The part that all of the parser's visitors share. */
    private interface WithinBlock extends SQLASTVisitor {
        Steps steps();

        @Override
        default void preVisit(SQLObject node) {
            try {
                steps().node(node);
            } catch (SQLException e) {
                throw new Interrupted(e);
            }
        }

        @Override
        default boolean visit(SQLSelect select) {
            try {
                steps().subquery(select);
                return false;
            } catch (SQLException e) {
                throw new Interrupted(e);
            }
        }

        @Override
        default boolean visit(SQLExprTableSource source) {
            return false;
        }

        @Override
        default boolean visit(SQLSubqueryTableSource source) {
            return false;
        }

        @Override
        default boolean visit(SQLUnionQueryTableSource source) {
            return false;
        }

        @Override
        default boolean visit(SQLWithSubqueryClause with) {
            return false;
        }
    }

    private record MySqlWalk(Steps steps) implements WithinBlock, MySqlASTVisitor {}

    private record PostgresqlWalk(Steps steps) implements WithinBlock, PGASTVisitor {}

    private record H2Walk(Steps steps) implements WithinBlock, H2ASTVisitor {}
}

package io.shardkit.sql;

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
import io.shardkit.dialect.Dialect;
import java.sql.SQLException;

/**
 * Walks the nodes of one query block and stops at the borders of others: at subqueries, which are reported, and at
 * table sources, which are read elsewhere.
 */
final class Walk {

    /** What happens at a node. */
    interface Steps {
        void node(SQLObject node) throws SQLException;

        void subquery(SQLSelect select) throws SQLException;
    }

    private Walk() {}

    static void over(SQLObject root, Dialect.Grammar grammar, Steps steps) throws SQLException {
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

    private static void node(Steps steps, SQLObject node) {
        try {
            steps.node(node);
        } catch (SQLException e) {
            throw new Interrupted(e);
        }
    }

    private static boolean subquery(Steps steps, SQLSelect select) {
        try {
            steps.subquery(select);
            return false;
        } catch (SQLException e) {
            throw new Interrupted(e);
        }
    }

    private record MySqlWalk(Steps steps) implements MySqlASTVisitor {
        @Override
        public void preVisit(SQLObject node) {
            node(steps, node);
        }

        @Override
        public boolean visit(SQLSelect select) {
            return subquery(steps, select);
        }

        @Override
        public boolean visit(SQLExprTableSource source) {
            return false;
        }

        @Override
        public boolean visit(SQLSubqueryTableSource source) {
            return false;
        }

        @Override
        public boolean visit(SQLUnionQueryTableSource source) {
            return false;
        }

        @Override
        public boolean visit(SQLWithSubqueryClause with) {
            return false;
        }
    }

    private record PostgresqlWalk(Steps steps) implements PGASTVisitor {
        @Override
        public void preVisit(SQLObject node) {
            node(steps, node);
        }

        @Override
        public boolean visit(SQLSelect select) {
            return subquery(steps, select);
        }

        @Override
        public boolean visit(SQLExprTableSource source) {
            return false;
        }

        @Override
        public boolean visit(SQLSubqueryTableSource source) {
            return false;
        }

        @Override
        public boolean visit(SQLUnionQueryTableSource source) {
            return false;
        }

        @Override
        public boolean visit(SQLWithSubqueryClause with) {
            return false;
        }
    }

    private record H2Walk(Steps steps) implements H2ASTVisitor {
        @Override
        public void preVisit(SQLObject node) {
            node(steps, node);
        }

        @Override
        public boolean visit(SQLSelect select) {
            return subquery(steps, select);
        }

        @Override
        public boolean visit(SQLExprTableSource source) {
            return false;
        }

        @Override
        public boolean visit(SQLSubqueryTableSource source) {
            return false;
        }

        @Override
        public boolean visit(SQLUnionQueryTableSource source) {
            return false;
        }

        @Override
        public boolean visit(SQLWithSubqueryClause with) {
            return false;
        }
    }
}

package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlSelectQueryBlock;
import com.alibaba.druid.sql.dialect.postgresql.ast.stmt.PGSelectQueryBlock;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.form.LockForm;
import io.shardkit.sql.statement.ItemLabel;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads a statement that is a query. */
final class QueryReader {
    private final SqlText text;
    private final Dialect dialect;
    private final StatementReader reader;

    QueryReader(SqlText text, Dialect dialect, StatementReader reader) {
        this.text = text;
        this.dialect = dialect;
        this.reader = reader;
    }

    ParsedStatement read(SQLSelect select) throws SQLException {
        Scope scope = reader.select(select, null);
        reader.nodes().checkParameters();
        if (!reader.tables().isEmpty()) {
            reader.nodes().checkVariables();
        }
        LockForm lock = reader.parserText().lock();
        if (lock != null) {
            rename(lock, scope);
        }
        SelectClauses clauses = null;
        boolean bare = select.getWithSubQuery() == null
                && select.getOrderBy() == null
                && select.getLimit() == null
                && text.is(0, "SELECT");
        if (bare && scope != null && select.getQuery() instanceof SQLSelectQueryBlock block) {
            clauses = new SelectReader(text, scope, reader).read(block);
        }
        List<TableName> names = reader.names().inQuery();
        List<ItemLabel> labels = dialect.labelsByText()
                ? new ItemLabels(text, dialect.clauses().labelsBeginWithComments()).of(select, names)
                : List.of();
        return new ParsedStatement.Query(
                reader.parts(text, reader.blocks(), names),
                clauses,
                lock != null || isLocking(select),
                labels,
                reader.nodes().unknownNames());
    }

    /** Renames the tables of a locking clause. */
    private void rename(LockForm lock, @Nullable Scope scope) throws SQLException {
        for (int token : lock.tables()) {
            String label = Token.stripQuotes(text.string(token)).toLowerCase(Locale.ROOT);
            TableUse use = scope == null ? null : scope.table(label);
            if (use == null) {
                throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "FOR ... OF " + label);
            }
            reader.marks().locked(token, use);
        }
    }

    private boolean isLocking(SQLSelect select) {
        if (select.getQuery() instanceof SQLSelectQueryBlock block
                && (block.isForUpdate()
                        || block.isForShare()
                        || (block instanceof MySqlSelectQueryBlock mysql && mysql.isLockInShareMode())
                        || (block instanceof PGSelectQueryBlock postgresql && postgresql.getForClause() != null))) {
            return true;
        }
        int lock = text.find(0, text.size(), 0, "FOR", "LOCK");
        return lock > 0 && text.isOneOf(lock + 1, "UPDATE", "SHARE", "NO", "KEY", "IN");
    }
}

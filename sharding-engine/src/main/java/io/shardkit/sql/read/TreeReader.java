package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLInsertInto;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.text.Nesting;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;

/** Has the parser make the tree of a text, and reads the tree by the kind of the statement. */
public final class TreeReader {
    private final SqlText text;
    private final SqlText marked;
    private final Dialect dialect;
    private final Grammar grammar;

    /**
     * @param text as the user wrote it
     * @param marked the same with the marks of tables, if it is an INSERT or returns rows
     * @param grammar what the parser reads it as
     */
    public TreeReader(SqlText text, SqlText marked, Dialect dialect, Grammar grammar) {
        this.text = text;
        this.marked = marked;
        this.dialect = dialect;
        this.grammar = grammar;
    }

    /**
     * Reads the statement.
     *
     * @param forParser what the parser is given in place of the text
     * @throws SQLException a coded refusal if the parser cannot read it, or not in one way only
     */
    public ParsedStatement read(String forParser, StatementReader reader) throws SQLException {
        SQLStatement statement = DruidParser.parse(forParser, grammar);
        ParsedStatement parsed;
        try {
            if (text.hasReturning()) {
                reader.returning(new ReturningReader(marked, dialect, grammar).read());
            }
            parsed = read(statement, reader);
        } catch (StackOverflowError e) {
            throw Nesting.overflow();
        } catch (RuntimeException e) {
            throw ShardingExceptions.of(ErrorCode.UNPARSABLE, e.getClass().getSimpleName() + " while reading");
        }
        StabilityCheck.check(forParser, statement, dialect, grammar);
        return parsed;
    }

    private ParsedStatement read(SQLStatement statement, StatementReader reader) throws SQLException {
        if (statement instanceof SQLSelectStatement select) {
            return new QueryReader(text, dialect, reader).read(select.getSelect());
        }
        if (statement instanceof SQLUpdateStatement update) {
            return new WriteReader(text, reader).update(update);
        }
        if (statement instanceof SQLDeleteStatement delete) {
            return new WriteReader(text, reader).delete(delete);
        }
        if (statement instanceof SQLInsertInto insert) {
            return new InsertReader(text, reader).insert(insert);
        }
        if (statement instanceof SQLReplaceStatement replace) {
            return new InsertReader(text, reader).replace(replace);
        }
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, text.word(0));
    }
}

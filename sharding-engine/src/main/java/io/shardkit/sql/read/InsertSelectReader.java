package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.InsertClauses;
import io.shardkit.sql.text.RowAlias;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads an INSERT or REPLACE of the rows of a query. */
final class InsertSelectReader {
    private final SqlText text;
    private final StatementReader reader;

    InsertSelectReader(SqlText text, StatementReader reader) {
        this.text = text;
        this.reader = reader;
    }

    /**
     * @param target the scope of the table that is written
     * @param listed the columns that the statement names
     * @param updates what it assigns to rows that are there already
     */
    ParsedStatement read(
            SQLObject statement, Scope target, List<SQLExpr> listed, SQLSelect query, List<SQLObject> updates)
            throws SQLException {
        NodeTypes.check(statement);
        if (!text.isOneOf(0, "INSERT", "REPLACE", "MERGE")) {
            throw ShardingExceptions.of(ErrorCode.INSERT_FORM, text.word(0) + " before INSERT ... SELECT");
        }
        List<String> columns = listed.isEmpty() ? null : new ArrayList<>();
        for (SQLExpr column : listed) {
            reader.nodes().walk(column, target);
            if (columns != null) {
                columns.add(reader.columnName(column));
            }
        }
        reader.select(query, null);
        for (SQLObject update : updates) {
            reader.nodes().walk(update, target);
        }
        reader.walkReturning(target);
        int first = queryStart();
        int end = queryEnd(first);
        if (text.find(first, end, 0, "FOR", "LOCK") >= 0) {
            throw ShardingExceptions.of(ErrorCode.INSERT_FORM, "INSERT ... SELECT that locks");
        }
        int before = InsertClauses.beforeRows(text, first);
        int close = text.is(before, ")") ? before : -1;
        if ((close < 0) != (columns == null)) {
            throw ShardingExceptions.of(ErrorCode.INSERT_FORM, "a clause between the columns and the query");
        }
        ParsedStatement.Upsert upsert =
                new UpsertReader(text, reader.tables().size(), RowAlias.NONE).read(first, end, List.of());
        reader.nodes().checkParameters();
        return new ParsedStatement.InsertSelect(
                reader.parts(text, reader.blocks(), reader.names().inWrite()),
                new ParsedStatement.Target(
                        target(text, target.uses().get(0), first),
                        columns,
                        close < 0 ? -1 : text.token(close).start()),
                text.span(first, end),
                upsert,
                namesRead(end),
                false);
    }

    /** Returns the place of the written table's name, before a token. */
    static Span target(SqlText text, TableUse use, int before) throws SQLException {
        for (int i = 1; i < before; i++) {
            if (Words.same(Token.stripQuotes(text.string(i)), use.name())) {
                return text.span(i, i + 1);
            }
        }
        throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "the table " + use.name());
    }

    private int queryStart() throws SQLException {
        for (int i = 1; i < text.size(); i++) {
            boolean opens = text.is(i, "(") && text.isOneOf(i + 1, "SELECT", "WITH", "(");
            if (text.token(i).depth() == 0 && (opens || text.isOneOf(i, "SELECT", "WITH"))) {
                return i;
            }
        }
        throw ShardingExceptions.of(ErrorCode.INSERT_FORM, "INSERT of a query that does not start with SELECT or WITH");
    }

    private int queryEnd(int first) {
        for (int i = first; i < text.size(); i++) {
            boolean outermost = text.token(i).depth() == 0;
            if (outermost
                    && (text.is(i, "RETURNING")
                            || (text.is(i, "ON") && text.isOneOf(i + 1, "DUPLICATE", "CONFLICT")))) {
                return i;
            }
        }
        return text.size();
    }

    /** The names, in lower case, that assignments read other than by {@code VALUES(name)}. */
    private List<String> namesRead(int from) {
        List<String> names = new ArrayList<>();
        int returning = text.find(from, text.size(), 0, "RETURNING");
        int to = returning < 0 ? text.size() : returning;
        for (int i = from; i < to; i++) {
            Token.Kind kind = text.token(i).kind();
            boolean name = kind == Token.Kind.WORD || kind == Token.Kind.QUOTED;
            boolean ofValues = text.is(i - 1, "(") && text.is(i - 2, "VALUES");
            boolean assigned = text.is(i + 1, "=") && text.token(i).depth() == 0;
            if (name && !ofValues && !assigned && !text.is(i + 1, "(")) {
                names.add(Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }
}

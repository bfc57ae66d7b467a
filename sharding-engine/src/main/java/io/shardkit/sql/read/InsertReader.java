package io.shardkit.sql.read;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.statement.SQLInsertInto;
import com.alibaba.druid.sql.ast.statement.SQLInsertStatement.ValuesClause;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import com.alibaba.druid.sql.dialect.postgresql.ast.stmt.PGInsertStatement;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.InsertClauses;
import io.shardkit.sql.text.RowAlias;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads INSERT and REPLACE. */
final class InsertReader {
    private final SqlText text;
    private final StatementReader reader;

    InsertReader(SqlText text, StatementReader reader) {
        this.text = text;
        this.reader = reader;
    }

    ParsedStatement insert(SQLInsertInto insert) throws SQLException {
        boolean defaults = insert instanceof PGInsertStatement postgresql && postgresql.isDefaultValues();
        return read(
                insert,
                insert.getTableSource(),
                insert.getColumns(),
                insert.getValuesList(),
                insert.getQuery(),
                defaults);
    }

    ParsedStatement replace(SQLReplaceStatement replace) throws SQLException {
        SQLQueryExpr query = replace.getQuery();
        return read(
                replace,
                replace.getTableSource(),
                replace.getColumns(),
                replace.getValuesList(),
                query == null ? null : query.getSubQuery(),
                false);
    }

    private ParsedStatement read(
            SQLObject statement,
            SQLTableSource target,
            List<SQLExpr> listed,
            List<ValuesClause> given,
            @Nullable SQLSelect query,
            boolean defaults)
            throws SQLException {
        Scope scope = reader.newScope(null);
        reader.block(scope, target, null);
        WriteReader.checkTarget(scope);
        checkDistinct(listed);
        if (query != null) {
            return new InsertSelectReader(text, reader).read(statement, scope, listed, query, updates(statement));
        }
        reader.nodes().walk(statement, scope);
        reader.walkReturning(scope);
        if (statement instanceof PGInsertStatement postgresql) {
            // The parser's own visitors pass by what stands after ON CONFLICT.
            for (SQLObject part : conflict(postgresql)) {
                reader.nodes().walk(part, scope);
            }
        }
        int values = InsertClauses.form(text);
        if (values < 0) {
            throw ShardingExceptions.of(ErrorCode.INSERT_FORM, "an INSERT without VALUES");
        }
        boolean set = text.is(values, "SET");
        List<String> columns = null;
        int columnListEnd = -1;
        if (!listed.isEmpty()) {
            columns = new ArrayList<>();
            for (SQLExpr column : listed) {
                columns.add(reader.columnName(column));
            }
            int close = InsertClauses.beforeRows(text, values);
            if (!set && !text.is(close, ")")) {
                throw ShardingExceptions.of(ErrorCode.INSERT_FORM, "a clause between the columns and VALUES");
            }
            columnListEnd = set ? -1 : text.token(close).start();
        }
        List<ParsedStatement.Row> rows = new ArrayList<>();
        int end = set ? assignments(given, scope, values + 1, rows) : rows(given, scope, values + 1, rows);
        RowAlias alias = RowAlias.of(text, values);
        int behind = alias.isThere() && alias.from() == end ? alias.to() : end;
        ParsedStatement.Upsert upsert = new UpsertReader(text, reader.tables().size(), alias)
                .read(values, behind, assigned(statement, new ConditionReader(scope, reader.parserText())));
        String special = defaults ? "DEFAULT VALUES" : special(values, behind, upsert);
        reader.nodes().checkParameters();
        return new ParsedStatement.Insert(
                reader.parts(text, reader.blocks(), reader.names().inInsert()),
                new ParsedStatement.Target(
                        InsertSelectReader.target(text, scope.uses().get(0), values), columns, columnListEnd),
                new ParsedStatement.Rows(
                        new Span(
                                text.token(values).start(),
                                Math.max(
                                        text.token(end - 1).end(),
                                        reader.plainRows().end())),
                        set,
                        rows),
                special,
                upsert,
                reader.plainRows().withFunctions(reader.nodes().functions()));
    }

    /** Some databases take the last value of a column that is named twice. */
    private void checkDistinct(List<SQLExpr> columns) throws SQLException {
        Set<String> names = new HashSet<>();
        for (SQLExpr column : columns) {
            if (!names.add(reader.columnName(column).toLowerCase(Locale.ROOT))) {
                throw ShardingExceptions.of(ErrorCode.INSERT_FORM, "a column that is named twice");
            }
        }
    }

    private static List<SQLObject> updates(SQLObject statement) {
        if (statement instanceof PGInsertStatement postgresql) {
            return conflict(postgresql);
        }
        return statement instanceof MySqlInsertStatement mysql ? List.copyOf(mysql.getDuplicateKeyUpdate()) : List.of();
    }

    /** For each assignment of an upsert the value that is known when the statement is bound, or null. */
    private static List<@Nullable Value> assigned(SQLObject statement, ConditionReader conditions) {
        List<? extends SQLObject> items = List.of();
        if (statement instanceof PGInsertStatement postgresql) {
            items = Objects.requireNonNullElse(postgresql.getOnConflictUpdateSetItems(), items);
        } else if (statement instanceof MySqlInsertStatement mysql) {
            items = mysql.getDuplicateKeyUpdate();
        }
        List<@Nullable Value> values = new ArrayList<>();
        for (SQLObject item : items) {
            SQLExpr value = null;
            if (item instanceof SQLUpdateSetItem set) {
                value = set.getValue();
            } else if (item instanceof SQLBinaryOpExpr equality && equality.getLeft() instanceof SQLName) {
                value = equality.getOperator() == SQLBinaryOperator.Equality ? equality.getRight() : null;
            }
            values.add(value == null ? null : conditions.value(value));
        }
        return values;
    }

    private static List<SQLObject> conflict(PGInsertStatement insert) {
        List<SQLObject> parts = new ArrayList<>();
        if (insert.getOnConflictTarget() != null) {
            parts.addAll(insert.getOnConflictTarget());
        }
        if (insert.getOnConflictWhere() != null) {
            parts.add(insert.getOnConflictWhere());
        }
        if (insert.getOnConflictUpdateSetItems() != null) {
            parts.addAll(insert.getOnConflictUpdateSetItems());
        }
        if (insert.getOnConflictUpdateWhere() != null) {
            parts.add(insert.getOnConflictUpdateWhere());
        }
        return parts;
    }

    private @Nullable String special(int values, int end, ParsedStatement.@Nullable Upsert upsert) {
        if (!text.isOneOf(0, "INSERT", "REPLACE")) {
            return text.word(0);
        }
        for (int i = 1; i < values && !text.is(i, "("); i++) {
            if (text.isOneOf(i, "OVERWRITE", "OVERRIDING", "DELAYED")) {
                return text.word(i);
            }
        }
        return end < text.returning() && (upsert == null || !text.is(end, "ON")) ? text.word(end) : null;
    }

    /** Reads the rows; returns the token after the last one. */
    private int rows(List<ValuesClause> given, Scope scope, int from, List<ParsedStatement.Row> rows)
            throws SQLException {
        ConditionReader conditions = new ConditionReader(scope, reader.parserText());
        List<ParsedStatement.Row> plainRows = reader.plainRows().rows();
        int plain = 0;
        int at = from;
        for (ValuesClause clause : given) {
            if (!rows.isEmpty()) {
                if (!text.is(at, ",")) {
                    throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "the rows of VALUES");
                }
                at++;
            }
            int first = at;
            if (text.is(at, "ROW")) {
                at++;
            }
            if (at >= text.size() || !text.is(at, "(")) {
                throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "the rows of VALUES");
            }
            int close = text.find(at + 1, text.size(), 0, ")");
            if (close < 0) {
                throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "a row of VALUES");
            }
            List<int[]> parts = at + 1 == close ? List.of() : text.split(at + 1, close, 1);
            ParsedStatement.Row row = row(text.span(first, close + 1), parts, clause, conditions);
            while (plain < plainRows.size()
                    && plainRows.get(plain).span().start() < row.span().start()) {
                rows.add(plainRows.get(plain++));
            }
            rows.add(row);
            at = close + 1;
        }
        rows.addAll(plainRows.subList(plain, plainRows.size()));
        return at;
    }

    /** Returns the token after the assignments of SET, which are read as one row. */
    private int assignments(List<ValuesClause> given, Scope scope, int from, List<ParsedStatement.Row> rows)
            throws SQLException {
        int end = InsertClauses.endOfAssignments(text, from);
        List<int[]> parts = new ArrayList<>();
        for (int[] part : text.split(from, end, 0)) {
            parts.add(new int[] {text.find(part[0], part[1], 0, "=") + 1, part[1]});
        }
        if (given.size() != 1 || end == from) {
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "the assignments");
        }
        ConditionReader conditions = new ConditionReader(scope, reader.parserText());
        rows.add(row(text.span(from, end), parts, given.get(0), conditions));
        return end;
    }

    private ParsedStatement.Row row(Span span, List<int[]> parts, ValuesClause clause, ConditionReader conditions)
            throws SQLException {
        if (parts.size() != clause.getValues().size()) {
            throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "a row of VALUES");
        }
        List<@Nullable Value> values = new ArrayList<>();
        List<Span> places = new ArrayList<>();
        BitSet defaults = new BitSet();
        for (int i = 0; i < parts.size(); i++) {
            int first = parts.get(i)[0];
            int afterLast = parts.get(i)[1];
            if (first >= afterLast) {
                throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "a row of VALUES");
            }
            values.add(conditions.value(clause.getValues().get(i)));
            places.add(text.span(first, afterLast));
            defaults.set(i, afterLast == first + 1 && text.is(first, "DEFAULT"));
        }
        return new ParsedStatement.Row(span, values, places, defaults);
    }
}

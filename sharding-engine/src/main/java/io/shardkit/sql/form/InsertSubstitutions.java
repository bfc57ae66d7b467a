package io.shardkit.sql.form;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.text.InsertClauses;
import io.shardkit.sql.text.RowAlias;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;

/**
 * Gives the parser an INSERT in the form that it reads beyond doubt: SET as a column list and VALUES, rows without the
 * word ROW or a name, and no row that starts with a sign. The databases get the user's own text.
 */
public final class InsertSubstitutions {
    private final SqlText text;
    private final Dialect dialect;
    private final Grammar grammar;

    /**
     * @param text the text with marks
     * @param dialect of the database
     * @param grammar of the parser
     */
    public InsertSubstitutions(SqlText text, Dialect dialect, Grammar grammar) {
        this.text = text;
        this.dialect = dialect;
        this.grammar = grammar;
    }

    /** The text for the parser, without RETURNING; its parameters stand in the user's order. */
    public String forParser() throws SQLException {
        int end = text.returning();
        int form = text.isOneOf(0, "INSERT", "REPLACE") ? InsertClauses.form(text) : -1;
        if (form < 0 || form >= end) {
            return text.part(0, end);
        }
        RowAlias alias = RowAlias.of(text, form);
        check(alias, end);
        return text.is(form, "SET") ? assignments(form, alias, end) : rows(form, alias, end);
    }

    private void check(RowAlias alias, int end) throws SQLException {
        if (alias.isThere()) {
            if (!dialect.clauses().namesInsertedRows()) {
                throw ShardingExceptions.of(
                        ErrorCode.INSERT_FORM, "a name for the rows of VALUES, which this database does not have");
            }
            if (alias.hasColumns() && alias.columns().isEmpty()) {
                throw ShardingExceptions.of(
                        ErrorCode.INSERT_FORM, "names for the columns of VALUES, of which the table's are not listed");
            }
            for (int i = alias.to(); i < end; i++) {
                if (text.is(i, "SELECT")) {
                    throw ShardingExceptions.of(
                            ErrorCode.INSERT_FORM, "a subquery beside a name for the rows of VALUES");
                }
            }
        }
    }

    private String assignments(int set, RowAlias alias, int end) {
        StringBuilder columns = new StringBuilder();
        StringBuilder values = new StringBuilder();
        int last = Math.min(end, InsertClauses.endOfAssignments(text, set));
        for (int[] part : text.split(set + 1, last, 0)) {
            int equals = text.find(part[0], part[1], 0, "=");
            if (equals < 0) {
                return text.part(0, end);
            }
            columns.append(columns.isEmpty() ? "" : ", ").append(text.part(part[0], equals));
            values.append(values.isEmpty() ? "" : ", ")
                    .append(startsWithSign(equals + 1) ? "0 " : "")
                    .append(text.part(equals + 1, part[1]));
        }
        return text.part(0, set) + " (" + columns + ") VALUES (" + values + ") " + behindRows(alias, end);
    }

    private String rows(int form, RowAlias alias, int end) {
        StringBuilder sql = new StringBuilder(text.part(0, form)).append("VALUES ");
        int copied = form + 1;
        int last = Math.min(alias.from(), end);
        for (int i = form + 1; i < last; i++) {
            boolean atTop = text.token(i).depth() == 0;
            if (atTop && text.is(i, "ROW") && text.is(i + 1, "(")) {
                sql.append(text.part(copied, i));
                copied = i + 1;
            } else if (atTop && text.is(i, "(") && startsWithSign(i + 1)) {
                sql.append(text.part(copied, i + 1)).append("0 ");
                copied = i + 1;
            }
        }
        return sql.append(text.part(copied, last))
                .append(behindRows(alias, end))
                .toString();
    }

    /** Returns the SQL after the rows, with the columns of the row alias written as {@code VALUES(column)}. */
    private String behindRows(RowAlias alias, int end) {
        StringBuilder sql = new StringBuilder();
        int copied = Math.min(alias.to(), end);
        for (int i = copied; i < end; i++) {
            boolean qualified = alias.qualifies(text, i);
            String column = qualified ? alias.written(text.string(i + 2)) : alias.column(text, i, alias.to());
            if (column != null) {
                sql.append(text.part(copied, i))
                        .append("VALUES(")
                        .append(column)
                        .append(") ");
                copied = i + (qualified ? 3 : 1);
            }
        }
        return sql.append(text.part(copied, end)).toString();
    }

    private boolean startsWithSign(int token) {
        return grammar.misreadsFirstSign()
                && text.is(token, "-")
                && token + 1 < text.size()
                && text.token(token + 1).kind() != Token.Kind.NUMBER;
    }
}

package io.shardkit.sql;

import io.shardkit.dialect.Dialect;

/**
 * Gives the parser an INSERT in the form that it reads beyond doubt: SET as a column list and VALUES, rows without the
 * word ROW, and no row that starts with a sign. The databases get the user's own text.
 */
final class InsertForms {
    private final SqlText text;
    private final Dialect.Grammar grammar;

    /**
     * @param text the text with marks
     * @param grammar of the parser
     */
    InsertForms(SqlText text, Dialect.Grammar grammar) {
        this.text = text;
        this.grammar = grammar;
    }

    /** The text for the parser, without RETURNING; its parameters stand in the user's order. */
    String forParser() {
        int end = text.returning();
        int form = text.isOneOf(0, "INSERT", "REPLACE") ? form(text) : -1;
        if (form < 0 || form >= end) {
            return text.part(0, end);
        }
        return text.is(form, "SET") ? assignments(form, end) : rows(form, end);
    }

    /** The token VALUES, VALUE or SET that the values follow, or -1. */
    static int form(SqlText text) {
        int form = text.find(1, text.size(), 0, "VALUES", "VALUE", "SET", "SELECT", "WITH", "DEFAULT", "ON");
        return form > 0 && text.isOneOf(form, "VALUES", "VALUE", "SET") ? form : -1;
    }

    /** The token after the last assignment of INSERT ... SET. */
    static int endOfAssignments(SqlText text, int set) {
        int end = text.find(set, text.size(), 0, "ON", "RETURNING");
        return end < 0 ? text.size() : end;
    }

    private String assignments(int set, int end) {
        StringBuilder columns = new StringBuilder();
        StringBuilder values = new StringBuilder();
        int last = Math.min(end, endOfAssignments(text, set));
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
        return text.part(0, set) + " (" + columns + ") VALUES (" + values + ") " + text.part(last, end);
    }

    private String rows(int form, int end) {
        StringBuilder sql = new StringBuilder(text.part(0, form)).append("VALUES ");
        int copied = form + 1;
        for (int i = form + 1; i < end; i++) {
            boolean atTop = text.token(i).depth() == 0;
            if (atTop && text.is(i, "ROW") && text.is(i + 1, "(")) {
                sql.append(text.part(copied, i));
                copied = i + 1;
            } else if (atTop && text.is(i, "(") && startsWithSign(i + 1)) {
                sql.append(text.part(copied, i + 1)).append("0 ");
                copied = i + 1;
            }
        }
        return sql.append(text.part(copied, end)).toString();
    }

    private boolean startsWithSign(int token) {
        return grammar == Dialect.Grammar.MYSQL
                && text.is(token, "-")
                && token + 1 < text.size()
                && text.token(token + 1).kind() != Token.Kind.NUMBER;
    }
}

package io.shardkit.sql.command;

import io.shardkit.dialect.facts.NameKind;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads the columns, constraints and indexes that a table is defined with. */
final class TableElements {
    private final SqlText text;
    private final DdlCursor cursor;

    TableElements(SqlText text, DdlCursor cursor) {
        this.text = text;
        this.cursor = cursor;
    }

    /**
     * Reads one element.
     *
     * @param added whether it is added to a table that may have rows
     */
    void element(int from, int to, boolean added) throws SQLException {
        cursor.moveTo(from);
        if (text.is(from, "LIKE")) {
            cursor.moveTo(from + 1);
            cursor.table();
            return;
        }
        List<String> key = List.of();
        int names = cursor.nameCount();
        if (cursor.accept("CONSTRAINT")) {
            cursor.ifExists();
            if (!startsConstraint(cursor.at())) {
                int name = cursor.at();
                cursor.moveTo(name + 1);
                NameKind kind = kind(name + 1);
                cursor.moveTo(name);
                cursor.ownName(kind, false);
            }
        }
        if (cursor.accept("FOREIGN", "KEY")) {
            cursor.ifExists();
            name(NameKind.FOREIGN_KEY);
            key = columns(cursor.at(), to);
        } else if (cursor.accept("PRIMARY", "KEY")) {
            cursor.key("primary", to);
        } else if (text.isOneOf(cursor.at(), "UNIQUE", "FULLTEXT", "SPATIAL")) {
            boolean unique = text.is(cursor.at(), "UNIQUE");
            cursor.moveTo(cursor.at() + 1);
            if (cursor.hasInlineIndexes()) {
                cursor.acceptOneOf("KEY", "INDEX");
                cursor.ifExists();
            }
            name(NameKind.UNIQUE);
            if (unique) {
                cursor.key(cursor.lastName(names), to);
            }
        } else if (isIndex(from)) {
            cursor.moveTo(from + 1);
            cursor.ifExists();
            name(NameKind.INDEX);
        } else if (!startsConstraint(cursor.at())) {
            cursor.ifExists();
            String name = cursor.plain(cursor.at());
            key = List.of(name);
            column(name, cursor.at() + 1, to, added);
        }
        usingIndex(cursor.at(), to);
        references(from, to, key);
    }

    /** PostgreSQL's way to make a constraint of an index that is there. */
    private void usingIndex(int from, int to) throws SQLException {
        for (int i = from; i + 2 < to; i++) {
            if (text.is(i, "USING")
                    && text.is(i + 1, "INDEX")
                    && cursor.isName(i + 2)
                    && !text.is(i + 2, "TABLESPACE")) {
                cursor.moveTo(i + 2);
                cursor.ownName(NameKind.INDEX, true);
            }
        }
    }

    private boolean isIndex(int from) {
        if (!cursor.hasInlineIndexes() || !text.isOneOf(from, "KEY", "INDEX")) {
            return false;
        }
        if (text.is(from + 1, "(") || text.is(from + 1, "IF")) {
            return true;
        }
        return cursor.isName(from + 1) && text.isOneOf(from + 2, "(", "USING");
    }

    /** The name of an index or key, if it has one. */
    private void name(NameKind kind) throws SQLException {
        int at = cursor.at();
        if (cursor.isName(at) && !text.isOneOf(at, "NULLS", "USING", "VALUE")) {
            cursor.ownName(kind, false);
        }
    }

    private boolean startsConstraint(int index) {
        return text.isOneOf(index, "PRIMARY", "UNIQUE", "FOREIGN", "CHECK", "EXCLUDE", "NOT", "NULL", "DEFAULT");
    }

    /** Of what a constraint is that begins there. */
    private NameKind kind(int index) {
        return switch (text.word(index)) {
            case "UNIQUE" -> NameKind.UNIQUE;
            case "PRIMARY" -> NameKind.PRIMARY_KEY;
            case "FOREIGN", "REFERENCES" -> NameKind.FOREIGN_KEY;
            case "EXCLUDE" -> NameKind.INDEX;
            default -> NameKind.CHECK;
        };
    }

    /** Reads the definition that follows a column's name. */
    private void column(String name, int from, int to, boolean added) throws SQLException {
        keys(name, from, to);
        int depth = text.token(from - 1).depth();
        for (int i = from; i < to; i++) {
            if (text.token(i).depth() != depth) {
                continue;
            }
            if (text.is(i, "CONSTRAINT") && !startsConstraint(i + 1)) {
                cursor.moveTo(i + 1);
                cursor.ownName(kind(i + 2), false);
            }
            if (added && fillsRows(i)) {
                cursor.fills();
            }
        }
    }

    /** Reads from a column's definition whether the column is unique or counted by each database. */
    void keys(String name, int from, int to) {
        int depth = text.token(from - 1).depth();
        boolean unique = false;
        boolean counted = false;
        for (int i = from; i < to; i++) {
            counted |= text.is(i, "NEXTVAL");
            if (text.token(i).depth() == depth) {
                boolean serial = text.isOneOf(i, "SERIAL", "BIGSERIAL", "SMALLSERIAL", "SERIAL2", "SERIAL4", "SERIAL8");
                unique |= text.isOneOf(i, "UNIQUE", "PRIMARY")
                        || (cursor.hasInlineIndexes() && (text.is(i, "KEY") || serial));
                counted |= serial
                        || text.isOneOf(i, "AUTO_INCREMENT", "IDENTITY")
                        || (text.is(i, "NEXT") && text.is(i + 1, "VALUE"));
            }
        }
        if (unique) {
            cursor.key(name);
        }
        if (counted) {
            cursor.counts(name);
        }
    }

    private boolean fillsRows(int index) {
        if (text.is(index, "DEFAULT")) {
            int value = text.isOneOf(index + 1, "-", "+") ? index + 2 : index + 1;
            Token.Kind kind = value < text.size() ? text.token(value).kind() : Token.Kind.SYMBOL;
            return !(kind == Token.Kind.STRING
                    || kind == Token.Kind.NUMBER
                    || text.isOneOf(value, "NULL", "TRUE", "FALSE"));
        }
        return text.isOneOf(
                index, "AUTO_INCREMENT", "IDENTITY", "GENERATED", "SERIAL", "BIGSERIAL", "SMALLSERIAL", "AS");
    }

    private void references(int from, int to, List<String> key) throws SQLException {
        for (int i = from; i < to; i++) {
            if (text.is(i, "REFERENCES")) {
                cursor.moveTo(i + 1);
                cursor.references(key);
            }
        }
    }

    private List<String> columns(int open, int to) throws SQLException {
        int depth = open < text.size() ? text.token(open).depth() : 0;
        int close = text.is(open, "(") ? text.find(open + 1, to, depth, ")") : -1;
        if (close < 0) {
            throw cursor.unsupported();
        }
        List<String> columns = new ArrayList<>();
        for (int[] each : text.split(open + 1, close, depth + 1)) {
            columns.add(cursor.plain(each[0]));
        }
        return columns;
    }
}

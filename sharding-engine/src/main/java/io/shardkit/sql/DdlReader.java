package io.shardkit.sql;

import io.shardkit.error.ErrorCode;
import io.shardkit.rule.ShardingRule;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads CREATE TABLE, DROP TABLE, ALTER TABLE, TRUNCATE and CREATE INDEX from their tokens: the parser is not needed to
 * find the table, and its view of column definitions does not matter.
 */
final class DdlReader {
    private final SqlText text;
    private final ShardingRule rule;
    private int at;

    private DdlReader(SqlText text, ShardingRule rule) {
        this.text = text;
        this.rule = rule;
    }

    static boolean isDdl(SqlText text) {
        return text.isOneOf(0, "CREATE", "DROP", "ALTER", "TRUNCATE", "RENAME", "COMMENT");
    }

    static ParsedStatement read(SqlText text, ShardingRule rule) throws SQLException {
        return new DdlReader(text, rule).read();
    }

    private ParsedStatement read() throws SQLException {
        List<Span> ownNames = new ArrayList<>();
        boolean index = false;
        if (accept("CREATE")) {
            accept("UNIQUE");
            if (accept("INDEX")) {
                index = true;
                ifExists();
                ownNames.add(span(at++));
                expect("ON");
            } else {
                expect("TABLE");
                ifExists();
            }
        } else if (accept("DROP") || accept("ALTER")) {
            expect("TABLE");
            ifExists();
        } else if (accept("TRUNCATE")) {
            accept("TABLE");
        } else {
            throw unsupported();
        }
        TableUse use = new TableUse(0, name(at), name(at), false);
        List<TableName> names = new ArrayList<>();
        names.add(new TableName(span(at), 0, false));
        at++;
        if (text.is(at, ".") || text.is(at, ",")) {
            throw ErrorCode.UNSUPPORTED_STATEMENT.exception("a schema or several tables in DDL");
        }
        List<TableUse> tables = new ArrayList<>(List.of(use));
        for (; at < text.size(); at++) {
            String word = text.word(at);
            if (word.equals(";")) {
                throw ErrorCode.SEVERAL_STATEMENTS.exception("");
            }
            if (text.isOneOf(at, "SELECT", "LIKE", "RENAME", "TABLE")) {
                throw ErrorCode.UNSUPPORTED_STATEMENT.exception(word + " in DDL");
            }
            if (word.equals("CONSTRAINT") && isPlainName(at + 1)) {
                ownNames.add(span(at + 1));
            } else if (word.equals("REFERENCES")) {
                TableUse other = new TableUse(tables.size(), name(at + 1), name(at + 1), false);
                tables.add(other);
                names.add(new TableName(span(at + 1), other.id(), false));
            }
        }
        return new ParsedStatement.Ddl(text, tables, List.of(), onlyKnown(names, tables), ownNames, index);
    }

    private List<TableName> onlyKnown(List<TableName> names, List<TableUse> tables) {
        return names.stream()
                .filter(name -> rule.shardedTable(tables.get(name.use()).name()) != null)
                .toList();
    }

    private boolean isPlainName(int index) {
        return index < text.size()
                && (text.token(index).kind() == Token.Kind.QUOTED
                        || (text.token(index).kind() == Token.Kind.WORD
                                && !text.isOneOf(index, "PRIMARY", "UNIQUE", "FOREIGN", "CHECK")));
    }

    private String name(int index) throws SQLException {
        if (index >= text.size()) {
            throw unsupported();
        }
        return Marks.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT);
    }

    private Span span(int index) throws SQLException {
        if (index >= text.size()) {
            throw unsupported();
        }
        return text.span(index, index + 1);
    }

    private void ifExists() {
        if (accept("IF")) {
            accept("NOT");
            accept("EXISTS");
        }
    }

    private boolean accept(String word) {
        if (at < text.size() && text.is(at, word)) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(String word) throws SQLException {
        if (!accept(word)) {
            throw unsupported();
        }
    }

    private SQLException unsupported() {
        return ErrorCode.UNSUPPORTED_STATEMENT.exception(text.word(0) + " " + text.word(1));
    }
}

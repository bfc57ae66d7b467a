package io.shardkit.sql.command;

import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.facts.ClauseRules;
import io.shardkit.dialect.facts.NameKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;

/**
 * Reads CREATE, ALTER, DROP, TRUNCATE and COMMENT of tables, and CREATE, DROP and ALTER of indexes, from their tokens:
 * the parser is not needed to find the names, and its view of column definitions does not matter. What is not known
 * here is refused.
 */
public final class DdlReader {
    private final SqlText text;
    private final DdlCursor cursor;
    private final TableElements elements;

    private DdlReader(SqlText text, ShardMap rule, ClauseRules rules, ServerSettings settings) {
        this.text = text;
        this.cursor = new DdlCursor(text, rule, rules, settings);
        this.elements = new TableElements(text, cursor);
    }

    public static boolean isDdl(SqlText text) {
        return text.isOneOf(0, "CREATE", "DROP", "ALTER", "TRUNCATE", "RENAME", "COMMENT");
    }

    public static ParsedStatement read(SqlText text, ShardMap rule, ClauseRules rules, ServerSettings settings)
            throws SQLException {
        return new DdlReader(text, rule, rules, settings).read();
    }

    private ParsedStatement read() throws SQLException {
        if (cursor.accept("CREATE")) {
            create();
        } else if (cursor.accept("DROP")) {
            drop();
        } else if (cursor.accept("ALTER")) {
            alter();
        } else if (cursor.accept("TRUNCATE")) {
            cursor.accept("TABLE");
            cursor.accept("ONLY");
            tableList();
        } else if (cursor.accept("COMMENT", "ON")) {
            comment();
        } else {
            throw cursor.unsupported();
        }
        return cursor.finish();
    }

    private void create() throws SQLException {
        cursor.accept("OR", "REPLACE");
        if (text.is(cursor.at() + 1, "TABLE")) {
            // H2's and PostgreSQL's kinds of tables that last.
            cursor.acceptOneOf("CACHED", "MEMORY", "UNLOGGED");
        }
        if (cursor.accept("TABLE")) {
            createTable();
        } else {
            createIndex();
        }
    }

    private void createTable() throws SQLException {
        cursor.ifExists();
        cursor.table();
        if (cursor.accept("LIKE")) {
            cursor.table();
            if (!cursor.atEnd()) {
                throw cursor.unsupported();
            }
            return;
        }
        int open = cursor.at();
        int close = text.is(open, "(") ? text.find(open + 1, text.size(), 0, ")") : -1;
        if (close < 0) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "CREATE TABLE without columns of its own");
        }
        for (int[] element : text.split(open + 1, close, 1)) {
            elements.element(element[0], element[1], false);
        }
        int other = text.find(close, text.size(), 0, "AS", "LIKE", "INHERITS", "UNION", "TABLE", "VALUES", "WITH");
        if (other > 0 && !(text.is(other, "WITH") && text.is(other + 1, "("))) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "CREATE TABLE with " + text.word(other));
        }
    }

    private void createIndex() throws SQLException {
        boolean unique = cursor.accept("UNIQUE");
        if (cursor.accept("NULLS")) {
            cursor.acceptOneOf("ALL", "NOT");
            cursor.expect("DISTINCT");
        }
        cursor.acceptOneOf("FULLTEXT", "SPATIAL", "HASH");
        cursor.expect("INDEX");
        if (text.is(cursor.at(), "CONCURRENTLY")) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "CONCURRENTLY, which no transaction may hold");
        }
        cursor.ifExists();
        if (!text.is(cursor.at(), "ON")) {
            cursor.ownName(NameKind.INDEX, false);
            cursor.createsIndex();
        }
        if (cursor.accept("USING")) {
            cursor.moveTo(cursor.at() + 1);
        }
        cursor.expect("ON");
        cursor.accept("ONLY");
        cursor.table();
        if (unique) {
            cursor.key(cursor.lastName(0), text.size());
        }
    }

    private void drop() throws SQLException {
        if (cursor.accept("TABLE")) {
            cursor.ifExists();
            tableList();
            return;
        }
        cursor.expect("INDEX");
        if (text.is(cursor.at(), "CONCURRENTLY")) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "CONCURRENTLY, which no transaction may hold");
        }
        cursor.ifExists();
        cursor.ownName(NameKind.INDEX, true);
        if (cursor.accept("ON")) {
            cursor.table();
        } else if (text.is(cursor.at(), ",")) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_SYNTAX, "DROP INDEX of several");
        }
    }

    /** One table or several, and whatever follows. */
    private void tableList() throws SQLException {
        int from = cursor.at();
        cursor.table();
        boolean several = false;
        while (cursor.accept(",")) {
            cursor.table();
            several = true;
        }
        if (several) {
            cursor.list(from, cursor.at());
        }
    }

    private void alter() throws SQLException {
        if (cursor.accept("INDEX")) {
            cursor.ifExists();
            cursor.ownName(NameKind.INDEX, true);
            cursor.expect("RENAME");
            cursor.expect("TO");
            cursor.ownName(NameKind.INDEX, false);
            if (!cursor.atEnd()) {
                throw cursor.unsupported();
            }
            return;
        }
        cursor.expect("TABLE");
        cursor.ifExists();
        cursor.accept("ONLY");
        cursor.table();
        AlterActions actions = new AlterActions(text, cursor, elements);
        for (int[] action : text.split(cursor.at(), text.size(), 0)) {
            actions.action(action[0], action[1]);
        }
    }

    private void comment() throws SQLException {
        boolean column = cursor.accept("COLUMN");
        if (!column) {
            cursor.expect("TABLE");
            cursor.table();
            return;
        }
        if (!text.is(cursor.at() + 1, ".") || text.is(cursor.at() + 3, ".")) {
            throw ShardingExceptions.of(ErrorCode.FOREIGN_SCHEMA, "COMMENT ON COLUMN");
        }
        cursor.qualifiedColumn();
    }
}

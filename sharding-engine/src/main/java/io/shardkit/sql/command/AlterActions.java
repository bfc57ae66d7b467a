package io.shardkit.sql.command;

import io.shardkit.dialect.facts.NameKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Words;
import java.sql.SQLException;
import java.util.Set;

/** Reads what ALTER TABLE does with a table. An action that is not known here is refused. */
final class AlterActions {
    /** Actions that name nothing but the table's own columns and settings. */
    private static final Set<String> SETTINGS = Words.of(
            """
            ENGINE COMMENT AUTO_INCREMENT DEFAULT CHARACTER CHARSET COLLATE ROW_FORMAT KEY_BLOCK_SIZE
            STATS_PERSISTENT STATS_AUTO_RECALC STATS_SAMPLE_PAGES ALGORITHM LOCK FORCE ENABLE DISABLE SET RESET
            OWNER""");

    private final SqlText text;
    private final DdlCursor cursor;
    private final TableElements elements;

    AlterActions(SqlText text, DdlCursor cursor, TableElements elements) {
        this.text = text;
        this.cursor = cursor;
        this.elements = elements;
    }

    void action(int from, int to) throws SQLException {
        cursor.moveTo(from);
        if (cursor.accept("ADD")) {
            add(to);
        } else if (cursor.accept("DROP")) {
            drop(to);
        } else if (cursor.accept("RENAME")) {
            rename();
        } else if (cursor.acceptOneOf("MODIFY", "CHANGE")) {
            boolean renames = text.is(from, "CHANGE");
            cursor.accept("COLUMN");
            cursor.ifExists();
            cursor.changes(cursor.plain(cursor.at()));
            int column = renames ? cursor.at() + 1 : cursor.at();
            elements.keys(cursor.plain(column), column + 1, to);
        } else if (cursor.accept("ALTER")) {
            alter(to);
        } else if (cursor.accept("VALIDATE", "CONSTRAINT")) {
            cursor.ownName(NameKind.CONSTRAINT, true);
        } else if (cursor.accept("CLUSTER", "ON")) {
            cursor.ownName(NameKind.INDEX, true);
        } else if (cursor.accept("CONVERT", "TO")) {
            cursor.changes("*");
        } else if (!SETTINGS.contains(text.word(from)) || text.isOneOf(from + 1, "SCHEMA", "TRIGGER")) {
            throw unknown(from);
        }
    }

    private SQLException unknown(int index) {
        return ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "ALTER TABLE with " + text.word(index));
    }

    private void add(int to) throws SQLException {
        cursor.accept("COLUMN");
        int at = cursor.at();
        if (text.is(at, "PARTITION")) {
            throw unknown(at);
        }
        if (text.is(at, "(")) {
            int close = text.find(at + 1, to, text.token(at).depth(), ")");
            for (int[] element : text.split(at + 1, close, text.token(at).depth() + 1)) {
                elements.element(element[0], element[1], true);
            }
        } else {
            elements.element(at, to, true);
        }
    }

    private void drop(int to) throws SQLException {
        boolean inlineIndexes = cursor.hasInlineIndexes();
        if (inlineIndexes && cursor.acceptOneOf("INDEX", "KEY")) {
            existing(NameKind.INDEX);
        } else if (cursor.accept("CONSTRAINT")) {
            existing(NameKind.CONSTRAINT);
        } else if (cursor.accept("FOREIGN", "KEY")) {
            existing(NameKind.FOREIGN_KEY);
        } else if (inlineIndexes && cursor.accept("CHECK")) {
            existing(NameKind.CHECK);
        } else if (text.is(cursor.at(), "PARTITION")) {
            throw unknown(cursor.at());
        } else if (!cursor.accept("PRIMARY", "KEY")) {
            cursor.accept("COLUMN");
            cursor.ifExists();
            boolean several = text.is(cursor.at(), "(");
            int from = several ? cursor.at() + 1 : cursor.at();
            int depth = from < text.size() ? text.token(from).depth() : 0;
            for (int[] column : text.split(from, several ? to - 1 : to, depth)) {
                cursor.changes(cursor.plain(column[0]));
            }
        }
    }

    private void existing(NameKind kind) throws SQLException {
        cursor.ifExists();
        cursor.ownName(kind, true);
    }

    private void rename() throws SQLException {
        int at = cursor.at();
        if (cursor.accept("COLUMN")) {
            cursor.ifExists();
            cursor.changes(cursor.plain(cursor.at()));
        } else if (cursor.accept("CONSTRAINT")) {
            renameOwn(NameKind.CONSTRAINT);
        } else if (cursor.hasInlineIndexes() && cursor.acceptOneOf("INDEX", "KEY")) {
            renameOwn(NameKind.INDEX);
        } else if (!cursor.hasInlineIndexes() && text.is(at + 1, "TO")) {
            cursor.changes(cursor.plain(at));
        } else {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "a new name for a table");
        }
    }

    private void renameOwn(NameKind kind) throws SQLException {
        existing(kind);
        cursor.expect("TO");
        cursor.ownName(kind, false);
    }

    private void alter(int to) throws SQLException {
        if (cursor.accept("CONSTRAINT")) {
            existing(NameKind.CONSTRAINT);
        } else if (cursor.hasInlineIndexes() && cursor.accept("CHECK")) {
            existing(NameKind.CHECK);
        } else if (cursor.hasInlineIndexes() && cursor.acceptOneOf("INDEX", "KEY")) {
            existing(NameKind.INDEX);
        } else {
            cursor.accept("COLUMN");
            cursor.ifExists();
            int column = cursor.at();
            boolean keepsValues =
                    text.isOneOf(column + 1, "SET", "DROP", "ADD", "RESTART") && !text.is(column + 2, "DATA");
            if (!keepsValues) {
                cursor.changes(cursor.plain(column));
            }
            if (!text.isOneOf(column + 1, "DROP", "RESTART")) {
                elements.keys(cursor.plain(column), column + 1, to);
            }
        }
    }
}

package io.shardkit.sql.command;

import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.facts.ClauseRules;
import io.shardkit.dialect.facts.NameKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Spelling;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Goes through the tokens of a definition and notes the names that it meets. Not thread-safe. */
final class DdlCursor {
    private final SqlText text;
    private final ShardMap rule;
    private final ServerSettings settings;
    private final boolean inlineIndexes;
    private final List<TableUse> tables = new ArrayList<>();
    private final List<String> written = new ArrayList<>();
    private final List<TableName> names = new ArrayList<>();
    private final List<ParsedStatement.OwnName> ownNames = new ArrayList<>();
    private final List<ParsedStatement.Reference> references = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();
    private @Nullable Span list;
    private boolean fillsRows;
    private boolean createsIndex;
    private final List<ParsedStatement.Key> keys = new ArrayList<>();
    private final List<String> counted = new ArrayList<>();
    private int at;

    DdlCursor(SqlText text, ShardMap rule, ClauseRules rules, ServerSettings settings) {
        this.text = text;
        this.rule = rule;
        this.settings = settings;
        this.inlineIndexes = rules.hasInlineIndexes();
    }

    /** Returns true if KEY and INDEX within a table definition name an index and are not column names. */
    boolean hasInlineIndexes() {
        return inlineIndexes;
    }

    int at() {
        return at;
    }

    void moveTo(int index) {
        at = index;
    }

    boolean atEnd() {
        return at >= text.size();
    }

    boolean accept(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!text.is(at + i, words[i])) {
                return false;
            }
        }
        at += words.length;
        return true;
    }

    boolean acceptOneOf(String... words) {
        if (text.isOneOf(at, words)) {
            at++;
            return true;
        }
        return false;
    }

    void expect(String word) throws SQLException {
        if (!accept(word)) {
            throw unsupported();
        }
    }

    boolean ifExists() {
        return accept("IF", "EXISTS") || accept("IF", "NOT", "EXISTS");
    }

    SQLException unsupported() {
        return ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, (text.word(0) + " " + text.word(1)).strip());
    }

    /** The next token as the name of a table that is defined, or that a definition refers to. */
    TableUse table() throws SQLException {
        String name = plain(at);
        TableUse use = new TableUse(tables.size(), name, name, false);
        if (text.is(at + 1, ".")) {
            throw ShardingExceptions.of(ErrorCode.FOREIGN_SCHEMA, text.string(at) + "." + text.word(at + 2));
        }
        tables.add(use);
        written.add(text.string(at));
        renamed(at, use);
        at++;
        return use;
    }

    /** The next tokens as a column with the name of its table before it. */
    void qualifiedColumn() throws SQLException {
        String name = plain(at);
        tables.add(new TableUse(tables.size(), name, name, false));
        written.add(text.string(at));
    }

    private void renamed(int index, TableUse use) throws SQLException {
        RoutedTable table = rule.shardedTable(use.name());
        if (table != null) {
            Spelling spelling = text.spelling(text.token(index), table.declaredName(), settings);
            if (spelling == null) {
                throw ShardingExceptions.of(
                        ErrorCode.UNSTABLE_PARSE, "a table's name in another case than that of its actual tables");
            }
            names.add(new TableName(text.span(index, index + 1), use.id(), false, spelling));
        }
    }

    /** The next token as the name of a constraint or index. */
    void ownName(NameKind kind, boolean existing) throws SQLException {
        String name = plain(at);
        Span span = text.span(at, at + 1);
        ownNames.add(new ParsedStatement.OwnName(span, Token.stripQuotes(text.string(at)), kind, existing));
        if (name.isEmpty() || text.is(at + 1, ".")) {
            throw ShardingExceptions.of(ErrorCode.FOREIGN_SCHEMA, "before an index or constraint");
        }
        at++;
    }

    /** The token without quotes, in lower case. */
    String plain(int index) throws SQLException {
        if (!isName(index)) {
            throw unsupported();
        }
        return Token.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT);
    }

    boolean isName(int index) {
        return index < text.size()
                && (text.token(index).kind() == Token.Kind.QUOTED
                        || text.token(index).kind() == Token.Kind.WORD);
    }

    void changes(String column) {
        changed.add(column);
    }

    void fills() {
        fillsRows = true;
    }

    void createsIndex() {
        createsIndex = true;
    }

    /** A unique key of one column. */
    void key(String column) {
        keys.add(new ParsedStatement.Key("", List.of(column), true));
    }

    /**
     * A unique key whose columns stand in the next brackets.
     *
     * @param name its own, or empty
     * @param to where its definition ends
     */
    void key(String name, int to) throws SQLException {
        int open = at;
        while (open < to && !text.is(open, "(")) {
            open++;
        }
        int depth = open < to ? text.token(open).depth() : 0;
        int close = open < to ? text.find(open + 1, to, depth, ")") : -1;
        if (close < 0) {
            // Of an index that is there already.
            return;
        }
        List<String> columns = new ArrayList<>();
        boolean exact = text.find(close, to, depth, "WHERE") < 0;
        for (int[] part : text.split(open + 1, close, depth + 1)) {
            boolean whole = isName(part[0]) && !text.is(part[0] + 1, "(") && !text.is(part[0] + 1, ".");
            exact &= whole;
            if (whole) {
                columns.add(plain(part[0]));
            }
        }
        keys.add(new ParsedStatement.Key(name.toLowerCase(Locale.ROOT), columns, exact));
    }

    /** The name that was read last, or empty if none was read since. */
    String lastName(int namesBefore) {
        return ownNames.size() == namesBefore
                ? ""
                : ownNames.get(ownNames.size() - 1).name();
    }

    int nameCount() {
        return ownNames.size();
    }

    /** A column that each database counts by itself. */
    void counts(String column) {
        counted.add(column);
    }

    void list(int from, int to) {
        list = text.span(from, to);
    }

    void references(List<String> columns) throws SQLException {
        references.add(new ParsedStatement.Reference(table().id(), columns));
    }

    /** Refuses what no definition may hold, and renames the table where it qualifies one of its own columns. */
    ParsedStatement.Ddl finish() throws SQLException {
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "SELECT")) {
                throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "SELECT in DDL");
            }
            if (isName(i) && text.is(i + 1, ".") && !text.is(i - 1, ".")) {
                qualifier(i);
            }
        }
        return new ParsedStatement.Ddl(
                new ParsedStatement.Parts(text, List.copyOf(tables), List.of(), List.copyOf(names), Set.of()),
                List.copyOf(written),
                list,
                List.copyOf(ownNames),
                new ParsedStatement.Change(
                        List.copyOf(references),
                        List.copyOf(changed),
                        fillsRows,
                        List.copyOf(keys),
                        List.copyOf(counted)),
                createsIndex);
    }

    private void qualifier(int index) throws SQLException {
        int start = text.token(index).start();
        String name = plain(index);
        boolean known = names.stream().anyMatch(each -> each.span().start() == start);
        if (!known && !tables.isEmpty() && tables.get(0).name().equals(name)) {
            renamed(index, tables.get(0));
        }
    }
}

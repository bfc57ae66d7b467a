package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import io.shardkit.observe.QuerySummary;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Summarises SQL by its words alone, so that statements that are refused, or go to one database as they were written, have a
 * summary too. Not thread-safe.
 */
public final class QuerySummaries {
    private static final int LONGEST = 255;

    private static final Set<String> WRITES = Words.of("INSERT UPDATE DELETE REPLACE MERGE");
    private static final Set<String> DEFINITIONS = Words.of("CREATE ALTER DROP TRUNCATE RENAME");
    private static final Set<String> KINDS = Words.of("TABLE INDEX VIEW SEQUENCE SCHEMA DATABASE TRIGGER USER ROLE");

    /** The words after which tables stand, unless a list of tables has to be open. */
    private static final Set<String> BEFORE_TABLES = Words.of("JOIN STRAIGHT_JOIN INTO");

    /** The words between one of these, or a verb, and the table. */
    private static final Set<String> SKIPPED = Words.of(
            "IGNORE LOW_PRIORITY HIGH_PRIORITY DELAYED QUICK ONLY LATERAL IF NOT EXISTS CONCURRENTLY INTO FROM TABLE");

    private static final Set<String> ENDS_OF_TABLES = Words.of(
            "WHERE SET GROUP ORDER LIMIT HAVING VALUES VALUE UNION EXCEPT INTERSECT FOR WINDOW RETURNING OFFSET FETCH");

    private static final Set<String> NO_TABLES = Words.of("OUTFILE DUMPFILE SELECT VALUES SET DUAL UNNEST");

    private final String sql;
    private final List<Token> tokens;
    private final StringBuilder summary = new StringBuilder();
    private final Set<String> tables = new LinkedHashSet<>();
    private final Set<String> sinceVerb = new HashSet<>();
    private final Set<String> named = new HashSet<>();

    /** The depths at which a SELECT or a DELETE was read, so that FROM is followed by tables; TRIM(x FROM y) has none. */
    private final BitSet reading = new BitSet();

    /** The depths at which a list of tables is open, so that a comma is followed by one. */
    private final BitSet listing = new BitSet();

    private String operation = "";
    private boolean definesIndex;
    private boolean names;

    private QuerySummaries(String sql, List<Token> tokens) {
        this.sql = sql;
        this.tokens = tokens;
    }

    /** Summarises a statement. */
    public static QuerySummary of(String sql, Dialect dialect) {
        String text = ValuelessText.of(sql, dialect);
        List<Token> tokens;
        try {
            tokens = Tokenizer.tokenizeUnread(sql, dialect);
        } catch (SQLException unreadable) {
            return new QuerySummary(dialect.systemName(), "", List.of(), "", text);
        }
        QuerySummaries read = new QuerySummaries(sql, tokens);
        read.read();
        return new QuerySummary(
                dialect.systemName(), read.operation, new ArrayList<>(read.tables), read.summary.toString(), text);
    }

    private void read() {
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() == Token.Kind.SYMBOL) {
                i = symbol(token, i);
            } else if (token.kind() == Token.Kind.WORD) {
                i = word(Words.upper(text(i)), token.depth(), i);
            }
        }
    }

    private int symbol(Token token, int at) {
        int depth = token.depth();
        if (is(at, "(")) {
            reading.clear(depth + 1);
            listing.clear(depth + 1);
        } else if (is(at, ",") && listing.get(depth)) {
            return table(at + 1, false);
        } else if (is(at, ",") && names && depth == 0) {
            return named(at + 1);
        }
        return at;
    }

    /** Returns the place of the last token that belongs to the word. */
    private int word(String word, int depth, int at) {
        boolean begins = operation.isEmpty() && !names;
        if (begins && word.equals("WITH")) {
            names = true;
            return named(is(at + 1, "RECURSIVE") ? at + 2 : at + 1);
        }
        if (word.equals("SELECT")) {
            verb(word, depth);
            reading.set(depth);
        } else if (WRITES.contains(word) && (begins || follows(at)) && !is(at + 1, "(")) {
            verb(word, depth);
            reading.set(depth, word.equals("DELETE") || word.equals("MERGE"));
            if (word.equals("DELETE")) {
                // Aliases may come before FROM.
                return at;
            }
            return word.equals("UPDATE") ? listed(at + 1, depth) : table(at + 1, true);
        } else if (begins && DEFINITIONS.contains(word)) {
            return definition(word, at);
        } else if (begins) {
            verb(word, depth);
        } else if (word.equals("FROM") && reading.get(depth)) {
            return listed(at + 1, depth);
        } else if (BEFORE_TABLES.contains(word)) {
            return table(at + 1, word.equals("INTO"));
        } else if (word.equals("USING") && reading.get(depth) && !is(at + 1, "(")) {
            return table(at + 1, false);
        } else if (word.equals("ON") && definesIndex) {
            definesIndex = false;
            return table(at + 1, true);
        } else if (ENDS_OF_TABLES.contains(word)) {
            listing.clear(depth);
        }
        return at;
    }

    /** Returns true if the statement after a WITH clause may begin here, or one within it, or the one that is explained. */
    private boolean follows(int at) {
        return is(at - 1, "(") || (names && is(at - 1, ")")) || is(at - 1, "EXPLAIN") || is(at - 1, "SHARDING");
    }

    private int definition(String word, int at) {
        int next = at + 1;
        while (next < tokens.size() && next < at + 6 && !KINDS.contains(Words.upper(text(next)))) {
            next++;
        }
        if (next == tokens.size() || next == at + 6) {
            verb(word, 0);
            return word.equals("TRUNCATE") ? table(at + 1, true) : at;
        }
        String kind = Words.upper(text(next));
        verb(word + " " + kind, 0);
        if (kind.equals("TABLE")) {
            listing.set(0, word.equals("DROP") || word.equals("TRUNCATE"));
            return table(next + 1, true);
        }
        definesIndex = kind.equals("INDEX");
        return next;
    }

    private int listed(int at, int depth) {
        listing.set(depth);
        return table(at, false);
    }

    private void verb(String word, int depth) {
        operation = operation.isEmpty() ? word : operation;
        names = names && depth > 0;
        sinceVerb.clear();
        listing.clear(depth);
        append(word);
    }

    /** Takes the name before AS of a WITH clause. */
    private int named(int at) {
        if (at >= tokens.size() || !isName(at)) {
            return at - 1;
        }
        named.add(name(at).toLowerCase(Locale.ROOT));
        return at;
    }

    /**
     * Takes the table that stands at a place, if one does.
     *
     * @param columns whether parentheses after the name are those of columns, and not those of a function
     * @return the place of its last token
     */
    private int table(int from, boolean columns) {
        int at = from;
        while (at < tokens.size()
                && tokens.get(at).kind() == Token.Kind.WORD
                && SKIPPED.contains(Words.upper(text(at)))) {
            at++;
        }
        if (at >= tokens.size()
                || !isName(at)
                || NO_TABLES.contains(Words.upper(text(at)))
                || text(at).startsWith("@")) {
            return at - 1;
        }
        StringBuilder name = new StringBuilder(name(at));
        while (is(at + 1, ".") && at + 2 < tokens.size() && isName(at + 2)) {
            at += 2;
            name.append('.').append(name(at));
        }
        String table = name.toString();
        if ((columns || !is(at + 1, "(")) && !named.contains(table.toLowerCase(Locale.ROOT))) {
            tables.add(table);
            if (sinceVerb.add(table)) {
                append(table);
            }
        }
        return at;
    }

    private void append(String word) {
        int length = summary.length() + word.length() + 1;
        if (length <= LONGEST) {
            summary.append(summary.isEmpty() ? "" : " ").append(word);
        }
    }

    private boolean isName(int at) {
        Token.Kind kind = tokens.get(at).kind();
        return kind == Token.Kind.WORD || kind == Token.Kind.QUOTED;
    }

    private String name(int at) {
        return Token.stripQuotes(text(at));
    }

    private String text(int at) {
        Token token = tokens.get(at);
        return sql.substring(token.start(), token.end());
    }

    private boolean is(int at, String word) {
        return at >= 0 && at < tokens.size() && word.equals(Words.upper(text(at)));
    }
}

package io.shardkit.sql.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The common tables of a text in MySQL's grammar, and the places that read them. Names are compared letter by letter; a
 * place that is overlooked reads what it read before.
 *
 * @param tables in the order of their names in the text
 * @param references in the order of the text
 */
public record CommonTableUses(List<Entry> tables, List<Reference> references) {
    /** The container of what stands in no common table. */
    public static final int STATEMENT = -1;

    private static final Set<String> MODIFIERS = Words.of("LATERAL LOW_PRIORITY IGNORE QUICK OJ");

    /** Words that end the tables of a query or of a write. */
    private static final Set<String> ENDS =
            Words.of("WHERE GROUP HAVING ORDER LIMIT WINDOW UNION EXCEPT INTERSECT SET INTO FOR LOCK");

    /** Words after a table's name that are no alias of it. */
    private static final Set<String> BEHIND_TABLES = Words.union(
            ENDS,
            Words.of(
                    "JOIN INNER LEFT RIGHT CROSS NATURAL STRAIGHT_JOIN ON USING USE FORCE IGNORE PARTITION PROCEDURE"));

    /**
     * A common table.
     *
     * @param container number of the common table in whose query it is declared, or {@link #STATEMENT}
     * @param name token of its name
     * @param open token of the parenthesis before its query
     * @param close token of the parenthesis after it
     * @param joins whether its query combines tables, so that a database chooses which of them it reads first
     */
    public record Entry(int container, int name, int open, int close, boolean joins) {}

    /**
     * A place that reads a common table.
     *
     * @param token of the name
     * @param table number of the common table
     * @param container number of the common table in whose query it stands, or {@link #STATEMENT}
     * @param aliased whether it has an alias
     */
    public record Reference(int token, int table, int container, boolean aliased) {}

    public CommonTableUses {
        tables = List.copyOf(tables);
        references = List.copyOf(references);
    }

    /** Returns the common tables of a statement and the places that read them; none if the statement has an unknown form. */
    public static CommonTableUses of(SqlText text) {
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "WITH")) {
                return new Reader(text).read();
            }
        }
        return new CommonTableUses(List.of(), List.of());
    }

    /** Follows the parentheses of a text. For one text. */
    private static final class Reader {
        private final SqlText text;
        private final BitSet hints = new BitSet();
        private final List<@Nullable Entry> entries = new ArrayList<>();
        private final List<Reference> references = new ArrayList<>();

        /** By common table, whether its query combines tables. */
        private final BitSet joins = new BitSet();

        private boolean known = true;

        Reader(SqlText text) {
            this.text = text;
            text.indexHintTokens().forEach(hint -> hints.set(hint[0], hint[1]));
        }

        CommonTableUses read() {
            scan(0, text.size(), new Level(Map.of(), STATEMENT, true));
            List<Entry> tables = new ArrayList<>();
            for (Entry entry : entries) {
                if (entry != null) {
                    tables.add(entry);
                }
            }
            return known ? new CommonTableUses(tables, references) : new CommonTableUses(List.of(), List.of());
        }

        private void scan(int from, int to, Level level) {
            for (int i = from; i < to && known; i++) {
                if (hints.get(i)) {
                    continue;
                }
                if (text.is(i, "(")) {
                    i = scanParenthesis(i, to, level);
                } else if (text.is(i, "WITH") && behindName(i) > 0) {
                    i = declare(i, to, level);
                } else {
                    step(i, level);
                    level.starts = false;
                }
            }
        }

        private int scanParenthesis(int open, int to, Level level) {
            int close = close(open, to);
            Level inner = new Level(level.scope, level.container, false);
            boolean query = text.isOneOf(open + 1, "SELECT", "WITH", "VALUES", "TABLE");
            inner.lists = level.lists && level.expects && !query;
            inner.expects = inner.lists;
            if (query && !(level.lists && level.expects)) {
                // A database may join what a subquery reads.
                joined(level);
            }
            scan(open + 1, close, inner);
            level.expects = false;
            level.starts = false;
            return close;
        }

        private void step(int i, Level level) {
            if (text.is(i - 1, ".")) {
                return;
            }
            if (text.is(i, "SELECT") || (level.starts && text.is(i, "DELETE"))) {
                level.queries = true;
                level.lists = false;
                level.expects = false;
            } else if ((level.queries && text.is(i, "FROM")) || (level.starts && text.is(i, "UPDATE"))) {
                level.lists = true;
                level.expects = true;
            } else if (level.lists && (text.isOneOf(i, ",", "JOIN", "STRAIGHT_JOIN") || isUsingOfDelete(i))) {
                level.expects = true;
                joined(level);
            } else if (ENDS.contains(text.word(i))) {
                level.lists = false;
                level.expects = false;
            } else if (level.expects && text.isName(i) && !MODIFIERS.contains(text.word(i))) {
                level.expects = false;
                Integer table = level.scope.get(Token.stripQuotes(text.string(i)));
                if (table != null && !text.is(i + 1, ".") && !text.is(i + 1, "(")) {
                    references.add(new Reference(i, table, level.container, isAlias(i + 1)));
                }
            }
        }

        private boolean isUsingOfDelete(int i) {
            return text.is(i, "USING") && !text.is(i + 1, "(");
        }

        private void joined(Level level) {
            if (level.container != STATEMENT) {
                joins.set(level.container);
            }
        }

        private boolean isAlias(int i) {
            return text.is(i, "AS") || (text.isName(i) && !BEHIND_TABLES.contains(text.word(i)));
        }

        /** The token AS of the first common table of a WITH, or -1 if it is another WITH. */
        private int behindName(int with) {
            int name = text.is(with + 1, "RECURSIVE") ? with + 2 : with + 1;
            int as = text.isName(name) ? name + 1 : -1;
            if (as > 0 && text.is(as, "(")) {
                int close = text.find(as + 1, text.size(), text.token(as).depth(), ")");
                as = close < 0 ? -1 : close + 1;
            }
            return as > 0 && text.is(as, "AS") && text.is(as + 1, "(") ? as : -1;
        }

        /** Reads the common tables of a WITH; returns its last token. */
        private int declare(int with, int to, Level level) {
            boolean recursive = text.is(with + 1, "RECURSIVE");
            Map<String, Integer> scope = new HashMap<>(level.scope);
            int name = recursive ? with + 2 : with + 1;
            for (; ; ) {
                int as = text.is(name + 1, "(") ? close(name + 1, to) + 1 : name + 1;
                if (!known || !text.isName(name) || !text.is(as, "AS") || !text.is(as + 1, "(")) {
                    known = false;
                    return to;
                }
                int open = as + 1;
                int close = close(open, to);
                int number = entries.size();
                entries.add(null);
                String written = Token.stripQuotes(text.string(name));
                Map<String, Integer> within = new HashMap<>(scope);
                if (recursive) {
                    within.put(written, number);
                }
                scan(open + 1, close, new Level(within, number, false));
                if (level.container != STATEMENT && joins.get(number)) {
                    joins.set(level.container);
                }
                entries.set(number, new Entry(level.container, name, open, close, joins.get(number)));
                scope.put(written, number);
                if (!text.is(close + 1, ",")) {
                    level.scope = scope;
                    return close;
                }
                name = close + 2;
            }
        }

        private int close(int open, int to) {
            int close = text.find(open + 1, to, text.token(open).depth(), ")");
            known &= close > 0;
            return close > 0 ? close : to;
        }
    }

    /** The state of reading within a parenthesis. */
    private static final class Level {
        private final int container;

        /** The common tables in sight. */
        private Map<String, Integer> scope;

        /** Flag that only common tables of the statement have been read. */
        private boolean starts;

        /** Flag that a SELECT or a DELETE has been read, whose FROM is followed by tables. */
        private boolean queries;

        /** Flag that tables are listed, with their conditions. */
        private boolean lists;

        /** Flag that the next name is that of a table. */
        private boolean expects;

        Level(Map<String, Integer> scope, int container, boolean starts) {
            this.scope = scope;
            this.container = container;
            this.starts = starts;
        }
    }
}

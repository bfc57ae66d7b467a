package io.shardkit.sql.passthrough;

import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.passthrough.NamedRelations.View;
import io.shardkit.sql.passthrough.Passthrough.Kind;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recognises queries of the database's own catalog, such as {@code information_schema.tables}, and has them answered in
 * logical names: by the default data source, which gets a subquery in place of each view, with the rows of tables that
 * other data sources have. Thread-safe.
 */
public final class CatalogQueryReader {
    /** Words that make something else of a text than a query of the catalog. */
    private static final List<String> NO_QUERY = List.of("INSERT", "UPDATE", "DELETE", "MERGE", "INTO", "CREATE", ";");

    private static final Set<String> PLACES = Set.of("FROM", "JOIN", ",", "(", "ONLY", "TABLE");

    /** The words that may follow a table without being its alias. */
    private static final Set<String> AFTER_TABLE = Set.of(
            "WHERE",
            "JOIN",
            "INNER",
            "LEFT",
            "RIGHT",
            "FULL",
            "CROSS",
            "NATURAL",
            "STRAIGHT_JOIN",
            "ON",
            "USING",
            "GROUP",
            "ORDER",
            "HAVING",
            "LIMIT",
            "OFFSET",
            "FETCH",
            "FOR",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "MINUS",
            "WINDOW",
            "QUALIFY");

    /** The tokens that a value in parentheses may follow; after any other name the parentheses are those of a call. */
    private static final Set<String> PLACES_OF_VALUES =
            Set.of("=", "<>", "(", ",", "AND", "OR", "NOT", "ON", "WHERE", "SELECT", "IN", "WHEN", "THEN", "ELSE");

    private final ShardMap rule;
    private final Dialect dialect;
    private final LogicalCatalogView views;
    private final TablesElsewhere elsewhere;

    /** A reader that knows the rule's tables by name. */
    public CatalogQueryReader(ShardMap rule, Dialect dialect) {
        this.rule = rule;
        this.dialect = dialect;
        this.views = new LogicalCatalogView(rule, dialect, rule.home());
        this.elsewhere = new TablesElsewhere(rule, dialect);
    }

    /**
     * The query as the default data source gets it, or null if the text is none that the catalog would answer in actual
     * names.
     *
     * @throws SQLException if a database cannot be asked for the columns or rows of a view, or if the answer would miss
     *     tables
     */
    public @Nullable Passthrough read(String sql, Catalog catalog) throws SQLException {
        String name = catalog.databaseName();
        if ((views.isPlain() && elsewhere.areNone() && name == null) || !mayReadCatalog(sql)) {
            return null;
        }
        List<Token> tokens;
        try {
            tokens = withoutEnd(sql, Tokenizer.tokenize(sql, dialect));
        } catch (SQLException unread) {
            return null;
        }
        StatementWords words = new StatementWords(sql, tokens);
        boolean query = words.is(0, "SELECT") || words.is(0, "WITH") || words.is(0, "(") || words.is(0, "TABLE");
        if (!query
                || NO_QUERY.stream().anyMatch(words::has)
                || namesTable(sql, tokens)
                || CalledTables.find(sql, tokens, rule, dialect) != null) {
            return null;
        }
        LogicalCatalogView named = name == null ? views : views.named(SchemaNames.of(name, rule, catalog));
        List<View> found = views(sql, tokens, words, catalog);
        boolean limited = isLimited(tokens, words, found);
        int parameters = (int) tokens.stream()
                .filter(token -> token.kind() == Token.Kind.PARAMETER)
                .count();
        String replaced = replaced(sql, tokens, words, found, catalog, named);
        if (replaced == null && !(limited && parameters > 0)) {
            return null;
        }
        return new Passthrough(
                replaced == null ? sql : replaced,
                Kind.QUERY,
                parameters,
                rule.home(),
                false,
                true,
                !elsewhere.areNone(),
                limited ? elsewhere.names() : List.of());
    }

    /**
     * Returns true if there are views whose rows of other data sources cannot be shown, and the query limits each of them
     * to relations that it names.
     *
     * @throws SQLException if the answer would miss tables
     */
    private boolean isLimited(List<Token> tokens, StatementWords words, List<View> found) throws SQLException {
        List<View> apart = found.stream()
                .filter(view -> elsewhere.areApart(view.columns(), words))
                .toList();
        if (apart.isEmpty()) {
            return false;
        }
        boolean named = IntStream.range(0, tokens.size()).anyMatch(i -> {
            String text = words.plainString(i);
            return text != null
                    && TablesElsewhere.named(text, elsewhere.names()) != null
                    && !(words.is(i + 1, "::") && words.is(i + 2, "REGCLASS"));
        });
        if (named || !new NamedRelations(words, tokens, apart).areAll(apart)) {
            throw elsewhere.refusal(apart.get(0).written());
        }
        return true;
    }

    /** The tokens without the semicolons that end the statement. */
    private static List<Token> withoutEnd(String sql, List<Token> tokens) {
        int size = tokens.size();
        while (size > 0 && sql.charAt(tokens.get(size - 1).start()) == ';') {
            size--;
        }
        return tokens.subList(0, size);
    }

    private boolean mayReadCatalog(String sql) {
        String upper = sql.toUpperCase(Locale.ROOT);
        return Stream.concat(dialect.catalog().catalogSchemas().stream(), dialect.catalog().catalogViews().stream())
                .anyMatch(upper::contains);
    }

    /** Returns true if the SQL has a table of the rule as a name, not in a string. */
    private boolean namesTable(String sql, List<Token> tokens) {
        return tokens.stream()
                .filter(token -> token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED)
                .map(token -> name(sql, token))
                .anyMatch(name -> rule.shardedTable(name) != null || rule.isBroadcast(name));
    }

    /** A piece of the text, and what stands there instead. */
    private record Edit(int start, int end, String text) {}

    /** The views of the catalog in FROM clauses. */
    private List<View> views(String sql, List<Token> tokens, StatementWords words, Catalog catalog)
            throws SQLException {
        List<View> found = new ArrayList<>();
        for (int i = 1; i < tokens.size(); i++) {
            int last = isTablePlace(words, i) ? lastOfView(sql, tokens, words, i) : -1;
            if (last >= 0) {
                String written =
                        sql.substring(tokens.get(i).start(), tokens.get(last).end());
                found.add(new View(written, i, last, alias(tokens, words, last), catalog.viewColumns(written)));
                i = last;
            }
        }
        return found;
    }

    private @Nullable String replaced(
            String sql,
            List<Token> tokens,
            StatementWords words,
            List<View> found,
            Catalog catalog,
            LogicalCatalogView named)
            throws SQLException {
        List<Edit> edits = new ArrayList<>();
        Set<String> underTheirNames = new HashSet<>();
        Map<String, String> shownColumns = new HashMap<>();
        for (View each : found) {
            List<String> columns = each.columns();
            List<String> rows =
                    elsewhere.areApart(columns, words) ? List.of() : elsewhere.rows(each.written(), columns, catalog);
            if (named.changes(columns) || !rows.isEmpty()) {
                columns.forEach(column -> shownColumns.put(column.toUpperCase(Locale.ROOT), column));
                Token last = tokens.get(each.last());
                String alias = "";
                if (!hasAlias(tokens, words, each.last() + 1)) {
                    alias = " " + sql.substring(last.start(), last.end());
                    underTheirNames.add(name(sql, last).toUpperCase(Locale.ROOT));
                }
                String all = Stream.concat(Stream.of(named.query(each.written(), columns, List.of())), rows.stream())
                        .collect(Collectors.joining(" UNION ALL "));
                edits.add(new Edit(tokens.get(each.first()).start(), last.end(), "(" + all + ")" + alias));
            }
        }
        if (edits.isEmpty()) {
            return null;
        }
        if (dialect.clauses().labelsCatalogAsWritten()) {
            shownColumns.replaceAll((column, shown) -> "");
            edits.addAll(labels(sql, tokens, words, shownColumns));
        } else if (!elsewhere.areNone()) {
            edits.addAll(labels(sql, tokens, words, shownColumns));
        }
        edits.addAll(withoutSchemas(sql, tokens, words, underTheirNames));
        edits.addAll(ofActualTables(tokens, words));
        edits.sort(Comparator.comparingInt(Edit::start));
        return edited(sql, edits);
    }

    /**
     * The plain columns of the select list with labels, as a subquery has its own.
     *
     * @param columns by the name of a column in upper case its label, or nothing for what is written
     */
    private List<Edit> labels(String sql, List<Token> tokens, StatementWords words, Map<String, String> columns) {
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i + 1 < tokens.size() && words.is(0, "SELECT") && !words.is(i, "FROM"); i++) {
            int start = i + 1;
            boolean item = tokens.get(start).depth() == 0 && (i == 0 || words.is(i, ",") || words.is(i, "DISTINCT"));
            while (item && words.is(start + 1, ".") && start + 2 < tokens.size()) {
                start += 2;
            }
            boolean ends = words.is(start + 1, ",") || words.is(start + 1, "FROM");
            String label =
                    item && ends ? columns.get(name(sql, tokens.get(start)).toUpperCase(Locale.ROOT)) : null;
            if (label != null) {
                Token column = tokens.get(start);
                String shown = label.isEmpty() ? sql.substring(column.start(), column.end()) : dialect.quoted(label);
                edits.add(new Edit(column.end(), column.end(), " AS " + shown));
            }
        }
        return edits;
    }

    /**
     * A subquery has no schema: where columns of a view are qualified by its schema too, as generators of code write them,
     * that is left out.
     *
     * @param views those that are subqueries under their own names, in upper case
     */
    private List<Edit> withoutSchemas(String sql, List<Token> tokens, StatementWords words, Set<String> views) {
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i + 4 < tokens.size(); i++) {
            boolean qualifies = words.is(i + 1, ".") && words.is(i + 3, ".") && (i == 0 || !words.is(i - 1, "."));
            if (qualifies
                    && dialect.catalog()
                            .catalogSchemas()
                            .contains(name(sql, tokens.get(i)).toUpperCase(Locale.ROOT))
                    && views.contains(name(sql, tokens.get(i + 2)).toUpperCase(Locale.ROOT))) {
                edits.add(new Edit(tokens.get(i).start(), tokens.get(i + 2).start(), ""));
            }
        }
        return edits;
    }

    /**
     * {@code (schema || '.' || table)::regclass} of the names that the views show looks for a table of that name; of one that
     * only other data sources have it is NULL.
     */
    private List<Edit> ofActualTables(List<Token> tokens, StatementWords words) {
        List<Edit> edits = new ArrayList<>();
        for (int i = 1; i + 1 < tokens.size(); i++) {
            int open = words.is(i, "::") && words.is(i + 1, "REGCLASS") ? opening(words, i - 1) : -1;
            if (open >= 0 && PLACES_OF_VALUES.contains(words.at(open - 1))) {
                LogicalCatalogView.Naming naming = views.actualNames();
                int start = tokens.get(open).start();
                int end = tokens.get(i - 1).end();
                boolean all = elsewhere.areNone();
                edits.add(new Edit(start, start, (all ? "" : "to_regclass(") + naming.before()));
                edits.add(new Edit(end, end, naming.after() + (all ? "" : ")")));
            }
        }
        return edits;
    }

    /** The parenthesis that one closes, or -1. */
    private static int opening(StatementWords words, int close) {
        int depth = 0;
        for (int i = close; i > 0; i--) {
            depth += words.is(i, ")") ? 1 : words.is(i, "(") ? -1 : 0;
            if (depth <= 0) {
                return i < close ? i : -1;
            }
        }
        return -1;
    }

    private static String edited(String sql, List<Edit> edits) {
        StringBuilder text = new StringBuilder();
        int copied = 0;
        for (Edit edit : edits) {
            text.append(sql, copied, edit.start()).append(edit.text());
            copied = edit.end();
        }
        return text.append(sql, copied, sql.length()).toString();
    }

    private static boolean isTablePlace(StatementWords words, int index) {
        String before = words.at(index - 1);
        // Before a subquery the databases refuse the last two.
        return PLACES.contains(before);
    }

    /** The last token of a view's name that begins there, or -1 if none does. */
    private int lastOfView(String sql, List<Token> tokens, StatementWords words, int first) {
        String name = name(sql, tokens.get(first)).toUpperCase(Locale.ROOT);
        int last;
        if (dialect.catalog().catalogSchemas().contains(name)) {
            last = words.is(first + 1, ".") && first + 2 < tokens.size() ? first + 2 : -1;
        } else {
            last = dialect.catalog().catalogViews().contains(name) ? first : -1;
        }
        // A function's parenthesis, or the column of a view
        return last >= 0 && (words.is(last + 1, "(") || words.is(last + 1, ".")) ? -1 : last;
    }

    private static boolean hasAlias(List<Token> tokens, StatementWords words, int index) {
        if (index >= tokens.size()) {
            return false;
        }
        return switch (tokens.get(index).kind()) {
            case QUOTED -> true;
            case WORD -> !AFTER_TABLE.contains(words.at(index));
            case STRING, NUMBER, PARAMETER, SYMBOL -> false;
        };
    }

    /** The name in upper case by which the query knows a view. */
    private static String alias(List<Token> tokens, StatementWords words, int last) {
        int after = words.is(last + 1, "AS") ? last + 2 : last + 1;
        return words.one(hasAlias(tokens, words, last + 1) ? after : last).toUpperCase(Locale.ROOT);
    }

    private static String name(String sql, Token token) {
        return Token.stripQuotes(sql.substring(token.start(), token.end()));
    }
}

package io.shardkit.sql.form;

import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.DataChange;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Reads queries of the rows that a write changes, without reading the write. */
@API(status = API.Status.EXPERIMENTAL)
public final class DataChangeReader {
    private static final Set<String> OTHER_ROWS =
            Set.of("SELECT", "FROM", "JOIN", "TABLE", "VALUES", "WITH", "UNION", "EXCEPT", "MINUS", "INTERSECT");

    /** The words that may follow the rows. */
    private static final Set<String> CLAUSES =
            Set.of("WHERE", "GROUP", "HAVING", "WINDOW", "QUALIFY", "ORDER", "LIMIT", "OFFSET", "FETCH");

    private static final Set<String> KEYWORDS = Set.of("FINAL", "NEW", "OLD");

    private DataChangeReader() {}

    /** Returns true if the SQL has a word that begins a data change, such as FINAL. */
    public static boolean mayHave(String sql) {
        return Words.occur(sql, KEYWORDS);
    }

    /** The first of them in a text, or null if it has none. */
    public static @Nullable DataChange find(SqlText text, ShardMap rule) {
        for (int i = 0; i < text.size(); i++) {
            if (text.isOneOf(i, "FINAL", "NEW", "OLD") && text.is(i + 1, "TABLE") && text.is(i + 2, "(")) {
                return of(text, i, rule);
            }
        }
        return null;
    }

    private static DataChange of(SqlText text, int kind, ShardMap rule) {
        String name = text.word(kind) + " TABLE";
        int close = text.find(kind + 3, text.size(), text.token(kind + 2).depth(), ")");
        if (!text.is(0, "SELECT")
                || !text.is(kind - 1, "FROM")
                || text.token(kind).depth() > 0
                || close < 0) {
            return DataChange.unsupported(name + " within another statement");
        }
        if (otherRows(text, 1, kind - 1) || !endsAlone(text, close + 1)) {
            return DataChange.unsupported(name + " beside other tables");
        }
        // By its alias, which may be the name of the table, a column is one of the rows; else one of the table.
        String alias = alias(text, close + 1);
        if (namesTable(text, 0, kind, rule, alias) || namesTable(text, close, text.size(), rule, alias)) {
            return DataChange.unsupported(name + " with columns by the name of their table; give it an alias");
        }
        String sql = text.sql();
        int start = text.token(kind + 2).end();
        int end = text.token(close).start();
        boolean computed = text.isOneOf(1, "DISTINCT", "TOP");
        for (int i = 1; i < kind; i++) {
            computed |= text.is(i, "(");
        }
        return new DataChange(
                sql.substring(0, start),
                sql.substring(start, end),
                sql.substring(end),
                text.parametersBefore(start),
                text.parameterCount() - text.parametersBefore(end),
                !computed && clauses(text, close + 1) == text.size(),
                null);
    }

    private static boolean otherRows(SqlText text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (OTHER_ROWS.contains(text.word(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if nothing but an alias and clauses about the rows follow from the token on. */
    private static boolean endsAlone(SqlText text, int from) {
        int clauses = clauses(text, from);
        return !otherRows(text, from, text.size()) && (clauses >= text.size() || CLAUSES.contains(text.word(clauses)));
    }

    /** Behind the alias, if there is one. */
    private static int clauses(SqlText text, int from) {
        if (text.is(from, "AS")) {
            return from + 2;
        }
        boolean alias = from < text.size() && text.isName(from) && !CLAUSES.contains(text.word(from));
        return alias ? from + 1 : from;
    }

    private static @Nullable String alias(SqlText text, int from) {
        int clauses = clauses(text, from);
        return clauses > from && clauses <= text.size() ? Token.stripQuotes(text.string(clauses - 1)) : null;
    }

    private static boolean namesTable(SqlText text, int from, int to, ShardMap rule, @Nullable String alias) {
        for (int i = from; i < to; i++) {
            String name = text.isName(i) ? Token.stripQuotes(text.string(i)) : "";
            if (!name.isEmpty() && !name.equalsIgnoreCase(alias) && TableMarkers.isKnown(rule, name)) {
                return true;
            }
        }
        return false;
    }
}

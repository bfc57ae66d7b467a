package io.shardkit.sql.form;

import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out the schema before names of known tables, and of an index in its definition, where it is the one that the logical connection reports: without
 * it a name means the same on each data source, which may call its schema something else. Where it is another one, or
 * might mean something else, it stays, and the statement is refused later.
 */
public final class Qualifiers {
    private final SqlText text;
    private final ShardMap rule;
    private final Dialect dialect;

    /** The tokens of schemas before known tables and indexes, ascending. */
    private final List<Integer> schemas = new ArrayList<>();

    public Qualifiers(SqlText text, ShardMap rule, Dialect dialect) {
        this.text = text;
        this.rule = rule;
        this.dialect = dialect;
        int index = schemaOfIndex();
        for (int i = 0; i + 2 < text.size(); i++) {
            boolean qualifies = text.isName(i) && text.is(i + 1, ".") && !text.is(i - 1, ".");
            if (i == index || (qualifies && isTable(i + 2))) {
                schemas.add(i);
            }
        }
    }

    /** The token of the schema before an index that is created, dropped or altered, or -1. */
    private int schemaOfIndex() {
        int word =
                text.isOneOf(0, "CREATE", "DROP", "ALTER") ? text.find(1, text.size(), 0, "INDEX", "ON", "TABLE") : -1;
        if (word < 0 || !text.is(word, "INDEX")) {
            return -1;
        }
        int at = word + 1;
        while (text.isOneOf(at, "IF", "NOT", "EXISTS")) {
            at++;
        }
        boolean qualified = text.is(at + 1, ".") && at + 2 < text.size() && !text.is(at + 3, ".");
        return qualified && text.isName(at) && text.isName(at + 2) ? at : -1;
    }

    /** Returns true if there is a schema before the name of a known table or an index. */
    public boolean areThere() {
        return !schemas.isEmpty();
    }

    /** The text without them if all of them can be left out, or null; {@link #showsThem} has the last word. */
    public @Nullable String leftOut(Catalog catalog) throws SQLException {
        String home = schemas.isEmpty() ? null : catalog.schema();
        if (home == null || !areAll(home, catalog.settings()) || hidesOneOfThem()) {
            return null;
        }
        StringBuilder sql = new StringBuilder();
        int at = 0;
        for (int schema : schemas) {
            int start = text.token(schema).start();
            sql.append(text.sql(), at, start);
            if (start > 0 && Character.isJavaIdentifierPart(text.sql().charAt(start - 1))) {
                sql.append(' ');
            }
            at = text.token(schema + 2).start();
        }
        return sql.append(text.sql(), at, text.sql().length()).toString();
    }

    /** Returns true if this schema stands before known tables only, and nothing else has its name. */
    private boolean areAll(String home, @Nullable ServerSettings settings) {
        BitSet known = new BitSet();
        schemas.forEach(known::set);
        int others = 0;
        for (int i = 0; i < text.size(); i++) {
            boolean same = text.isName(i) && Token.stripQuotes(text.string(i)).equalsIgnoreCase(home);
            others += same && !known.get(i) ? 1 : 0;
        }
        return others == 0 && schemas.stream().allMatch(schema -> isWritten(schema, home, settings));
    }

    private boolean isWritten(int index, String home, @Nullable ServerSettings settings) {
        String written = text.string(index);
        if (text.token(index).kind() == Token.Kind.QUOTED || (settings != null && settings.exactNames())) {
            return Token.stripQuotes(written).equals(home);
        }
        return dialect.text().isNamed(written, home);
    }

    /** Returns true if a common table or an alias of the same name might be meant once the schema is left out. */
    private boolean hidesOneOfThem() {
        boolean with = text.mentions("with");
        Set<String> qualified = new HashSet<>();
        schemas.forEach(schema -> qualified.add(plain(schema + 2)));
        for (int i = 0; i < text.size(); i++) {
            if (!isTable(i) || text.is(i - 1, ".") || !qualified.contains(plain(i))) {
                continue;
            }
            boolean common = with && text.isOneOf(i - 1, "WITH", "RECURSIVE", ",") && text.isOneOf(i + 1, "AS", "(");
            boolean table = text.is(i + 1, ".") || text.isOneOf(i - 1, "FROM", "JOIN", "INTO", "UPDATE", "TABLE");
            if (common || !table) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if the database would show the schema in the label of a computed column.
     *
     * @param plain the SQL without the schemas
     */
    public boolean showsThem(SqlText plain) {
        boolean query = text.isOneOf(0, "SELECT", "WITH", "(");
        if (!dialect.clauses().labelsShowExpressions() || (!query && !text.hasReturning())) {
            return false;
        }
        int list = query ? plain.find(0, plain.size(), 0, "SELECT") : plain.returning();
        int end = query && list >= 0 ? plain.find(list, plain.size(), 0, "FROM", "WHERE") : plain.size();
        BitSet computed = new Labels(plain).tokensOfComputedColumns();
        for (int i = 0; i < schemas.size(); i++) {
            int table = schemas.get(i) - 2 * i;
            boolean inside = !query
                    || list < 0
                    || computed.get(table)
                    || plain.token(table).depth() > 0;
            if (table > list && table < (end < 0 ? plain.size() : end) && inside) {
                return true;
            }
        }
        return false;
    }

    private boolean isTable(int index) {
        return text.isName(index) && TableMarkers.isKnown(rule, plain(index));
    }

    private String plain(int index) {
        return Token.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT);
    }
}

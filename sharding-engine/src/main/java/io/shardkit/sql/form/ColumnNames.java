package io.shardkit.sql.form;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the words that are columns of tables of the statement, though the parser may take the words for keywords: {@code
 * comment}, {@code first}, {@code o.rank}. A word is a column if a table has a column of that name and the word stands
 * where an operand does, after a dot, or in a list of columns; the name of a call is none, nor is a word that the
 * database takes for a value of its own.
 */
public final class ColumnNames {
    private static final Set<String> BEFORE = Words.of(
            """
            ALL AND BETWEEN BY CASE DISTINCT DIV ELSE HAVING ILIKE IN LIKE MOD NOT ON OR REGEXP RETURNING RLIKE SELECT
            SET THEN UPDATE WHEN WHERE XOR""");

    private static final Set<String> BEHIND = Words.of(
            """
            AND AS ASC AT BETWEEN COLLATE CROSS DESC DIV ELSE END EXCEPT FETCH FOR FROM FULL GROUP HAVING ILIKE IN INNER
            INTERSECT INTO IS ISNULL JOIN LEFT LIKE LIMIT LOCK MINUS MOD NATURAL NOT NOTNULL NULLS OFFSET ON OR ORDER
            OVERLAPS REGEXP RETURNING RIGHT RLIKE ROWS SEPARATOR SIMILAR THEN UNION USING VALUES WHEN WHERE WINDOW
            XOR""");

    /** Calls whose arguments may be words of their own. */
    private static final String[] WITH_WORDS = {
        "CAST",
        "CONVERT",
        "DATEADD",
        "DATEDIFF",
        "DATE_PART",
        "EXTRACT",
        "GET_FORMAT",
        "INTERVAL",
        "TIMESTAMPADD",
        "TIMESTAMPDIFF",
        "TRIM"
    };

    private static final Set<String> NO_OPERATORS = Set.of(")", "]", "}", "{", ".", "::", ":", ":=", "=>", ";");

    private final SqlText text;
    private final ShardMap rule;
    private final Catalog catalog;
    private final Set<String> values;
    private final Set<String> columns = new HashSet<>();
    private final BitSet lists = new BitSet();

    public ColumnNames(SqlText text, ShardMap rule, Catalog catalog, Dialect dialect) {
        this.text = text;
        this.rule = rule;
        this.catalog = catalog;
        this.values = dialect.text().valueWords();
    }

    /**
     * The text with these words as names, or null if there are none.
     *
     * @throws SQLException if a database's catalog cannot be asked
     */
    public @Nullable SqlText marked() throws SQLException {
        for (int i = 0; i < text.size(); i++) {
            if (text.isName(i) && TableMarkers.isKnown(rule, plain(i))) {
                Table table = catalog.table(plain(i));
                columns.addAll(table == null ? List.of() : table.columnNames());
            }
        }
        BitSet names = new BitSet();
        for (int i = 0; i < text.size(); i++) {
            if (text.token(i).kind() == Token.Kind.WORD) {
                names.set(i, isColumn(i) || isAlias(i));
                lists.set(text.token(i).depth(), isInList(i));
            } else if (text.token(i).kind() == Token.Kind.SYMBOL) {
                lists.clear(text.token(i).depth() + 1);
            }
        }
        return names.isEmpty() ? null : text.withNames(names);
    }

    private boolean isInList(int i) {
        return text.isOneOf(i, "SELECT", "RETURNING")
                || (lists.get(text.token(i).depth()) && !text.is(i, "FROM"));
    }

    private boolean isColumn(int i) {
        if (!columns.contains(plain(i)) || text.is(i + 1, "(") || text.is(i + 1, ".")) {
            return false;
        }
        return text.is(i - 1, ".") || (!values.contains(text.word(i)) && begins(i) && ends(i));
    }

    /** Returns true if the word is an alias after AS in a select list; the statement has to use the name elsewhere too. */
    private boolean isAlias(int i) {
        return text.is(i - 1, "AS")
                && lists.get(text.token(i).depth())
                && columns.contains(plain(i))
                && text.isOneOf(i + 1, "", ",", "FROM", ")", "ORDER", "UNION", "LIMIT");
    }

    private boolean begins(int i) {
        if (i == 0) {
            return false;
        }
        return switch (text.token(i - 1).kind()) {
            case WORD -> BEFORE.contains(text.word(i - 1));
            case SYMBOL -> !NO_OPERATORS.contains(text.string(i - 1)) && !isWithinWords(i);
            default -> false;
        };
    }

    /** Returns true if the word is an argument of a call that may take words. */
    private boolean isWithinWords(int i) {
        if (!text.isOneOf(i - 1, "(", ",")) {
            return false;
        }
        int depth = text.token(i).depth();
        int open = i - 1;
        while (open >= 0 && text.token(open).depth() >= depth) {
            open--;
        }
        return depth > 0 && text.isOneOf(open - 1, WITH_WORDS);
    }

    private boolean ends(int i) {
        if (i + 1 >= text.size()) {
            return true;
        }
        return switch (text.token(i + 1).kind()) {
            case WORD -> BEHIND.contains(text.word(i + 1)) || hasAlias(i);
            case QUOTED -> hasAlias(i);
            case SYMBOL -> true;
            default -> false;
        };
    }

    private boolean hasAlias(int i) {
        return lists.get(text.token(i).depth()) && text.isOneOf(i + 2, "", ",", "FROM", ")");
    }

    private String plain(int i) {
        return Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT);
    }
}

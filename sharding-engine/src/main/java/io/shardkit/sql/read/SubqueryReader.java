package io.shardkit.sql.read;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Table;
import io.shardkit.error.ShardingException;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Subquery;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the outermost subqueries of a write that have to be asked once for all of its units, and that see nothing of the
 * statement around them: those whose rows may be others each time they are asked, because of LIMIT or a window, and those
 * of tables that can only be read where they are, such as temporary ones. A name of the statement around them that was
 * overlooked is unknown to the database that is asked for the subquery alone.
 */
public final class SubqueryReader {
    private final ParsedStatement.Write write;
    private final SqlText text;
    private final Parser parser;
    private final Catalog catalog;
    private final ShardMap rule;
    private final boolean readsElsewhere;

    /** Parses the SQL of a subquery as a statement of its own. */
    @FunctionalInterface
    public interface Parser {
        ParsedStatement parse(String sql) throws SQLException;
    }

    public SubqueryReader(ParsedStatement.Write write, Parser parser, Catalog catalog, ShardMap rule) {
        this.write = write;
        this.text = write.text();
        this.parser = parser;
        this.catalog = catalog;
        this.rule = rule;
        this.readsElsewhere = write.tables().stream().anyMatch(this::isUndeclared)
                && write.targets().stream()
                        .anyMatch(target -> isElsewhere(write.tables().get(target)));
    }

    private boolean isUndeclared(TableUse use) {
        return rule.isSingle(use.name()) && !rule.isDeclaredSingle(use.name());
    }

    /** Returns true if rows of a sharded table lie on other data sources than undeclared tables. */
    private boolean isElsewhere(TableUse use) {
        RoutedTable table = rule.shardedTable(use.name());
        return table != null && table.nodes().stream().anyMatch(node -> node.dataSource() != rule.home());
    }

    public List<Subquery> read() throws SQLException {
        List<Subquery> found = new ArrayList<>();
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "(") && text.isOneOf(i + 1, "SELECT", "WITH")) {
                int close = text.find(i + 1, text.size(), text.token(i).depth(), ")");
                boolean inOrder = close > 0 && new RowClauses(text).takeRowsInOrder(i + 1, close);
                Subquery subquery = inOrder || (close > 0 && readsElsewhere) ? subquery(i + 1, close, inOrder) : null;
                if (subquery != null) {
                    found.add(subquery);
                    i = close;
                }
            }
        }
        return found;
    }

    private @Nullable Subquery subquery(int from, int to, boolean inOrder) throws SQLException {
        Span span = text.span(from, to);
        ParsedStatement parsed;
        try {
            parsed = parser.parse(text.sql().substring(span.start(), span.end()));
        } catch (SQLException e) {
            if (e instanceof ShardingException) {
                return null;
            }
            throw e;
        }
        return parsed instanceof ParsedStatement.Query query
                        && (inOrder || query.tables().stream().anyMatch(this::isUndeclared))
                        && !seesOutside(query, from, to)
                        && !readsCommonTable(from, to)
                ? new Subquery(span, text.parametersBefore(span.start()), query, makesTexts(from, to))
                : null;
    }

    private boolean seesOutside(ParsedStatement.Query query, int from, int to) throws SQLException {
        // A column that such a table has is its own, whatever has one of the name outside.
        boolean ofUnknownTables = query.tables().stream().allMatch(this::isUndeclared);
        for (String name : query.unknownNames()) {
            if (name.endsWith(".")) {
                return true;
            }
            if (ofUnknownTables) {
                continue;
            }
            if (isNamedOutside(name, from, to)) {
                return true;
            }
            for (TableUse use : write.tables()) {
                Table table = catalog.table(use.name());
                if (table == null || table.column(name) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns true if the name stands outside of the subquery and so may be a column of a derived table. */
    private boolean isNamedOutside(String name, int from, int to) {
        for (int i = 0; i < text.size(); i++) {
            boolean outside = i < from || i >= to;
            if (outside && text.isName(i) && Words.same(name(i), name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the subquery names a common table that is declared outside, or itself. */
    private boolean readsCommonTable(int from, int to) {
        Set<String> declared = new HashSet<>();
        for (int i = 1; i < text.size(); i++) {
            boolean outside = i < from || i >= to;
            if (outside && text.is(i, "AS") && text.isOneOf(i + 1, "(", "MATERIALIZED", "NOT")) {
                declared.add(name(text.is(i - 1, ")") ? beforeParenthesis(i - 1) : i - 1));
            }
        }
        for (int i = from; i < to; i++) {
            if (text.isName(i) && declared.contains(name(i))) {
                return true;
            }
        }
        return false;
    }

    private String name(int token) {
        return Words.upper(Token.stripQuotes(text.word(token)));
    }

    private int beforeParenthesis(int close) {
        int open = close;
        while (open > 0
                && !(text.is(open, "(")
                        && text.token(open).depth() == text.token(close).depth())) {
            open--;
        }
        return open - 1;
    }

    /** Returns true if a select list of the subquery has strings that are not known to compare as those of columns do. */
    private boolean makesTexts(int from, int to) {
        List<Boolean> lists = new ArrayList<>(List.of(false));
        for (int i = from; i < to; i++) {
            int top = lists.size() - 1;
            if (text.is(i, "(")) {
                lists.add(lists.get(top));
            } else if (text.is(i, ")")) {
                lists.remove(top);
            } else if (text.is(i, "SELECT") || (text.is(i, "FROM") && !text.is(i - 1, "DISTINCT"))) {
                lists.set(top, text.is(i, "SELECT"));
            } else if (lists.get(top) && isTextOfItsOwn(i)) {
                return true;
            }
        }
        return text.find(from, to, text.token(from).depth(), "VALUES") >= 0;
    }

    private boolean isTextOfItsOwn(int i) {
        Token.Kind kind = text.token(i).kind();
        return kind == Token.Kind.STRING
                || kind == Token.Kind.PARAMETER
                || text.isOneOf(i, "NULL", "COLLATE", "BINARY", "CAST", "CONVERT", "::");
    }
}

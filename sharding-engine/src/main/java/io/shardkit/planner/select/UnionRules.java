package io.shardkit.planner.select;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.Expression.AggregateCall;
import io.shardkit.sql.statement.Expression.Kind;
import io.shardkit.sql.statement.OrderItem;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides if the SQL of a query for several units may be put together by UNION ALL. A white list: plain columns of types
 * that a union keeps, and aggregates of them.
 */
public final class UnionRules {
    private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX");

    /** The words that a member of a union may not have, or that would have another meaning there. */
    private static final Set<String> NOT_IN_MEMBERS =
            Set.of("HIGH_PRIORITY", "STRAIGHT_JOIN", "INTO", "PROCEDURE", "LOCK", "FOR");

    private final SelectClauses clauses;
    private final Tables tables;
    private final Dialect dialect;

    private UnionRules(SelectClauses clauses, Tables tables, Dialect dialect) {
        this.clauses = clauses;
        this.tables = tables;
        this.dialect = dialect;
    }

    /** @param query one whose units' answers are merged */
    public static boolean allow(ParsedStatement.Query query, SelectClauses clauses, Tables tables, Dialect dialect) {
        return dialect.joinsReads()
                && !query.locking()
                && query.text().sql().regionMatches(true, 0, "SELECT", 0, "SELECT".length())
                && mayBeMember(query.text())
                && new UnionRules(clauses, tables, dialect).keep();
    }

    private static boolean mayBeMember(SqlText text) {
        for (int i = 0; i < text.size(); i++) {
            String word = text.token(i).kind() == Token.Kind.WORD ? text.word(i) : "";
            if (word.startsWith("SQL_") || NOT_IN_MEMBERS.contains(word)) {
                return false;
            }
        }
        return true;
    }

    private boolean keep() {
        return clauses.items().stream().map(SelectItem::expression).allMatch(this::keepsItem)
                && clauses.groupBy().stream().allMatch(this::keepsKey)
                && clauses.orderBy().stream().map(OrderItem::expression).allMatch(this::keepsKey);
    }

    private boolean keepsItem(Expression item) {
        return switch (item.kind()) {
            case COLUMN -> item.column() != null && keeps(item.column());
            case AGGREGATE -> keeps(item.aggregate());
            case STAR -> tables.uses().stream().map(TableUse::id).allMatch(this::keepsAll);
            default -> false;
        };
    }

    /** A key is a hidden column, or a select item: by its number or its alias. */
    private boolean keepsKey(Expression key) {
        return key.kind() == Kind.INTEGER
                || (key.kind() == Kind.COLUMN && (key.column() == null || keeps(key.column())))
                || (key.kind() == Kind.AGGREGATE && keeps(key.aggregate()));
    }

    private boolean keeps(@Nullable AggregateCall call) {
        return call != null
                && call.plain()
                && AGGREGATES.contains(call.function())
                && (call.column() == null ? call.function().equals("COUNT") : keeps(call.column()));
    }

    private boolean keeps(ColumnRef ref) {
        Column column = tables.column(ref);
        return column != null && keeps(column);
    }

    private boolean keeps(Column column) {
        return dialect.keepsInUnion(column.typeName(), column.definition());
    }

    private boolean keepsAll(int use) {
        return !tables.columns(use).isEmpty() && tables.columns(use).stream().allMatch(this::keeps);
    }
}

package io.shardkit.planner.gather;

import io.shardkit.dialect.Dialect;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.planner.analysis.SelectNames;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.SelectClauses;
import io.shardkit.sql.statement.SelectItem;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns that a grouped SELECT may show outside of aggregates: those that it groups by. A primary key that would
 * determine others is not known of a copy. For one SELECT.
 */
final class JoinedGroups {
    private final SqlText text;
    private final BlockPlace place;
    private final int groupsEnd;
    private final Set<ColumnRef> columns = new HashSet<>();

    /** The select items that the SELECT groups by. */
    private final List<Span> items = new ArrayList<>();

    /** The last token of the aggregate whose argument is being read. */
    private int argumentEnd = -1;

    private JoinedGroups(SqlText text, BlockPlace place, int groupsEnd) {
        this.text = text;
        this.place = place;
        this.groupsEnd = groupsEnd;
    }

    /** Reads them, or returns null if it is not certain what the SELECT groups by, or it does not. */
    static @Nullable JoinedGroups of(
            ParsedStatement.Query query, SelectClauses clauses, BlockPlace place, Dialect dialect) {
        JoinedGroups groups =
                new JoinedGroups(query.text(), place, clauses.groups().end());
        SelectNames names = new SelectNames(query, clauses, dialect);
        for (Expression group : clauses.groupBy()) {
            Attempt<Expression> meant = names.groupMeant(group);
            if (meant instanceof Refused) {
                return null;
            }
            if (meant.value().column() != null) {
                groups.columns.add(meant.value().column());
            }
            for (SelectItem item : clauses.items()) {
                if (item.expression().text().equals(meant.value().text())) {
                    groups.items.add(item.expression().span());
                }
            }
        }
        boolean aggregated =
                clauses.items().stream().anyMatch(item -> item.expression().ofSeveralRows());
        return clauses.groupBy().isEmpty() && !aggregated ? null : groups;
    }

    /** Takes an aggregate as it stands, whose argument is read next; returns the token before that. */
    int within(int call, int close) {
        argumentEnd = close;
        return call;
    }

    /** Returns true if the column may be shown where it is named. */
    boolean mayShow(int token, ColumnRef column) {
        int offset = text.token(token).start();
        boolean ofRows = token > place.from() && offset < groupsEnd;
        return ofRows
                || token < argumentEnd
                || columns.contains(column)
                || items.stream().anyMatch(item -> item.start() <= offset && offset < item.end());
    }
}

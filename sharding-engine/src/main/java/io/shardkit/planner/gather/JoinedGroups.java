package io.shardkit.planner.gather;

import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns that a SELECT may show outside of aggregates if the rows it reads are grouped before: those that it groups
 * by, or all if it does not see how often a row is there. A primary key that would determine others is not known of a copy.
 * For one SELECT.
 */
final class JoinedGroups {
    private final SqlText text;
    private final BlockText block;
    private final boolean blind;
    private final Set<ColumnRef> columns = new HashSet<>();

    /** The select items that the SELECT groups by. */
    private final List<int[]> items = new ArrayList<>();

    /** The last token of the aggregate whose argument is being read. */
    private int argumentEnd = -1;

    private JoinedGroups(SqlText text, BlockText block, boolean blind) {
        this.text = text;
        this.block = block;
        this.blind = blind;
    }

    /** Reads them, or returns null if it is not certain what the SELECT groups by, or it does not. */
    static @Nullable JoinedGroups of(SqlText text, BlockText block, BlockNames names) {
        boolean aggregated = block.isGrouped() || block.isAggregated();
        boolean blind = !aggregated && block.isBlindToDuplicates();
        if (!(aggregated || blind) || block.hasOtherGroups() || !block.callsAreKnown()) {
            return null;
        }
        JoinedGroups groups = new JoinedGroups(text, block, blind);
        for (int[] group : block.groups()) {
            if (!groups.add(group, names)) {
                return null;
            }
        }
        return groups;
    }

    private boolean add(int[] group, BlockNames names) {
        if (text.isOneOf(group[0], "(", "ALL", "DISTINCT") || text.isOneOf(group[1] - 1, "ASC", "DESC")) {
            return false;
        }
        boolean one = group[1] - group[0] == 1;
        if (one && text.token(group[0]).kind() == Token.Kind.NUMBER) {
            return addItem(text.string(group[0]), names);
        }
        if (text.token(group[0]).kind() == Token.Kind.PARAMETER) {
            return false;
        }
        ColumnRef column = names.column(group[0], group[1]);
        for (int[] item : block.items()) {
            int alias = block.alias(item);
            boolean named = one && alias >= 0 && text.name(alias).equals(text.name(group[0]));
            if (named && column != null && !column.equals(columnOf(item, names))) {
                return false;
            }
            if ((named && column == null) || block.areSame(block.expression(item), group)) {
                items.add(block.expression(item));
            }
        }
        if (column != null) {
            columns.add(column);
        }
        return true;
    }

    private boolean addItem(String ordinal, BlockNames names) {
        List<int[]> all = block.items();
        int number = ordinal.length() < 4 && ordinal.chars().allMatch(digit -> digit >= '0' && digit <= '9')
                ? Integer.parseInt(ordinal)
                : 0;
        if (number < 1 || number > all.size()) {
            return false;
        }
        int[] item = block.expression(all.get(number - 1));
        ColumnRef column = names.column(item[0], item[1]);
        if (column != null) {
            columns.add(column);
        }
        items.add(item);
        return true;
    }

    private @Nullable ColumnRef columnOf(int[] item, BlockNames names) {
        int[] expression = block.expression(item);
        return names.column(expression[0], expression[1]);
    }

    /** Takes an aggregate as it stands, whose argument is read next; returns the token before that. */
    int within(int call, int close) {
        argumentEnd = close;
        return call;
    }

    /**
     * Returns true if the column may be shown where it is named.
     *
     * @param aggregated whether it may be the argument of an aggregate
     */
    boolean mayShow(int token, ColumnRef column, boolean aggregated) {
        boolean ofRows = token > block.place().from() && token < block.groupsEnd();
        if (token < argumentEnd) {
            return aggregated;
        }
        return blind
                || ofRows
                || columns.contains(column)
                || items.stream().anyMatch(item -> item[0] <= token && token < item[1]);
    }
}

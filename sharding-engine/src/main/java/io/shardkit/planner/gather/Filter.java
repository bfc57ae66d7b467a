package io.shardkit.planner.gather;

import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.text.Spelling;
import java.util.ArrayList;
import java.util.List;

/**
 * A condition by which the rows of a unit are filtered before they are copied. Immutable.
 *
 * @param pieces the SQL, empty for none
 * @param sources the user's parameters in it
 */
record Filter(List<Piece> pieces, List<Integer> sources) {
    static final Filter NONE = new Filter(List.of(), List.of());

    /** A piece of its SQL. */
    sealed interface Piece {
        /** SQL that is the same in all units. */
        record Text(String sql) implements Piece {}

        /** The name of the actual table of a bound table in the unit. */
        record Bound(RoutedTable table, Spelling spelling) implements Piece {}
    }

    Filter {
        pieces = List.copyOf(pieces);
        sources = List.copyOf(sources);
    }

    /** A condition without bound tables. */
    Filter(String sql, List<Integer> sources) {
        this(List.of(new Piece.Text(sql)), sources);
    }

    boolean isNone() {
        return pieces.isEmpty();
    }

    /** Returns its SQL in a unit. */
    String sql(int unit) {
        StringBuilder sql = new StringBuilder();
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Text text) {
                sql.append(text.sql());
            } else if (piece instanceof Piece.Bound bound) {
                sql.append(bound.spelling().of(bound.table().actualTable(unit)));
            }
        }
        return sql.toString();
    }

    /** Lets through what either of them does. */
    Filter or(Filter other) {
        return isNone() || other.isNone() ? NONE : equals(other) ? this : join(List.of(this, other), " OR ");
    }

    /** Lets through what all of some filters do, of which some may be none. */
    static Filter all(List<Filter> parts) {
        return join(parts.stream().filter(part -> !part.isNone()).distinct().toList(), " AND ");
    }

    /** Puts filters together that are not none. */
    static Filter join(List<Filter> parts, String operator) {
        if (parts.size() <= 1) {
            return parts.isEmpty() ? NONE : parts.get(0);
        }
        List<Piece> pieces = new ArrayList<>();
        List<Integer> sources = new ArrayList<>();
        for (Filter part : parts) {
            pieces.add(new Piece.Text(pieces.isEmpty() ? "(" : operator + "("));
            pieces.addAll(part.pieces());
            pieces.add(new Piece.Text(")"));
            sources.addAll(part.sources());
        }
        return new Filter(pieces, sources);
    }

    /** The same between two pieces of SQL, the first of which may end with the name of a bound table. */
    Filter within(List<Piece> before, String after) {
        List<Piece> all = new ArrayList<>(before);
        all.addAll(pieces);
        all.add(new Piece.Text(after));
        return new Filter(all, sources);
    }
}

package io.shardkit.move.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Rows by which a truncation is found where the database does not tell of it: rows of the source that the journal has not
 * named since they were seen. If one of them is there, no truncation has removed it, and so none has removed any other row;
 * if it is not, one has. Not thread-safe.
 */
final class Witnesses {
    /** Number of rows from either end of each part. */
    private static final int ROWS = 250;

    /** Number of rows that are counted while transactions wait. */
    private static final int FEW = 10_000;

    private List<Part> parts = List.of(new Part("", new LinkedHashSet<>()));

    /** A part of the table that can be truncated without the others, and rows of it that are to be there. */
    private record Part(String suffix, Set<MovedKey> keys) {}

    /** Returns rows that are there now, to be kept if all rows turn out to be at the target that were there before. */
    static Witnesses seen(MoveConnection source, MovedRows moved) throws SQLException {
        Witnesses seen = new Witnesses();
        List<Part> parts = new ArrayList<>();
        MovedTable table = moved.table();
        for (String suffix : moved.sql().parts(source, table.move().source(), table.sourceName())) {
            Set<MovedKey> keys = new LinkedHashSet<>(moved.edge(source, suffix, "", ROWS));
            keys.addAll(moved.edge(source, suffix, " DESC", ROWS));
            parts.add(new Part(suffix, keys));
        }
        seen.parts = parts;
        return seen;
    }

    void replaceBy(Witnesses others) {
        parts = others.parts;
    }

    /** Drops the rows that the journal names: they may have been removed and written again. */
    void drop(List<Journal.Entry> entries) {
        for (Journal.Entry each : entries) {
            parts.forEach(part -> part.keys().remove(each.key()));
        }
    }

    /**
     * Returns true if {@link #hold} does not take long.
     *
     * @param incarnation the mark of the source when the copy began, or an empty text
     */
    boolean areQuick(MoveConnection source, Targets targets, MovedRows moved, String incarnation) throws SQLException {
        if (isTold(source, moved, incarnation)) {
            return true;
        }
        for (Part each : parts) {
            boolean isQuick = !each.keys().isEmpty()
                    || (moved.isShort(source, each.suffix(), FEW)
                            && (!moved.isShared() || targets.areShort(moved, each.suffix(), FEW)));
            if (!isQuick) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns true if no rows were removed from the source without entries in the journal, all of which were followed. Of a
     * part without rows that tell, all rows are counted on both sides.
     */
    boolean hold(MoveConnection source, Targets targets, MovedRows moved) throws SQLException {
        for (Part each : parts) {
            boolean holds = each.keys().isEmpty()
                    ? moved.countAtSource(source, each.suffix()) == targets.count(moved, each.suffix())
                    : isThere(source, moved, each.keys().iterator().next());
            if (!holds) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTold(MoveConnection source, MovedRows moved, String incarnation) throws SQLException {
        return !incarnation.isEmpty() && incarnation.equals(moved.incarnation(source));
    }

    private static boolean isThere(MoveConnection source, MovedRows moved, MovedKey key) throws SQLException {
        return moved.atSource(source, List.of(key)).stream()
                .anyMatch(row -> moved.keyOf(row).equals(key));
    }
}

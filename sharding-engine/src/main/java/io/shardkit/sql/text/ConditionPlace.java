package io.shardkit.sql.text;

import org.jspecify.annotations.Nullable;

/**
 * The place of the outermost WHERE of a statement of one table, existing or to be added.
 *
 * @param start the offset of the condition, or -1 if there is none
 * @param end the offset after the condition, or at which a WHERE may be put
 */
public record ConditionPlace(int start, int end) {

    /** The place, or null if it is not certain. */
    public static @Nullable ConditionPlace of(SqlText text) {
        int last = text.returning();
        int where = text.find(0, last, 0, "WHERE");
        if (where < 0 && !text.indexHints().isEmpty()) {
            return null;
        }
        int from = where < 0 ? Math.max(0, text.find(0, last, 0, "FROM", "SET")) : where;
        int after = last;
        for (int i = from + 1; i < last; i++) {
            if (isAfterCondition(text, i)) {
                after = i;
                break;
            }
        }
        return where + 1 == after
                ? null
                : new ConditionPlace(
                        where < 0 ? -1 : text.token(where + 1).start(),
                        text.token(after - 1).end());
    }

    private static boolean isAfterCondition(SqlText text, int index) {
        return text.token(index).depth() == 0
                && text.isOneOf(
                        index,
                        "GROUP",
                        "HAVING",
                        "WINDOW",
                        "ORDER",
                        "LIMIT",
                        "OFFSET",
                        "FETCH",
                        "FOR",
                        "LOCK",
                        "INTO",
                        "PROCEDURE")
                && text.endsOperand(index - 1);
    }

    /** The clauses that lock, as tokens {@code {first, afterLast}}, or null if there are none or they are apart. */
    public static int @Nullable [] locks(SqlText text) {
        int first = -1;
        int last = -1;
        for (int i = 1; i < text.size(); i++) {
            boolean lock = text.token(i).depth() == 0
                    && text.isOneOf(i, "FOR", "LOCK")
                    && text.isOneOf(i + 1, "UPDATE", "SHARE", "NO", "KEY", "IN")
                    && text.endsOperand(i - 1);
            boolean limit = text.token(i).depth() == 0 && text.isOneOf(i, "LIMIT", "OFFSET", "FETCH");
            if (lock) {
                if (last >= 0) {
                    return null;
                }
                first = first < 0 ? i : first;
            } else if (limit && first >= 0 && last < 0) {
                last = i;
            }
        }
        return first < 0 ? null : new int[] {first, last < 0 ? text.size() : last};
    }

    /**
     * Returns true if the statement skips rows that other transactions have locked, which may also be rows that those
     * move.
     */
    public static boolean skipsLocked(SqlText text) {
        for (int i = 1; i < text.size(); i++) {
            if (text.is(i, "LOCKED") && text.is(i - 1, "SKIP")) {
                return true;
            }
        }
        return false;
    }
}

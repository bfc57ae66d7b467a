package io.shardkit.planner.broadcast;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Refusal;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.Characters;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of a write of a broadcast table that have to be such that each database takes them as they are. Immutable. */
sealed interface Given permits Given.Filled, TimeWords {

    /** Returns the reason that the values of an execution are refused, or null if each database stores them unchanged. */
    @Nullable Refusal refusal(Parameters parameters) throws SQLException;

    /** Refuses an execution with values that databases may take in different ways. */
    static void check(List<Given> given, Parameters parameters) throws SQLException {
        for (Given each : given) {
            Refusal refusal = each.refusal(parameters);
            if (refusal != null) {
                throw refusal.exception();
            }
        }
    }

    /**
     * A value for a column that a database fills by itself if it is not given.
     *
     * @param counting whether it counts; MySQL counts on for 0 as for NULL
     * @param nullTaken whether NULL gets a generated key, or is stored as it is
     */
    record Filled(String table, String column, boolean counting, boolean nullTaken, Value value) implements Given {
        /** A value for a column that no generator fills. */
        static Filled of(String table, Column column, Value value) {
            Filling filling = column.filling();
            return new Filled(table, column.name(), filling.kind() == Filling.Kind.COUNTER, takesNull(column), value);
        }

        /** Returns true if a column without a generator stores any value that it is given, also NULL. */
        static boolean takesNull(Column column) {
            Filling filling = column.filling();
            return column.nullable() && filling.kind() != Filling.Kind.COUNTER && !filling.forNull();
        }

        @Override
        public @Nullable Refusal refusal(Parameters parameters) throws SQLException {
            return refusal(value.of(parameters));
        }

        private static boolean isNotZero(String text) {
            String digits = text.startsWith("-") ? text.substring(1) : text;
            return !digits.startsWith("0") && Characters.areDigits(digits, digits.length());
        }

        /** Returns the reason that such a value is refused, or null if each database stores it unchanged. */
        @Nullable Refusal refusal(@Nullable Object actual) {
            if (nullTaken && actual == null) {
                return null;
            }
            boolean counted = counting
                    && (actual instanceof Number number
                            ? number.doubleValue() == 0
                            : !(actual instanceof String text && isNotZero(text)));
            return actual == null || counted
                    ? new Refusal(
                            ErrorCode.BROADCAST_WRITE,
                            table + " whose " + column + " is filled by each database itself")
                    : null;
        }
    }
}

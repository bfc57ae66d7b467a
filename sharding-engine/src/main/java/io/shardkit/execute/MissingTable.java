package io.shardkit.execute;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells the failures of databases that miss a table. */
public final class MissingTable {
    private static final Set<String> STATES = Set.of("42S02", "42S03", "42S04", "42P01");
    private static final int DEPTH = 5;

    private MissingTable() {}

    /** Returns true if a failure, or what caused it, says that a table is not there. */
    public static boolean is(SQLException failure) {
        return of(failure) != null;
    }

    /** Returns the failure, or what caused it, if that says that a table is not there; null if none does. */
    public static @Nullable SQLException of(SQLException failure) {
        @Nullable Throwable each = failure;
        for (int depth = 0; each != null && depth < DEPTH; depth++, each = each.getCause()) {
            if (each instanceof SQLException exception && isState(exception.getSQLState())) {
                return exception;
            }
        }
        return null;
    }

    static boolean isState(@Nullable String state) {
        return state != null && STATES.contains(state);
    }
}

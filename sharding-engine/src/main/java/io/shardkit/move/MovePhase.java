package io.shardkit.move;

import java.util.Locale;
import org.apiguardian.api.API;

/** Phases of a move, in their order; going back begins with {@link #PREPARING} again. */
@API(status = API.Status.EXPERIMENTAL)
public enum MovePhase {
    /** Target tables and journals are made. */
    PREPARING,
    /** Rows are copied. */
    COPYING,
    /** Rows that changed meanwhile are copied again. */
    FOLLOWING,
    /** Source and target are compared, row by row. */
    VERIFYING,
    /** All rows are at the target, and the switch waits for {@link Moves#switchNow}. */
    READY,
    /** The databases change indexes of the actual tables in place, while they are used. */
    ALTERING,
    /** All instances make ready, new transactions on the tables are held, and the rule is switched. */
    SWITCHING,
    /** The target is in use, and the tables at the source are kept up to date for going back. */
    SWITCHED,
    /** The copy waits for {@link Moves#resume}. */
    HALTED,
    /** Something must be put right first; {@link Moves#resume} goes on. */
    FAILED;

    /** Returns the phase in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package io.shardkit.jdbc;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The databases by the rule of the moment. Thread-safe. */
final class CurrentDatabase {
    private volatile LogicalDatabase logical;
    private volatile @Nullable Hold hold;
    private volatile @Nullable BooleanSupplier catchUp;

    CurrentDatabase(LogicalDatabase logical) {
        this.logical = logical;
    }

    LogicalDatabase get() {
        return logical;
    }

    void set(LogicalDatabase other) {
        logical = other;
    }

    /** Holds new transactions on some tables; statements that are prepared ask for their plans again. */
    void hold(Hold other) {
        hold = other;
        logical.plans().renew();
    }

    /** Lets go on what was held. */
    void release() {
        Hold held = hold;
        if (held != null) {
            hold = null;
            held.end();
        }
    }

    /** The hold of the moment; null if there is none. */
    @Nullable Hold hold() {
        return hold;
    }

    /** Sets how a newer rule is looked for; see {@link #catchUp()}. */
    void catchUpBy(BooleanSupplier look) {
        catchUp = look;
    }

    /** Returns true if a newer rule may come, so that tables may be moved. */
    boolean follows() {
        return catchUp != null;
    }

    /**
     * Looks for a newer rule, as a table is not there any more.
     *
     * @return whether a statement may run once more
     */
    boolean catchUp() {
        BooleanSupplier look = catchUp;
        return look != null && look.getAsBoolean();
    }
}

package io.shardkit.membership;

import java.sql.SQLException;

/** Does with tables what changes of the rule ask for. Thread-safe. */
public interface ChangeWork {
    /** No change does anything with tables. */
    ChangeWork NONE = new ChangeWork() {
        @Override
        public void finish(Change change) {}

        @Override
        public void wake() {}
    };

    /**
     * Gives the tables of the next epoch their names; those that have them keep them. Any instance may call it, any number
     * of times, once the change is decided.
     *
     * @throws SQLException if a database cannot be reached, or a table is locked for too long
     */
    void finish(Change change) throws SQLException;

    /** Looks for a change that no worker holds, in another thread. */
    void wake();
}

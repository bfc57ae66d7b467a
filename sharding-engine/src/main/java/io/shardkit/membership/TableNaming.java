package io.shardkit.membership;

import java.sql.SQLException;

/** Gives tables their names when a change of the rule is decided or undone. Each may be repeated by any instance. */
public interface TableNaming {
    /** No change names tables. */
    TableNaming NONE = new TableNaming() {
        @Override
        public void finish(Change change) {}

        @Override
        public void undo(Change change) {}
    };

    /**
     * Gives the tables of the next epoch their names; those that have them keep them.
     *
     * @throws SQLException if a database cannot be reached, or a table is locked for too long
     */
    void finish(Change change) throws SQLException;

    /**
     * Gives the tables of the epoch before their names back.
     *
     * @throws SQLException as {@link #finish} does
     */
    void undo(Change change) throws SQLException;
}

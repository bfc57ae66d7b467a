package io.shardkit.execute;

import io.shardkit.dialect.facts.CommandRules;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The changes that a session made to a physical connection, to be undone or minded when it goes back. */
final class ConnectionChanges {
    /** A use of a connection that no other borrower may notice; a mark is never taken off. */
    enum Mark {
        /** Its pool lends it with autocommit off. */
        LENT_WITHOUT_AUTO_COMMIT,

        /** Something that was handed out lives on it, by which the user may write there unseen. */
        PINNED,

        /** Something was handed out that leads to it: by that the user may write after a commit. */
        HANDED_OUT,

        /** It is ended instead of going back to its pool. */
        DISCARDED
    }

    private final Set<Mark> marks = EnumSet.noneOf(Mark.class);

    /** The settings that it had before the session changed them, or null if it changed none. */
    private @Nullable SessionState before;

    /** Undoes what the session holds beside its transaction, or null if nothing has to be. */
    private @Nullable Runnable undo;

    void mark(Mark mark) {
        marks.add(mark);
    }

    boolean has(Mark mark) {
        return marks.contains(mark);
    }

    boolean hasMarks() {
        return !marks.isEmpty();
    }

    /**
     * Returns true if SQL may mean something else to the connection's driver, or if statements have to end with the
     * connection.
     */
    boolean alterStatements() {
        return before != null || has(Mark.PINNED) || has(Mark.HANDED_OUT) || has(Mark.DISCARDED);
    }

    /** Tells whether its database has to be told something when it goes back. */
    boolean areUndone() {
        return before != null || has(Mark.LENT_WITHOUT_AUTO_COMMIT);
    }

    /** Has something undone, by what must not throw; null for nothing. */
    void undoBy(@Nullable Runnable undoing) {
        undo = undoing;
    }

    void undoBesides() {
        if (undo != null) {
            undo.run();
        }
    }

    /** Gives it what was changed of a state, after remembering what it had. */
    void apply(Connection open, SessionState state, CommandRules rules) throws SQLException {
        for (SessionProperty property : SessionProperty.values()) {
            if (state.isChanged(property)) {
                remember(open, state, property, rules);
            }
        }
        state.apply(open);
    }

    /** Gives it a property of a state, after remembering what it had. */
    void apply(Connection open, SessionState state, SessionProperty property, CommandRules rules) throws SQLException {
        remember(open, state, property, rules);
        state.apply(open, property);
    }

    private void remember(Connection open, SessionState state, SessionProperty property, CommandRules rules)
            throws SQLException {
        if (before == null) {
            before = SessionState.unread();
        }
        if (!before.readBefore(open, property, state, rules)) {
            mark(Mark.DISCARDED);
        }
    }

    /** Gives it back all settings that it had. */
    void undo(Connection open) throws SQLException {
        if (before != null) {
            before.apply(open);
        }
    }

    /** Gives it back what it had of a property. */
    void undo(Connection open, SessionProperty property) throws SQLException {
        if (before != null && before.isChanged(property)) {
            before.apply(open, property);
        }
    }
}

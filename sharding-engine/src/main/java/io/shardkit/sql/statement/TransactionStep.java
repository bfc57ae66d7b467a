package io.shardkit.sql.statement;

/**
 * The effect of a statement on the transaction of its connection.
 *
 * @param kind the kind of step
 * @param detail of {@link Kind#BEGIN} and {@link Kind#SET_MODES} the modes, separated by commas, or an empty string; of a
 *     savepoint its name as the database compares it; of {@link Kind#SET_ISOLATION} the level
 */
public record TransactionStep(Kind kind, String detail) {

    /** The kind of step. */
    public enum Kind {
        BEGIN,
        COMMIT,
        ROLLBACK,
        SAVEPOINT,
        ROLLBACK_TO,
        RELEASE,
        /** Sets the modes of the open transaction. */
        SET_MODES,
        /** Sets the isolation of the session. */
        SET_ISOLATION,
        AUTOCOMMIT_ON,
        AUTOCOMMIT_OFF
    }

    public TransactionStep(Kind kind) {
        this(kind, "");
    }

    /** Returns true if a transaction that was open before the step may be over after it. */
    public boolean mayEnd() {
        return switch (kind) {
            case BEGIN, COMMIT, ROLLBACK, AUTOCOMMIT_ON, AUTOCOMMIT_OFF -> true;
            case SAVEPOINT, ROLLBACK_TO, RELEASE, SET_MODES, SET_ISOLATION -> false;
        };
    }
}

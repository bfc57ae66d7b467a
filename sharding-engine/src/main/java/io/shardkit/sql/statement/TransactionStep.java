package io.shardkit.sql.statement;

/**
 * What a statement does to the transaction of its connection.
 *
 * @param kind what it does
 * @param detail of {@link Kind#BEGIN} and {@link Kind#SET_MODES} the modes, separated by commas, or an empty text; of a
 *     savepoint its name as the database compares it; of {@link Kind#SET_ISOLATION} the level
 */
public record TransactionStep(Kind kind, String detail) {

    /** What there is to do. */
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

    /** Whether a transaction that was open before may be over then. */
    public boolean mayEnd() {
        return switch (kind) {
            case BEGIN, COMMIT, ROLLBACK, AUTOCOMMIT_ON, AUTOCOMMIT_OFF -> true;
            case SAVEPOINT, ROLLBACK_TO, RELEASE, SET_MODES, SET_ISOLATION -> false;
        };
    }
}

package io.shardkit.plan;

import io.shardkit.observe.Operation;
import java.util.Locale;

/** The effect of a statement on the data. */
public enum StatementKind {
    /** Returns rows and changes nothing. */
    QUERY,
    /** Returns rows and locks them. */
    LOCKING_QUERY,
    INSERT,
    UPDATE,
    DELETE,
    DDL,
    /** Changes the state of the connection only. */
    SET,
    /** Begins or ends a transaction, or changes how it runs. */
    TRANSACTION,
    /** Anything that one database is told: it may write, and answer with rows, counts or several of both. */
    OTHER;

    private final Operation operation = Operation.valueOf(name());

    /** By what name listeners know it. */
    public Operation operation() {
        return operation;
    }

    /** Returns the common name of the statement kind. */
    public String words() {
        return switch (this) {
            case QUERY, LOCKING_QUERY -> name().toLowerCase(Locale.ROOT).replace('_', ' ');
            case OTHER -> "statement";
            default -> name();
        };
    }

    /** Returns true if the statement returns rows. */
    public boolean returnsRows() {
        return this == QUERY || this == LOCKING_QUERY;
    }

    /** Returns true if the statement changes rows or tables, or may do so. */
    public boolean writes() {
        return !returnsRows();
    }

    /** Returns true if the statement reads or changes rows and nothing else. */
    public boolean isOfRows() {
        return returnsRows() || this == INSERT || this == UPDATE || this == DELETE;
    }
}

package io.shardkit.dialect.facts;

/** The kind of object that a name within a table's definition names. */
public enum NameKind {
    INDEX,
    UNIQUE,
    PRIMARY_KEY,
    FOREIGN_KEY,
    CHECK,
    /** A constraint of which the statement does not say more, as in DROP CONSTRAINT. */
    CONSTRAINT
}

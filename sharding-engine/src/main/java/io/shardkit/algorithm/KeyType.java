package io.shardkit.algorithm;

/** The canonical forms of sharding keys. Every value is converted to one of them before an algorithm sees it. */
public enum KeyType {
    /** Whole numbers of up to 64 bits; canonical form {@link Long}. */
    INTEGER,
    /** Dates without a time; canonical form the days since 1970-01-01, as a {@link Long}. */
    DATE,
    /** Text that the database compares byte by byte; canonical form {@link String}. */
    TEXT,
    /** Text that the database compares byte by byte but for trailing blanks; canonical form without them. */
    PADDED_TEXT,
    /** Anything else: no value of it narrows a statement, and rows cannot be placed by it. */
    UNSUPPORTED
}

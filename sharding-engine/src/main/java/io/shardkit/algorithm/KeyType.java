package io.shardkit.algorithm;

/** The canonical forms of sharding keys. Every value is converted to one of them before an algorithm sees it. */
public enum KeyType {
    /** Whole numbers of up to 64 bits, also those of decimal columns without a fraction; canonical form {@link Long}. */
    INTEGER,
    /** Dates without a time; canonical form the days since 1970-01-01, as a {@link Long}. */
    DATE,
    /** Dates with a time and without a zone; canonical form the microseconds since 1970-01-01 00:00, as a {@link Long}. */
    DATETIME,
    /** Instants; canonical form the microseconds since 1970-01-01 00:00 UTC, as a {@link Long}. */
    INSTANT,
    /** Text that the database compares byte by byte; canonical form {@link String}. */
    TEXT,
    /** Text that the database compares byte by byte but for trailing blanks; canonical form without them. */
    PADDED_TEXT,
    /** ASCII text that the database compares without regard to case; canonical form in lower case. */
    FOLDED_TEXT,
    /** The members of an enumeration; canonical form the text of the member, as it is declared. */
    ENUM,
    /** UUIDs; canonical form their text in lower case, with hyphens. */
    UUID,
    /** Bytes; canonical form their hexadecimal digits in lower case. */
    BINARY,
    /** Anything else: no value of it narrows a statement, and rows cannot be placed by it. */
    UNSUPPORTED;

    /** Returns true if the canonical form is a {@link Long} that grows with the value. */
    public boolean isNumeric() {
        return this == INTEGER || this == DATE || this == DATETIME || this == INSTANT;
    }

    /** Returns true if the canonical form is the string that the database shows, except for trailing blanks. */
    public boolean isShownAsText() {
        return this == TEXT || this == PADDED_TEXT || this == ENUM || this == UUID;
    }
}

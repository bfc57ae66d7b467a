package io.shardkit.dialect.facts;

/**
 * The form in which values of a column are read from one database and written to another of the same kind without a
 * change.
 */
public enum Carrier {
    /** As text, which the database itself wrote and reads. */
    TEXT,
    /** As text whose type the database takes from the column that it is written to. */
    UNTYPED_TEXT,
    /** As bytes. */
    BYTES,
    /** As the Java object that the driver gives, dates and times as those of {@code java.time}. */
    OBJECT,
    /** Not known. */
    NONE
}

package io.shardkit.dialect.facts;

/**
 * The meaning of the type and collation of a column.
 *
 * @param key how the column stores what may be a sharding key
 * @param textOrder how its values compare, if they are strings
 * @param comparable whether its values, if they are not strings, compare in Java as in the database
 * @param carrier how its values are carried from one database to another without a change
 */
public record ColumnFacts(StoredKey key, TextOrder textOrder, boolean comparable, Carrier carrier) {

    /**
     * The form in which a column stores possible sharding keys.
     *
     * @param kind the kind of the stored values
     * @param size number of digits of a second, or number of bytes; 0 where that does not matter
     */
    public record StoredKey(Kind kind, int size) {
        /** Not as a sharding key, unless it is text whose {@link TextOrder} is known. */
        public static final StoredKey OTHER = new StoredKey(Kind.OTHER, 0);

        /** The kind of values that a column stores. */
        public enum Kind {
            /** Whole numbers of up to 64 bits. */
            WHOLE_NUMBER,
            /** Decimals without a fraction. */
            DECIMAL,
            /** Dates without a time. */
            DATE,
            /** Dates with a time, and without a zone. */
            DATETIME,
            /** Instants, which are read and shown as strings in the time zone of the session. */
            SESSION_TIME,
            /** Instants. */
            INSTANT,
            /** UUIDs. */
            UUID,
            /** Bytes, filled up to the length of the column. */
            FILLED_BYTES,
            /** Bytes. */
            BYTES,
            /** Members of an enumeration, in their own case. */
            ENUM,
            /** Members of an enumeration, in any case. */
            ENUM_IGNORING_CASE,
            /** Members of an enumeration that are not listed with the column, each equal to its own text alone. */
            LABEL,
            /** Text that compares character by character, without its trailing blanks. */
            PADDED_TEXT,
            /** Text that compares without regard to case as ASCII does, and with its trailing blanks. */
            FOLDED_TEXT,
            /** Anything else. */
            OTHER
        }

        /** Without a size. */
        public static StoredKey of(Kind kind) {
            return new StoredKey(kind, 0);
        }
    }
}

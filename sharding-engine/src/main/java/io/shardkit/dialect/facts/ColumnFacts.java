package io.shardkit.dialect.facts;

/**
 * What the type and collation of a column mean.
 *
 * @param key how it stores what may be a sharding key
 * @param textOrder how its values compare, if they are text
 * @param comparable whether its values, if they are not text, compare in Java as in the database
 * @param carrier how its values are carried from one database to another without a change
 */
public record ColumnFacts(StoredKey key, TextOrder textOrder, boolean comparable, Carrier carrier) {

    /**
     * How a column stores what may be a sharding key.
     *
     * @param kind what it stores
     * @param size how many digits of a second, or how many bytes; 0 where that does not matter
     */
    public record StoredKey(Kind kind, int size) {
        /** Not as a sharding key, unless it is text whose {@link TextOrder} is known. */
        public static final StoredKey OTHER = new StoredKey(Kind.OTHER, 0);

        /** What a column stores. */
        public enum Kind {
            /** Whole numbers of up to 64 bits. */
            WHOLE_NUMBER,
            /** Decimals without a fraction. */
            DECIMAL,
            /** Dates without a time. */
            DATE,
            /** Dates with a time, and without a zone. */
            DATETIME,
            /** Instants, which are taken and shown as texts in the time zone of the session. */
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

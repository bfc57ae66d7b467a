package io.shardkit.algorithm;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts values to canonical sharding keys, for all of the engine: an {@link Integer} 7, a {@link Long} 7, a {@link
 * java.math.BigDecimal} 7.0 and, for a whole-number column, the string "7" are one key.
 */
public final class KeyNormalizer {
    /** No row of the column can equal the value. */
    public static final Object NO_MATCH = ColumnKeys.NO_MATCH;
    /** It is not known which rows of the column equal the value. */
    public static final Object UNKNOWN = ColumnKeys.UNKNOWN;

    private KeyNormalizer() {}

    /** Of a column about which nothing else has to be known; the keys of other types are unknown. */
    public static ColumnKeys of(KeyType type) {
        return PlainKeys.of(type);
    }

    /** Of decimals without a fraction, which a database may compare with text as floating-point numbers. */
    public static ColumnKeys decimals() {
        return DecimalKeys.INSTANCE;
    }

    /**
     * Of dates with a time or of instants.
     *
     * @param type {@link KeyType#DATETIME} or {@link KeyType#INSTANT}
     * @param digits how many digits of a second the column keeps, 0 to 6
     * @param timestamps whether the driver sends a {@link java.sql.Timestamp} as the time that it shows in this JVM's
     *     zone, or, of instants, as the instant that it is
     */
    public static ColumnKeys times(KeyType type, int digits, boolean timestamps) {
        return new TimeKeys(type, digits, timestamps);
    }

    /**
     * Of text that the database compares without regard to case; text beyond ASCII is not known.
     *
     * @param padded whether trailing blanks do not count
     */
    public static ColumnKeys folded(boolean padded) {
        return new FoldedKeys(padded);
    }

    /**
     * Of an enumeration.
     *
     * @param members no two of which are equal in the database
     * @param ignoresCase whether the database takes a member in other case for it
     */
    public static ColumnKeys members(List<String> members, boolean ignoresCase) {
        return new EnumKeys(members, ignoresCase);
    }

    /**
     * Of bytes.
     *
     * @param longest how many the column takes
     * @param filled whether it fills fewer up
     */
    public static ColumnKeys bytes(int longest, boolean filled) {
        return new BinaryKeys(longest, filled);
    }

    /** As {@link ColumnKeys#canonical} of a column about which nothing but its type is known. */
    public static Object canonical(KeyType type, @Nullable Object value) {
        return of(type).canonical(value);
    }

    /** As {@link ColumnKeys#canonicalForWrite} of a column about which nothing but its type is known. */
    public static Object canonicalForWrite(KeyType type, @Nullable Object value, String column) throws SQLException {
        return of(type).canonicalForWrite(value, column);
    }
}

package io.shardkit.route;

import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bounds of the values that a sharding column stores unchanged. A database that is not strict stores the nearest
 * value, or the first characters, of a value that does not fit, and queries would not find the row in that unit.
 * Immutable.
 *
 * @param least the least whole number
 * @param greatest the greatest whole number
 * @param longest the greatest number of characters in a string
 * @param lastCharacter the greatest character of its strings
 * @param counting whether its database may count on where it is given 0
 */
public record KeyBounds(long least, long greatest, int longest, int lastCharacter, boolean counting) {
    /** Takes every key. */
    public static final KeyBounds NONE =
            new KeyBounds(Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Character.MAX_CODE_POINT, false);

    /** Of an enumeration whose type PostgreSQL knows by a name. */
    private static final int LONGEST_LABEL = 63;

    private static final Pattern LENGTH = Pattern.compile("\\((\\d+)\\)");

    private static final Pattern PRECISION = Pattern.compile("\\((\\d+)");

    /** The bounds of a column by its type. */
    public static KeyBounds of(Column column) {
        KeyBounds bounds = ofType(column);
        return column.filling().countsOnZero()
                ? new KeyBounds(bounds.least, bounds.greatest, bounds.longest, bounds.lastCharacter, true)
                : bounds;
    }

    private static KeyBounds ofType(Column column) {
        String definition = column.definition().toLowerCase(Locale.ROOT);
        boolean unsigned = definition.contains("unsigned");
        return switch (column.typeName().toLowerCase(Locale.ROOT)) {
            case "tinyint" -> numbers(8, unsigned);
            case "smallint", "int2", "smallserial" -> numbers(16, unsigned);
            case "mediumint" -> numbers(24, unsigned);
            case "int", "integer", "int4", "serial" -> numbers(32, unsigned);
            case "bigint", "int8", "bigserial" -> unsigned ? new KeyBounds(0, Long.MAX_VALUE, 0, 0, false) : NONE;
            case "char", "varchar", "character", "character varying", "varchar_ignorecase" -> text(definition);
            case "enumeration" ->
                new KeyBounds(Long.MIN_VALUE, Long.MAX_VALUE, LONGEST_LABEL, Character.MAX_CODE_POINT, false);
            case "decimal", "numeric" -> column.keyType() == KeyType.INTEGER ? decimals(definition, unsigned) : NONE;
            default -> NONE;
        };
    }

    /** Returns true if the bounds of a column are all that may keep it from storing a canonical key unchanged. */
    public static boolean areKnown(Column column) {
        return switch (column.keyType()) {
            case INTEGER, DATE, DATETIME, INSTANT, ENUM, UUID, BINARY -> true;
            case TEXT, PADDED_TEXT, FOLDED_TEXT -> !of(column).equals(NONE);
            case UNSUPPORTED -> false;
        };
    }

    /** By the number of digits. */
    private static KeyBounds decimals(String definition, boolean unsigned) {
        Matcher precision = PRECISION.matcher(definition);
        int digits = precision.find() ? Integer.parseInt(precision.group(1)) : Integer.MAX_VALUE;
        long greatest = Long.MAX_VALUE;
        if (digits <= 18) {
            greatest = 1;
            for (int i = 0; i < digits; i++) {
                greatest *= 10;
            }
            greatest--;
        }
        long least = greatest == Long.MAX_VALUE ? Long.MIN_VALUE : -greatest;
        return new KeyBounds(unsigned ? 0 : least, greatest, 0, 0, false);
    }

    private static KeyBounds numbers(int bits, boolean unsigned) {
        long half = 1L << (bits - 1);
        return unsigned ? new KeyBounds(0, 2 * half - 1, 0, 0, false) : new KeyBounds(-half, half - 1, 0, 0, false);
    }

    private static KeyBounds text(String definition) {
        Matcher length = LENGTH.matcher(definition);
        int longest = length.find() ? (int) Math.min(Integer.MAX_VALUE, Long.parseLong(length.group(1))) : 0;
        int last = Character.MAX_CODE_POINT;
        if (definition.contains("character set ascii")) {
            last = 127;
        } else if (definition.contains("character set utf8mb3") || definition.contains("character set utf8 ")) {
            last = 0xFFFF;
        } else if (definition.contains("character set ") && !definition.contains("character set utf8mb4")) {
            last = 127;
        }
        return new KeyBounds(Long.MIN_VALUE, Long.MAX_VALUE, longest == 0 ? Integer.MAX_VALUE : longest, last, false);
    }

    /**
     * Checks a canonical key.
     *
     * @throws SQLException with {@link ErrorCode#KEY_NOT_CONVERTIBLE} if the column may store something else
     */
    void check(Object key, String column) throws SQLException {
        if (!takes(key)) {
            throw refusal(column, key instanceof Long number && isCounted(number));
        }
    }

    /** As the other, of a whole number. */
    void check(long key, String column) throws SQLException {
        if (!takes(key)) {
            throw refusal(column, isCounted(key));
        }
    }

    private boolean isCounted(long key) {
        return counting && key == 0;
    }

    private static SQLException refusal(String column, boolean counted) {
        return ShardingExceptions.of(
                ErrorCode.KEY_NOT_CONVERTIBLE,
                column + (counted ? ", which the database numbers" : ", which is too narrow for the value"));
    }

    /** Returns true if the column stores a generated key unchanged. */
    public boolean takesGenerated(Object key) {
        if (longest == Integer.MAX_VALUE) {
            return true;
        }
        return longest > 0
                ? fits(key.toString())
                : KeyNormalizer.canonical(KeyType.INTEGER, key) instanceof Long number && takes((long) number);
    }

    /** Returns true if the column stores a whole number or a string unchanged. */
    public boolean takes(Object value) {
        return value instanceof Long number ? takes((long) number) : fits((String) value);
    }

    private boolean takes(long number) {
        return number >= least && number <= greatest && !isCounted(number);
    }

    private boolean fits(String text) {
        if (text.length() > longest && text.codePointCount(0, text.length()) > longest) {
            return false;
        }
        return lastCharacter == Character.MAX_CODE_POINT
                || text.codePoints().allMatch(character -> character <= lastCharacter);
    }
}

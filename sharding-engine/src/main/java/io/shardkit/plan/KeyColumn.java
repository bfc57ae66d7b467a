package io.shardkit.plan;

import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.route.Axis;
import io.shardkit.route.KeyBounds;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A column of a unique key whose values are looked for in other units: only such values as the column is certain to
 * store as they are, so that to compare with the value is to compare with what is stored. Immutable.
 *
 * @param column the column
 * @param name as it stands in a question
 * @param bounds what the column takes as it is
 * @param axis what it places, or null
 */
public record KeyColumn(Column column, String name, KeyBounds bounds, @Nullable Axis axis) {

    private static final long MICROS = 1_000_000;

    /** Returns a column of a unique key, or a refusal if it is not known which values are equal in the column. */
    public static Attempt<KeyColumn> of(Column column, Dialect dialect, @Nullable Axis axis) {
        if (column.keyType() != KeyType.INTEGER && column.keyType() != KeyType.DATE && !isText(column, dialect)) {
            return Attempt.refused(
                    ErrorCode.UNIQUE_KEY_OVER_UNITS,
                    "values of " + column.name() + ", of type " + column.typeName() + ", are not looked for");
        }
        return Attempt.done(new KeyColumn(column, dialect.quoted(column.reportedName()), KeyBounds.of(column), axis));
    }

    /** A column whose rows are looked for by their values, or null if it is not certain which rows have a value. */
    public static @Nullable KeyColumn found(@Nullable Column column, Dialect dialect) {
        return column == null || column.keyType() == KeyType.FOLDED_TEXT ? null : named(column, dialect);
    }

    /** The same of values that are read back: of times, a driver shows some otherwise than they are stored. */
    public static @Nullable KeyColumn shown(@Nullable Column column, Dialect dialect) {
        return column == null || isTime(column) ? null : found(column, dialect);
    }

    /**
     * A column of a unique key all of whose columns are given values, or null if it is not certain which row has them. Texts
     * may be equal in it that are not the same: the key is that of one row all the same.
     */
    public static @Nullable KeyColumn named(@Nullable Column column, Dialect dialect) {
        if (column == null) {
            return null;
        }
        boolean known = column.keyType() == KeyType.INTEGER || column.keyType() == KeyType.DATE;
        return known || isTime(column) || isText(column, dialect) || isUuid(column) || isBinary(column)
                ? new KeyColumn(column, dialect.quoted(column.reportedName()), KeyBounds.of(column), null)
                : null;
    }

    /**
     * Returns the value to look a value up by, which equals that value and no other value of the column; null if that is
     * not certain.
     *
     * @param value not null
     */
    public @Nullable Object found(Object value) {
        if (isUuid(column)) {
            // MariaDB compares the column with a text; Connector/J would send a UUID as a serialized object.
            boolean asText = column.carrier() == Carrier.TEXT;
            return KeyNormalizer.canonical(KeyType.UUID, value) instanceof String text
                    ? asText ? text : UUID.fromString(text)
                    : null;
        }
        if (isTime(column)) {
            return time(value);
        }
        return isBinary(column) ? value instanceof byte[] ? value : null : exact(value);
    }

    /** The time in the form that each driver sends as it is, whatever the zones of the JVM and the session are. */
    private @Nullable Object time(Object value) {
        if (!(column.keys().canonical(value) instanceof Long micros)) {
            return null;
        }
        int nanos = (int) Math.floorMod(micros, MICROS) * 1000;
        LocalDateTime time = LocalDateTime.ofEpochSecond(Math.floorDiv(micros, MICROS), nanos, ZoneOffset.UTC);
        return column.keyType() == KeyType.INSTANT ? (Object) time.atOffset(ZoneOffset.UTC) : time;
    }

    private static boolean isTime(Column column) {
        return column.keyType() == KeyType.DATETIME || column.keyType() == KeyType.INSTANT;
    }

    private static boolean isUuid(Column column) {
        return column.typeName().equalsIgnoreCase("uuid");
    }

    private static boolean isBinary(Column column) {
        return switch (column.typeName().toLowerCase(Locale.ROOT)) {
            case "binary", "varbinary", "binary varying", "bytea" -> true;
            default -> false;
        };
    }

    private static boolean isText(Column column, Dialect dialect) {
        return dialect.catalog().keepsTexts(column.typeName().toLowerCase(Locale.ROOT));
    }

    /** Returns true if values that differ in the engine differ in the database as well. */
    public boolean knowsEquality() {
        return switch (column.keyType()) {
            case INTEGER, DATE, TEXT, PADDED_TEXT -> true;
            case DATETIME, INSTANT, FOLDED_TEXT, ENUM, UUID, BINARY, UNSUPPORTED -> false;
        };
    }

    /**
     * Returns the reason why a row may not leave a column out; null if the column is NULL then, so that no other row has
     * the row's key.
     */
    public static @Nullable Refusal leftOut(Column column) {
        return column.nullable() && column.filling().isNull()
                ? null
                : new Refusal(
                        ErrorCode.UNIQUE_KEY_OVER_UNITS, "it is not known what the database gives " + column.name());
    }

    /**
     * Returns the value that the column stores for a given one; null for NULL.
     *
     * @throws SQLException with {@link ErrorCode#UNIQUE_KEY_OVER_UNITS} if the stored value is not certain
     */
    public @Nullable Object stored(@Nullable Object value) throws SQLException {
        if (value == null && column.nullable()) {
            return null;
        }
        Object stored = value == null ? null : exact(value);
        if (stored == null) {
            throw ShardingExceptions.of(
                    ErrorCode.UNIQUE_KEY_OVER_UNITS,
                    "it is not certain what " + column.name() + " stores for the value");
        }
        return stored;
    }

    private @Nullable Object exact(Object value) {
        if (column.keyType() == KeyType.INTEGER || column.keyType() == KeyType.DATE) {
            if (!(KeyNormalizer.canonical(column.keyType(), value) instanceof Long number)) {
                return null;
            }
            if (column.keyType() == KeyType.DATE) {
                return LocalDate.ofEpochDay(number);
            }
            return bounds.takes(number) ? number : null;
        }
        // Some columns and collations tell blanks at the end apart, and others do not store them.
        return value instanceof String text && !text.endsWith(" ") && bounds.takes(text) ? text : null;
    }
}

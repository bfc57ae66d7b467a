package io.shardkit.catalog;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.ColumnFacts;
import io.shardkit.dialect.facts.ColumnFacts.StoredKey;
import io.shardkit.dialect.facts.ColumnTypes;
import io.shardkit.dialect.facts.TextOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out how the values of a column become sharding keys; asks the database for what the column's type does not tell. */
final class ReportedKeys {
    private static final List<Instant> MOMENTS =
            List.of(Instant.parse("2024-01-15T12:34:56Z"), Instant.parse("2024-07-15T12:34:56Z"));

    private ReportedKeys() {}

    /** By the type and the collation alone. */
    static ColumnKeys of(ColumnFacts facts, String definition) {
        StoredKey key = facts.key();
        return switch (key.kind()) {
            case WHOLE_NUMBER -> KeyNormalizer.of(KeyType.INTEGER);
            case DECIMAL -> KeyNormalizer.decimals();
            case DATE -> KeyNormalizer.of(KeyType.DATE);
            case DATETIME -> KeyNormalizer.times(KeyType.DATETIME, key.size(), false);
            case INSTANT -> KeyNormalizer.times(KeyType.INSTANT, key.size(), false);
            case UUID -> KeyNormalizer.of(KeyType.UUID);
            case FILLED_BYTES -> KeyNormalizer.bytes(key.size(), true);
            case BYTES -> KeyNormalizer.bytes(key.size(), false);
            case ENUM -> members(definition, false);
            case ENUM_IGNORING_CASE -> members(definition, true);
            case LABEL -> KeyNormalizer.of(KeyType.TEXT);
            case PADDED_TEXT -> KeyNormalizer.of(KeyType.PADDED_TEXT);
            case FOLDED_TEXT -> KeyNormalizer.folded(false);
            // Only the servers can tell that their strings mean the same in all sessions; they are asked later.
            case SESSION_TIME -> KeyNormalizer.of(KeyType.UNSUPPORTED);
            case OTHER -> KeyNormalizer.of(text(facts.textOrder()));
        };
    }

    private static ColumnKeys members(String definition, boolean ignoresCase) {
        List<String> members = ColumnTypes.members(definition);
        return members.isEmpty() ? KeyNormalizer.of(KeyType.UNSUPPORTED) : KeyNormalizer.members(members, ignoresCase);
    }

    private static KeyType text(TextOrder order) {
        return switch (order) {
            case BINARY, UTF16, EXACT_EQUALITY -> KeyType.TEXT;
            case BINARY_PADDED -> KeyType.PADDED_TEXT;
            case UNKNOWN, WEIGHTS, WEIGHTS_PADDED_1, WEIGHTS_PADDED_2, WEIGHTS_PADDED_UCA -> KeyType.UNSUPPORTED;
        };
    }

    /**
     * Returns a sharding column with the answers of its database and its driver on the connection. A column that the
     * database fills itself whenever the row is changed has no keys: rows would not lie where they were placed.
     *
     * @param fixedOffset whether all sessions read strings as instants by one offset from UTC
     */
    static Column asked(Column column, Connection connection, Dialect dialect, boolean fixedOffset)
            throws SQLException {
        if (column.filling().onUpdate() || column.filling().computed()) {
            return column.with(KeyNormalizer.of(KeyType.UNSUPPORTED));
        }
        StoredKey key =
                dialect.column(column.typeName(), null, column.definition()).key();
        return switch (key.kind()) {
            case DATETIME -> times(column, KeyType.DATETIME, key, connection, dialect);
            case INSTANT -> times(column, KeyType.INSTANT, key, connection, dialect);
            case SESSION_TIME -> fixedOffset ? times(column, KeyType.DATETIME, key, connection, dialect) : column;
            default -> column.keyType() == KeyType.UNSUPPORTED ? folded(column, connection, dialect) : column;
        };
    }

    private static Column times(Column column, KeyType type, StoredKey key, Connection connection, Dialect dialect)
            throws SQLException {
        return column.with(KeyNormalizer.times(type, key.size(), sendsTimestamps(key.kind(), connection, dialect)));
    }

    /**
     * Returns true if the driver sends a timestamp as the time that it shows in this JVM's zone or, for instants, as the
     * instant. Settings of a driver may have the timestamp converted to another zone, and an hour that comes twice may be
     * lost.
     */
    private static boolean sendsTimestamps(StoredKey.Kind kind, Connection connection, Dialect dialect)
            throws SQLException {
        List<Instant> moments = new ArrayList<>(MOMENTS);
        ZoneId zone = ZoneId.systemDefault();
        ZoneOffsetTransition next = zone.getRules().nextTransition(MOMENTS.get(0));
        for (int i = 0; i < 2 && next != null; i++) {
            moments.add(next.getInstant().minusSeconds(1800));
            moments.add(next.getInstant().plusSeconds(1800));
            next = zone.getRules().nextTransition(next.getInstant());
        }
        String query = dialect.catalog().timestampQuery(kind);
        if (query == null) {
            return false;
        }
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (Instant moment : moments) {
                Timestamp timestamp = Timestamp.from(moment);
                long expected = kind == StoredKey.Kind.INSTANT
                        ? moment.getEpochSecond()
                        : timestamp.toLocalDateTime().toEpochSecond(ZoneOffset.UTC);
                statement.setTimestamp(1, timestamp);
                try (ResultSet rows = statement.executeQuery()) {
                    if (!rows.next() || rows.getLong(1) != expected) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static Column folded(Column column, Connection connection, Dialect dialect) throws SQLException {
        if (dialect.catalog().likeColumn(column.definition(), "61") == null) {
            return column;
        }
        Boolean padded = padded(column.definition(), connection, dialect);
        return padded == null ? column : column.with(KeyNormalizer.folded(padded));
    }

    /**
     * Returns true if trailing blanks do not count, provided that strings of printable ASCII characters are equal exactly
     * if they are equal without regard to case; null if they are not. The condition holds if the weights of a string are
     * those of its characters, one after the other, and two characters have equal weights only if the characters are
     * equal: so this asks for the weights of each character and of each pair.
     */
    private static @Nullable Boolean padded(String definition, Connection connection, Dialect dialect)
            throws SQLException {
        List<String> texts = new ArrayList<>();
        for (char character = ' '; character <= '~'; character++) {
            texts.add(String.valueOf(character));
        }
        List<String> characters = List.copyOf(texts);
        for (String first : characters) {
            StringBuilder pairs = new StringBuilder();
            characters.forEach(second -> pairs.append(first).append(second));
            texts.add(pairs.toString());
        }
        List<String> weights = new ArrayList<>();
        boolean padded;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(weightsQuery(texts, definition, dialect))) {
            rows.next();
            for (int i = 1; i <= texts.size(); i++) {
                weights.add(String.valueOf(rows.getString(i)));
            }
            padded = rows.getBoolean(texts.size() + 1);
        }
        return isFolded(characters, weights) ? padded : null;
    }

    private static String weightsQuery(List<String> texts, String definition, Dialect dialect) {
        StringBuilder query = new StringBuilder("SELECT ");
        for (String text : texts) {
            query.append("HEX(").append(dialect.weightFunction()).append('(');
            query.append(like(definition, text, dialect)).append(")), ");
        }
        return query.append(like(definition, "a", dialect))
                .append(" = ")
                .append(like(definition, "a ", dialect))
                .toString();
    }

    private static String like(String definition, String text, Dialect dialect) {
        String bytes = HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
        return String.valueOf(dialect.catalog().likeColumn(definition, bytes));
    }

    /**
     * @param characters all printable ones
     * @param weights of each of them, and of each followed by every other in turn
     */
    private static boolean isFolded(List<String> characters, List<String> weights) {
        int count = characters.size();
        Set<String> different = new HashSet<>();
        Set<String> folded = new HashSet<>();
        Set<String> pairs = new HashSet<>();
        boolean alike = true;
        for (int i = 0; i < count; i++) {
            String weight = weights.get(i);
            String lower = characters.get(i).toLowerCase(Locale.ROOT);
            alike &= !weight.isEmpty() && weight.length() == weights.get(0).length();
            different.add(weight);
            folded.add(lower);
            pairs.add(lower + weight);
            StringBuilder expected = new StringBuilder();
            for (int j = 0; j < count; j++) {
                expected.append(weight).append(weights.get(j));
            }
            if (!expected.toString().contentEquals(weights.get(count + i))) {
                return false;
            }
        }
        // As many weights as letters without case, each letter with one of them.
        return alike && different.size() == folded.size() && pairs.size() == folded.size();
    }
}

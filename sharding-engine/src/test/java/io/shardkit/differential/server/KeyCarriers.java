package io.shardkit.differential.server;

import static io.shardkit.differential.server.KeyCarrierSuite.object;

import io.shardkit.differential.server.KeyCarrierSuite.Carrier;
import io.shardkit.differential.server.KeyCarrierSuite.Key;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;

/** Sharding columns of every type that a database has for them, with the values that applications give them. */
final class KeyCarriers {
    private static final UUID ID = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");

    private KeyCarriers() {}

    static List<Key> of(TestDatabase database) {
        List<Key> keys = new ArrayList<>(List.of(
                numbers("BIGINT"),
                numbers("INT"),
                numbers("DECIMAL(10, 0)"),
                numbers("NUMERIC(19, 0)"),
                numbers("NUMERIC(30)")));
        boolean mariadb = database.speaksMysql();
        String time = mariadb ? "DATETIME" : "TIMESTAMP";
        for (boolean months : new boolean[] {true, false}) {
            keys.add(dates(months));
            keys.add(times(time + "(0)", months, false));
            keys.add(times(time + "(3)", months, false));
            keys.add(times(time + "(6)", months, true));
            if (mariadb && !months) {
                keys.add(times("TIMESTAMP(0)", true, false));
                keys.add(times("TIMESTAMP(6)", false, true));
            }
            if (!mariadb) {
                keys.add(instants("TIMESTAMP(6) WITH TIME ZONE", months, true));
                keys.add(instants("TIMESTAMP(0) WITH TIME ZONE", months, false));
            }
        }
        if (database != TestDatabase.MYSQL) {
            keys.add(uuids("UUID"));
        }
        keys.add(texts(mariadb ? "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "VARCHAR(20)", database));
        keys.add(texts(mariadb ? database.sql("VARCHAR(20) COLLATE utf8mb4_nopad_bin") : "VARCHAR(30)", database));
        if (!mariadb) {
            keys.add(texts("CHAR(20)", database));
        }
        switch (database) {
            case H2 -> {
                keys.add(bytes("BINARY(16)"));
                keys.add(bytes("VARBINARY(20)"));
                keys.add(folded("VARCHAR_IGNORECASE(20)"));
                keys.add(members("ENUM('paid', 'New', 'sent')"));
            }
            case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> {
                keys.add(bytes("BINARY(16)"));
                keys.add(bytes("VARBINARY(20)"));
                for (String collation : List.of(
                        "utf8mb4 COLLATE utf8mb4_general_ci",
                        "utf8mb4 COLLATE utf8mb4_unicode_ci",
                        database.sql("utf8mb4 COLLATE utf8mb4_uca1400_ai_ci"),
                        database.isMariaDb()
                                ? "utf8mb4 COLLATE utf8mb4_general_nopad_ci"
                                : "utf8mb4 COLLATE utf8mb4_unicode_520_ci",
                        "utf8mb3 COLLATE utf8mb3_general_ci",
                        "latin1 COLLATE latin1_swedish_ci")) {
                    keys.add(folded("VARCHAR(20) CHARACTER SET " + collation));
                    keys.add(folded("CHAR(20) CHARACTER SET " + collation));
                }
                keys.add(members("ENUM('paid', 'New', 'sent') CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci"));
                keys.add(members("ENUM('paid', 'New', 'sent') CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"));
            }
            case POSTGRESQL -> keys.add(bytes("bytea"));
        }
        return keys;
    }

    private static Key numbers(String column) {
        return new Key(
                column,
                false,
                List.of(
                        object(7L),
                        object(7),
                        object((short) 7),
                        object(new BigDecimal("7")),
                        object(new BigDecimal("8.0")),
                        object(BigInteger.valueOf(8)),
                        (statement, index) -> statement.setLong(index, 9),
                        (statement, index) -> statement.setInt(index, -9),
                        (statement, index) -> statement.setShort(index, (short) 9),
                        (statement, index) -> statement.setBigDecimal(index, new BigDecimal("-9")),
                        (statement, index) -> statement.setString(index, "7"),
                        (statement, index) -> statement.setString(index, "-9"),
                        (statement, index) -> statement.setObject(index, 9, Types.BIGINT)),
                List.of(
                        (statement, index) -> statement.setDouble(index, 7),
                        object(new BigDecimal("7.5")),
                        object(new BigDecimal("9007199254740993")),
                        object(9007199254740992L),
                        (statement, index) -> statement.setString(index, "9007199254740993"),
                        (statement, index) -> statement.setString(index, "007"),
                        (statement, index) -> statement.setString(index, "7.0"),
                        object(new BigDecimal("99999999999999999999")),
                        object(Boolean.TRUE)));
    }

    private static Key dates(boolean months) {
        return new Key(
                "DATE",
                months,
                List.of(
                        object(LocalDate.of(2024, 1, 31)),
                        object(LocalDate.of(2024, 2, 1)),
                        object(Date.valueOf("2024-02-29")),
                        (statement, index) -> statement.setDate(index, Date.valueOf("2024-03-01")),
                        (statement, index) -> statement.setString(index, "2024-01-31"),
                        (statement, index) -> statement.setObject(index, LocalDate.of(2024, 3, 31), Types.DATE)),
                List.of(
                        object(LocalDateTime.of(2024, 1, 31, 0, 0)),
                        object(Timestamp.valueOf("2024-02-01 00:00:00")),
                        object(new BigDecimal("20240131.5")),
                        (statement, index) -> statement.setString(index, "2024-2-1"),
                        inZone(Timestamp.valueOf("2024-02-01 00:00:00"))));
    }

    /** @param exact whether the column keeps microseconds */
    private static Key times(String column, boolean months, boolean exact) {
        List<Carrier> routed = new ArrayList<>(List.of(
                object(LocalDateTime.of(2024, 1, 31, 23, 59, 59)),
                object(LocalDateTime.of(2024, 2, 1, 0, 0)),
                object(LocalDate.of(2024, 2, 1)),
                object(Date.valueOf("2024-03-01")),
                object(Timestamp.valueOf("2024-02-01 00:00:00")),
                (statement, index) -> statement.setTimestamp(index, Timestamp.valueOf("2024-01-31 23:59:59")),
                (statement, index) -> statement.setString(index, "2024-01-31 23:59:59"),
                (statement, index) -> statement.setString(index, "2024-01-31T23:59:59.000"),
                (statement, index) -> statement.setString(index, "2024-02-01"),
                (statement, index) ->
                        statement.setObject(index, LocalDateTime.of(2024, 2, 29, 12, 0), Types.TIMESTAMP)));
        List<Carrier> finer = List.of(
                object(LocalDateTime.of(2024, 2, 15, 12, 0, 0, 123_456_789)),
                object(Timestamp.valueOf("2024-02-15 12:00:00.1234567")));
        List<Carrier> others = new ArrayList<>(List.of(
                object(LocalDateTime.of(2024, 1, 31, 23, 59, 59, 600_000_000)),
                object(LocalDateTime.of(2024, 1, 31, 23, 59, 59, 999_999_999)),
                object(LocalDateTime.of(2024, 1, 31, 23, 59, 59, 999_999_000)),
                (statement, index) -> statement.setString(index, "2024-01-31 23:59:59.6"),
                (statement, index) -> statement.setString(index, "2024-01-31 23:59:59.9999995"),
                (statement, index) -> statement.setString(index, "2024-2-1 0:0:0"),
                (statement, index) -> statement.setString(index, "2024-02-31 00:00:00"),
                object(OffsetDateTime.of(2024, 2, 1, 0, 30, 0, 0, ZoneOffset.ofHours(1))),
                object(Instant.parse("2024-01-31T23:30:00Z")),
                (statement, index) -> statement.setObject(index, LocalDateTime.of(2024, 2, 29, 12, 0), Types.DATE),
                inZone(Timestamp.valueOf("2024-02-01 00:00:00"))));
        (months ? routed : others).addAll(finer);
        if (exact) {
            routed.add(object(LocalDateTime.of(2024, 1, 31, 23, 59, 59, 999_999_000)));
        }
        return new Key(column, months, routed, others);
    }

    private static Key instants(String column, boolean months, boolean exact) {
        OffsetDateTime last = OffsetDateTime.of(2024, 1, 31, 23, 59, 59, 0, ZoneOffset.UTC);
        List<Carrier> routed = new ArrayList<>(List.of(
                object(last),
                object(last.withOffsetSameInstant(ZoneOffset.ofHours(9))),
                object(last.plusSeconds(1)),
                object(last.plusSeconds(1).withOffsetSameInstant(ZoneOffset.ofHoursMinutes(-3, -30))),
                (statement, index) -> statement.setString(index, "2024-02-01 00:00:00+00:00"),
                (statement, index) -> statement.setString(index, "2024-02-01T01:00:00+01:00"),
                (statement, index) -> statement.setObject(index, last, Types.TIMESTAMP_WITH_TIMEZONE)));
        if (exact) {
            routed.add(object(last.withNano(999_999_000)));
        }
        return new Key(
                column,
                months,
                routed,
                List.of(
                        object(last.toInstant()),
                        object(last.withNano(999_999_999)),
                        object(last.withNano(600_000_000)),
                        object(LocalDateTime.of(2024, 2, 1, 0, 0)),
                        object(Timestamp.from(last.toInstant())),
                        (statement, index) -> statement.setString(index, "2024-02-01 00:00:00"),
                        inZone(Timestamp.from(last.toInstant()))));
    }

    private static Carrier inZone(Timestamp timestamp) {
        return (statement, index) ->
                statement.setTimestamp(index, timestamp, Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo")));
    }

    private static Key uuids(String column) {
        return new Key(
                column,
                false,
                List.of(
                        object(ID),
                        object(new UUID(1, 2)),
                        (statement, index) -> statement.setString(index, ID.toString()),
                        (statement, index) ->
                                statement.setString(index, ID.toString().toUpperCase(Locale.ROOT)),
                        object(ID.toString())),
                List.of(
                        (statement, index) ->
                                statement.setString(index, ID.toString().replace("-", "")),
                        (statement, index) -> statement.setBytes(index, bytes(ID)),
                        (statement, index) -> statement.setObject(index, ID.toString(), Types.OTHER)));
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    private static Key bytes(String column) {
        return new Key(
                column,
                false,
                List.of(
                        (statement, index) -> statement.setBytes(index, bytes(ID)),
                        object(bytes(new UUID(1, 0))),
                        (statement, index) -> statement.setObject(index, bytes(ID), Types.BINARY)),
                List.of(
                        (statement, index) -> statement.setBytes(index, new byte[] {1, 0}),
                        (statement, index) -> statement.setBytes(index, new byte[] {1}),
                        (statement, index) -> statement.setString(index, "abcdefghijklmnop"),
                        object(ID)));
    }

    /** PostgreSQL and H2 compare what is sent as CHAR without the trailing blanks of either side. */
    private static Key texts(String column, TestDatabase database) {
        List<Carrier> chars = List.of(
                (statement, index) -> statement.setObject(index, "a", Types.CHAR),
                (statement, index) -> statement.setObject(index, "a ", Types.CHAR),
                (statement, index) -> statement.setObject(index, " ", Types.CHAR),
                (statement, index) -> statement.setObject(index, "", JDBCType.CHAR),
                (statement, index) -> statement.setObject(index, "Anna", Types.CHAR));
        List<Carrier> routed = new ArrayList<>(List.of(
                object("a"),
                object("Anna"),
                object("\u00e4"),
                object(""),
                (statement, index) -> statement.setString(index, "b"),
                (statement, index) -> statement.setObject(index, "b", Types.VARCHAR)));
        List<Carrier> others = new ArrayList<>(List.of(object("a "), object(" "), object("a\t"), object(7L)));
        others.addAll(chars);
        if (database.speaksMysql()) {
            routed.add(chars.get(0));
        }
        return new Key(column, false, routed, others);
    }

    private static Key folded(String column) {
        return new Key(
                column,
                false,
                List.of(
                        object("Anna@example.org"),
                        object("anna@example.org"),
                        (statement, index) -> statement.setString(index, "ANNA@EXAMPLE.ORG"),
                        object("_z"),
                        object("[x`{~"),
                        object("")),
                List.of(object("a "), object("a"), object("\u00e4"), object("ss"), object("\u00df"), object("a\t")));
    }

    private static Key members(String column) {
        return new Key(
                column,
                false,
                List.of(object("paid"), object("New"), (statement, index) -> statement.setString(index, "sent")),
                List.of(object("PAID"), object("new"), object("paid "), object(2), object("2"), object("other")));
    }
}

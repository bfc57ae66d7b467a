package io.shardkit.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Keys of columns of which more than the type has to be known. */
class ColumnKeysTest {
    private static final long MICROS_OF_DAY = 86_400_000_000L;
    private static final Instant FIRST = Instant.parse("2024-02-01T00:00:00Z");

    @Test
    void aTimeIsTheSameByWhateverTypeItComes() {
        ColumnKeys times = KeyNormalizer.times(KeyType.DATETIME, 0, true);
        long key = LocalDate.of(2024, 2, 1).toEpochDay() * MICROS_OF_DAY;
        for (Object value : new Object[] {
            LocalDateTime.of(2024, 2, 1, 0, 0),
            LocalDate.of(2024, 2, 1),
            Date.valueOf("2024-02-01"),
            Timestamp.valueOf("2024-02-01 00:00:00"),
            "2024-02-01",
            "2024-02-01 00:00:00",
            "2024-02-01T00:00:00.000"
        }) {
            assertThat(times.canonical(value)).as(String.valueOf(value)).isEqualTo(key);
        }
    }

    @Test
    void aTimeOfWhichTheDatabaseIsToldInAnotherZoneIsNotKnown() {
        ColumnKeys times = KeyNormalizer.times(KeyType.DATETIME, 6, false);
        for (Object value : new Object[] {
            Timestamp.valueOf("2024-02-01 00:00:00"),
            OffsetDateTime.ofInstant(FIRST, ZoneOffset.UTC),
            FIRST,
            "2024-02-01 00:00:00+00:00",
            "2024-02-30 00:00:00",
            "2024-02-01 24:00:00",
            "2024-2-1 00:00:00",
            LocalDateTime.of(10000, 1, 1, 0, 0),
            LocalDateTime.of(0, 1, 1, 0, 0),
            20240201L
        }) {
            assertThat(times.canonical(value)).as(String.valueOf(value)).isSameAs(KeyNormalizer.UNKNOWN);
            assertThat(times.around(value)).as(String.valueOf(value)).isNull();
        }
        assertThat(times.canonical(null)).isSameAs(KeyNormalizer.NO_MATCH);
    }

    @Test
    void aTimeThatIsTooFineLiesBetweenTwoKeys() {
        ColumnKeys seconds = KeyNormalizer.times(KeyType.DATETIME, 0, true);
        LocalDateTime last = LocalDateTime.of(2024, 1, 31, 23, 59, 59, 1_000);
        long next = LocalDate.of(2024, 2, 1).toEpochDay() * MICROS_OF_DAY;
        assertThat(seconds.canonical(last)).isSameAs(KeyNormalizer.UNKNOWN);
        assertThat(seconds.around(last)).isEqualTo(new KeyRange(next - 1_000_000, next));
        assertThat(seconds.around(last.withNano(0))).isEqualTo(new KeyRange(next - 1_000_000, next - 1_000_000));
        ColumnKeys micros = KeyNormalizer.times(KeyType.DATETIME, 6, true);
        assertThat(micros.canonical(last)).isEqualTo(next - 999_999);
        assertThat(micros.around(last.withNano(999_999_999))).isEqualTo(new KeyRange(next - 1, next));
        assertThatThrownBy(() -> seconds.canonicalForWrite(last, "at"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(ErrorCode.KEY_NOT_CONVERTIBLE.code());
    }

    @Test
    void timesBeforeTheEpochAreRoundedDown() {
        ColumnKeys millis = KeyNormalizer.times(KeyType.DATETIME, 3, true);
        LocalDateTime before = LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_500_000);
        assertThat(millis.around(before)).isEqualTo(new KeyRange(-1_000L, 0L));
    }

    @Test
    void anInstantIsTheSameInWhateverZone() {
        ColumnKeys instants = KeyNormalizer.times(KeyType.INSTANT, 6, true);
        long key = FIRST.getEpochSecond() * 1_000_000;
        for (Object value : new Object[] {
            FIRST,
            FIRST.atZone(ZoneId.of("Asia/Tokyo")),
            OffsetDateTime.ofInstant(FIRST, ZoneOffset.ofHours(-5)),
            Timestamp.from(FIRST),
            "2024-02-01 00:00:00Z",
            "2024-02-01 00:00:00+00",
            "2024-01-31T20:30:00-03:30"
        }) {
            assertThat(instants.canonical(value)).as(String.valueOf(value)).isEqualTo(key);
        }
        for (Object value : new Object[] {
            LocalDateTime.of(2024, 2, 1, 0, 0), LocalDate.of(2024, 2, 1), "2024-02-01 00:00:00", OffsetDateTime.MAX
        }) {
            assertThat(instants.canonical(value)).as(String.valueOf(value)).isSameAs(KeyNormalizer.UNKNOWN);
        }
    }

    @Test
    void decimalsAreComparedWithTextAsFloatingPointNumbers() throws SQLException {
        ColumnKeys decimals = KeyNormalizer.decimals();
        assertThat(decimals.canonical("7")).isEqualTo(7L);
        assertThat(decimals.canonical(new BigDecimal("7.00"))).isEqualTo(7L);
        assertThat(decimals.canonical("9007199254740993")).isSameAs(KeyNormalizer.UNKNOWN);
        assertThat(decimals.canonical(Long.toString(Long.MIN_VALUE))).isSameAs(KeyNormalizer.UNKNOWN);
        assertThat(decimals.canonical(new BigDecimal("9007199254740993"))).isEqualTo(9007199254740993L);
        assertThat(decimals.canonicalForWrite("9007199254740993", "k")).isEqualTo(9007199254740993L);
    }

    @Test
    void textWithoutRegardToCaseIsAscii() {
        ColumnKeys padded = KeyNormalizer.folded(true);
        ColumnKeys unpadded = KeyNormalizer.folded(false);
        assertThat(padded.canonical("Anna@Example.ORG  ")).isEqualTo("anna@example.org");
        assertThat(unpadded.canonical("Anna")).isEqualTo("anna");
        assertThat(unpadded.canonical("Anna ")).isSameAs(KeyNormalizer.UNKNOWN);
        assertThat(padded.canonical("")).isEqualTo("");
        for (String text : new String[] {"\u00c4nna", "a\tb", "a\u007f", "\u212a"}) {
            assertThat(padded.canonical(text)).isSameAs(KeyNormalizer.UNKNOWN);
        }
    }

    @Test
    void aMemberIsFoundByItsText() {
        ColumnKeys members = KeyNormalizer.members(List.of("paid", "New"), true);
        assertThat(members.canonical("NEW")).isEqualTo("New");
        assertThat(KeyNormalizer.members(List.of("paid", "New"), false).canonical("NEW"))
                .isSameAs(KeyNormalizer.UNKNOWN);
        for (Object value : new Object[] {1, "1", "paid ", ""}) {
            assertThat(members.canonical(value)).isSameAs(KeyNormalizer.UNKNOWN);
        }
    }

    @Test
    void bytesAndUuidsAreText() {
        UUID id = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
        assertThat(KeyNormalizer.canonical(KeyType.UUID, id)).isEqualTo(id.toString());
        assertThat(KeyNormalizer.canonical(KeyType.UUID, "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"))
                .isEqualTo(id.toString());
        assertThat(KeyNormalizer.canonical(KeyType.UUID, "a0eebc999c0b4ef8bb6d6bb9bd380a11"))
                .isSameAs(KeyNormalizer.UNKNOWN);
        assertThat(KeyNormalizer.bytes(2, true).canonical(new byte[] {10, -1})).isEqualTo("0aff");
        assertThat(KeyNormalizer.bytes(2, true).canonical(new byte[] {10})).isSameAs(KeyNormalizer.UNKNOWN);
        assertThat(KeyNormalizer.bytes(2, false).canonical(new byte[] {10})).isEqualTo("0a");
        assertThat(KeyNormalizer.bytes(2, false).canonical(new byte[3])).isSameAs(KeyNormalizer.UNKNOWN);
    }
}

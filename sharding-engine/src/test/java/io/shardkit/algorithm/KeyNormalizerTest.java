package io.shardkit.algorithm;

import static io.shardkit.algorithm.KeyNormalizer.NO_MATCH;
import static io.shardkit.algorithm.KeyNormalizer.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.GregorianCalendar;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that a database takes for equal have one canonical key; what is not certain is not known. */
class KeyNormalizerTest {

    static Stream<Arguments> wholeNumbers() {
        return Stream.of(
                Arguments.of(7L, 7L),
                Arguments.of(7, 7L),
                Arguments.of((short) 7, 7L),
                Arguments.of((byte) 7, 7L),
                Arguments.of(BigInteger.valueOf(7), 7L),
                Arguments.of(new BigDecimal("7.000"), 7L),
                Arguments.of(new BigDecimal("7E2"), 700L),
                Arguments.of(7.0, 7L),
                Arguments.of(7.0f, 7L),
                Arguments.of("7", 7L),
                Arguments.of("-7", -7L),
                Arguments.of("0", 0L),
                Arguments.of(-0.0, 0L),
                Arguments.of(Long.MIN_VALUE, Long.MIN_VALUE),
                Arguments.of("-9223372036854775808", Long.MIN_VALUE),
                Arguments.of(new BigDecimal("9223372036854775807"), Long.MAX_VALUE),
                // no whole number is equal to them
                Arguments.of(new BigDecimal("7.5"), UNKNOWN),
                Arguments.of(new BigDecimal("-0.1"), UNKNOWN),
                // a column without a sign, or a wider one, may hold them
                Arguments.of(new BigInteger("9223372036854775808"), UNKNOWN),
                Arguments.of(new BigDecimal("-9223372036854775808.5"), UNKNOWN),
                Arguments.of("9223372036854775808", UNKNOWN),
                // as doubles they are compared with more than one number
                Arguments.of(9007199254740992.0, UNKNOWN),
                Arguments.of(-9007199254740992.0, UNKNOWN),
                Arguments.of(9007199254740991.0, 9007199254740991L),
                Arguments.of(7.5, UNKNOWN),
                Arguments.of(Double.NaN, UNKNOWN),
                Arguments.of(Double.POSITIVE_INFINITY, UNKNOWN),
                // databases read them differently
                Arguments.of("07", UNKNOWN),
                Arguments.of("+7", UNKNOWN),
                Arguments.of("-0", UNKNOWN),
                Arguments.of(" 7", UNKNOWN),
                Arguments.of("7 ", UNKNOWN),
                Arguments.of("7.0", UNKNOWN),
                Arguments.of("7e0", UNKNOWN),
                Arguments.of("7abc", UNKNOWN),
                Arguments.of("\u0667", UNKNOWN),
                Arguments.of("", UNKNOWN),
                Arguments.of(true, UNKNOWN),
                Arguments.of('7', UNKNOWN),
                Arguments.of(new byte[] {7}, UNKNOWN),
                Arguments.of(LocalDate.of(2024, 1, 31), UNKNOWN),
                Arguments.of(new UUID(0, 7), UNKNOWN),
                Arguments.of(null, NO_MATCH));
    }

    @ParameterizedTest
    @MethodSource("wholeNumbers")
    void wholeNumber(@Nullable Object value, Object key) {
        assertThat(KeyNormalizer.canonical(KeyType.INTEGER, value)).isEqualTo(key);
    }

    @Test
    void texts() {
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, "a ")).isEqualTo("a ");
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, "")).isEqualTo("");
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, 7)).isEqualTo(UNKNOWN);
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, 'a')).isEqualTo(UNKNOWN);
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, null)).isEqualTo(NO_MATCH);
    }

    @Test
    void paddedTexts() {
        assertThat(KeyNormalizer.canonical(KeyType.PADDED_TEXT, "a  ")).isEqualTo("a");
        assertThat(KeyNormalizer.canonical(KeyType.PADDED_TEXT, " a")).isEqualTo(" a");
        assertThat(KeyNormalizer.canonical(KeyType.PADDED_TEXT, "a\t")).isEqualTo("a\t");
        assertThat(KeyNormalizer.canonical(KeyType.PADDED_TEXT, "  ")).isEqualTo("");
        assertThat(KeyNormalizer.canonical(KeyType.PADDED_TEXT, 7)).isEqualTo(UNKNOWN);
    }

    @Test
    void nothingIsKnownOfOtherTypes() {
        assertThat(KeyNormalizer.canonical(KeyType.UNSUPPORTED, 7L)).isEqualTo(UNKNOWN);
        assertThat(KeyNormalizer.canonical(KeyType.UNSUPPORTED, "a")).isEqualTo(UNKNOWN);
        assertThat(KeyNormalizer.canonical(KeyType.UNSUPPORTED, null)).isEqualTo(NO_MATCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7abc", "07", "7.5", ""})
    void aRowIsNotWrittenWhereItMayNotBeFound(String value) {
        assertRefused(ErrorCode.KEY_NOT_CONVERTIBLE, KeyType.INTEGER, value);
    }

    @Test
    void writesOnlyWhatIsCertain() throws SQLException {
        assertThat(KeyNormalizer.canonicalForWrite(KeyType.INTEGER, "7", "id")).isEqualTo(7L);
        assertThat(KeyNormalizer.canonicalForWrite(KeyType.PADDED_TEXT, "a ", "name"))
                .isEqualTo("a");
        assertRefused(ErrorCode.KEY_IS_NULL, KeyType.INTEGER, null);
        assertRefused(ErrorCode.KEY_NOT_CONVERTIBLE, KeyType.INTEGER, new BigDecimal("7.5"));
        assertRefused(ErrorCode.KEY_NOT_CONVERTIBLE, KeyType.INTEGER, 9007199254740992.0);
        assertRefused(ErrorCode.KEY_NOT_CONVERTIBLE, KeyType.TEXT, 7);
        assertRefused(ErrorCode.KEY_NOT_CONVERTIBLE, KeyType.TEXT, "a ");
        assertRefused(ErrorCode.KEY_NOT_CONVERTIBLE, KeyType.UNSUPPORTED, 7);
    }

    private static void assertRefused(ErrorCode code, KeyType type, @Nullable Object value) {
        assertThatThrownBy(() -> KeyNormalizer.canonicalForWrite(type, value, "the_column"))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith(code.code())
                .hasMessageContaining("the_column");
    }

    @Test
    void aRefusalDoesNotShowTheValue() {
        assertThatThrownBy(() -> KeyNormalizer.canonicalForWrite(KeyType.INTEGER, "secret", "id"))
                .message()
                .doesNotContain("secret");
    }

    static Stream<Arguments> dates() {
        return Stream.of(
                Arguments.of(LocalDate.of(1970, 1, 2), 1L),
                Arguments.of(
                        Date.valueOf("2024-02-29"), LocalDate.of(2024, 2, 29).toEpochDay()),
                Arguments.of("2024-02-29", LocalDate.of(2024, 2, 29).toEpochDay()),
                Arguments.of("1969-12-31", -1L),
                Arguments.of(
                        LocalDate.of(9999, 12, 31), LocalDate.of(9999, 12, 31).toEpochDay()),
                // some databases store them as another date
                Arguments.of(LocalDate.of(10000, 1, 1), UNKNOWN),
                Arguments.of(LocalDate.of(-1, 1, 1), UNKNOWN),
                // databases read them differently, or not as one day
                Arguments.of("2024-2-29", UNKNOWN),
                Arguments.of("2023-02-29", UNKNOWN),
                Arguments.of("0000-00-00", UNKNOWN),
                Arguments.of("2024-02-29 00:00:00", UNKNOWN),
                Arguments.of(Timestamp.valueOf("2024-02-29 00:00:00"), UNKNOWN),
                Arguments.of(new GregorianCalendar(), UNKNOWN),
                Arguments.of(20240229L, UNKNOWN),
                Arguments.of(null, NO_MATCH));
    }

    @ParameterizedTest
    @MethodSource("dates")
    void normalisesDates(@Nullable Object value, Object canonical) {
        assertThat(KeyNormalizer.canonical(KeyType.DATE, value)).isEqualTo(canonical);
    }
}

package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import java.math.BigDecimal;
import java.sql.JDBCType;
import java.sql.Types;
import org.junit.jupiter.api.Test;

/** A statement may be routed only by what the database gets. */
class ConvertedValueTest {

    @Test
    void aValueThatTheDriverMayChangeDoesNotRoute() {
        for (Object value : new Object[] {new BigDecimal("5.5"), 5.5, 5.0, "5", true, 5_000_000_000L}) {
            Object recorded = ConvertedValue.record(value, Types.INTEGER, false);
            assertThat(KeyNormalizer.canonical(KeyType.INTEGER, recorded)).isSameAs(KeyNormalizer.UNKNOWN);
            assertThat(ConvertedValue.given(recorded)).isEqualTo(value);
        }
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, ConvertedValue.record(5L, Types.VARCHAR, false)))
                .isSameAs(KeyNormalizer.UNKNOWN);
    }

    @Test
    void aValueOfTheTypeItselfRoutes() {
        assertThat(KeyNormalizer.canonical(KeyType.INTEGER, ConvertedValue.record(5, Types.BIGINT, false)))
                .isEqualTo(5L);
        assertThat(KeyNormalizer.canonical(KeyType.INTEGER, ConvertedValue.record(5L, JDBCType.INTEGER, false)))
                .isEqualTo(5L);
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, ConvertedValue.record("a", Types.VARCHAR, false)))
                .isEqualTo("a");
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, ConvertedValue.record("a", Types.CHAR, false)))
                .isEqualTo("a");
        assertThat(ConvertedValue.record(null, Types.BIGINT, false)).isNull();
    }

    /** An equal text with blanks at its end may lie elsewhere. */
    @Test
    void aTextThatIsComparedWithoutItsBlanksDoesNotRoute() {
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, ConvertedValue.record("a", Types.CHAR, true)))
                .isSameAs(KeyNormalizer.UNKNOWN);
        assertThat(KeyNormalizer.canonical(KeyType.TEXT, ConvertedValue.record("a", JDBCType.VARCHAR, true)))
                .isEqualTo("a");
    }
}

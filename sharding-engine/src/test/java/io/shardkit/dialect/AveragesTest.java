package io.shardkit.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quotients as the databases' AVG prints them. */
class AveragesTest {

    @ParameterizedTest
    @CsvSource({
        // dialect, sum, count, precision, scale, average
        "MARIADB, 86, 7, 14, 4, 12.2857",
        "MARIADB, 10, 4, 14, 4, 2.5000",
        "MARIADB, 0, 3, 14, 4, 0.0000",
        "MARIADB, -86, 7, 14, 4, -12.2857",
        "MARIADB, 1.00, 3, 14, 6, 0.333333",
        "MARIADB, 2.00, 3, 14, 6, 0.666667",
        "MYSQL, 1, 6, 14, 4, 0.1667",
        "POSTGRESQL, 86, 7, 0, 0, 12.2857142857142857",
        "POSTGRESQL, 10, 4, 0, 0, 2.5000000000000000",
        "POSTGRESQL, 0, 3, 0, 0, 0.00000000000000000000",
        "POSTGRESQL, 1, 3, 0, 0, 0.33333333333333333333",
        "POSTGRESQL, 100000, 3, 0, 0, 33333.333333333333",
        "POSTGRESQL, -100000, 3, 0, 0, -33333.333333333333",
        "POSTGRESQL, 1.00, 3, 0, 0, 0.33333333333333333333",
        "H2, 86, 7, 40, 10, 12.2857142857",
        "H2, 5, 10, 40, 0, 0.5"
    })
    void quotient(Dialect dialect, BigDecimal sum, long count, int precision, int scale, BigDecimal average) {
        assertThat(dialect.average(sum, count, precision, scale)).isEqualTo(average);
    }
}

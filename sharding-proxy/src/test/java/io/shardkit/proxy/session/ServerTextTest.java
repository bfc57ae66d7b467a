package io.shardkit.proxy.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.proxy.wire.ColumnDefinition;
import io.shardkit.proxy.wire.FieldType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerTextTest {
    @ParameterizedTest
    @CsvSource({
        "1000.0, 5, 31, 0, 22, 1000",
        "1.0E15, 5, 31, 0, 22, 1e15",
        "1.0E14, 5, 31, 0, 22, 100000000000000",
        "1.0E-15, 5, 31, 0, 22, 0.000000000000001",
        "1.0E-16, 5, 31, 0, 22, 1e-16",
        "-2.25E100, 5, 31, 0, 22, -2.25e100",
        "-0.0, 5, 31, 0, 22, -0",
        "0.0, 5, 31, 0, 22, 0",
        "5.684341886080802E-14, 5, 31, 0, 22, 0.00000000000005684341886080802",
        "5.6843418860808015E-14, 5, 31, 0, 22, 0.00000000000005684341886080802",
        "2.0E-3, 5, 31, 0, 22, 0.002",
        "2.2250738585072014E-308, 5, 31, 0, 22, 2.2250738585072014e-308",
        "1.5, 5, 2, 0, 10, 1.50",
        "1.5, 4, 31, 64, 12, 0000000001.5",
        "7, 3, 0, 64, 5, 00007",
        "1E-7, 246, 7, 0, 12, 0.0000001",
        "2024-01-01 00:00:00, 12, 6, 0, 26, 2024-01-01 00:00:00.000000",
        "2024-01-01 00:00:00.5, 12, 3, 0, 23, 2024-01-01 00:00:00.500",
        "2024-01-01 00:00:00, 12, 0, 0, 19, 2024-01-01 00:00:00",
        "-838:59:59, 11, 3, 0, 14, -838:59:59.000",
        "0, 13, 0, 64, 4, 0000"
    })
    void valuesAreWrittenAsByTheServer(String given, int type, int decimals, int flags, int length, String written) {
        ColumnDefinition column = new ColumnDefinition("", "", "", "c", "", 63, length, type, flags, decimals, "");
        assertThat(ServerText.of(given, column)).isEqualTo(written);
        assertThat(ServerText.of(written, column)).isEqualTo(written);
        assertThat(FieldType.FLAG_ZEROFILL).isEqualTo(64);
    }
}

package io.shardkit.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** On the servers that speak MySQL's SQL. */
@ParameterizedClass
@OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
class MySqlMergeIT extends DifferentialMerge {

    @Override
    Stream<Type> comparable() {
        Stream<Type> all = Stream.of(
                Type.of("BIT(8)", "b'101'", "b'10000000'", "b'0'"),
                Type.of("TINYINT", "-128", "0", "127"),
                Type.of("TINYINT(1)", "0", "1", "5", "-3"),
                Type.of("TINYINT UNSIGNED", "0", "1", "255"),
                Type.of("BIT(1)", "b'0'", "b'1'"),
                Type.of("SMALLINT", "-32768", "0", "32767"),
                Type.of("MEDIUMINT", "-8388608", "0", "8388607"),
                Type.of("INT", "-2147483648", "-1", "0", "2147483647"),
                Type.of("INT UNSIGNED", "4294967295", "0", "7"),
                Type.of("INT(5) ZEROFILL", "42", "7", "4294967295"),
                Type.of("BIGINT", "-9223372036854775808", "9223372036854775807", "0", "10"),
                Type.of("BIGINT UNSIGNED", "18446744073709551615", "9223372036854775807", "0", "9223372036854775808"),
                Type.of("YEAR", "1901", "2155", "2024"),
                Type.of("DECIMAL(20, 2)", "1", "1.01", "-3.5", "10", "9"),
                Type.of("DOUBLE", "1", "1.5", "-0.25", "1E300", "-1E300", "0.1", "1E-12"),
                Type.of("DATE", "'2024-02-29'", "'1999-12-31'", "'2100-01-01'"),
                Type.of(
                        "DATETIME(6)",
                        "'2024-03-31 02:30:00'",
                        "'2024-03-31 02:30:00.000001'",
                        "'1969-12-31 23:59:59.5'"),
                Type.of(
                        "TIMESTAMP(3) NULL",
                        "'2024-03-31 12:30:00'",
                        "'2024-03-31 12:30:00.001'",
                        "'1999-12-31 23:59:59'"),
                Type.of("BINARY(3)", "X'00'", "X'7F'", "X'80'", "X'80FF'"),
                Type.of("VARBINARY(5)", "X'00'", "X'7F'", "X'80'", "X'80FF'", "X'8000'"),
                Type.text(
                        database.sql("VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin"),
                        TextOrder.BINARY,
                        "'a'",
                        "'B'",
                        "'b '",
                        "'b'",
                        "''",
                        "'\uD83D\uDE00'",
                        "'\uFFFD'"),
                Type.text(
                        "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
                        TextOrder.BINARY_PADDED,
                        "'a'",
                        "'B'",
                        "'b\\t'",
                        "'b'",
                        "'bb'",
                        "'\uD83D\uDE00'",
                        "'\uFFFD'"),
                Type.text(
                        "CHAR(5) CHARACTER SET ascii COLLATE ascii_bin", TextOrder.BINARY_PADDED, "'a'", "'B'", "'_'"));
        return all.filter(type -> !type.name().equals("BIT(8)") || isBits(type));
    }

    @Override
    Stream<Type> refused() {
        Stream<Type> all = Stream.of(
                Type.of("FLOAT", "16777217", "1.5"),
                // Connector/J reads no time that no clock shows.
                database.isByConnectorJ()
                        ? Type.of("TIME(1)", "'10:00:00'", "'10:00:00.5'")
                        : Type.of("TIME(1)", "'-30:00:00.5'", "'10:00:00'", "'838:00:00'"),
                Type.of("BIT(8)", "b'101'"),
                // Connector/J takes it for text.
                database.isByConnectorJ()
                        ? Type.text("UUID", TextOrder.EXACT_EQUALITY, "'123e4567-e89b-12d3-a456-426655440000'")
                        : Type.of("UUID", "'123e4567-e89b-12d3-a456-426655440000'"),
                Type.text("VARCHAR(5)", TextOrder.EXACT_EQUALITY, "'a'"),
                Type.text("TEXT", TextOrder.EXACT_EQUALITY, "'a'", "'b'"));
        return all.filter(type -> database.isMariaDb() || !type.name().equals("UUID"))
                .filter(type -> !isBits(type));
    }

    /** Connector/J gives bits as bytes, which stand in their order. */
    private boolean isBits(Type type) {
        return database.isByConnectorJ() && type.name().equals("BIT(8)");
    }

    @Override
    Stream<Type> numbers() {
        return Stream.of(
                Type.of("TINYINT(1)", "0", "1", "5", "-3"),
                Type.of("INT", "1", "2", "-3", "2147483647"),
                Type.of("BIGINT", "1", "2", "-3", "9223372036854775807"),
                Type.of("BIGINT UNSIGNED", "1", "2", "18446744073709551615"),
                Type.of("DECIMAL(10, 2)", "0.01", "1.99", "-3.10", "99999999.99"),
                Type.of("DECIMAL(12, 5)", "0.00001", "1.99999", "-3.1", "2"),
                Type.of("DECIMAL(30, 14)", "0.00000000000001", "2", "-3.1"),
                database.isMariaDb()
                        ? Type.of("DECIMAL(40, 36)", "0.000000000000000000000000000000000001", "2", "-3.1")
                        : Type.of("DECIMAL(40, 30)", "0.000000000000000000000000000001", "2", "-3.1"),
                Type.of("FLOAT", "0.25", "1.5", "-3"),
                Type.of("DOUBLE", "0.25", "1.5", "-3", "1E13", "1E12"),
                Type.of("DOUBLE(10, 2)", "0.25", "1.5", "-3"));
    }

    /** Checks that a zero date, which comes as null but is not NULL, sorts after NULL. */
    @Test
    void ordersZeroDates() throws Exception {
        assumeFalse(database.isByConnectorJ(), "the driver reads no zero date");
        for (String type : List.of("DATE", "DATETIME")) {
            tables().create("id INT, v " + type);
            tables().execute("SET SESSION sql_mode = ''");
            tables().insert(new Random(1), List.of("1, '0000-00-00'", "2, NULL", "3, '2024-02-29'"));
            String sql = "SELECT id, v FROM # ORDER BY v";
            SortKey byValue = new SortKey(2, false, true, TextOrder.UNKNOWN);
            assertThat(tables().merged(new MergeSpec(0, null, List.of(byValue)), RowLimit.NONE, sql))
                    .isEqualTo(tables().expected(sql));
            SortKey byId = new SortKey(1, false, true, TextOrder.UNKNOWN);
            MergeSpec copied = new MergeSpec(
                    0, new Aggregation(List.of(new GroupKey(1, TextOrder.UNKNOWN)), List.of()), List.of(byId));
            assertThat(tables().merged(copied, RowLimit.NONE, sql))
                    .isEqualTo(tables().expected(sql + ", id").stream().sorted().toList());
        }
    }
}

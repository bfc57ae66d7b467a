package io.shardkit.merge;

import io.shardkit.dialect.facts.TextOrder;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(names = "H2")
class H2MergeTest extends DifferentialMerge {

    @Override
    Stream<Type> comparable() {
        return Stream.of(
                Type.of("TINYINT", "-128", "0", "127"),
                Type.of("SMALLINT", "-32768", "0", "32767"),
                Type.of("INT", "-2147483648", "-1", "0", "2147483647"),
                Type.of("BIGINT", "-9223372036854775808", "9223372036854775807", "0", "10"),
                Type.of("NUMERIC(20, 2)", "1", "1.01", "-3.5", "10", "9"),
                Type.of("DECFLOAT(30)", "1", "1E10", "-3.5", "1000", "0.001"),
                Type.of("REAL", "1", "1.5", "-0.25", "16777216", "16777218"),
                Type.of("DOUBLE", "1", "1.5", "-0.25", "1E300", "-1E300"),
                Type.of("BOOLEAN", "TRUE", "FALSE"),
                Type.of("DATE", "DATE '2024-02-29'", "DATE '1999-12-31'", "DATE '2100-01-01'"),
                Type.of("TIME(6)", "TIME '00:00:00'", "TIME '23:59:59.999999'", "TIME '12:00:00.5'"),
                Type.of(
                        "TIMESTAMP(6)",
                        "TIMESTAMP '2024-03-31 02:30:00'",
                        "TIMESTAMP '2024-03-31 02:30:00.000001'",
                        "TIMESTAMP '1969-12-31 23:59:59.5'"),
                Type.of(
                        "TIMESTAMP(3) WITH TIME ZONE",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 02:30:00+02'",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 02:00:00Z'"),
                Type.of("VARBINARY(5)", "X'00'", "X'7F'", "X'80'", "X'80FF'", "X''"),
                Type.text(
                        "VARCHAR(20)",
                        TextOrder.UTF16,
                        "'a'",
                        "'B'",
                        "'b '",
                        "'b'",
                        "''",
                        "U&'\\+01F600'",
                        "U&'\\FFFD'"));
    }

    @Override
    Stream<Type> refused() {
        return Stream.of(
                Type.of("UUID", "UUID '123e4567-e89b-12d3-a456-426655440000'"),
                Type.of("JSON", "JSON '{\"a\": 1}'"),
                Type.of("INT ARRAY", "ARRAY[1, 2]"),
                Type.of("ENUM('b', 'a')", "'a'", "'b'"),
                Type.of("INTERVAL DAY", "INTERVAL '1' DAY"),
                Type.of("TIME WITH TIME ZONE", "TIME WITH TIME ZONE '10:00:00+02'"),
                Type.of("BLOB", "X'01'"),
                Type.of("CLOB", "'a'"),
                Type.text("VARCHAR(5)", TextOrder.EXACT_EQUALITY, "'a'"));
    }

    @Override
    Stream<Type> numbers() {
        return Stream.of(
                Type.of("SMALLINT", "1", "2", "-3", "32767"),
                Type.of("INT", "1", "2", "-3", "2147483647"),
                Type.of("BIGINT", "1", "2", "-3", "9223372036854775807"),
                Type.of("NUMERIC(10, 2)", "0.01", "1.99", "-3.10", "99999999.99"),
                Type.of("NUMERIC(20, 0)", "1", "2", "-3"),
                Type.of("DECFLOAT(20)", "0.01", "1.99", "-3", "1E3"),
                Type.of("REAL", "0.25", "1.5", "-3"),
                Type.of("DOUBLE", "0.25", "1.5", "-3", "1000000"));
    }
}

package io.shardkit.merge;

import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(TestDatabase.POSTGRESQL)
class PostgresqlMergeIT extends DifferentialMerge {

    @Override
    Stream<Type> comparable() {
        return Stream.of(
                Type.of("SMALLINT", "-32768", "0", "32767"),
                Type.of("INT", "-2147483648", "-1", "0", "2147483647"),
                Type.of("BIGINT", "-9223372036854775808", "9223372036854775807", "0", "10"),
                Type.of("OID", "4294967295", "0", "7"),
                Type.of("NUMERIC(20, 2)", "1", "1.01", "-3.5", "10", "9"),
                Type.of("NUMERIC", "1", "1.01", "'NaN'", "'Infinity'", "'-Infinity'", "1E+40"),
                Type.of("REAL", "1", "1.5", "-0.25", "16777216", "16777218", "'NaN'"),
                Type.of("DOUBLE PRECISION", "1", "1.5", "-0.25", "1E300", "-1E300", "0.1", "'NaN'", "'-Infinity'"),
                Type.of("BOOLEAN", "TRUE", "FALSE"),
                Type.of("DATE", "'2024-02-29'", "'1999-12-31'", "'0044-03-15 BC'", "'infinity'", "'-infinity'"),
                Type.of("TIME", "'00:00:00'", "'23:59:59.999999'", "'12:00:00.5'", "'24:00:00'"),
                Type.of(
                        "TIMESTAMP",
                        "'2024-03-31 02:30:00'",
                        "'2024-03-31 02:30:00.000001'",
                        "'1969-12-31 23:59:59.5'",
                        "'infinity'"),
                Type.of(
                        "TIMESTAMPTZ",
                        "'2024-03-31 02:30:00+02'",
                        "'2024-03-31 02:00:00Z'",
                        "'infinity'",
                        "'-infinity'"),
                Type.of("BYTEA", "'\\x00'", "'\\x7f'", "'\\x80'", "'\\x80ff'", "'\\x'"),
                Type.text(
                        "VARCHAR(20) COLLATE \"C\"",
                        TextOrder.BINARY,
                        "'a'",
                        "'B'",
                        "'b '",
                        "'b'",
                        "''",
                        "'\uD83D\uDE00'",
                        "'\uFFFD'"));
    }

    @Override
    boolean hasExtremes(Type type) {
        return !type.name().equals("BOOLEAN");
    }

    @Override
    Stream<Type> refused() {
        return Stream.of(
                Type.of("UUID", "'123e4567-e89b-12d3-a456-426655440000'"),
                Type.of("JSONB", "'{\"a\": 1}'"),
                Type.of("BIT(3)", "b'101'"),
                Type.of("BIT VARYING(3)", "b'10'"),
                Type.of("TIMETZ", "'10:00:00+02'"),
                Type.of("MONEY", "1.5"),
                Type.of("INTERVAL", "'1 day'"),
                Type.of("INET", "'1.1.1.1'"),
                Type.of("INT[]", "'{1,2}'"),
                Type.text("TEXT", TextOrder.EXACT_EQUALITY, "'a'"));
    }

    @Override
    Stream<Type> numbers() {
        return Stream.of(
                Type.of("SMALLINT", "1", "2", "-3", "32767"),
                Type.of("INT", "1", "2", "-3", "2147483647"),
                Type.of("BIGINT", "1", "2", "-3", "9223372036854775807"),
                Type.of("NUMERIC(10, 2)", "0.01", "1.99", "-3.10", "99999999.99"),
                Type.of("NUMERIC", "0.000001", "1.99", "-3", "12345678901234567890.123", "0.00009"),
                Type.of("NUMERIC(30, 20)", "0.00000000000000000001", "0.0003", "1"),
                Type.of("REAL", "0.25", "1.5", "-3"),
                Type.of("DOUBLE PRECISION", "0.25", "1.5", "-3", "1E13", "1E12"));
    }
}

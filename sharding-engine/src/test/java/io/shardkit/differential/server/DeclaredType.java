package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.H2;
import static io.shardkit.testing.TestDatabase.MARIADB;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static io.shardkit.testing.TestDatabase.POSTGRESQL;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.DatabasesOfRun;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A type of columns, and values at its bounds.
 *
 * @param name as a column is declared
 * @param refusal what some statements, or all gathers, are refused with, or null
 * @param values literals
 */
record DeclaredType(TestDatabase database, String name, @Nullable ErrorCode refusal, List<String> values) {
    /** Types of users, for PostgreSQL. */
    static final List<String> OWN_TYPES = List.of(
            "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')",
            "CREATE TYPE \"Odd Mood\" AS ENUM ('x y', 'z')",
            "CREATE DOMAIN positive AS integer CHECK (VALUE > 0)",
            "CREATE DOMAIN label AS varchar(10) COLLATE \"C\" NOT NULL DEFAULT 'none'",
            "CREATE TYPE pair AS (a integer, b text)");

    static DeclaredType of(TestDatabase database, String name, String... values) {
        return new DeclaredType(database, name, null, List.of(values));
    }

    static DeclaredType notGathered(TestDatabase database, String name, String... values) {
        return new DeclaredType(database, name, ErrorCode.GATHER_TYPE, List.of(values));
    }

    /** Some statements over several units cannot compare its values. */
    static DeclaredType notAlwaysCompared(String name, String... values) {
        return new DeclaredType(MARIADB, name, ErrorCode.SORT_TYPE_UNKNOWN, List.of(values));
    }

    boolean gathered() {
        return refusal != ErrorCode.GATHER_TYPE;
    }

    @Override
    public String toString() {
        return database + " " + name;
    }

    /** Returns the declared types of all databases of this run. */
    static Stream<DeclaredType> all() {
        return DatabasesOfRun.and().stream().flatMap(DeclaredType::of);
    }

    static Stream<DeclaredType> of(TestDatabase database) {
        return switch (database) {
            case H2 -> h2();
            case MARIADB -> mariaDb();
            case MARIADB_CONNECTOR_J -> mariaDb().map(type -> type.on(database));
            case MYSQL ->
                Stream.concat(mariaDb().filter(DeclaredType::isKnownToMysql), mysql())
                        .map(type -> type.on(database));
            case POSTGRESQL -> postgresql();
        };
    }

    private DeclaredType on(TestDatabase other) {
        return new DeclaredType(other, name, refusal, values);
    }

    private boolean isKnownToMysql() {
        return !name.startsWith("INET") && !name.equals("UUID");
    }

    private static Stream<DeclaredType> h2() {
        return Stream.of(
                of(H2, "BOOLEAN", "TRUE", "FALSE"),
                of(H2, "TINYINT", "-128", "127"),
                of(H2, "BIGINT", "-9223372036854775808", "9223372036854775807"),
                of(H2, "NUMERIC(20, 2)", "-3.50", "123456789012345678.99"),
                of(H2, "DECFLOAT(30)", "1E10", "-0.001", "1.50"),
                of(H2, "REAL", "1.5", "16777216", "3.4028235E38"),
                of(H2, "DOUBLE PRECISION", "5E-324", "-1E300", "0.1"),
                of(H2, "CHAR(3)", "'a'", "''"),
                of(H2, "VARCHAR(20)", "'it''s'", "''", "U&'\\+01F600'"),
                of(H2, "VARCHAR_IGNORECASE(20)", "'a'", "'B'"),
                of(H2, "CLOB", "'a'", "''", "REPEAT('long ', 20000)", "U&'\\+01F600'"),
                of(H2, "BINARY(3)", "X'000102'"),
                of(H2, "VARBINARY(5)", "X''", "X'80FF'"),
                of(H2, "BLOB", "X''", "X'80FF00'", "CAST(REPEAT('b', 50000) AS BLOB)"),
                of(H2, "JSON", "JSON '{\"a\": [1, null, \"x\"]}'", "JSON 'null'", "JSON '\"text\"'", "JSON '1'"),
                of(H2, "ENUM('b', 'a', 'it''s, c')", "'b'", "'a'", "'it''s, c'"),
                of(H2, "UUID", "UUID '123e4567-e89b-12d3-a456-426655440000'"),
                of(H2, "DATE", "DATE '2024-02-29'", "DATE '0001-01-01'", "DATE '9999-12-31'", "DATE '1582-10-10'"),
                of(H2, "TIME(9)", "TIME '00:00:00'", "TIME '23:59:59.999999999'"),
                of(H2, "TIME(3) WITH TIME ZONE", "TIME WITH TIME ZONE '10:00:00.5+02'"),
                of(H2, "TIMESTAMP(9)", "TIMESTAMP '2024-03-31 02:30:00.123456789'", "TIMESTAMP '0001-01-01 00:00:00'"),
                of(
                        H2,
                        "TIMESTAMP(3) WITH TIME ZONE",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 02:30:00.5+02'",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 02:00:00Z'"),
                of(H2, "INTERVAL DAY", "INTERVAL '-1' DAY"),
                of(H2, "INTERVAL YEAR(4) TO MONTH", "INTERVAL '1200-3' YEAR TO MONTH"),
                of(H2, "INTERVAL DAY(5) TO SECOND(9)", "INTERVAL '10 03:04:05.123456789' DAY TO SECOND"),
                of(H2, "INT ARRAY", "ARRAY[1, NULL, -2]", "ARRAY[]"),
                of(H2, "VARCHAR(10) ARRAY[3]", "ARRAY['a', 'b,c']"),
                notGathered(H2, "TIMESTAMP(6) ARRAY", "ARRAY[TIMESTAMP '2024-03-31 02:30:00.000001']"),
                of(H2, "GEOMETRY", "GEOMETRY 'POINT (1 2)'"),
                notGathered(H2, "ROW(a INT, b VARCHAR(5))", "ROW(1, 'x')"));
    }

    private static Stream<DeclaredType> mariaDb() {
        return Stream.of(
                of(MARIADB, "TINYINT(1)", "0", "1", "-128"),
                of(MARIADB, "BOOLEAN", "TRUE", "FALSE"),
                of(MARIADB, "TINYINT UNSIGNED", "0", "255"),
                of(MARIADB, "SMALLINT", "-32768", "32767"),
                of(MARIADB, "SMALLINT UNSIGNED", "0", "65535"),
                of(MARIADB, "MEDIUMINT", "-8388608", "8388607"),
                of(MARIADB, "MEDIUMINT UNSIGNED", "0", "16777215"),
                of(MARIADB, "INT", "-2147483648", "2147483647"),
                of(MARIADB, "INT UNSIGNED", "0", "4294967295"),
                of(MARIADB, "BIGINT", "-9223372036854775808", "9223372036854775807"),
                of(MARIADB, "BIGINT UNSIGNED", "18446744073709551615", "0"),
                of(MARIADB, "INT(5) ZEROFILL", "42", "4294967295"),
                of(MARIADB, "DECIMAL(65, 30)", "-0.000000000000000000000000000001", "12345678901234567890.5"),
                of(MARIADB, "FLOAT", "16777217", "1.5", "3.402823466E+38", "0.1"),
                of(MARIADB, "FLOAT(7, 3)", "1234.567"),
                of(MARIADB, "FLOAT(7, 2)", "0.1", "-12345.67"),
                of(MARIADB, "DOUBLE(10, 3)", "0.125", "-1234567.891"),
                of(MARIADB, "DECIMAL(10, 2)", "0.10", "-12345678.99"),
                of(MARIADB, "DECIMAL(5, 0)", "99999", "-1"),
                of(MARIADB, "DOUBLE", "1E300", "-1E-300", "0.1"),
                of(MARIADB, "BIT(1)", "b'0'", "b'1'"),
                of(MARIADB, "BIT(9)", "b'101'", "b'111111111'"),
                of(MARIADB, "BIT(64)", "b'0'", "X'FFFFFFFFFFFFFFFF'"),
                of(MARIADB, "JSON", "'{\"a\": [1, null, \"\\\\u00e4\"]}'", "'null'"),
                notAlwaysCompared("ENUM('b', 'a', '', 'it''s')", "'b'", "'a'", "''", "'it''s'"),
                of(MARIADB, "ENUM('low', 'middle', 'top')", "'top'", "'low'"),
                notAlwaysCompared("SET('b', 'a', 'c')", "''", "'a,b'", "'c'"),
                of(MARIADB, "INET6", "'::'", "'2001:db8::ff00:42:8329'"),
                of(MARIADB, "INET4", "'0.0.0.0'", "'255.255.255.255'"),
                of(MARIADB, "UUID", "'123e4567-e89b-12d3-a456-426655440000'"),
                of(MARIADB, "CHAR(5)", "'a'", "''"),
                of(MARIADB, "VARCHAR(20) CHARACTER SET latin1", "'\u00e4'", "'a\\\\b'", "'it''s'"),
                of(MARIADB, "VARCHAR(20)", "'\uD83D\uDE00'", "'a '", "'A'", "'a'"),
                of(MARIADB, "TINYTEXT", "''", "'x'"),
                of(MARIADB, "TEXT", "''", "REPEAT('long\\\\', 10000)", "'\uD83D\uDE00'"),
                of(MARIADB, "MEDIUMTEXT", "REPEAT('m', 70000)"),
                of(MARIADB, "BINARY(3)", "X'00'", "X'80FF'"),
                of(MARIADB, "VARBINARY(5)", "X''", "X'80FF00'"),
                of(MARIADB, "BLOB", "X''", "X'80FF0027'", "REPEAT('b', 60000)"),
                of(MARIADB, "LONGBLOB", "X'00'"),
                of(MARIADB, "YEAR", "0000", "1901", "2155", "2000"),
                notAlwaysCompared("DATE", "'2024-02-29'", "'1000-01-01'", "'9999-12-31'", "'0000-00-00'"),
                of(MARIADB, "TIME", "'-838:59:59'", "'838:59:59'", "'25:00:00'", "'10:00:00'"),
                of(MARIADB, "TIME(6)", "'-00:00:00.000001'", "'837:59:59.999999'"),
                notAlwaysCompared("DATETIME", "'2024-03-31 02:30:00'", "'0000-00-00 00:00:00'"),
                of(MARIADB, "DATETIME(6)", "'2024-03-31 02:30:00.000001'", "'9999-12-31 23:59:59.999999'"),
                notAlwaysCompared("TIMESTAMP NULL", "'2024-03-31 12:30:00'", "'0000-00-00 00:00:00'"),
                of(MARIADB, "TIMESTAMP(6) NULL", "'2024-03-31 12:30:00.000001'", "'1970-01-02 00:00:01'"),
                of(
                        MARIADB,
                        "GEOMETRY",
                        "ST_GeomFromText('POINT(1 2)')",
                        "ST_GeomFromText('LINESTRING(0 0, 1 1)', 4326)"),
                of(MARIADB, "POINT", "POINT(1, -2.5)"),
                of(MARIADB, "POLYGON", "ST_GeomFromText('POLYGON((0 0, 1 0, 1 1, 0 0))')"));
    }

    private static Stream<DeclaredType> mysql() {
        return Stream.of(of(MYSQL, "GEOMCOLLECTION", "ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 2))')"));
    }

    private static Stream<DeclaredType> postgresql() {
        return Stream.of(
                of(POSTGRESQL, "boolean", "true", "false"),
                of(POSTGRESQL, "smallint", "-32768", "32767"),
                of(POSTGRESQL, "bigint", "-9223372036854775808", "9223372036854775807"),
                of(POSTGRESQL, "numeric", "'NaN'", "'Infinity'", "1.50", "1e-30"),
                of(POSTGRESQL, "numeric(20, 2)", "-3.5", "123456789012345678.99"),
                of(POSTGRESQL, "real", "'NaN'", "1.5", "3.4028235e38"),
                of(POSTGRESQL, "double precision", "'-Infinity'", "5e-324", "0.1", "'-0'"),
                of(POSTGRESQL, "money", "12.34", "-1000000"),
                of(POSTGRESQL, "char(5)", "'a'", "''"),
                notGathered(POSTGRESQL, "bpchar", "'a '", "''"),
                of(POSTGRESQL, "varchar(20)", "'it''s'", "'\uD83D\uDE00'", "''"),
                of(POSTGRESQL, "text", "repeat('long', 20000)", "'\\'"),
                of(POSTGRESQL, "name", "'a name'"),
                of(POSTGRESQL, "\"char\"", "'a'"),
                notGathered(POSTGRESQL, "oid", "16385", "4294967295"),
                of(POSTGRESQL, "bytea", "'\\x'", "'\\x80ff00'"),
                of(POSTGRESQL, "json", "'{\"b\": 1,  \"a\": null}'", "'null'"),
                of(POSTGRESQL, "jsonb", "'{\"b\": 1, \"a\": [1.50]}'", "'null'"),
                of(POSTGRESQL, "jsonpath", "'$.a[*]'"),
                of(POSTGRESQL, "xml", "'<a>1</a>'"),
                of(POSTGRESQL, "uuid", "'123e4567-e89b-12d3-a456-426655440000'"),
                of(POSTGRESQL, "date", "'2024-02-29'", "'infinity'", "'0044-03-15 BC'"),
                of(POSTGRESQL, "time(6)", "'00:00:00'", "'24:00:00'", "'23:59:59.999999'"),
                of(POSTGRESQL, "time(3) with time zone", "'10:00:00.5+02'", "'24:00:00-15:59'"),
                of(
                        POSTGRESQL,
                        "timestamp(6)",
                        "'2024-03-31 02:30:00.000001'",
                        "'-infinity'",
                        "'4713-01-01 00:00:00 BC'"),
                of(POSTGRESQL, "timestamp(3) with time zone", "'2024-03-31 02:30:00.5+02'", "'infinity'"),
                of(POSTGRESQL, "interval", "'1 year -2 days 03:04:05.000001'", "'-1 mon'"),
                of(POSTGRESQL, "interval day to second(3)", "'10 03:04:05.123'"),
                of(POSTGRESQL, "bit(1)", "B'1'"),
                of(POSTGRESQL, "bit(5)", "B'10100'"),
                of(POSTGRESQL, "varbit(9)", "B''", "B'101'"),
                of(POSTGRESQL, "integer[]", "'{}'", "'{1,NULL,-2}'", "'[0:1]={1,2}'", "'{{1,2},{3,4}}'"),
                of(POSTGRESQL, "text[]", "'{a,\"b,\\\"c\",NULL,\"NULL\"}'"),
                of(POSTGRESQL, "mood", "'sad'", "'happy'"),
                of(POSTGRESQL, "mood[]", "'{sad,happy}'"),
                of(POSTGRESQL, "\"Odd Mood\"", "'x y'"),
                of(POSTGRESQL, "positive", "1", "2147483647"),
                of(POSTGRESQL, "label", "'a'"),
                of(POSTGRESQL, "pair", "'(1,\"a,b\")'"),
                of(POSTGRESQL, "int4range", "'[1,5)'", "'empty'", "'(,)'"),
                of(POSTGRESQL, "tstzrange", "'[2024-01-01 00:00:00+00,)'"),
                of(POSTGRESQL, "nummultirange", "'{[1.5,2),[3,4]}'"),
                of(POSTGRESQL, "inet", "'10.0.0.1/8'", "'::1'"),
                of(POSTGRESQL, "cidr", "'10.0.0.0/8'"),
                of(POSTGRESQL, "macaddr", "'08:00:2b:01:02:03'"),
                of(POSTGRESQL, "point", "'(1,-2.5)'"),
                of(POSTGRESQL, "polygon", "'((0,0),(1,0),(1,1))'"),
                of(POSTGRESQL, "tsvector", "'a:1 fat:2,4A'"),
                of(POSTGRESQL, "tsquery", "'fat & !rat'"),
                of(POSTGRESQL, "pg_lsn", "'16/B374D848'"));
    }
}

package io.shardkit.differential;

import io.shardkit.testing.TestDatabase;
import java.sql.Types;

/** The types of the columns under test, in each database's own words. */
enum ColumnType {
    INT(Types.INTEGER),
    BIGINT(Types.BIGINT),
    DECIMAL(Types.DECIMAL),
    DOUBLE(Types.DOUBLE),
    /** Text that is compared byte by byte. */
    BINARY_TEXT(Types.VARCHAR),
    /** Text in the database's default collation. */
    TEXT(Types.VARCHAR),
    DATE(Types.DATE),
    TIMESTAMP(Types.TIMESTAMP),
    BOOLEAN(Types.BOOLEAN);

    private final int jdbcType;

    ColumnType(int jdbcType) {
        this.jdbcType = jdbcType;
    }

    int jdbcType() {
        return jdbcType;
    }

    String ddl(TestDatabase database) {
        return switch (this) {
            case INT -> "INT";
            case BIGINT -> "BIGINT";
            case DECIMAL -> "DECIMAL(12,3)";
            case DOUBLE -> database == TestDatabase.POSTGRESQL ? "DOUBLE PRECISION" : "DOUBLE";
            case BINARY_TEXT ->
                "VARCHAR(20)"
                        + switch (database) {
                            case H2 -> "";
                            case MARIADB -> " COLLATE utf8mb4_bin";
                            case POSTGRESQL -> " COLLATE \"C\"";
                        };
            case TEXT -> "VARCHAR(20)";
            case DATE -> "DATE";
            case TIMESTAMP -> database == TestDatabase.MARIADB ? "TIMESTAMP(6) NULL DEFAULT NULL" : "TIMESTAMP(6)";
            case BOOLEAN -> "BOOLEAN";
        };
    }
}

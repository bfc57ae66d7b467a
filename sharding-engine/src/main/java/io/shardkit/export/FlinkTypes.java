package io.shardkit.export;

import io.shardkit.export.ExportedTable.ExportedColumn;
import java.sql.Types;
import java.util.Locale;

/** Types of Flink SQL for columns, as the tables of types of its connectors for MySQL and PostgreSQL have them. */
final class FlinkTypes {
    private static final int MOST_DIGITS = 38;
    private static final int MICROSECONDS = 6;

    private FlinkTypes() {}

    static String of(ExportedColumn column, boolean isMysql) {
        return nullable(column, isMysql) + (column.isNullable() ? "" : " NOT NULL");
    }

    static String nullable(ExportedColumn column, boolean isMysql) {
        boolean isUnsigned = column.typeName().toLowerCase(Locale.ROOT).contains("unsigned");
        return switch (column.type()) {
            case Types.BIT, Types.BOOLEAN -> column.size() <= 1 ? "BOOLEAN" : "BINARY(" + (column.size() + 7) / 8 + ")";
            case Types.TINYINT -> isUnsigned ? "SMALLINT" : "TINYINT";
            case Types.SMALLINT -> isUnsigned ? "INT" : "SMALLINT";
            case Types.INTEGER -> isUnsigned ? "BIGINT" : "INT";
            case Types.BIGINT -> isUnsigned ? "DECIMAL(20, 0)" : "BIGINT";
            case Types.REAL -> "FLOAT";
            case Types.FLOAT, Types.DOUBLE -> "DOUBLE";
            case Types.DECIMAL, Types.NUMERIC ->
                column.size() < 1 || column.size() > MOST_DIGITS
                        ? "STRING"
                        : "DECIMAL(" + column.size() + ", " + Math.max(0, column.scale()) + ")";
            case Types.DATE -> "DATE";
            case Types.TIME -> "TIME";
            case Types.TIMESTAMP -> timestamp(column, isMysql);
            case Types.TIMESTAMP_WITH_TIMEZONE -> "TIMESTAMP_LTZ(" + MICROSECONDS + ")";
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> "BYTES";
            default -> "STRING";
        };
    }

    /** MySQL's TIMESTAMP is a moment, and so is PostgreSQL's timestamptz; the others are times on a clock. */
    private static String timestamp(ExportedColumn column, boolean isMysql) {
        String type = column.typeName().toLowerCase(Locale.ROOT);
        return type.equals("timestamptz") || (isMysql && type.equals("timestamp"))
                ? "TIMESTAMP_LTZ(" + MICROSECONDS + ")"
                : "TIMESTAMP(" + MICROSECONDS + ")";
    }
}

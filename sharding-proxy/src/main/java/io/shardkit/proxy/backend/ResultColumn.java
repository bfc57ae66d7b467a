package io.shardkit.proxy.backend;

import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.driver.ToldColumns;
import io.shardkit.proxy.wire.CharacterSets;
import io.shardkit.proxy.wire.ColumnDefinition;
import io.shardkit.proxy.wire.FieldType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result, and the way to read its values.
 *
 * @param definition the definition that the client gets, for a client that talks in UTF-8
 * @param plain whether its strings are as the server sent them, and not made by the driver
 */
public record ResultColumn(ColumnDefinition definition, Values values, boolean plain) {
    private static final int BYTES_OF_UTF8MB4 = 4;
    private static final int NOT_FIXED = 31;
    private static final int NOT_FIXED_OF_MARIADB = 39;
    private static final int LETTERS_OF_UUID = 36;
    private static final long LONGEST = 0xffffffffL;

    /** The way to read the values. */
    public enum Values {
        INTEGER,
        UNSIGNED,
        BOOLEAN,
        FLOAT,
        DOUBLE,
        DATE,
        TIME,
        TEXT,
        BYTES
    }

    /** The same column by the name that it has in a description. */
    public ResultColumn named(ResultColumn described) {
        return labelled(described.definition.name());
    }

    /** The same column by another name. */
    public ResultColumn labelled(String label) {
        ColumnDefinition own = definition;
        return own.name().equals(label)
                ? this
                : new ResultColumn(
                        new ColumnDefinition(
                                own.schema(),
                                own.table(),
                                own.originalTable(),
                                label,
                                own.originalName(),
                                own.collation(),
                                own.length(),
                                own.type(),
                                own.flags(),
                                own.decimals(),
                                own.kind()),
                        values,
                        plain);
    }

    /**
     * The columns of a result.
     *
     * @param database whose name is told as the schema of tables
     */
    static List<ResultColumn> of(ResultSetMetaData columns, LogicalDatabase database) throws SQLException {
        int count = columns.getColumnCount();
        List<ResultColumn> all = new ArrayList<>(count);
        ToldColumns told = JdbcDrivers.told(columns);
        for (int i = 1; i <= count; i++) {
            ToldColumns.Column any = told == null ? null : told.of(i);
            ToldColumns.Sent sent = any == null ? null : any.sent();
            all.add(
                    any == null || sent == null || sent.jdbcType() != columns.getColumnType(i)
                            ? of(columns, i, told == null ? null : told.ofTable(i), database)
                            : of(columns, i, any, sent, database));
        }
        return all;
    }

    /** A column of which all is known that the server sent. */
    private static ResultColumn of(
            ResultSetMetaData columns, int i, ToldColumns.Column told, ToldColumns.Sent sent, LogicalDatabase database)
            throws SQLException {
        String table = name(columns.getTableName(i));
        String typeName = name(columns.getColumnTypeName(i)).toUpperCase(Locale.ROOT);
        boolean text = sent.collation() != CharacterSets.BINARY;
        return new ResultColumn(
                new ColumnDefinition(
                        sent.schema().isEmpty() ? "" : database.name(),
                        told.isAliased() ? told.alias() : table,
                        table,
                        name(columns.getColumnLabel(i)),
                        sent.name(),
                        text ? CharacterSets.UTF8MB4 : CharacterSets.BINARY,
                        text ? lengthOfText(sent, columns.getColumnDisplaySize(i)) : length(sent, told.flags()),
                        sent.type(),
                        flags(sent, told.flags()),
                        decimals(sent),
                        kind(typeName)),
                values(
                        sent.type(),
                        sent.jdbcType(),
                        typeName,
                        (told.flags() & FieldType.FLAG_UNSIGNED) == 0,
                        database.facts()),
                database.facts().plainTexts());
    }

    /** The driver makes digits of the width of numbers; of whole ones it forgets the width. */
    private static long length(ToldColumns.Sent sent, int flags) {
        boolean signed = (flags & FieldType.FLAG_UNSIGNED) == 0;
        return switch (sent.type()) {
            case FieldType.TINY -> signed ? 4 : 3;
            case FieldType.SHORT -> signed ? 6 : 5;
            case FieldType.INT24 -> signed ? 9 : 8;
            case FieldType.LONG -> signed ? 11 : 10;
            case FieldType.LONGLONG -> 20;
            case FieldType.NEWDECIMAL -> sent.length() + (sent.decimals() > 0 ? 1 : 0) + (signed ? 1 : 0);
            default -> sent.length();
        };
    }

    /** The driver adds what it treats the values as. */
    private static int flags(ToldColumns.Sent sent, int flags) {
        return switch (sent.type()) {
            case FieldType.BIT -> flags & ~(FieldType.FLAG_BLOB | FieldType.FLAG_BINARY);
            case FieldType.STRING, FieldType.VAR_STRING -> flags & ~FieldType.FLAG_BLOB;
            default -> flags;
        };
    }

    /** The driver tells of a number whose digits are not fixed as of one that has none. */
    private static int decimals(ToldColumns.Sent sent) {
        boolean real = sent.type() == FieldType.FLOAT || sent.type() == FieldType.DOUBLE;
        return real && sent.decimals() == 0 ? NOT_FIXED : sent.decimals();
    }

    /** As the server tells it to a client of utf8mb4: of what has pieces each byte might be a letter. */
    private static long lengthOfText(ToldColumns.Sent sent, long letters) {
        boolean large = sent.type() >= FieldType.TINY_BLOB && sent.type() <= FieldType.BLOB;
        return Math.min(LONGEST, (large ? sent.length() : letters) * BYTES_OF_UTF8MB4);
    }

    /** @param told what is known of it beyond JDBC, if it is a column of a table */
    private static ResultColumn of(
            ResultSetMetaData columns, int i, ToldColumns.@Nullable Column told, LogicalDatabase database)
            throws SQLException {
        ServerFacts facts = database.facts();
        String typeName = name(columns.getColumnTypeName(i)).toUpperCase(Locale.ROOT);
        boolean signed = columns.isSigned(i);
        int jdbc = columns.getColumnType(i);
        int type = type(jdbc, typeName, signed);
        Values values = values(type, jdbc, typeName, signed, facts);
        boolean text = values == Values.TEXT && type != FieldType.NEWDECIMAL && type != FieldType.NULL;
        boolean blob = type == FieldType.BLOB || type == FieldType.GEOMETRY;
        int flags = (columns.isNullable(i) == ResultSetMetaData.columnNoNulls ? FieldType.FLAG_NOT_NULL : 0)
                | (columns.isAutoIncrement(i) ? FieldType.FLAG_AUTO_INCREMENT : 0)
                | (!signed && (facts.isNative() || isNumber(type)) ? FieldType.FLAG_UNSIGNED : 0)
                | (blob ? FieldType.FLAG_BLOB : 0)
                | (text ? 0 : FieldType.FLAG_BINARY);
        long size = typeName.equals("UUID") ? LETTERS_OF_UUID : size(type, signed, columns.getColumnDisplaySize(i));
        String table = name(columns.getTableName(i));
        String own = name(columns.getColumnName(i));
        return new ResultColumn(
                new ColumnDefinition(
                        table.isEmpty() ? "" : database.name(),
                        told != null && told.isAliased() ? told.alias() : table,
                        table,
                        name(columns.getColumnLabel(i)),
                        table.isEmpty() ? "" : own,
                        text ? CharacterSets.UTF8MB4 : CharacterSets.BINARY,
                        text ? size * BYTES_OF_UTF8MB4 : size,
                        type,
                        told == null || table.isEmpty() ? flags : told.flags(),
                        decimals(
                                type,
                                columns.getScale(i),
                                text && table.isEmpty() && type == FieldType.VAR_STRING,
                                facts),
                        kind(typeName)),
                values,
                facts.plainTexts());
    }

    /** Drivers tell of INET4 and INET6 as of other text. */
    private static String kind(String typeName) {
        boolean told = typeName.equals("JSON") || typeName.equals("UUID") || isGeometry(typeName);
        return told && !typeName.equals("GEOMETRY") ? typeName.toLowerCase(Locale.ROOT) : "";
    }

    private static boolean isGeometry(String typeName) {
        return switch (typeName) {
            case "GEOMETRY",
                    "POINT",
                    "LINESTRING",
                    "POLYGON",
                    "MULTIPOINT",
                    "MULTILINESTRING",
                    "MULTIPOLYGON",
                    "GEOMETRYCOLLECTION" -> true;
            default -> false;
        };
    }

    private static String name(@Nullable String given) {
        return given == null ? "" : given;
    }

    private static boolean isNumber(int type) {
        return switch (type) {
            case FieldType.TINY,
                    FieldType.SHORT,
                    FieldType.INT24,
                    FieldType.LONG,
                    FieldType.LONGLONG,
                    FieldType.FLOAT,
                    FieldType.DOUBLE,
                    FieldType.NEWDECIMAL,
                    FieldType.YEAR,
                    FieldType.BIT -> true;
            default -> false;
        };
    }

    /** Drivers tell how wide a column is shown, which is not always what servers tell. */
    private static long size(int type, boolean signed, int shown) {
        if (type == FieldType.INT24) {
            return signed ? 9 : 8;
        }
        // A length that is too long for a number of Java is reported as none.
        boolean longest = type == FieldType.BLOB || type == FieldType.GEOMETRY;
        return shown <= 0 && longest ? LONGEST : Math.max(0, shown);
    }

    private static int decimals(int type, int scale, boolean computedText, ServerFacts facts) {
        return switch (type) {
            case FieldType.FLOAT, FieldType.DOUBLE -> scale > 0 && scale < NOT_FIXED ? scale : NOT_FIXED;
            case FieldType.NEWDECIMAL, FieldType.TIME, FieldType.DATETIME, FieldType.TIMESTAMP -> Math.max(0, scale);
            default -> !computedText ? 0 : facts.isMariaDb() ? NOT_FIXED_OF_MARIADB : NOT_FIXED;
        };
    }

    private static int type(int jdbc, String typeName, boolean signed) {
        if (isGeometry(typeName)) {
            return FieldType.GEOMETRY;
        }
        if (typeName.equals("UUID")) {
            return FieldType.STRING;
        }
        return switch (jdbc) {
            // Drivers tell of TINYINT(1) as of a bit, but that is a number with a sign.
            case Types.BIT, Types.BOOLEAN -> typeName.startsWith("BIT") && !signed ? FieldType.BIT : FieldType.TINY;
            case Types.TINYINT -> FieldType.TINY;
            case Types.SMALLINT -> typeName.startsWith("YEAR") ? FieldType.YEAR : ofInteger(typeName, FieldType.SHORT);
            case Types.INTEGER -> ofInteger(typeName, FieldType.LONG);
            case Types.BIGINT -> ofInteger(typeName, FieldType.LONGLONG);
            case Types.REAL -> FieldType.FLOAT;
            case Types.FLOAT -> typeName.equals("FLOAT") ? FieldType.FLOAT : FieldType.DOUBLE;
            case Types.DOUBLE -> FieldType.DOUBLE;
            case Types.DECIMAL, Types.NUMERIC ->
                typeName.startsWith("BIGINT") ? FieldType.LONGLONG : FieldType.NEWDECIMAL;
            case Types.DATE -> typeName.startsWith("YEAR") ? FieldType.YEAR : FieldType.DATE;
            case Types.TIME -> FieldType.TIME;
            case Types.TIMESTAMP -> typeName.startsWith("DATETIME") ? FieldType.DATETIME : FieldType.TIMESTAMP;
            case Types.NULL -> FieldType.NULL;
            case Types.CHAR, Types.NCHAR -> FieldType.STRING;
            case Types.VARCHAR, Types.NVARCHAR -> ofText(typeName, FieldType.VAR_STRING);
            case Types.LONGVARCHAR, Types.LONGNVARCHAR, Types.CLOB, Types.NCLOB -> ofText(typeName, FieldType.BLOB);
            case Types.BINARY ->
                typeName.startsWith("GEOMETRY") ? FieldType.GEOMETRY : ofBytes(typeName, FieldType.STRING);
            case Types.VARBINARY -> ofBytes(typeName, FieldType.VAR_STRING);
            case Types.LONGVARBINARY, Types.BLOB -> FieldType.BLOB;
            default -> FieldType.VAR_STRING;
        };
    }

    private static int ofInteger(String typeName, int usual) {
        if (typeName.startsWith("TINYINT")) {
            return FieldType.TINY;
        }
        if (typeName.startsWith("SMALLINT")) {
            return FieldType.SHORT;
        }
        if (typeName.startsWith("MEDIUMINT")) {
            return FieldType.INT24;
        }
        return typeName.startsWith("INT") ? FieldType.LONG : usual;
    }

    private static int ofText(String typeName, int usual) {
        if (typeName.startsWith("JSON")) {
            return usual;
        }
        return typeName.endsWith("TEXT") ? FieldType.BLOB : typeName.equals("CHAR") ? FieldType.STRING : usual;
    }

    private static int ofBytes(String typeName, int usual) {
        if (typeName.startsWith("BIT")) {
            return FieldType.BIT;
        }
        if (typeName.equals("BINARY") || typeName.equals("CHAR BINARY")) {
            return FieldType.STRING;
        }
        return typeName.endsWith("BLOB") ? FieldType.BLOB : usual;
    }

    private static Values values(int type, int jdbc, String typeName, boolean signed, ServerFacts facts) {
        return switch (type) {
            case FieldType.TINY -> !facts.isNative() && typeName.startsWith("BOOL") ? Values.BOOLEAN : Values.INTEGER;
            case FieldType.LONGLONG -> signed ? Values.INTEGER : Values.UNSIGNED;
            case FieldType.SHORT, FieldType.INT24, FieldType.LONG, FieldType.YEAR -> Values.INTEGER;
            case FieldType.FLOAT -> Values.FLOAT;
            case FieldType.DOUBLE -> Values.DOUBLE;
            case FieldType.DATE, FieldType.DATETIME, FieldType.TIMESTAMP -> Values.DATE;
            case FieldType.TIME -> Values.TIME;
            case FieldType.BIT, FieldType.GEOMETRY -> Values.BYTES;
            default ->
                switch (jdbc) {
                    case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> Values.BYTES;
                    default -> Values.TEXT;
                };
        };
    }
}

package io.shardkit.move.alter;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Has the database convert values between the types that a column has before and after an ALTER TABLE. A value that is not
 * the same any more on its way there and back does not fit.
 */
public final class Conversion {
    private static final Pattern LENGTH = Pattern.compile("\\((\\d+(?:,\\d+)?)\\)");
    private static final String COLLATE = " COLLATE ";

    private Conversion() {}

    /** Returns an expression for a value of another type, converted to the type of a column. */
    public static String to(Dialect dialect, Column column, String value) {
        String type = dialect == Dialect.POSTGRESQL ? bare(column) : mysqlType(column);
        return type.isEmpty() ? value : "CAST(" + value + " AS " + type + ")";
    }

    /** Returns the expression for a parameter of the type of a column that is assigned to one of another type. */
    public static String parameter(Dialect dialect, Column column) {
        // Strings are assigned as they come: a cast would give them the character set of the connection.
        return dialect != Dialect.POSTGRESQL
                        && column.carrier() == Carrier.TEXT
                        && mysqlType(column).equals("CHAR")
                ? "?"
                : to(dialect, column, "?");
    }

    private static String bare(Column column) {
        String definition = column.definition();
        int collation = definition.indexOf(COLLATE);
        return collation < 0 ? definition : definition.substring(0, collation);
    }

    /** The types of CAST have names of their own. */
    private static String mysqlType(Column column) {
        String definition = column.definition().toLowerCase(Locale.ROOT);
        Matcher found = LENGTH.matcher(definition);
        String length = found.find() ? found.group() : "";
        return switch (column.typeName().toLowerCase(Locale.ROOT)) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" ->
                definition.contains("unsigned") ? "UNSIGNED" : "SIGNED";
            case "year" -> "UNSIGNED";
            case "decimal" -> "DECIMAL" + length;
            case "float", "double" -> "DOUBLE";
            case "date" -> "DATE";
            case "datetime", "timestamp" -> "DATETIME" + length;
            case "time" -> "TIME" + length;
            case "binary" -> "BINARY" + length;
            case "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> "BINARY";
            case "json", "bit" -> "";
            default -> "CHAR";
        };
    }
}

package io.shardkit.move.alter;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;

/**
 * Has the database convert values between the types that a column has before and after an ALTER TABLE. A value that is not
 * the same any more on its way there and back does not fit.
 */
public final class Conversion {
    private Conversion() {}

    /** Returns an expression for a value of another type, converted to the type of a column. */
    public static String to(Dialect dialect, Column column, String value) {
        String type = AlterSql.castType(dialect, column);
        return type.isEmpty() ? value : "CAST(" + value + " AS " + type + ")";
    }

    /** Returns the expression for a parameter of the type of a column that is assigned to one of another type. */
    public static String parameter(Dialect dialect, Column column) {
        // Strings are assigned as they come: a cast would give them the character set of the connection.
        return column.carrier() == Carrier.TEXT
                        && AlterSql.castType(dialect, column).equals("CHAR")
                ? "?"
                : to(dialect, column, "?");
    }
}

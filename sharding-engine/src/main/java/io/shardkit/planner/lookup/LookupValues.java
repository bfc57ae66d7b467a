package io.shardkit.planner.lookup;

import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.UUID;

/** Converts values of a statement for sending them as parameters. */
final class LookupValues {
    private LookupValues() {}

    /**
     * The value; a literal text in the type of its column, as which databases read it where it stands in a text, and some
     * do not where it is a parameter.
     */
    static Value of(Value value, String column, TableUse use, Tables tables) {
        Column known = tables.column(new ColumnRef(use.id(), column));
        return known != null && value instanceof Value.Literal literal && literal.value() instanceof String text
                ? new Value.Literal(typed(text, known))
                : value;
    }

    /** The same of a value that is known to be a text; one that stays a text stays what it was. */
    static Value of(Value value, Column column, Parameters user) throws SQLException {
        return value.of(user) instanceof String text && !(typed(text, column) instanceof String)
                ? new Value.Literal(typed(text, column))
                : value;
    }

    private static Object typed(String text, Column column) {
        if (column.typeName().equalsIgnoreCase("uuid")) {
            // MariaDB takes a text, and Connector/J would send a UUID as a serialized object.
            return column.carrier() == Carrier.TEXT ? text : uuid(text);
        }
        boolean number = column.keyType() == KeyType.INTEGER || column.keyType() == KeyType.DATE;
        if (number && KeyNormalizer.canonical(column.keyType(), text) instanceof Long key) {
            return column.keyType() == KeyType.DATE ? LocalDate.ofEpochDay(key) : key;
        }
        return text;
    }

    private static Object uuid(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException other) {
            // A form that the database may know.
            return text;
        }
    }
}

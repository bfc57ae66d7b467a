package io.shardkit.catalog;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.dialect.facts.TextOrder;
import java.util.Locale;
import java.util.Set;

/**
 * One column as the database reports it.
 *
 * @param name in lower case
 * @param reportedName as the database writes it
 * @param typeName the database's name of its type
 * @param definition its type, length and collation, as a column of a new table is declared
 * @param keys how its values become sharding keys
 * @param textOrder how its values compare, if they are text
 * @param nullable whether it may hold NULL
 * @param filledByDatabase whether the database fills it with a value that differs between databases or moments
 * @param comparable whether its values, if they are not text, compare here as in the database
 * @param carrier how its values are carried from one database to another
 * @param filling how its database fills it
 * @param invisible whether only statements that name it see it: {@code *}, NATURAL and an INSERT without a list of columns
 *     pass it by
 */
public record Column(
        String name,
        String reportedName,
        String typeName,
        String definition,
        ColumnKeys keys,
        TextOrder textOrder,
        boolean nullable,
        boolean filledByDatabase,
        boolean comparable,
        Carrier carrier,
        Filling filling,
        boolean invisible) {
    private static final Set<String> FLOATING = Set.of("double", "double precision", "real", "float", "decfloat");

    /** A column whose database fills it, if it does, in a way that is not known. */
    public Column(
            String name,
            String reportedName,
            String typeName,
            String definition,
            KeyType keyType,
            TextOrder textOrder,
            boolean nullable,
            boolean filledByDatabase,
            boolean comparable,
            Carrier carrier) {
        this(
                name,
                reportedName,
                typeName,
                definition,
                KeyNormalizer.of(keyType),
                textOrder,
                nullable,
                filledByDatabase,
                comparable,
                carrier,
                filledByDatabase ? new Filling(Filling.Kind.OTHER, "", true) : Filling.CONSTANT,
                false);
    }

    /** Returns the type that a sharding key in the column is converted to. */
    public KeyType keyType() {
        return keys.type();
    }

    /** The same column, whose values become sharding keys in another way. */
    Column with(ColumnKeys other) {
        return new Column(
                name,
                reportedName,
                typeName,
                definition,
                other,
                textOrder,
                nullable,
                filledByDatabase,
                comparable,
                carrier,
                filling,
                invisible);
    }

    /** A column of computed values that are only carried, of a type without a length. */
    public static Column computed(String name, String type, Dialect dialect) {
        Carrier carrier = dialect.column(type, null, type).carrier();
        return new Column(name, name, type, type, KeyType.UNSUPPORTED, TextOrder.UNKNOWN, true, false, false, carrier);
    }

    /** The same column as {@code *} and NATURAL see it. */
    public Column visible() {
        return new Column(
                name,
                reportedName,
                typeName,
                definition,
                keys,
                textOrder,
                nullable,
                filledByDatabase,
                comparable,
                carrier,
                filling,
                false);
    }

    /** As one of several columns whose names differ in case only: nothing is decided by a guess at one of them. */
    Column ofSeveral() {
        return new Column(
                name,
                reportedName,
                typeName,
                definition,
                KeyType.UNSUPPORTED,
                TextOrder.UNKNOWN,
                true,
                true,
                false,
                Carrier.NONE);
    }

    /** Returns true if the column holds floating-point numbers, whose sums depend on the order of the summands. */
    public boolean floating() {
        return FLOATING.contains(typeName.toLowerCase(Locale.ROOT));
    }

    /** Returns true if the engine can tell which values of the column are equal. */
    public boolean knowsEquality() {
        return comparable || textOrder.knowsEquality();
    }

    /** Returns true if the engine knows the order of the column's values. */
    public boolean knowsOrder() {
        return comparable || textOrder.knowsOrder();
    }
}

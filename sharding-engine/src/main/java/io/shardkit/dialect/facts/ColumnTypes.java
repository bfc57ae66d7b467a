package io.shardkit.dialect.facts;

import java.util.Locale;
import java.util.Set;

/** What the names of types mean in all databases. */
public final class ColumnTypes {
    /**
     * Asks an information schema for what {@link CatalogRules#columnsQuery} says. To be filled in: collation, extras,
     * definition, the table of columns, the schema.
     */
    public static final String QUERY =
            "SELECT column_name, data_type, is_nullable, %s, column_default, %s, %s FROM %s WHERE table_schema = %s"
                    + " AND LOWER(table_name) = LOWER(?) ORDER BY ordinal_position";

    private static final Set<String> WHOLE_NUMBERS = Set.of(
            "tinyint",
            "smallint",
            "mediumint",
            "int",
            "integer",
            "bigint",
            "int2",
            "int4",
            "int8",
            "smallserial",
            "serial",
            "bigserial");

    /** MySQL's TIMESTAMP is not among them: in the hour that summer time repeats, its text is not its order. */
    private static final Set<String> COMPARABLE = Set.of(
            "decimal",
            "numeric",
            "double",
            "double precision",
            "real",
            "date",
            "datetime",
            "boolean",
            "timestamp without time zone",
            "timestamp with time zone");

    /** What is equal of these is the same in every respect; floating numbers, with two zeros, are not. */
    private static final Set<String> WITHOUT_VARIANTS = Set.of(
            "date",
            "datetime",
            "timestamp",
            "time",
            "year",
            "boolean",
            "uuid",
            "timestamp without time zone",
            "timestamp with time zone",
            "time without time zone");

    /** ENUM, SET, BIT and YEAR become other types in a union; numbers with ZEROFILL lose their zeros. */
    private static final Set<String> KEPT_IN_UNIONS = Set.of(
            "tinyint",
            "smallint",
            "mediumint",
            "int",
            "integer",
            "bigint",
            "decimal",
            "numeric",
            "double",
            "double precision",
            "real",
            "boolean",
            "date",
            "datetime",
            "timestamp",
            "time",
            "timestamp without time zone",
            "timestamp with time zone",
            "time without time zone",
            "char",
            "varchar",
            "tinytext",
            "text",
            "mediumtext",
            "longtext",
            "character",
            "character varying",
            "binary",
            "varbinary",
            "tinyblob",
            "blob",
            "mediumblob",
            "longblob",
            "bytea",
            "uuid",
            "jsonb");

    private ColumnTypes() {}

    /**
     * What a type means.
     *
     * @param order how its values compare, if they are text
     * @param comparable whether its values compare in Java as in the database, also if that is not so elsewhere
     */
    public static ColumnFacts facts(String type, TextOrder order, boolean comparable, Carrier carrier) {
        String name = type.toLowerCase(Locale.ROOT);
        if (WHOLE_NUMBERS.contains(name)) {
            return new ColumnFacts(true, false, TextOrder.UNKNOWN, true, carrier);
        }
        return new ColumnFacts(false, name.equals("date"), order, comparable || COMPARABLE.contains(name), carrier);
    }

    /** Whether two values of the column that are equal are the same in every respect. */
    public static boolean isEqualOnlyToItself(String type, String definition, TextOrder text) {
        String name = type.toLowerCase(Locale.ROOT);
        boolean scaled = (name.equals("decimal") || name.equals("numeric")) && definition.contains("(");
        return WHOLE_NUMBERS.contains(name) || WITHOUT_VARIANTS.contains(name) || scaled || !text.hasSpellings();
    }

    /** Whether values of the type are added up without a loss, in any order. */
    public static boolean addsExactly(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        return WHOLE_NUMBERS.contains(name) || name.equals("decimal") || name.equals("numeric");
    }

    /** Whether a column of this type and definition shows in a UNION ALL of equal columns what it shows alone. */
    public static boolean keepsInUnion(String type, String definition) {
        return KEPT_IN_UNIONS.contains(type.toLowerCase(Locale.ROOT))
                && !definition.toLowerCase(Locale.ROOT).contains("zerofill");
    }
}

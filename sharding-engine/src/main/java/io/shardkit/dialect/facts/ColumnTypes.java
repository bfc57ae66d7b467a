package io.shardkit.dialect.facts;

import io.shardkit.dialect.facts.ColumnFacts.StoredKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The meaning of type names in all databases. */
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

    /** Types whose equal values are the same in every respect; floating-point types, with two zeros, are not among them. */
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

    private static final Pattern SIZES = Pattern.compile("\\((\\d+)(?:, ?(\\d+))?\\)");

    /** To the microsecond: with more digits, two values would have one key. */
    private static final int MOST_DIGITS = 6;

    private ColumnTypes() {}

    /**
     * Returns the meaning of a type.
     *
     * @param key how a column of the type stores a sharding key; see {@link #storedKey}
     * @param order how its values compare, if they are strings
     * @param comparable whether its values compare in Java as in the database, also if that is not so elsewhere
     */
    public static ColumnFacts facts(String type, StoredKey key, TextOrder order, boolean comparable, Carrier carrier) {
        String name = type.toLowerCase(Locale.ROOT);
        return WHOLE_NUMBERS.contains(name)
                ? new ColumnFacts(key, TextOrder.UNKNOWN, true, carrier)
                : new ColumnFacts(key, order, comparable || COMPARABLE.contains(name), carrier);
    }

    /** Returns how a column stores a sharding key, as far as that is the same in all databases. */
    public static StoredKey storedKey(String type, String definition) {
        String name = type.toLowerCase(Locale.ROOT);
        if (WHOLE_NUMBERS.contains(name)) {
            return StoredKey.of(StoredKey.Kind.WHOLE_NUMBER);
        }
        Matcher sizes = SIZES.matcher(definition);
        boolean sized = sizes.find();
        return switch (name) {
            case "decimal", "numeric" ->
                sized && (sizes.group(2) == null || Integer.parseInt(sizes.group(2)) == 0)
                        ? StoredKey.of(StoredKey.Kind.DECIMAL)
                        : StoredKey.OTHER;
            case "date" -> StoredKey.of(StoredKey.Kind.DATE);
            case "uuid" -> StoredKey.of(StoredKey.Kind.UUID);
            case "binary" -> new StoredKey(StoredKey.Kind.FILLED_BYTES, sized ? size(sizes) : 1);
            case "varbinary", "binary varying" ->
                new StoredKey(StoredKey.Kind.BYTES, sized ? size(sizes) : Integer.MAX_VALUE);
            default -> StoredKey.OTHER;
        };
    }

    /**
     * A date with a time, or an instant.
     *
     * @param digits of a second that it keeps if its definition does not say
     */
    public static StoredKey time(StoredKey.Kind kind, String definition, int digits) {
        Matcher sizes = SIZES.matcher(definition);
        int kept = sizes.find() ? size(sizes) : digits;
        return kept > MOST_DIGITS ? StoredKey.OTHER : new StoredKey(kind, kept);
    }

    private static int size(Matcher sizes) {
        return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(sizes.group(1)));
    }

    /**
     * The members that a definition declares, or none if they are not all of printable ASCII characters, or two of them
     * differ in case only.
     */
    public static List<String> members(String definition) {
        List<String> members = new ArrayList<>();
        Set<String> folded = new HashSet<>();
        int i = definition.indexOf('(') + 1;
        while (i > 0 && i < definition.length() && definition.charAt(i) == '\'') {
            StringBuilder member = new StringBuilder();
            for (i++; i < definition.length(); i++) {
                char character = definition.charAt(i);
                boolean quote = character == '\'';
                if (quote && (i + 1 == definition.length() || definition.charAt(i + 1) != '\'')) {
                    break;
                }
                if (character < ' ' || character > '~' || character == '\\') {
                    return List.of();
                }
                member.append(character);
                i += quote ? 1 : 0;
            }
            members.add(member.toString());
            if (member.toString().endsWith(" ") || !folded.add(member.toString().toLowerCase(Locale.ROOT))) {
                return List.of();
            }
            i++;
            while (i < definition.length() && (definition.charAt(i) == ',' || definition.charAt(i) == ' ')) {
                i++;
            }
        }
        return i > 0 && i < definition.length() && definition.charAt(i) == ')' ? members : List.of();
    }

    /** Returns true if two equal values of the column are the same in every respect. */
    public static boolean isEqualOnlyToItself(String type, String definition, TextOrder text) {
        String name = type.toLowerCase(Locale.ROOT);
        boolean scaled = (name.equals("decimal") || name.equals("numeric")) && definition.contains("(");
        return WHOLE_NUMBERS.contains(name) || WITHOUT_VARIANTS.contains(name) || scaled || !text.hasSpellings();
    }

    /** Returns true if values of the type are added up without a loss, in any order. */
    public static boolean addsExactly(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        return WHOLE_NUMBERS.contains(name) || name.equals("decimal") || name.equals("numeric");
    }

    /** Returns true if a column of this type and definition shows the same in a UNION ALL of equal columns as alone. */
    public static boolean keepsInUnion(String type, String definition) {
        return KEPT_IN_UNIONS.contains(type.toLowerCase(Locale.ROOT))
                && !definition.toLowerCase(Locale.ROOT).contains("zerofill");
    }
}

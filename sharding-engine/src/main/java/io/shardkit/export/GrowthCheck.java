package io.shardkit.export;

import io.shardkit.export.ExportedTable.ExportedPart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A question to the database of a data source: are the actual tables of a table that exist in a schema those of the export?
 * Asked wherever some do not exist yet. Immutable.
 *
 * @param table the logical table
 * @param source the data source
 * @param schema the schema; on MySQL and MariaDB the database
 * @param present the actual tables of the export there
 * @param missing those that do not exist yet, at least one
 */
record GrowthCheck(String table, ExportedSource source, String schema, List<String> present, List<String> missing) {
    GrowthCheck {
        present = List.copyOf(present);
        missing = List.copyOf(missing);
    }

    /** Returns the questions of a table; none if all of its actual tables exist. */
    static List<GrowthCheck> of(ExportedTable table) {
        Map<Place, List<String>> present = byPlace(table.parts());
        return byPlace(table.missing()).entrySet().stream()
                .map(each -> new GrowthCheck(
                        table.name(),
                        each.getKey().source(),
                        each.getKey().schema(),
                        present.getOrDefault(each.getKey(), List.of()),
                        each.getValue()))
                .toList();
    }

    private static Map<Place, List<String>> byPlace(List<ExportedPart> parts) {
        return parts.stream()
                .collect(Collectors.groupingBy(
                        part -> new Place(part.source(), part.schema()),
                        LinkedHashMap::new,
                        Collectors.mapping(ExportedPart::table, Collectors.toList())));
    }

    private record Place(ExportedSource source, String schema) {}

    /**
     * Returns a query in the SQL of the database, whose one row has the column {@code state}: {@code same} if the tables are
     * those of the export, {@code other} if they are not, and {@code unseen} if the account may not see all of them.
     */
    String query() {
        String name = source.isMysql() ? "table_name" : "c.relname";
        String state = "CASE WHEN COUNT(DISTINCT LOWER(" + name + ")) = " + present.size() + " AND COUNT(CASE WHEN "
                + isOne(name, missing.stream()) + " THEN 1 END) = 0 THEN 'same' ELSE 'other' END";
        String ofTable = isOne(name, Stream.concat(present.stream(), missing.stream()));
        return source.isMysql()
                ? "SELECT CASE WHEN " + source.dialect().catalog().seesAllTables(SqlNames.text(schema))
                        + " THEN " + state
                        + " ELSE 'unseen' END AS state FROM information_schema.tables WHERE table_schema = "
                        + SqlNames.text(schema) + " AND " + ofTable
                : "SELECT " + state + " AS state FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n"
                        + " ON n.oid = c.relnamespace WHERE LOWER(n.nspname) = " + folded(schema)
                        + " AND c.relkind IN ('r', 'p', 'v', 'f') AND " + ofTable;
    }

    /** Returns what an engine says if the account may not see all tables. */
    String unseen() {
        return "New actual tables of " + table + " may be hidden from the account of " + source.name()
                + ": grant it SELECT ON " + schema + ".*, itself and not by a role";
    }

    private static String isOne(String name, Stream<String> tables) {
        return "LOWER(" + name + ") IN (" + tables.map(GrowthCheck::folded).collect(Collectors.joining(", ")) + ")";
    }

    /** Returns a name in the letters that the database's own function makes of it. */
    private static String folded(String name) {
        String text = SqlNames.text(name);
        return name.equals(name.toLowerCase(Locale.ROOT)) ? text : "LOWER(" + text + ")";
    }
}

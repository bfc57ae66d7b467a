package io.shardkit.verify;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that lookup tables match their tables: columns that compare alike, and a row for each value. */
final class LookupChecks {
    private static final String FILL = "Run the command fill-lookups";

    private final ConnectionSource sources;
    private final Catalog catalog;
    private final ShardMap rule;
    private final Dialect dialect;

    LookupChecks(ConnectionSource sources, Catalog catalog, ShardMap rule, Dialect dialect) {
        this.sources = sources;
        this.catalog = catalog;
        this.rule = rule;
        this.dialect = dialect;
    }

    /**
     * Adds a finding for each thing that does not fit.
     *
     * @param present the actual tables that exist
     * @param rows whether rows are compared as well
     * @param most the maximum number of rows of each actual table; 0 for all
     */
    void check(RoutedTable table, PresentTables present, boolean rows, int most, List<Finding> findings)
            throws SQLException {
        Table own = catalog.table(table.name());
        for (Lookup lookup : rule.lookups(table.name())) {
            List<String> columns = new ArrayList<>(List.of(lookup.column()));
            columns.addAll(table.shardingColumns());
            int before = findings.size();
            List<String> names = own == null ? List.of() : structure(table, own, lookup, columns, findings);
            if (rows && own != null && findings.size() == before) {
                compare(differences(table, lookup, names, present), most, findings);
            }
        }
    }

    /** Returns the comparisons of a table's rows with those of each of its lookup tables that fits. */
    List<LookupDifferences> differences(RoutedTable table, PresentTables present) throws SQLException {
        List<LookupDifferences> all = new ArrayList<>();
        Table own = catalog.table(table.name());
        for (Lookup lookup : rule.lookups(table.name())) {
            List<Finding> findings = new ArrayList<>();
            List<String> columns = new ArrayList<>(List.of(lookup.column()));
            columns.addAll(table.shardingColumns());
            List<String> names = own == null ? List.of() : structure(table, own, lookup, columns, findings);
            Finding.refuseErrors(findings);
            all.add(differences(table, lookup, names, present));
        }
        return all;
    }

    private LookupDifferences differences(RoutedTable table, Lookup lookup, List<String> names, PresentTables present) {
        return new LookupDifferences(
                sources,
                lookup,
                new LookupDifferences.Side(table.name(), present.of(table.name())),
                new LookupDifferences.Side(lookup.table(), nodes(lookup, present)),
                names);
    }

    private static void compare(LookupDifferences differences, int most, List<Finding> findings) throws SQLException {
        Counted counted = new Counted();
        Lookup lookup = differences.lookup();
        try {
            differences.find(most, counted);
        } catch (SQLException failure) {
            findings.add(Finding.unread("", lookup.table(), failure));
        }
        if (counted.missing > 0) {
            String what = counted.missing + " rows of " + differences.table()
                    + " that were looked at are not in it, and are not found by " + lookup.column();
            findings.add(
                    lookup.writeOnly()
                            ? Finding.warning("", lookup.table(), what, FILL)
                            : Finding.error("", lookup.table(), what, FILL + "; until then set write-only"));
        }
        if (counted.left > 0) {
            findings.add(Finding.error(
                    "",
                    lookup.table(),
                    counted.left + " of its rows that were looked at are of no row of " + differences.table()
                            + ", and keep others from having their values",
                    FILL));
        }
    }

    private static final class Counted implements LookupDifferences.Found {
        private long missing;
        private long left;

        @Override
        public void missing(@Nullable Object[] row) {
            missing++;
        }

        @Override
        public void left(@Nullable Object[] row) {
            left++;
        }
    }

    private List<DataNode> nodes(Lookup lookup, PresentTables present) {
        if (rule.shardedTable(lookup.table()) != null) {
            return present.of(lookup.table());
        }
        int dataSource = rule.dataSourceOfSingle(lookup.table());
        return List.of(new DataNode(dataSource, rule.dataSources().get(dataSource), lookup.table()));
    }

    /** The names of the columns as a text has them. */
    private List<String> structure(
            RoutedTable table, Table own, Lookup lookup, List<String> columns, List<Finding> findings)
            throws SQLException {
        String property = "sharding.tables." + table + ".lookups." + lookup.column() + ".table";
        Table other = catalog.table(lookup.table());
        if (other == null) {
            findings.add(Finding.error(
                            "",
                            lookup.table(),
                            "the lookup table of " + table + "." + lookup.column() + " is not there",
                            "Make it, with the columns " + columns + " and " + lookup.column() + " as primary key")
                    .under(property));
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (String name : columns) {
            Column one = own.column(name);
            Column two = other.column(name);
            if (one == null || two == null || !one.definition().equalsIgnoreCase(two.definition())) {
                findings.add(Finding.error(
                                "",
                                lookup.table(),
                                "its column " + name + " is " + shown(two) + ", and that of " + table + " is "
                                        + shown(one),
                                "Give the column the type and collation that it has there")
                        .under(property));
            } else {
                names.add(dialect.quoted(one.reportedName()));
            }
        }
        List<UniqueKey> keys = catalog.uniqueKeys(lookup.table());
        boolean unique = keys != null
                && keys.stream().anyMatch(key -> key.exact() && key.columns().equals(List.of(lookup.column())));
        if (!unique) {
            findings.add(Finding.error(
                            "",
                            lookup.table(),
                            "it has no unique key on " + lookup.column() + " alone",
                            "Make the column its primary key")
                    .under(property));
        }
        return names;
    }

    private static String shown(@Nullable Column column) {
        return column == null ? "not there" : column.definition();
    }
}

package io.shardkit.execute;

import io.shardkit.dialect.Dialect;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** From actual tables to the logical names that users know. Immutable. */
public final class TableNames {
    private static final Pattern WORD = Pattern.compile("\\w+");

    /** The separator between a schema and a table. */
    private static final Pattern QUALIFIES = Pattern.compile("[`\"]?\\.[`\"]?");

    private final boolean labelsByText;
    private final String endOfOwnName;
    private final ShardMap rule;
    private final Set<String> catalogs = new HashSet<>();
    private final Set<String> schemas = new HashSet<>();
    private final ConnectionDefaults logical;

    /** @param dataSources what each of the data sources calls its catalog and its schema; the first gives the logical */
    public TableNames(ShardMap rule, Dialect dialect, List<ConnectionDefaults> dataSources) {
        this.rule = rule;
        endOfOwnName = dialect.catalog().endOfOwnName();
        labelsByText = dialect.labelsByText();
        logical = dataSources.get(0);
        for (ConnectionDefaults each : dataSources) {
            catalogs.add(String.valueOf(each.catalog()));
            schemas.add(String.valueOf(each.schema()));
        }
        // MySQL and MariaDB show as the catalog of a table what others show as its schema.
        for (int i = 0; i < dataSources.size(); i++) {
            catalogs.addAll(rule.schemas(i));
            schemas.addAll(rule.schemas(i));
        }
    }

    /** The logical name in the actual one's letter case; the name itself if it is no actual table. */
    public String logical(String actual) {
        if (TemporaryNames.isTemporary(actual)) {
            return TemporaryNames.logical(actual);
        }
        List<RoutedTable> tables = rule.tablesOfActual(actual);
        if (tables.size() != 1) {
            // A name that two tables use on different data sources stands for neither.
            return actual;
        }
        RoutedTable table = tables.get(0);
        boolean upper = actual.equals(actual.toUpperCase(Locale.ROOT));
        return upper ? table.name().toUpperCase(Locale.ROOT) : table.name();
    }

    /**
     * Returns the name that a table of a data source has in a list of all tables; null if the table is not in the list,
     * or listed through another actual table.
     */
    public @Nullable String listed(int dataSource, String actual) {
        for (RoutedTable table : rule.tablesOfActual(actual)) {
            DataNode first = table.nodes().get(0);
            if (first.dataSource() == dataSource && first.tableName().equalsIgnoreCase(actual)) {
                return actual.equals(actual.toUpperCase(Locale.ROOT))
                        ? table.name().toUpperCase(Locale.ROOT)
                        : table.name();
            }
        }
        if (isActual(actual) || rule.shardedTable(actual) != null) {
            return null;
        }
        int home = rule.isBroadcast(actual) ? rule.home() : rule.dataSourceOfSingle(actual);
        return home == dataSource ? actual : null;
    }

    /** The logical catalog for that of any data source; the name itself if it is none of theirs. */
    public String catalog(String actual) {
        String name = logical.catalog();
        return name != null && catalogs.contains(actual) ? name : actual;
    }

    /** As {@link #catalog}, of a schema. */
    public String schema(String actual) {
        String name = logical.schema();
        return name != null && schemas.contains(actual) ? name : actual;
    }

    /**
     * The name of an index or a constraint of an actual table without that table's name, which is at its end where the
     * engine, or in front where the database put it. A table that has its logical name gives nothing to a name.
     */
    public String ownName(String name, String actualTable) {
        String logical = logical(actualTable);
        if (!isActual(actualTable) || logical.equalsIgnoreCase(actualTable)) {
            return name;
        }
        String quoted = Pattern.quote(actualTable);
        String renamed = name.replaceFirst("(?i)^" + quoted + "(?=_)", Matcher.quoteReplacement(logical));
        return renamed.equals(name) ? name.replaceFirst("(?i)_" + quoted + endOfOwnName, "") : renamed;
    }

    /** The label with logical names in place of actual ones, which that of a subquery may show. */
    public String logicalLabel(String label) {
        if (labelsByText || label.indexOf('(') < 0) {
            return label;
        }
        Matcher word = WORD.matcher(label);
        StringBuilder logical = new StringBuilder();
        int copied = 0;
        while (word.find()) {
            String name = logical(word.group());
            if (word.start() >= copied && !name.equals(word.group())) {
                logical.append(label, copied, word.start()).append(name);
                // The logical name may have been given to the actual table as an alias.
                Matcher alias = WORD.matcher(label).region(word.end(), label.length());
                boolean aliased = label.startsWith(" " + name, word.end())
                        && alias.find()
                        && alias.group().equals(name);
                copied = aliased ? alias.end() : word.end();
            }
        }
        return logical.append(label, copied, label.length()).toString();
    }

    /** A database's message with logical names in place of actual and temporary ones and of their schemas. */
    public String logicalMessage(String message) {
        Matcher word = WORD.matcher(message);
        StringBuilder logical = new StringBuilder();
        int copied = 0;
        int schema = -1;
        int end = 0;
        while (word.find()) {
            String name = logical(word.group());
            if (!name.equals(word.group())) {
                // Of a name that is qualified, the schema may be one of a data source.
                boolean qualified = schema >= copied
                        && QUALIFIES
                                .matcher(message.substring(end, word.start()))
                                .matches();
                if (qualified) {
                    logical.append(message, copied, schema).append(schema(message.substring(schema, end)));
                    copied = end;
                }
                logical.append(message, copied, word.start()).append(name);
                copied = word.end();
            }
            schema = word.start();
            end = word.end();
        }
        return logical.append(message, copied, message.length()).toString();
    }

    /** Returns true if the rows of a table are copies: of a broadcast table, or of what was gathered. */
    public boolean isCopied(String name) {
        return rule.isBroadcast(name) || TemporaryNames.isTemporary(name);
    }

    /** Returns true if a column of an actual table decides where the table's rows belong. */
    public boolean isShardingColumn(String actualTable, String column) {
        return rule.tablesOfActual(actualTable).stream().anyMatch(table -> table.isShardingColumn(column));
    }

    /** Returns true if a table has lookup tables, or is one: a write of its rows is one of several tables. */
    public boolean isLookedUp(String name) {
        return rule.isLookupTable(name)
                || rule.tablesOfActual(name).stream()
                        .anyMatch(table -> rule.isLookupTable(table.name())
                                || !rule.lookups(table.name()).isEmpty());
    }

    /** Returns true if the name is one of the actual tables of a sharded table. */
    public boolean isActual(String name) {
        return rule.hasActualTable(name);
    }
}

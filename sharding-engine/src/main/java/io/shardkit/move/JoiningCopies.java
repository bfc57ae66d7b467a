package io.shardkit.move;

import io.shardkit.dialect.Dialect;
import io.shardkit.move.table.TableCopy;
import io.shardkit.move.table.TablePlace;
import io.shardkit.rule.ActualName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * The copies of broadcast tables on data sources that join a rule: from then on they are read there, and nothing has written
 * them until then. Immutable.
 *
 * @param dialect of all databases
 * @param pools gives the pool of a data source
 * @param dataSources those of the rule before, in its order
 * @param joining those that join
 * @param tables the broadcast tables of the rule before
 */
record JoiningCopies(
        Dialect dialect,
        Function<String, DataSource> pools,
        List<String> dataSources,
        Set<String> joining,
        Set<String> tables) {

    /** Copies the collections. */
    JoiningCopies {
        dataSources = List.copyOf(dataSources);
        joining = Set.copyOf(joining);
        tables = Set.copyOf(tables);
    }

    private TablePlace place(String dataSource, String schema) {
        return new TablePlace(dataSource, pools.apply(dataSource), schema.isEmpty() ? null : schema);
    }

    private static String schema(String table) {
        return Objects.requireNonNullElse(ActualName.schema(table), "");
    }

    /**
     * Keeps all from writing the tables, if a data source joins.
     *
     * @param locks holds what it takes
     * @param holders gets those who hold the tables, in words, if they cannot be had
     * @return why they cannot be had, or an empty text
     * @throws SQLException if a database cannot be reached
     */
    String lock(TableCopy.Locks locks, List<String> holders) throws SQLException {
        Map<String, List<String>> bySchema = new TreeMap<>();
        for (String table : joining.isEmpty() ? Set.<String>of() : new TreeSet<>(tables)) {
            bySchema.computeIfAbsent(schema(table), any -> new ArrayList<>()).add(ActualName.withinSchema(table));
        }
        // In the order in which writes take them.
        List<String> all = new ArrayList<>(dataSources);
        all.addAll(new TreeSet<>(joining));
        for (String dataSource : all) {
            for (Map.Entry<String, List<String>> each : bySchema.entrySet()) {
                String failure = locks.take(place(dataSource, each.getKey()), each.getValue(), holders);
                if (!failure.isEmpty()) {
                    return String.join(", ", new TreeSet<>(joining)) + " comes into the rule, and the broadcast tables "
                            + each.getValue() + " on " + dataSource + " could not be had: " + failure;
                }
            }
        }
        return "";
    }

    /**
     * Returns what is to be put right before a change, in words: of the copies, and what the accounts lack to lock the tables.
     *
     * @throws SQLException if a database cannot be reached
     */
    List<String> problems() throws SQLException {
        List<String> found = differences();
        Set<String> schemas = tables.stream().map(JoiningCopies::schema).collect(Collectors.toCollection(TreeSet::new));
        for (String dataSource : joining.isEmpty() ? List.<String>of() : dataSources) {
            for (String schema : schemas) {
                String lacking = TableCopy.Locks.lacking(place(dataSource, schema), dialect);
                if (!lacking.isEmpty()) {
                    found.add("at " + dataSource + " " + lacking);
                }
            }
        }
        return found;
    }

    /**
     * Compares the copies with those of the first data source. There has to be one if there are tables.
     *
     * @return what is to be put right, in words
     * @throws SQLException if a database cannot be asked
     */
    List<String> differences() throws SQLException {
        List<String> found = new ArrayList<>();
        String model = dataSources.isEmpty() ? "" : dataSources.get(0);
        for (String joined : new TreeSet<>(joining)) {
            for (String table : new TreeSet<>(tables)) {
                String difference = TableCopy.difference(
                        dialect,
                        ActualName.withinSchema(table),
                        place(model, schema(table)),
                        place(joined, schema(table)));
                if (!difference.isEmpty()) {
                    found.add(joined + " comes into the rule, and broadcast table " + table + " " + difference
                            + ": copy it from " + model);
                }
            }
        }
        return found;
    }
}

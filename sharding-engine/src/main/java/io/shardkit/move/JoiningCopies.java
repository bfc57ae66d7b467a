package io.shardkit.move;

import io.shardkit.move.table.CopiedRows.Presence;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.MoveCheck;
import io.shardkit.move.table.TableCopy;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TablePlace;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The copies of broadcast tables on data sources that join a rule: from then on they are read there, and nothing has written
 * them until then. Immutable.
 *
 * @param databases finds the tables
 * @param id of the move that brings the data sources
 * @param dataSources those of the rule before, in its order
 * @param joining those that join
 * @param tables the broadcast tables of the rule before
 * @param copied those that the move makes or fills
 */
record JoiningCopies(
        UnitTables databases,
        String id,
        List<String> dataSources,
        Set<String> joining,
        Set<String> tables,
        List<CopiedTable> copied) {

    /** Copies the collections. */
    JoiningCopies {
        dataSources = List.copyOf(dataSources);
        joining = Set.copyOf(joining);
        tables = Set.copyOf(tables);
        copied = List.copyOf(copied);
    }

    /** The copies on the targets of a move that the rule has not used yet. */
    static JoiningCopies of(UnitTables databases, ShardMap rule, MoveOperation operation) {
        Set<String> joining = operation.changes().stream()
                .flatMap(change -> change.to().stream())
                .map(TableChange.Actual::dataSource)
                .filter(name -> !rule.dataSources().contains(name))
                .collect(Collectors.toSet());
        return new JoiningCopies(
                databases, operation.id(), rule.dataSources(), joining, rule.broadcastTables(), operation.copied());
    }

    private TablePlace place(String dataSource, String schema) {
        return databases.place(dataSource, schema.isEmpty() ? null : schema);
    }

    private static String schema(String table) {
        return Objects.requireNonNullElse(ActualName.schema(table), "");
    }

    private boolean isCopied(String dataSource, String table) {
        return copied.stream().anyMatch(each -> each.is(dataSource, table));
    }

    /** The same, of which the move makes and fills what it can: the tables that are missing, and those without rows. */
    JoiningCopies copying() throws SQLException {
        List<CopiedTable> all = new ArrayList<>(copied);
        for (String to : new TreeSet<>(joining)) {
            for (String table : dataSources.isEmpty() ? Set.<String>of() : new TreeSet<>(tables)) {
                CopiedTable made = new CopiedTable(dataSources.get(0), to, table, true);
                Presence presence = isCopied(to, table) ? Presence.THERE : Presence.of(databases.copy(id, made));
                if (presence == Presence.MISSING) {
                    all.add(made);
                } else if (presence == Presence.EMPTY) {
                    all.add(new CopiedTable(made.from(), to, table, false));
                }
            }
        }
        return new JoiningCopies(databases, id, dataSources, joining, tables, all);
    }

    /** Returns the foreign keys between the tables that are made. */
    ForeignKeys foreignKeys() {
        return ForeignKeys.ofCopies(copied.stream()
                .filter(CopiedTable::made)
                .map(each -> databases.copy(id, each))
                .toList());
    }

    /**
     * Keeps all from writing the tables, if a data source joins; but for those that are filled, which nothing else writes.
     *
     * @param locks holds what it takes
     * @param holders gets those who hold the tables, in words, if they cannot be had
     * @return why they cannot be had, or an empty text
     * @throws SQLException if a database cannot be reached
     */
    String lock(TableCopy.Locks locks, List<String> holders) throws SQLException {
        // In the order in which writes take them.
        List<String> all = new ArrayList<>(joining.isEmpty() ? List.of() : dataSources);
        all.addAll(new TreeSet<>(joining));
        for (String dataSource : all) {
            Map<String, List<String>> bySchema = new TreeMap<>();
            for (String table : new TreeSet<>(tables)) {
                if (!isCopied(dataSource, table)) {
                    bySchema.computeIfAbsent(schema(table), any -> new ArrayList<>())
                            .add(ActualName.withinSchema(table));
                }
            }
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
     * Tells what is to be put right before a change, in words: of the copies, and what the accounts lack to lock the tables.
     *
     * @param errors gets what is to be put right
     * @param warnings gets the tables that are copied, among other things to know
     * @throws SQLException if a database cannot be reached
     */
    void check(List<String> errors, List<String> warnings) throws SQLException {
        JoiningCopies all = copying();
        errors.addAll(all.differences());
        for (CopiedTable each : all.copied) {
            TableMove copy = databases.copy(id, each);
            MoveCheck.Checked checked = MoveCheck.ofCopy(copy, all.foreignKeys(), each.made());
            String subject = each.to() + " comes into the rule, and broadcast ";
            checked.findings().forEach(finding -> (finding.error() ? errors : warnings).add(subject + finding.text()));
            warnings.add(
                    subject + "table " + each.table() + (each.made() ? " is made and filled there" : " is filled there")
                            + " from " + each.from() + ": " + checked.rows() + " rows");
        }
        Set<String> schemas = tables.stream().map(JoiningCopies::schema).collect(Collectors.toCollection(TreeSet::new));
        for (String dataSource : joining.isEmpty() ? List.<String>of() : dataSources) {
            for (String schema : schemas) {
                String lacking = TableCopy.Locks.lacking(place(dataSource, schema), databases.dialect());
                if (!lacking.isEmpty()) {
                    errors.add("at " + dataSource + " " + lacking);
                }
            }
        }
    }

    /**
     * Compares the copies with those of the first data source, but for those that are made or filled. There has to be one if
     * there are tables.
     *
     * @return what is to be put right, in words
     * @throws SQLException if a database cannot be asked
     */
    List<String> differences() throws SQLException {
        List<String> found = new ArrayList<>();
        String model = dataSources.isEmpty() ? "" : dataSources.get(0);
        for (String joined : new TreeSet<>(joining)) {
            for (String table : new TreeSet<>(tables)) {
                String difference = isCopied(joined, table)
                        ? ""
                        : TableCopy.difference(
                                databases.dialect(),
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

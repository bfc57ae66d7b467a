package io.shardkit.planner.lookup;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.lookup.LookupTable;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Asks and writes lookup tables by statements that are planned as users' statements are. Thread-safe. */
final class LookupTables {
    /** The number of rows that one statement writes if there are enough. */
    private static final int ROWS = 16;

    private final ShardMap rule;
    private final Dialect dialect;
    private final LookupStatements statements;

    LookupTables(ShardMap rule, Dialect dialect, LookupStatements statements) {
        this.rule = rule;
        this.dialect = dialect;
        this.statements = statements;
    }

    /** The columns that a lookup table has of a table: the one that is looked up, and the sharding columns. */
    static List<String> columns(Lookup lookup, RoutedTable table) {
        List<String> columns = new ArrayList<>(List.of(lookup.column()));
        columns.addAll(table.shardingColumns());
        return columns;
    }

    /** Their names as a text has them; refused if the table lacks one. */
    Attempt<List<String>> names(Tables tables, TableUse use, List<String> columns) {
        return Attempt.ofEach(columns, name -> {
            Column column = tables.column(new ColumnRef(use.id(), name));
            return column == null
                    ? Attempt.refused(ErrorCode.SHARDING_COLUMN_NOT_FOUND, use.name() + "." + name)
                    : Attempt.done(dialect.quoted(column.reportedName()));
        });
    }

    /**
     * Returns the plan that asks for the sharding columns of rows with one of so many values.
     *
     * @throws SQLException if a database cannot be asked
     */
    Attempt<StatementPlan> question(Lookup lookup, List<String> names, int values) throws SQLException {
        return statements.plan("SELECT " + String.join(", ", names.subList(1, names.size())) + " FROM "
                + lookup.table() + " WHERE " + names.get(0)
                + (values == 1 ? " = ?" : " IN (" + String.join(", ", Collections.nCopies(values, "?")) + ")"));
    }

    /**
     * Returns the plans that write a lookup table.
     *
     * @param use of its table
     * @throws SQLException if a database cannot be asked
     */
    Attempt<LookupTable> table(Lookup lookup, TableUse use, Tables tables) throws SQLException {
        Attempt<List<String>> names = names(tables, use, columns(lookup, tables.shardedOf(use)));
        return names instanceof Refused<List<String>> refused
                ? Attempt.refused(refused.refusal())
                : table(lookup, names.value());
    }

    private Attempt<LookupTable> table(Lookup lookup, List<String> names) throws SQLException {
        String insert = "INSERT INTO " + lookup.table() + " (" + String.join(", ", names) + ") VALUES ";
        String row = "(" + String.join(", ", Collections.nCopies(names.size(), "?")) + ")";
        String delete = "DELETE FROM " + lookup.table() + " WHERE ";
        String equal = names.stream().map(name -> name + " = ?").collect(Collectors.joining(" AND ", "(", ")"));
        List<LookupTable.ForRows> inserts = new ArrayList<>();
        List<LookupTable.ForRows> deletes = new ArrayList<>();
        for (int rows : new int[] {ROWS, 1}) {
            Attempt<StatementPlan> inserting =
                    statements.plan(insert + String.join(", ", Collections.nCopies(rows, row)));
            Attempt<StatementPlan> deleting =
                    statements.plan(delete + String.join(" OR ", Collections.nCopies(rows, equal)));
            for (Attempt<StatementPlan> each : List.of(inserting, deleting)) {
                if (each instanceof Refused<StatementPlan> refused) {
                    return Attempt.refused(refused.refusal());
                }
            }
            inserts.add(new LookupTable.ForRows(rows, inserting.value()));
            deletes.add(new LookupTable.ForRows(rows, deleting.value()));
        }
        return Attempt.done(
                new LookupTable(lookup.table(), lookup.column(), dataSources(lookup.table()), inserts, deletes));
    }

    private List<Integer> dataSources(String name) {
        RoutedTable sharded = rule.shardedTable(name);
        return sharded == null
                ? List.of(rule.dataSourceOfSingle(name))
                : IntStream.range(0, sharded.unitCount())
                        .map(sharded::dataSource)
                        .distinct()
                        .sorted()
                        .boxed()
                        .toList();
    }
}

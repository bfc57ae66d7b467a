package io.shardkit.planner.lookup;

import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.lookup.LookupTable;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.Lookup;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans the rows that an INSERT ... VALUES adds to lookup tables. For one statement. */
final class InsertedLookups {
    private final ParsedStatement.Insert insert;
    private final Tables tables;
    private final TableUse target;
    private final LookupTables lookupTables;

    InsertedLookups(ParsedStatement.Insert insert, Tables tables, LookupTables lookupTables) {
        this.insert = insert;
        this.tables = tables;
        this.target = tables.uses().get(0);
        this.lookupTables = lookupTables;
    }

    Attempt<StatementPlan> plan(StatementPlan plan) throws SQLException {
        if (insert.upsert() != null) {
            return refused(insert.upsert().form() + ", as it is not known here which rows are there");
        }
        if (insert.text().hasReturning()) {
            return refused("RETURNING");
        }
        List<String> columns = tables.insertedColumns(target.id(), insert.columns());
        List<LookupInsertPlan.Entry> entries = new ArrayList<>();
        for (Lookup lookup : tables.lookups(target)) {
            Attempt<LookupTable> table = lookupTables.table(lookup, target, tables);
            if (table instanceof Refused<LookupTable> refused) {
                return Attempt.refused(refused.refusal());
            }
            List<List<@Nullable Value>> rows = new ArrayList<>();
            for (ParsedStatement.Row row : insert.rows()) {
                List<@Nullable Value> values = new ArrayList<>();
                for (String column : LookupTables.columns(lookup, tables.shardedOf(target))) {
                    if (column.equals(plan.generatedKeyColumn())) {
                        values.add(null);
                        continue;
                    }
                    Attempt<Value> value = value(column, columns, row);
                    if (value instanceof Refused<Value> refused) {
                        return Attempt.refused(refused.refusal());
                    }
                    values.add(value.value());
                }
                rows.add(values);
            }
            entries.add(new LookupInsertPlan.Entry(table.value(), rows));
        }
        return Attempt.done(new LookupInsertPlan(plan, entries));
    }

    private Attempt<Value> value(String column, List<String> columns, ParsedStatement.Row row) {
        int at = columns.indexOf(column);
        if (at < 0 || row.defaults().get(at)) {
            Column known = tables.column(new ColumnRef(target.id(), column));
            return known != null && known.nullable() && known.filling().isNull()
                    ? Attempt.done(new Value.Literal(null))
                    : refused("it is not known what the database gives " + column);
        }
        Value value = row.values().get(at);
        return value instanceof Value.Literal || value instanceof Value.Parameter
                ? Attempt.done(LookupValues.of(value, column, target, tables))
                : refused("the value of " + column + " is computed");
    }

    private static <T> Attempt<T> refused(String what) {
        return Attempt.refused(ErrorCode.LOOKUP_WRITE, "INSERT: " + what);
    }
}

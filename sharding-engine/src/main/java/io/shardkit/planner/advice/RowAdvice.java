package io.shardkit.planner.advice;

import io.shardkit.observe.Advice;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds groups of rows of an INSERT that could be a statement of their own for one unit, or at least for one data source.
 * The number of calls stays the same, so the gain exists only where the rows go to several data sources, which need a
 * transaction over all of them.
 */
record RowAdvice(ParsedStatement.Insert insert, Tables tables, Trials trials, Parameters parameters) {
    /** More statements than these would be no help. */
    private static final int MOST_GROUPS = 32;

    List<Advice> find() throws SQLException {
        for (TableUse target : tables.shardedUses()) {
            List<String> columns = tables.insertedColumns(target.id(), insert.columns());
            List<String> keys = tables.shardedOf(target).shardingColumns().stream()
                    .filter(columns::contains)
                    .toList();
            List<List<String>> choices = new ArrayList<>();
            keys.forEach(key -> choices.add(List.of(key)));
            choices.add(keys);
            Advice second = null;
            for (List<String> by : choices) {
                int units = unitsOfGroups(by, columns);
                if (units == 1) {
                    return List.of(advice(
                            target, by, 1, "1 unit instead of " + trials.now().words()));
                }
                if (units > 0 && second == null) {
                    second = advice(target, by, units, "1 data source instead of several");
                }
            }
            if (second != null) {
                return List.of(second);
            }
        }
        return List.of();
    }

    private static Advice advice(TableUse target, List<String> by, int units, String gain) {
        return new Advice(
                Advice.Kind.ROWS,
                List.of(target.name()),
                by,
                units,
                "a statement for the rows of each " + String.join(", ", by) + ": " + gain);
    }

    /** To how many units groups of rows with the same values go at most; 0 unless each goes to one data source. */
    private int unitsOfGroups(List<String> by, List<String> columns) throws SQLException {
        Map<List<@Nullable Object>, List<ParsedStatement.Row>> groups = new LinkedHashMap<>();
        for (ParsedStatement.Row row : insert.rows()) {
            List<@Nullable Object> values = new ArrayList<>();
            for (String column : by) {
                Value value = row.values().get(columns.indexOf(column));
                if (value == null) {
                    return 0;
                }
                values.add(value.of(parameters));
            }
            groups.computeIfAbsent(values, none -> new ArrayList<>()).add(row);
        }
        // A statement for each row would cost more.
        if (groups.size() < 2
                || groups.size() > MOST_GROUPS
                || groups.size() == insert.rows().size()) {
            return 0;
        }
        int most = 0;
        for (List<ParsedStatement.Row> rows : groups.values()) {
            int units = trials.unitsOnOneDataSource(statement -> insert.with(rows));
            if (units == 0) {
                return 0;
            }
            most = Math.max(most, units);
        }
        return most;
    }
}

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
 * Which rows of an INSERT could be a statement of their own that goes to one unit. As many calls are made as before, so
 * there is something to gain only where the rows go to several data sources, which need a transaction over all of them.
 */
record RowAdvice(ParsedStatement.Insert insert, Tables tables, Trials trials, Parameters parameters) {
    /** More statements than these would be no help. */
    private static final int MOST_GROUPS = 32;

    List<Advice> find() throws SQLException {
        for (TableUse target : tables.shardedUses()) {
            List<String> columns = insert.columns() != null ? insert.columns() : tables.columnNames(target.id());
            List<String> keys = tables.shardedOf(target).shardingColumns().stream()
                    .filter(columns::contains)
                    .toList();
            List<List<String>> choices = new ArrayList<>();
            keys.forEach(key -> choices.add(List.of(key)));
            choices.add(keys);
            for (List<String> by : choices) {
                if (isOfOneUnitEach(by, columns)) {
                    return List.of(new Advice(
                            Advice.Kind.ROWS,
                            List.of(target.name()),
                            by,
                            1,
                            "a statement for the rows of each " + String.join(", ", by) + ": 1 unit instead of "
                                    + trials.now().words()));
                }
            }
        }
        return List.of();
    }

    /** Whether there are groups of rows with the same values, and each goes to one unit. */
    private boolean isOfOneUnitEach(List<String> by, List<String> columns) throws SQLException {
        Map<List<@Nullable Object>, List<ParsedStatement.Row>> groups = new LinkedHashMap<>();
        for (ParsedStatement.Row row : insert.rows()) {
            List<@Nullable Object> values = new ArrayList<>();
            for (String column : by) {
                Value value = row.values().get(columns.indexOf(column));
                if (value == null) {
                    return false;
                }
                values.add(value.of(parameters));
            }
            groups.computeIfAbsent(values, none -> new ArrayList<>()).add(row);
        }
        // A statement for each row would cost more.
        if (groups.size() < 2
                || groups.size() > MOST_GROUPS
                || groups.size() == insert.rows().size()) {
            return false;
        }
        for (List<ParsedStatement.Row> rows : groups.values()) {
            Cost cost = trials.with(statement -> of(rows));
            if (cost == null || cost.mayFall()) {
                return false;
            }
        }
        return true;
    }

    private ParsedStatement of(List<ParsedStatement.Row> rows) {
        return new ParsedStatement.Insert(
                insert.text(),
                insert.tables(),
                insert.blocks(),
                insert.names(),
                insert.target(),
                insert.values(),
                insert.set(),
                insert.columns(),
                insert.columnListEnd(),
                rows,
                insert.special(),
                insert.upsert(),
                insert.functions(),
                insert.unknownColumns());
    }
}

package io.shardkit.planner.write;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.options.Limits;
import io.shardkit.options.MovingUpdates;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.gather.RowPlacement;
import io.shardkit.plan.move.CopiedUpdate;
import io.shardkit.plan.move.RowMove;
import io.shardkit.plan.move.TableQuestion;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Axis;
import io.shardkit.route.KeyBounds;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what is carried of the rows that an UPDATE makes move. */
final class MovedColumns {
    private MovedColumns() {}

    static RowMove.Columns of(ParsedStatement.Write write, Tables tables, Dialect dialect, Limits limits)
            throws SQLException {
        TableUse target = tables.uses().get(0);
        RoutedTable table = tables.shardedOf(target);
        List<Column> carried = tables.columns(target.id()).stream()
                .filter(column -> !column.filling().computed())
                .toList();
        List<String> names = new ArrayList<>();
        List<String> items = new ArrayList<>();
        String apart = null;
        for (Column column : carried) {
            String name = dialect.quoted(column.reportedName());
            names.add(name);
            items.add(dialect.carried(name, column.typeName()));
            if (column.carrier() == Carrier.NONE) {
                apart = "and " + column.name() + " of type " + column.typeName()
                        + " is not carried from one database to another";
            }
        }
        return new RowMove.Columns(
                table,
                new SqlTemplate.Editor(write).build(write.names().get(0).span()),
                sharding(write, table),
                carried,
                names,
                items,
                placement(tables, target, table, carried),
                keys(tables, target, dialect),
                limits.movingUpdates() == MovingUpdates.REFUSE ? "and rows are not to move" : null,
                apart,
                dialect.catalog().givesNumbered(),
                TableQuestion.of(dialect.catalog().actsOnRowsQuery(), table, dialect),
                copied(write, tables, table, dialect),
                ignores(write));
    }

    /** Returns true if the write says IGNORE. */
    static boolean ignores(ParsedStatement.Write write) {
        int ignore = write.text().find(0, write.text().size(), 0, "IGNORE");
        return ignore >= 0
                && write.text().token(ignore).start()
                        < write.names().get(0).span().start();
    }

    private static CopiedUpdate copied(ParsedStatement.Write write, Tables tables, RoutedTable table, Dialect dialect)
            throws SQLException {
        TableUse target = tables.uses().get(0);
        Set<String> assigned = new HashSet<>();
        for (ParsedStatement.Assignment assignment : write.assignments()) {
            if (!new ColumnRef(target.id(), assignment.column()).equals(assignment.source())) {
                assigned.add(assignment.column());
            }
        }
        String refusal = null;
        for (UniqueKey key : Objects.requireNonNullElse(tables.uniqueKeys(target), List.<UniqueKey>of())) {
            // Rows that stay may have the key, and the copy has no rows but those that move.
            boolean changes = !key.exact() || key.columns().stream().anyMatch(assigned::contains);
            if (changes && !tables.placeRows(target, key.columns())) {
                refusal = "and the UPDATE may change the unique key " + key.name();
            }
        }
        return new CopiedUpdate(
                SqlTemplate.of(write),
                assigned,
                tables.rule(),
                TableQuestion.of(dialect.catalog().updateNeedsQuery(), table, dialect),
                refusal);
    }

    private static String sharding(ParsedStatement.Write write, RoutedTable table) {
        return write.assigned().stream()
                .filter(table::isShardingColumn)
                .findFirst()
                .orElse("");
    }

    private static List<@Nullable KeyColumn> keys(Tables tables, TableUse target, Dialect dialect) {
        List<@Nullable KeyColumn> keys = new ArrayList<>();
        for (Axis.Column placing : tables.placingColumns(target)) {
            keys.add(KeyColumn.found(tables.column(new ColumnRef(target.id(), placing.name())), dialect));
        }
        return keys;
    }

    private static RowPlacement placement(Tables tables, TableUse target, RoutedTable table, List<Column> carried) {
        List<String> columns = carried.stream().map(Column::name).toList();
        int[] positions = tables.placingColumns(target).stream()
                .mapToInt(placing -> columns.indexOf(placing.name()))
                .toArray();
        return new RowPlacement(
                table.nodes(),
                table,
                tables.hinted(target),
                null,
                null,
                tables.keyBounds(target),
                positions,
                null,
                null,
                KeyBounds.NONE);
    }
}

package io.shardkit.plan.move;

import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.gather.RowPlacement;
import io.shardkit.route.Axis;
import io.shardkit.route.HintedTable;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.SqlTemplate;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The move of rows, to which one execution has given other sharding keys, to their goal. Immutable.
 *
 * @param columns the columns that are carried of a row
 * @param shards for each axis of the placement the shard of the new value, or -1 where each row keeps its own
 * @param key the values that the rows have now, and that no row of their unit had before
 */
public record RowMove(Columns columns, int[] shards, KeyValues key) {

    /**
     * The columns that are carried of a row: all but those that the database computes.
     *
     * @param table the table
     * @param name the table as the statement writes it; its slot takes an actual table
     * @param sharding the name of the column whose assignment makes rows move, for messages
     * @param carried the columns
     * @param names the name of each column, in quotes
     * @param items for each column the expression that is selected to carry it to another data source
     * @param placement the placement of rows with these columns
     * @param keys for each column of the placement's axes the column, or null if its values are not looked for
     * @param refusal the reason why rows may not move, or null
     * @param refusalApart the reason why rows may not move to another data source, or null
     * @param givesNumbered the clause that follows the columns of an INSERT
     * @param actsOnRows asks what would act on the rows of a table
     * @param copied the UPDATE on a copy, for when a foreign key keeps the UPDATE from running where the rows are
     * @param ignores whether the UPDATE says IGNORE, and leaves rows alone that cannot take the new values
     */
    public record Columns(
            RoutedTable table,
            SqlTemplate name,
            String sharding,
            List<Column> carried,
            List<String> names,
            List<String> items,
            RowPlacement placement,
            List<@Nullable KeyColumn> keys,
            @Nullable String refusal,
            @Nullable String refusalApart,
            String givesNumbered,
            TableQuestion actsOnRows,
            CopiedUpdate copied,
            boolean ignores) {

        /** A refusal of rows that would move. */
        public SQLException refused(String why) {
            return ShardingExceptions.of(ErrorCode.UPDATE_OF_SHARDING_COLUMN, table + "." + sharding + ", " + why);
        }
    }

    /** The same of rows that cannot move where a foreign key keeps the UPDATE from running where they are. */
    public RowMove withoutCopies(String why) {
        Columns own = new Columns(
                columns.table(),
                columns.name(),
                columns.sharding(),
                columns.carried(),
                columns.names(),
                columns.items(),
                columns.placement(),
                columns.keys(),
                columns.refusal(),
                columns.refusalApart(),
                columns.givesNumbered(),
                columns.actsOnRows(),
                columns.copied().refused(why),
                columns.ignores());
        return new RowMove(own, shards, key);
    }

    /** The unit where the rows belong that the statement meets in a unit, which {@link #checkGoals} has seen. */
    public int goal(int unit) {
        return columns.table().unit(shard(true, unit), shard(false, unit));
    }

    /** True where the rows of a unit belong to another one. */
    public boolean isMisplaced(int unit) {
        return goal(unit) != unit;
    }

    /**
     * Makes sure that the rows of these units have somewhere to go.
     *
     * @throws SQLException with {@link ErrorCode#KEY_OUTSIDE} if there is no such table
     */
    public void checkGoals(BitSet units) throws SQLException {
        ShardingHint hint = ShardingHint.current();
        HintedTable hinted = columns.placement().hinted();
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            int goal = Axis.unitForWrite(columns.table(), shard(true, unit), shard(false, unit));
            if (hint != null && hinted != null) {
                hinted.check(goal, hint);
            }
        }
    }

    private int shard(boolean database, int unit) {
        RoutedTable table = columns.table();
        for (int i = 0; i < shards.length; i++) {
            if (shards[i] >= 0 && columns.placement().axes().get(i).database() == database) {
                return shards[i];
            }
        }
        return database ? table.databaseShard(unit) : table.tableShard(unit);
    }

    /** Returns the actual tables to which the rows of these calls belong, in words. */
    public String goals(List<ShardCall> calls) {
        return calls.stream()
                .map(call -> node(goal(call.unit())).toString())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private DataNode node(int unit) {
        return columns.placement().nodes().get(unit);
    }

    /** The actual table of a unit as a statement names it. */
    public String actual(int unit) {
        return columns.name().render(use -> node(unit).table());
    }

    /** Returns the reason why rows of a unit may not move to their goal, as far as it is known beforehand, or null. */
    public @Nullable String refusal(int unit) {
        return columns.refusal() != null || !isApart(unit) ? columns.refusal() : columns.refusalApart();
    }

    /** Returns true if the rows of a unit belong to another data source. */
    public boolean isApart(int unit) {
        return node(unit).dataSource() != node(goal(unit)).dataSource();
    }

    /** Asks what would act on rows that leave the table of a unit or come there. */
    public ShardCall actsOnRows(int unit) {
        return columns.actsOnRows().about(node(unit), unit);
    }

    /** Asks what the UPDATE may need beside the rows of a unit. */
    public ShardCall updateNeeds(int unit) {
        return columns.copied().needs().about(node(unit), unit);
    }

    /**
     * Reads the rows that have to leave a unit.
     *
     * @param table where they are after the UPDATE
     */
    public ShardCall read(int unit, String table) {
        return new SqlCall()
                .text("SELECT " + String.join(", ", columns.items()) + " FROM " + table)
                .where(key)
                .on(node(unit).dataSource(), unit);
    }

    /** As the other, of rows that this transaction has locked: it reads what they are now, also where it keeps a snapshot. */
    public ShardCall readLocked(int unit) {
        return new SqlCall()
                .text("SELECT " + String.join(", ", columns.items()) + " FROM " + actual(unit))
                .where(key)
                .text(" FOR UPDATE")
                .on(node(unit).dataSource(), unit);
    }

    /** Copies them to their goal, which is on the same data source. */
    public ShardCall copy(int unit, String table) {
        return new SqlCall()
                .text(head(unit) + " SELECT " + String.join(", ", columns.names()) + " FROM " + table + " WHERE ")
                .condition(key)
                .on(node(unit).dataSource(), goal(unit));
    }

    /** Stands for the statements that write rows of a unit to their goal. */
    public ShardCall write(int unit) {
        int goal = goal(unit);
        return new ShardCall(node(goal).dataSource(), goal, head(unit) + " VALUES ...", null);
    }

    /** The text before the rows of a unit where they are written to their goal. */
    public String head(int unit) {
        return into(actual(goal(unit)));
    }

    private String into(String table) {
        return "INSERT INTO " + table + " (" + String.join(", ", columns.names()) + ")" + columns.givesNumbered();
    }

    /** Copies rows of a unit to a table like it, on which the UPDATE runs then. */
    public ShardCall fill(KeyedRows rows, int unit, String copy) {
        return new SqlCall()
                .text(into(copy) + " SELECT " + String.join(", ", columns.names()) + " FROM " + actual(unit)
                        + " WHERE ")
                .condition(rows.key())
                .on(node(unit).dataSource(), unit);
    }

    /** Removes from a unit those of the rows that are not left in the copy. */
    public ShardCall deleteOthers(KeyedRows rows, int unit, String copy) {
        String key = String.join(", ", rows.key().columns());
        return new SqlCall()
                .text("DELETE FROM " + actual(unit) + " WHERE ")
                .condition(rows.key())
                .text(" AND (" + key + ") NOT IN (SELECT " + key + " FROM " + copy + ")")
                .on(node(unit).dataSource(), unit);
    }

    /** Removes them from the table where they are after the UPDATE. */
    public ShardCall delete(int unit, String table) {
        return new SqlCall()
                .text("DELETE FROM " + table + " WHERE ")
                .condition(key)
                .on(node(unit).dataSource(), unit);
    }
}

package io.shardkit.route;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.LowBitsAlgorithm;
import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardingStrategy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the unit of a row that was read from a database, by its sharding columns. Immutable. */
public final class UnitOfRow {
    private final RoutedTable table;
    private final List<Part> parts;

    private UnitOfRow(RoutedTable table, List<Part> parts) {
        this.table = table;
        this.parts = parts;
    }

    /** An axis, the numbers of its columns in a row, and whether it only has to agree with another one. */
    private record Part(Axis axis, List<Integer> positions, List<KeyBounds> bounds, boolean held) {}

    /**
     * Prepares to find units.
     *
     * @param columns of the rows, in their order
     * @throws SQLException if rows are not placed by columns, or these columns cannot place them
     */
    public static UnitOfRow of(RoutedTable table, List<Column> columns) throws SQLException {
        List<Part> parts = new ArrayList<>();
        add(parts, true, table, table.databaseStrategy(), columns);
        add(parts, false, table, table.tableStrategy(), columns);
        return new UnitOfRow(table, parts);
    }

    private static void add(
            List<Part> parts,
            boolean database,
            RoutedTable table,
            @Nullable ShardingStrategy strategy,
            List<Column> columns)
            throws SQLException {
        if (strategy == null) {
            return;
        }
        if (strategy.columns().isEmpty()) {
            throw ShardingExceptions.of(
                    ErrorCode.MOVE_REFUSED, "the rows of " + table + " are placed by hints, which rows do not tell");
        }
        parts.add(part(database, table, strategy, columns, false));
        String also = strategy.alsoBy();
        if (also != null) {
            ShardingStrategy bits = new ShardingStrategy(
                    also, new LowBitsAlgorithm(strategy.algorithm().shardCount()));
            parts.add(part(database, table, bits, columns, true));
        }
    }

    private static Part part(
            boolean database, RoutedTable table, ShardingStrategy strategy, List<Column> columns, boolean held)
            throws SQLException {
        List<Axis.Column> placing = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        List<KeyBounds> bounds = new ArrayList<>();
        for (String name : strategy.columns()) {
            int position = position(columns, name);
            String problem = position < 0 ? "a column that they do not have" : problem(strategy, columns.get(position));
            if (!problem.isEmpty()) {
                throw ShardingExceptions.of(
                        ErrorCode.MOVE_REFUSED, "the rows of " + table + " are placed by " + name + ", " + problem);
            }
            placing.add(new Axis.Column(name, columns.get(position).keys()));
            positions.add(position);
            bounds.add(KeyBounds.NONE);
        }
        return new Part(new Axis(database, placing, strategy.algorithm()), positions, bounds, held);
    }

    /** Returns why the values of a column do not place rows, in words; an empty text if they do. */
    private static String problem(ShardingStrategy strategy, Column column) {
        if (strategy.algorithm().accepts(column.keyType())) {
            return "";
        }
        return "whose type " + column.definition() + " "
                + (column.keyType() == KeyType.UNSUPPORTED
                        ? "has no keys that sessions other than the application's see in the same way: use a type or a"
                                + " collation that docs/sharding-keys.md names, such as DATETIME instead of TIMESTAMP"
                        : "the algorithm does not take: use another algorithm, or another column");
    }

    private static int position(List<Column> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the number of the unit.
     *
     * @throws SQLException if the row has none, or one of its columns holds the number of another shard
     */
    public int unit(@Nullable Object[] row) throws SQLException {
        int database = 0;
        int shard = 0;
        for (Part part : parts) {
            int own = shard(part, row);
            int other = part.axis().database() ? database : shard;
            if (part.held() && own != other) {
                throw ShardingExceptions.of(
                        ErrorCode.KEY_OF_ANOTHER_SHARD,
                        table + "." + part.axis().column());
            }
            if (part.axis().database()) {
                database = own;
            } else {
                shard = own;
            }
        }
        return Axis.unitForWrite(table, database, shard);
    }

    private static int shard(Part part, @Nullable Object[] row) throws SQLException {
        if (part.axis().isOfOneColumn()) {
            return part.axis()
                    .shardOfStored(row[part.positions().get(0)], part.bounds().get(0));
        }
        List<@Nullable Object> values = new ArrayList<>();
        part.positions().forEach(position -> values.add(row[position]));
        return part.axis().shardForWrite(values, part.bounds());
    }
}

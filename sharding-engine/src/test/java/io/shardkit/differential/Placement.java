package io.shardkit.differential;

import io.shardkit.differential.Topology.ActualTable;
import io.shardkit.testing.TestDatabase;
import java.sql.Date;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Where a row lies: written down a second time, apart from the engine's algorithms, to be compared with them. */
final class Placement {
    private final Topology topology;

    Placement(Topology topology) {
        this.topology = topology;
    }

    /** The actual tables that must hold the row: one, or one per data source for a broadcast table. */
    List<ActualTable> of(LogicalTable table, List<@Nullable Object> row) {
        return switch (table) {
            case O, Q -> List.of(byNumbers(table, row, "id", topology.tables()));
            case I -> List.of(byNumbers(table, row, "o_id", topology.tables()));
            case X -> List.of(byNumbers(table, row, "id", topology.tables() + 1));
            case P -> List.of(byText(row));
            case EV -> List.of(byMonth(row));
            case DT -> List.of(numbered(LogicalTable.DT, days(row.get(LogicalTable.DT.indexOf("d")))));
            case B1, B2 ->
                IntStream.range(0, topology.sources())
                        .mapToObj(source -> new ActualTable(table, source, -1))
                        .toList();
            case U -> List.of(new ActualTable(table, topology.sources() - 1, -1));
        };
    }

    private ActualTable byNumbers(LogicalTable table, List<@Nullable Object> row, String tableColumn, int count) {
        long k = number(row.get(table.indexOf("k")));
        long second = topology.oneColumn() ? k : number(row.get(table.indexOf(tableColumn)));
        return new ActualTable(table, remainder(k, topology.sources()), remainder(second, count));
    }

    private ActualTable byText(List<@Nullable Object> row) {
        String code = String.valueOf(row.get(LogicalTable.P.indexOf("code")));
        if (topology.database() == TestDatabase.MARIADB) {
            // utf8mb4_bin compares without trailing blanks: 'a' and 'a ' are one key there.
            code = code.replaceAll(" +$", "");
        }
        int shards = topology.sources() * topology.tables();
        int number = (int) (Math.abs((long) code.hashCode()) % shards);
        return new ActualTable(LogicalTable.P, number / topology.tables(), number);
    }

    private ActualTable byMonth(List<@Nullable Object> row) {
        long day = number(row.get(LogicalTable.EV.indexOf("ymd")));
        return numbered(LogicalTable.EV, day / 10_000 * 12 + day / 100 % 100);
    }

    /** A table of which the data sources hold tables numbered through. */
    private ActualTable numbered(LogicalTable table, long key) {
        int number = remainder(key, topology.sources() * topology.tables());
        return new ActualTable(table, number / topology.tables(), number);
    }

    private static long days(@Nullable Object value) {
        if (value instanceof Date date) {
            return date.toLocalDate().toEpochDay();
        }
        throw new IllegalArgumentException("not a date: " + value);
    }

    private static long number(@Nullable Object value) {
        if (value instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException("not a number: " + value);
    }

    private static int remainder(long value, int divisor) {
        long remainder = value % divisor;
        return (int) (remainder < 0 ? remainder + divisor : remainder);
    }
}

package io.shardkit.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that the cost of a statement goes by the units that it touches, and not by those that there are. */
class RouteSizeTest {
    private static final String POINT = "SELECT * FROM t_logical_0 WHERE user_id = ? AND order_id = ?";
    private static final String IN = "SELECT * FROM t_logical_0 WHERE user_id IN (?, ?, ?) AND order_id = ?";
    private static final String RANGE = "SELECT * FROM t_logical_0 WHERE user_id = ? AND order_id BETWEEN ? AND ?";
    private static final String SCATTER = "SELECT * FROM t_logical_0 ORDER BY order_id";
    private static final int RUNS = 200;

    /** A set of units is a bit for each; a statement has two or three of them. */
    private static final long BITS = 3 * 1024 / 8;

    /** The bytes that a compiler or a cache may take in between. */
    private static final long SLACK = 128;

    private static RouteCost over(int sources, int tables) {
        return new RouteCost(new ManyTables(2, sources, tables).rule(), SizeMeasurement.catalog());
    }

    private static long binding(RouteCost cost, String sql, long... values) throws SQLException {
        Parameters parameters = RouteCost.longs(values);
        return cost.ofBinding(sql, parameters, RUNS).bytes();
    }

    @ParameterizedTest
    @CsvSource({"8, 128", "128, 8"})
    void bindingDoesNotGrowWithUnitsThatAreNotTouched(int sources, int tables) throws SQLException {
        RouteCost few = over(8, 8);
        RouteCost many = over(sources, tables);
        assertThat(binding(few, POINT, 1, 5)).isZero();
        assertThat(binding(many, POINT, 1, 5)).isZero();
        assertThat(binding(many, IN, 0, 1, 2, 5)).isLessThanOrEqualTo(binding(few, IN, 0, 1, 2, 5) + BITS + SLACK);
        assertThat(binding(many, RANGE, 1, 2, 4)).isLessThanOrEqualTo(binding(few, RANGE, 1, 2, 4) + BITS + SLACK);
    }

    @Test
    void planningDoesNotGrowWithUnits() throws SQLException {
        RouteCost few = over(8, 1);
        RouteCost many = over(8, 128);
        for (String sql : new String[] {POINT, IN, RANGE, SCATTER}) {
            assertThat(many.ofPlanning(sql, RUNS).bytes())
                    .as(sql)
                    .isLessThanOrEqualTo(few.ofPlanning(sql, RUNS).bytes() * 11 / 10);
        }
    }

    @Test
    void planningDoesNotGrowWithLogicalTables() throws SQLException {
        RouteCost many = new RouteCost(new ManyTables(1000, 8, 1).rule(), SizeMeasurement.catalog());
        RouteCost few = over(8, 1);
        for (String sql : new String[] {POINT, "UPDATE other SET note = 1 WHERE order_id = 5"}) {
            assertThat(many.ofPlanning(sql, RUNS).bytes())
                    .as(sql)
                    .isLessThanOrEqualTo(few.ofPlanning(sql, RUNS).bytes() * 11 / 10);
        }
    }

    @Test
    void scatterGrowsWithItsUnitsOnly() throws SQLException {
        long eight = binding(over(8, 1), SCATTER);
        long thousand = binding(over(8, 128), SCATTER);
        assertThat(thousand).isLessThanOrEqualTo(128 * eight);
    }

    @Test
    void aThousandTablesOf128UnitsOccupyLittle() {
        ManyTables tables = new ManyTables(1000, 8, 16);
        tables.rule();
        long least = Long.MAX_VALUE;
        // All are kept to the end: one walk over the heap is the end of one and the start of the next.
        List<ShardMap> rules = new ArrayList<>();
        long before = used();
        for (int i = 0; i < 3; i++) {
            ShardMap rule = ShardMap.of(tables.rule());
            rules.add(rule);
            long after = used();
            least = Math.min(least, after - before);
            before = after;
            assertThat(rule.hasActualTable(ManyTables.name(999) + "_15")).isTrue();
        }
        assertThat(rules).hasSize(3);
        assertThat(least).isLessThan(4L << 20);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}

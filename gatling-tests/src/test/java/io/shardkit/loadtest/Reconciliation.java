package io.shardkit.loadtest;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.List;

/**
 * Compares what the databases hold with what was acknowledged: nothing lost, nothing doubled, nothing half done.
 *
 * @param lines one line per number that must agree
 */
record Reconciliation(List<Line> lines) {

    /** A number as it must be and as it is. */
    record Line(String what, BigDecimal expected, BigDecimal found) {
        @JsonProperty
        boolean agrees() {
            return expected.compareTo(found) == 0;
        }
    }

    Reconciliation {
        lines = List.copyOf(lines);
    }

    /**
     * @param before the content before the first request
     * @param acknowledged what the answers said was changed since
     * @param after the content after the last answer
     */
    static Reconciliation of(PhysicalTables.Content before, Sums acknowledged, PhysicalTables.Content after) {
        Sums expected = before.sums().plus(acknowledged);
        Sums found = after.sums();
        return new Reconciliation(List.of(
                count("orders", expected.orders(), found.orders()),
                count("different order ids", expected.orders(), after.distinctOrders()),
                count("orders paid", expected.paid(), found.paid()),
                count("items", expected.items(), found.items()),
                count("items without their order", 0, after.strayItems()),
                amount("sum of the orders' amounts", expected.cents(), found.cents()),
                amount("sum of the items' amounts", expected.cents(), after.itemCents())));
    }

    private static Line count(String what, long expected, long found) {
        return new Line(what, BigDecimal.valueOf(expected), BigDecimal.valueOf(found));
    }

    private static Line amount(String what, long expectedCents, long foundCents) {
        return new Line(what, BigDecimal.valueOf(expectedCents, 2), BigDecimal.valueOf(foundCents, 2));
    }
}

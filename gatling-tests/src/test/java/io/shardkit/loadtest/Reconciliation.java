package io.shardkit.loadtest;

import io.shardkit.lab.report.DataCheck;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Compares what the databases hold with what was acknowledged: nothing lost, nothing doubled, nothing half done.
 *
 * @param lines one line per number that must agree
 * @param lost orders that were acknowledged and are not there
 * @param doubled orders that are in more than one place
 */
record Reconciliation(List<DataCheck.Line> lines, long lost, long doubled) {

    Reconciliation {
        lines = List.copyOf(lines);
    }

    /**
     * @param what was checked, for the lines
     * @param before the content before the first request
     * @param acknowledged what the answers said was changed since
     * @param ids of orders that were acknowledged and not deleted; more may be there
     * @param after the content after the last answer
     */
    static Reconciliation of(
            String what,
            PhysicalTables.Content before,
            Sums acknowledged,
            Set<Long> ids,
            PhysicalTables.Content after) {
        Sums expected = before.sums().plus(acknowledged);
        Sums found = after.sums();
        List<DataCheck.Line> lines = List.of(
                count(what + ": orders", expected.orders(), found.orders()),
                count(what + ": different order ids", expected.orders(), after.distinctOrders()),
                count(what + ": orders paid", expected.paid(), found.paid()),
                count(what + ": items", expected.items(), found.items()),
                count(what + ": items without their order", 0, after.strayItems()),
                amount(what + ": sum of the orders' amounts", expected.cents(), found.cents()),
                amount(what + ": sum of the items' amounts", expected.cents(), after.itemCents()));
        long missing =
                before.ids().stream().filter(id -> !after.ids().contains(id)).count()
                        + ids.stream().filter(id -> !after.ids().contains(id)).count();
        return new Reconciliation(lines, missing, found.orders() - after.distinctOrders());
    }

    private static DataCheck.Line count(String what, long expected, long found) {
        return new DataCheck.Line(
                what, String.format(Locale.ROOT, "%,d", expected), String.format(Locale.ROOT, "%,d", found));
    }

    private static DataCheck.Line amount(String what, long expectedCents, long foundCents) {
        return new DataCheck.Line(what, cents(expectedCents), cents(foundCents));
    }

    private static String cents(long cents) {
        return String.format(Locale.ROOT, "%,.2f", BigDecimal.valueOf(cents, 2));
    }
}

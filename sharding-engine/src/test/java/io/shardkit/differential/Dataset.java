package io.shardkit.differential;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The rows under test, the same in every run and topology. A fifth of the nullable values are NULL, values repeat, keys
 * are negative too. Some shards hold nothing or one row: of {@code o} the shard of odd k with odd id is empty, and so
 * are {@code k mod 3 = 2} with {@code id mod 5 = 4} and {@code k mod 6 = 4}; of {@code i} the first of these holds one
 * row. Doubles are multiples of a quarter, so that their sums do not depend on the order.
 */
final class Dataset {
    private static final String[] TEXTS = {
        "a", "A", "a ", "b", "B", "_z", "z", "ab", "", "5", "5abc", "10", "9", "\u00e4"
    };
    private static final long[] BIG = {0, 1, -1, 5, 7, 9_007_199_254_740_993L, -4_000_000_000L, 4_000_000_000L};

    private final Random random = new Random(20_240_131);
    private final Map<LogicalTable, List<List<@Nullable Object>>> rows = new EnumMap<>(LogicalTable.class);

    private Dataset() {
        for (LogicalTable table : LogicalTable.values()) {
            rows.put(table, new ArrayList<>());
        }
        orders();
        items();
        others();
    }

    static Map<LogicalTable, List<List<@Nullable Object>>> rows() {
        return new Dataset().rows;
    }

    private void orders() {
        for (long id = -4; id <= 90; id++) {
            long k = random.nextInt(19) - 6;
            boolean odd = Math.floorMod(k, 2) == 1 && Math.floorMod(id, 2) == 1;
            boolean fifth = Math.floorMod(k, 3) == 2 && Math.floorMod(id, 5) == 4;
            if (odd || fifth || Math.floorMod(k, 6) == 4) {
                continue;
            }
            add(
                    LogicalTable.O,
                    k,
                    id,
                    small(),
                    maybe(BIG[random.nextInt(BIG.length)]),
                    decimal(),
                    maybe((random.nextInt(41) - 20) / 4.0),
                    text(),
                    text(),
                    maybe(Date.valueOf(LocalDate.of(2024, 1, 28).plusDays(random.nextInt(7)))),
                    maybe(Timestamp.valueOf(LocalDateTime.of(2024, 1, 31, 23, 59, 58)
                            .plusNanos(random.nextInt(4000) * 1_000_000L + random.nextInt(3) * 1000L))),
                    maybe(random.nextBoolean()));
        }
    }

    private void items() {
        long id = 1;
        for (List<@Nullable Object> order : List.copyOf(rows(LogicalTable.O))) {
            int count = random.nextInt(4);
            for (int i = 0; i < count; i++) {
                item(order.get(0), id++, order.get(1));
            }
            if (count == 0
                    && order.get(0) instanceof Long k
                    && order.get(1) instanceof Long number
                    && number % 2 == 0) {
                // Of this order by its id alone, and in another database by k.
                item(k + 1, id++, number);
            }
        }
        for (long orphan = 200; orphan < 212; orphan += 2) {
            item((long) random.nextInt(8), id++, orphan);
        }
        for (long order = 2; order < 30; order += 4) {
            item(2L * random.nextInt(4), id++, order);
        }
        item(7L, id, 301L);
    }

    private void item(@Nullable Object k, long id, @Nullable Object order) {
        add(LogicalTable.I, k, id, order, small(), maybe(random.nextInt(5)), decimal(), text(), text());
    }

    private void others() {
        for (long id = 1; id <= 45; id++) {
            add(LogicalTable.X, (long) random.nextInt(14) - 4, id, small(), maybe(random.nextInt(6)), text());
        }
        for (long id = 1; id <= 40; id++) {
            add(LogicalTable.P, id, TEXTS[random.nextInt(TEXTS.length)], small(), decimal());
        }
        for (long id = 1; id <= 9; id++) {
            add(LogicalTable.B1, id, id == 9 ? Integer.valueOf(77) : small(), text(), text());
            add(LogicalTable.B2, id, maybe(id / 2 + 1), text());
        }
        for (long id = 1; id <= 15; id++) {
            add(LogicalTable.U, id, maybe(id * 3 % 17), small(), text());
        }
        for (long id = 1; id <= 24; id++) {
            add(LogicalTable.Q, id % 7 - 2, id, small(), text());
        }
        for (long id = 1; id <= 36; id++) {
            LocalDate day = LocalDate.of(2024, 1, 28).plusDays(random.nextInt(40));
            long number = day.getYear() * 10_000L + day.getMonthValue() * 100L + day.getDayOfMonth();
            add(LogicalTable.EV, number, id, small(), timestamp(day), text());
            add(LogicalTable.DT, id, Date.valueOf(day), small(), timestamp(day));
        }
    }

    private void add(LogicalTable table, @Nullable Object... values) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Object value : values) {
            row.add(value);
        }
        rows(table).add(row);
    }

    private List<List<@Nullable Object>> rows(LogicalTable table) {
        return rows.computeIfAbsent(table, t -> new ArrayList<>());
    }

    /** Around midnight, where time zones make another day of it. */
    private @Nullable Object timestamp(LocalDate day) {
        return maybe(Timestamp.valueOf(day.atTime(23, 30).plusMinutes(random.nextInt(61))));
    }

    private @Nullable Object small() {
        return maybe(random.nextInt(12) - 3);
    }

    private @Nullable Object decimal() {
        return maybe(BigDecimal.valueOf(random.nextInt(60_000) - 10_000L, 3));
    }

    private @Nullable Object text() {
        return maybe(TEXTS[random.nextInt(TEXTS.length)]);
    }

    private @Nullable Object maybe(Object value) {
        return random.nextInt(5) == 0 ? null : value;
    }
}

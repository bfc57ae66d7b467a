package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.ColumnType;
import io.shardkit.differential.fixture.LogicalTable.Column;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random conditions on the tables of a FROM clause. Not thread-safe. */
public final class ConditionGenerator {
    private static final List<String> TEXTS = List.of("a", "A", "a ", "b", "_z", "5", "5abc", "", "\u00e4", "none");
    private static final List<String> COMPARISONS = List.of("=", "=", "=", "<", "<=", ">", ">=", "<>");
    private static final List<ColumnType> NUMBERS = List.of(ColumnType.INT, ColumnType.BIGINT);

    /** Pairs of k and id that exist in {@code o}, and partly in {@code i}. */
    private static final long[][] PAIRS = {{5, 38}, {5, 30}, {12, 61}, {-4, 1}, {0, 24}, {6, 29}, {2, 85}, {-5, 48}};

    private static final long[] DAYS = {20240128, 20240131, 20240201, 20240215, 20240229, 20240301, 20240307};

    private final Random random;

    public ConditionGenerator(Random random) {
        this.random = random;
    }

    /** Appends a condition of up to {@code depth} levels. */
    public void condition(SqlText out, List<Source> from, int depth) {
        int shape = random.nextInt(depth > 0 ? 12 : 7);
        Source source = from.get(random.nextInt(from.size()));
        if (shape < 3) {
            key(out, source);
        } else if (shape < 4) {
            wholeKey(out, source);
        } else if (shape < 7) {
            leaf(out, source, source.any(random));
        } else if (shape < 9) {
            condition(out, from, depth - 1);
            out.add(" AND ");
            condition(out, from, depth - 1);
        } else if (shape < 11) {
            out.add("(");
            condition(out, from, depth - 1);
            out.add(" OR ");
            condition(out, from, depth - 1);
            out.add(")");
        } else {
            out.add("NOT (");
            condition(out, from, depth - 1);
            out.add(")");
        }
    }

    private void key(SqlText out, Source source) {
        String name = source.keys().get(random.nextInt(source.keys().size()));
        leaf(out, source, source.table().columns().get(source.table().indexOf(name)));
    }

    /** Equality of all sharding columns: one unit. */
    private void wholeKey(SqlText out, Source source) {
        long[] pair = PAIRS[random.nextInt(PAIRS.length)];
        List<String> keys = source.keys();
        if (keys.size() < 2) {
            key(out, source);
        } else if (random.nextInt(4) == 0) {
            out.add("(" + source.column(keys.get(0)) + ", " + source.column(keys.get(1)) + ") IN ((")
                    .value(pair[0])
                    .add(", ")
                    .value(pair[1])
                    .add("), (")
                    .value(small())
                    .add(", ")
                    .value(pair[1])
                    .add("))");
        } else {
            out.add(source.column(keys.get(0)) + " = ").value(pair[0]);
            out.add(" AND " + source.column(keys.get(1)) + " = ").value(pair[1]);
        }
    }

    private void leaf(SqlText out, Source source, Column column) {
        String name = source.column(column.name());
        int shape = random.nextInt(20);
        if (shape < 7) {
            out.add(name + " " + comparison(column) + " ").value(value(column));
        } else if (shape < 9) {
            out.value(value(column)).add(" " + comparison(column) + " " + name);
        } else if (shape < 13) {
            out.add(name + (random.nextInt(5) == 0 ? " NOT IN (" : " IN ("));
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                out.add(i == 0 ? "" : ", ").value(random.nextInt(12) == 0 ? null : value(column));
            }
            out.add(")");
        } else if (shape < 15 && column.type() != ColumnType.BOOLEAN) {
            out.add(name + (random.nextInt(5) == 0 ? " NOT BETWEEN " : " BETWEEN "))
                    .value(value(column));
            out.add(" AND ").value(value(column));
        } else if (shape < 16) {
            out.add(name + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL"));
        } else if (shape < 18 && NUMBERS.contains(column.type())) {
            arithmetic(out, name);
        } else if (shape < 19 && NUMBERS.contains(column.type())) {
            out.add(name + " " + comparison(column) + " "
                    + source.column(source.any(random, NUMBERS).name()));
        } else {
            out.add(name + " = ").value(random.nextInt(8) == 0 ? null : value(column));
        }
    }

    private void arithmetic(SqlText out, String name) {
        switch (random.nextInt(5)) {
            case 0 -> out.add(name + " + 0 = ").value(small());
            case 1 -> out.add("ABS(" + name + ") = ").value(small());
            case 2 -> out.add(name + " = 2 + ").value(small());
            case 3 -> out.add("MOD(" + name + ", 10) IN (3, 5)");
            default -> out.add("-" + name + " > ").value(small());
        }
    }

    /** Returns a comparison operator for the column: booleans are only compared for equality. */
    private String comparison(Column column) {
        return column.type() == ColumnType.BOOLEAN ? "=" : COMPARISONS.get(random.nextInt(COMPARISONS.size()));
    }

    private long small() {
        return random.nextInt(20) - 7;
    }

    /** A value of the column's type, often one that is there. */
    Object value(Column column) {
        return switch (column.type()) {
            case INT -> Integer.valueOf(random.nextInt(13) - 3);
            case BIGINT -> bigint(column.name());
            case DECIMAL -> BigDecimal.valueOf(random.nextInt(60_000) - 10_000L, 3);
            case DOUBLE -> Double.valueOf((random.nextInt(41) - 20) / 4.0);
            case BINARY_TEXT, TEXT -> TEXTS.get(random.nextInt(TEXTS.size()));
            case DATE -> Date.valueOf("2024-01-" + (28 + random.nextInt(4)));
            case TIMESTAMP -> Timestamp.valueOf("2024-01-31 23:59:5" + random.nextInt(10) + ".5");
            case BOOLEAN -> Boolean.valueOf(random.nextBoolean());
        };
    }

    private Object bigint(String column) {
        long number = column.equals("k")
                ? small()
                : column.equals("ymd") ? DAYS[random.nextInt(DAYS.length)] : random.nextInt(95) - 4;
        // Either class must find the row.
        @Nullable Integer narrow = random.nextBoolean() ? Integer.valueOf((int) number) : null;
        return narrow == null ? Long.valueOf(number) : narrow;
    }
}

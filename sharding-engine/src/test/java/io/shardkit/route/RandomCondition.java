package io.shardkit.route;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A condition that prints itself as SQL and knows for which rows it is true, false or unknown. */
sealed interface RandomCondition {
    /** Stands for a parameter that is NULL. */
    Object NULL = new Object() {
        @Override
        public String toString() {
            return "NULL";
        }
    };

    /** The condition as SQL. */
    String sql();

    /** Returns true if the condition holds for the row, or null for unknown. */
    @Nullable Boolean truth(long user, long order, @Nullable Long status);

    /** A small number, so that conditions and rows meet; sometimes an extreme one. */
    static long number(Random random) {
        int kind = random.nextInt(60);
        return kind == 0 ? Long.MAX_VALUE - random.nextInt(2) : kind == 1 ? Long.MIN_VALUE : random.nextInt(12) - 4;
    }

    /** A condition of that depth; the values of its parameters are added in the order of the text. */
    static RandomCondition of(Random random, List<Object> values, int depth) {
        if (depth <= 1) {
            return leaf(random, values);
        }
        return switch (random.nextInt(5)) {
            case 0 -> new Not(of(random, values, depth - 1));
            case 1, 2 -> new Junction(true, of(random, values, depth - 1), of(random, values, depth - 1));
            case 3 -> new Junction(false, of(random, values, depth - 1), of(random, values, depth - 1));
            default -> leaf(random, values);
        };
    }

    private static RandomCondition leaf(Random random, List<Object> values) {
        String column =
                List.of("user_id", "order_id", "order_id", "user_id", "status").get(random.nextInt(5));
        return switch (random.nextInt(6)) {
            case 0 -> new In(column, random.nextInt(4) == 0, operands(random, values, 1 + random.nextInt(3)));
            case 1 -> new Between(column, random.nextInt(4) == 0, operands(random, values, 2));
            case 2 -> new IsNull(column, random.nextBoolean());
            default -> {
                String operator =
                        List.of("=", "=", "=", "<>", "<", "<=", ">", ">=").get(random.nextInt(8));
                yield new Compare(
                        column,
                        operator,
                        random.nextBoolean(),
                        operands(random, values, 1).get(0));
            }
        };
    }

    private static List<Operand> operands(Random random, List<Object> values, int count) {
        List<Operand> operands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            BigDecimal value = random.nextInt(12) == 0 ? null : BigDecimal.valueOf(number(random));
            if (value != null && random.nextInt(12) == 0) {
                value = value.add(new BigDecimal("0.5"));
            }
            boolean parameter = random.nextBoolean();
            if (parameter) {
                boolean whole = value != null && value.scale() <= 0;
                values.add(value == null ? NULL : whole ? (Object) value.longValueExact() : value);
            }
            operands.add(new Operand(value, parameter));
        }
        return operands;
    }

    private static @Nullable BigDecimal value(String column, long user, long order, @Nullable Long status) {
        Long value = column.equals("user_id") ? (Long) user : column.equals("order_id") ? (Long) order : status;
        return value == null ? null : BigDecimal.valueOf(value);
    }

    private static @Nullable Boolean not(@Nullable Boolean truth) {
        return truth == null ? null : !truth;
    }

    private static @Nullable Boolean and(@Nullable Boolean a, @Nullable Boolean b) {
        if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
            return false;
        }
        return a == null || b == null ? null : (Boolean) true;
    }

    private static @Nullable Boolean compare(@Nullable BigDecimal a, String operator, @Nullable BigDecimal b) {
        if (a == null || b == null) {
            return null;
        }
        int order = a.compareTo(b);
        return switch (operator) {
            case "=" -> order == 0;
            case "<>" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    /** A literal or a parameter. */
    record Operand(@Nullable BigDecimal value, boolean parameter) {
        String sql() {
            return parameter ? "?" : value == null ? "NULL" : value.toPlainString();
        }
    }

    /** A comparison, with the column on either side. */
    record Compare(String column, String operator, boolean flipped, Operand operand) implements RandomCondition {
        @Override
        public String sql() {
            return flipped
                    ? operand.sql() + " " + operator + " " + column
                    : column + " " + operator + " " + operand.sql();
        }

        @Override
        public @Nullable Boolean truth(long user, long order, @Nullable Long status) {
            BigDecimal value = value(column, user, order, status);
            return flipped ? compare(operand.value(), operator, value) : compare(value, operator, operand.value());
        }
    }

    /** IN and NOT IN. */
    record In(String column, boolean negated, List<Operand> operands) implements RandomCondition {
        @Override
        public String sql() {
            return column + (negated ? " NOT IN (" : " IN (")
                    + operands.stream().map(Operand::sql).collect(Collectors.joining(", ")) + ")";
        }

        @Override
        public @Nullable Boolean truth(long user, long order, @Nullable Long status) {
            Boolean none = true;
            for (Operand operand : operands) {
                none = and(none, not(compare(value(column, user, order, status), "=", operand.value())));
            }
            return negated ? none : not(none);
        }
    }

    /** BETWEEN and NOT BETWEEN. */
    record Between(String column, boolean negated, List<Operand> bounds) implements RandomCondition {
        @Override
        public String sql() {
            return column + (negated ? " NOT BETWEEN " : " BETWEEN ")
                    + bounds.get(0).sql() + " AND " + bounds.get(1).sql();
        }

        @Override
        public @Nullable Boolean truth(long user, long order, @Nullable Long status) {
            BigDecimal value = value(column, user, order, status);
            Boolean within = and(
                    compare(value, ">=", bounds.get(0).value()),
                    compare(value, "<=", bounds.get(1).value()));
            return negated ? not(within) : within;
        }
    }

    /** IS NULL and IS NOT NULL. */
    record IsNull(String column, boolean negated) implements RandomCondition {
        @Override
        public String sql() {
            return column + (negated ? " IS NOT NULL" : " IS NULL");
        }

        @Override
        public @Nullable Boolean truth(long user, long order, @Nullable Long status) {
            return (value(column, user, order, status) == null) != negated;
        }
    }

    /** NOT. */
    record Not(RandomCondition inner) implements RandomCondition {
        @Override
        public String sql() {
            return "NOT " + (inner instanceof Junction ? inner.sql() : "(" + inner.sql() + ")");
        }

        @Override
        public @Nullable Boolean truth(long user, long order, @Nullable Long status) {
            return not(inner.truth(user, order, status));
        }
    }

    /** AND and OR, always in parentheses. */
    record Junction(boolean conjunction, RandomCondition left, RandomCondition right) implements RandomCondition {
        @Override
        public String sql() {
            return "(" + left.sql() + (conjunction ? " AND " : " OR ") + right.sql() + ")";
        }

        @Override
        public @Nullable Boolean truth(long user, long order, @Nullable Long status) {
            Boolean a = left.truth(user, order, status);
            Boolean b = right.truth(user, order, status);
            return conjunction ? and(a, b) : not(and(not(a), not(b)));
        }
    }
}

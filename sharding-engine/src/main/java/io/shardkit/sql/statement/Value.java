package io.shardkit.sql.statement;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A value that is known when a statement is bound. */
public sealed interface Value {

    /** The value of this execution; null for NULL. */
    @Nullable Object of(Parameters parameters) throws SQLException;

    /**
     * A literal of the text: {@link Long}, {@link java.math.BigInteger}, {@link java.math.BigDecimal}, String, Boolean,
     * {@link java.time.LocalDate}, {@link java.time.LocalDateTime} or null.
     */
    record Literal(@Nullable Object value) implements Value {
        @Override
        public @Nullable Object of(Parameters parameters) {
            return value;
        }
    }

    /** The parameter of that number, from 0. */
    record Parameter(int index) implements Value {
        @Override
        public @Nullable Object of(Parameters parameters) throws SQLException {
            return parameters.value(index);
        }
    }

    /**
     * A sum, difference or product of whole numbers, or their sign changed.
     *
     * @param operator the operator
     * @param left the first operand; zero where a sign is changed
     * @param right the second operand
     */
    record Arithmetic(Operator operator, Value left, Value right) implements Value {
        /** NULL if an operand is; {@link #UNKNOWN} unless both are whole numbers and so is the result, of 64 bits. */
        @Override
        public @Nullable Object of(Parameters parameters) throws SQLException {
            Object a = left.of(parameters);
            Object b = right.of(parameters);
            if (a == null || b == null) {
                return isKnown(a) && isKnown(b) ? null : UNKNOWN;
            }
            if (!isWhole(a) || !isWhole(b)) {
                return UNKNOWN;
            }
            long x = ((Number) a).longValue();
            long y = ((Number) b).longValue();
            try {
                return switch (operator) {
                    case PLUS -> Math.addExact(x, y);
                    case MINUS -> Math.subtractExact(x, y);
                    case TIMES -> Math.multiplyExact(x, y);
                };
            } catch (ArithmeticException tooLarge) {
                return UNKNOWN;
            }
        }

        private static boolean isKnown(@Nullable Object operand) {
            return operand == null || isWhole(operand);
        }
    }

    /** A value that is cast to a type of signed whole numbers, as some mappers write each of their parameters. */
    record WholeNumber(Value value) implements Value {
        /** {@link #UNKNOWN} for what is no whole number before: databases round and read in their own ways. */
        @Override
        public @Nullable Object of(Parameters parameters) throws SQLException {
            Object before = value.of(parameters);
            return before == null || isWhole(before) ? before : UNKNOWN;
        }
    }

    private static boolean isWhole(Object value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    /** The operators whose results are exact. */
    enum Operator {
        PLUS,
        MINUS,
        TIMES
    }

    /** Stands for a value that only a database knows. No type of sharding key takes it. */
    Object UNKNOWN = new Object();
}

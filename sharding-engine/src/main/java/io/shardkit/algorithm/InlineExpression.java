package io.shardkit.algorithm;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * An expression over one sharding value, or those of several columns, as the templates of data nodes have it between
 * braces. Immutable data: equal ones compute the same. Its value is of the class that Groovy has: an {@link Integer} or a
 * {@link Long}, of whose overflow names may depend, a {@link String}, or a {@link Boolean} of a comparison. Numeric keys
 * count as {@link Long}.
 */
sealed interface InlineExpression {

    /** The value for a key, which is a {@link Long} or a {@link String}, or a list of the keys of several columns. */
    Object of(Object key);

    /** Returns true if the expression needs none of the keys that are null in the list of keys of several columns. */
    default boolean isKnown(List<?> keys) {
        return true;
    }

    /** Returns true if the expression takes a hash of a value that may be a number. */
    default boolean hashes() {
        return false;
    }

    /** The same, in which numbers of 32 bits have the hash of an {@link Integer}. */
    default InlineExpression hashingIntegers() {
        return this;
    }

    /** The sharding value itself. */
    record Variable() implements InlineExpression {
        @Override
        public Object of(Object key) {
            return key;
        }
    }

    /** The sharding value of one of several columns. */
    record Element(int column) implements InlineExpression {
        @Override
        public Object of(Object key) {
            return Objects.requireNonNull(((List<?>) key).get(column));
        }

        @Override
        public boolean isKnown(List<?> keys) {
            return keys.get(column) != null;
        }
    }

    /** A number or a text that is written. */
    record Constant(Object value) implements InlineExpression {
        @Override
        public Object of(Object key) {
            return value;
        }
    }

    /** An operator between two values. */
    record Binary(Operator operator, InlineExpression left, InlineExpression right) implements InlineExpression {
        @Override
        public boolean hashes() {
            return operator == Operator.UNSIGNED_RIGHT || left.hashes() || right.hashes();
        }

        @Override
        public InlineExpression hashingIntegers() {
            return new Binary(
                    operator == Operator.UNSIGNED_RIGHT ? Operator.INTEGER_UNSIGNED_RIGHT : operator,
                    left.hashingIntegers(),
                    right.hashingIntegers());
        }

        @Override
        public boolean isKnown(List<?> keys) {
            return left.isKnown(keys) && right.isKnown(keys);
        }

        @Override
        public Object of(Object key) {
            return switch (operator) {
                case AND -> isTrue(left.of(key)) && isTrue(right.of(key));
                case OR -> isTrue(left.of(key)) || isTrue(right.of(key));
                default -> operator.of(left.of(key), right.of(key));
            };
        }
    }

    /** {@code condition ? first : second}. */
    record Choice(InlineExpression condition, InlineExpression first, InlineExpression second)
            implements InlineExpression {
        @Override
        public boolean hashes() {
            return condition.hashes() || first.hashes() || second.hashes();
        }

        @Override
        public InlineExpression hashingIntegers() {
            return new Choice(condition.hashingIntegers(), first.hashingIntegers(), second.hashingIntegers());
        }

        @Override
        public boolean isKnown(List<?> keys) {
            return condition.isKnown(keys) && first.isKnown(keys) && second.isKnown(keys);
        }

        @Override
        public Object of(Object key) {
            return isTrue(condition.of(key)) ? first.of(key) : second.of(key);
        }
    }

    /** Strings between brackets, for {@link Method#CONTAINS}. */
    record Strings(Set<String> strings) implements InlineExpression {
        public Strings {
            strings = Set.copyOf(strings);
        }

        @Override
        public Object of(Object key) {
            return strings;
        }
    }

    /** Returns true where Groovy takes a value for true. */
    static boolean isTrue(Object value) {
        return value instanceof Boolean truth
                ? truth
                : value instanceof Number number
                        ? number.longValue() != 0
                        : !value.toString().isEmpty();
    }

    /** A method of a value. */
    record Call(Method method, InlineExpression target, List<InlineExpression> arguments) implements InlineExpression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public boolean hashes() {
            return method == Method.HASH_CODE
                    || target.hashes()
                    || arguments.stream().anyMatch(InlineExpression::hashes);
        }

        @Override
        public InlineExpression hashingIntegers() {
            return new Call(
                    method == Method.HASH_CODE ? Method.INTEGER_HASH_CODE : method,
                    target.hashingIntegers(),
                    arguments.stream().map(InlineExpression::hashingIntegers).toList());
        }

        @Override
        public boolean isKnown(List<?> keys) {
            return target.isKnown(keys) && arguments.stream().allMatch(argument -> argument.isKnown(keys));
        }

        @Override
        public Object of(Object key) {
            Object value = target.of(key);
            return switch (method) {
                case ABS -> value instanceof Integer number ? (Object) Math.abs(number) : Math.abs(number(value));
                case HASH_CODE -> value.hashCode();
                case INTEGER_HASH_CODE ->
                    value instanceof Long number && number == number.intValue() ? number.intValue() : value.hashCode();
                case TO_STRING -> value.toString();
                case TO_NUMBER -> value instanceof Number number ? number.longValue() : Long.valueOf(value.toString());
                case TO_INT -> value instanceof Number number ? number.intValue() : Integer.parseInt(value.toString());
                case LENGTH -> value.toString().length();
                case LOWER -> value.toString().toLowerCase(Locale.ROOT);
                case UPPER -> value.toString().toUpperCase(Locale.ROOT);
                case SUBSTRING -> substring(value.toString(), key);
                case PAD_LEFT -> padded(value.toString(), key);
                case INT_DIV -> Operator.QUOTIENT.of(value, arguments.get(0).of(key));
                case CONTAINS -> contains(value, arguments.get(0).of(key));
                case STARTS_WITH -> value.toString().startsWith(text(key));
                case ENDS_WITH -> value.toString().endsWith(text(key));
                case EQUALS -> equals(value, arguments.get(0).of(key));
            };
        }

        private static boolean contains(Object value, Object part) {
            if (!(part instanceof String text)) {
                throw new TwoKinds();
            }
            return value instanceof Set<?> strings
                    ? strings.contains(text)
                    : value.toString().contains(text);
        }

        /** An {@link Integer} is never equal to a {@link Long}. */
        private static boolean equals(Object a, Object b) {
            if (a instanceof Number || b instanceof Number) {
                throw new TwoKinds();
            }
            return a.equals(b);
        }

        private String text(Object key) {
            if (arguments.get(0).of(key) instanceof String text) {
                return text;
            }
            throw new TwoKinds();
        }

        private long argument(int index, Object key) {
            return number(arguments.get(index).of(key));
        }

        private String substring(String text, Object key) {
            int from = Math.toIntExact(argument(0, key));
            return arguments.size() == 1
                    ? text.substring(from)
                    : text.substring(from, Math.toIntExact(argument(1, key)));
        }

        private String padded(String text, Object key) {
            int missing = Math.toIntExact(argument(0, key)) - text.length();
            String pad = arguments.size() == 1 ? " " : arguments.get(1).of(key).toString();
            return missing <= 0 ? text : pad.repeat(missing).substring(0, missing) + text;
        }
    }

    /** The methods that are understood, with the names by which they are written. */
    enum Method {
        ABS(0, 0, "abs"),
        HASH_CODE(0, 0, "hashCode"),
        /** Of numbers that are an {@link Integer} if they fit in one; not to be written. */
        INTEGER_HASH_CODE(0, 0, ""),
        TO_STRING(0, 0, "toString"),
        TO_NUMBER(0, 0, "toLong longValue"),
        TO_INT(0, 0, "toInteger intValue"),
        LENGTH(0, 0, "length size"),
        LOWER(0, 0, "toLowerCase"),
        UPPER(0, 0, "toUpperCase"),
        SUBSTRING(1, 2, "substring"),
        PAD_LEFT(1, 2, "padLeft"),
        INT_DIV(1, 1, "intdiv"),
        CONTAINS(1, 1, "contains"),
        STARTS_WITH(1, 1, "startsWith"),
        ENDS_WITH(1, 1, "endsWith"),
        EQUALS(1, 1, "equals");

        final int leastArguments;
        final int mostArguments;
        private final String names;

        /** @param names with a blank between each two */
        Method(int leastArguments, int mostArguments, String names) {
            this.leastArguments = leastArguments;
            this.mostArguments = mostArguments;
            this.names = names;
        }

        boolean isCalled(String name) {
            return List.of(names.split(" ")).contains(name);
        }
    }

    /** The operators with their precedence in Groovy; of two with one beginning, the longer is first. */
    enum Operator {
        OR("||", 0),
        AND("&&", 1),
        BIT_OR("|", 2),
        BIT_XOR("^", 3),
        BIT_AND("&", 4),
        EQUAL("==", 5),
        DIFFERENT("!=", 5),
        LESS_OR_EQUAL("<=", 6),
        GREATER_OR_EQUAL(">=", 6),
        LEFT("<<", 7),
        UNSIGNED_RIGHT(">>>", 7),
        /** Of numbers that are an {@link Integer} if they fit in one; not to be written. */
        INTEGER_UNSIGNED_RIGHT("", -1),
        RIGHT(">>", 7),
        LESS("<", 6),
        GREATER(">", 6),
        PLUS("+", 8),
        MINUS("-", 8),
        TIMES("*", 9),
        REMAINDER("%", 9),
        /** Written as a method, {@code intdiv}. */
        QUOTIENT("", -1);

        /** The precedence of those that bind most tightly. */
        static final int TIGHTEST = 9;

        final String symbol;
        final int precedence;

        Operator(String symbol, int precedence) {
            this.symbol = symbol;
            this.precedence = precedence;
        }

        /**
         * The value.
         *
         * @throws IllegalArgumentException if the operator is not one of such values
         * @throws TwoKinds if the answer depends on the class that was passed
         */
        Object of(Object a, Object b) {
            if (this == PLUS && !(a instanceof Number && b instanceof Number)) {
                return a.toString() + b;
            }
            if (precedence == EQUAL.precedence || precedence == LESS.precedence) {
                return isOf(order(a, b));
            }
            if (a instanceof Boolean x && b instanceof Boolean y) {
                return ofTruths(x, y);
            }
            if (a instanceof String && (this == MINUS || this == TIMES)) {
                throw new TwoKinds();
            }
            long x = number(a);
            long y = number(b);
            boolean isShift = precedence == LEFT.precedence;
            return a instanceof Integer && (isShift || b instanceof Integer)
                    ? (Object) ofIntegers((int) x, (int) y)
                    : (Object) ofNumbers(x, y);
        }

        private int ofIntegers(int x, int y) {
            return switch (this) {
                case LEFT -> x << y;
                case RIGHT -> x >> y;
                case UNSIGNED_RIGHT, INTEGER_UNSIGNED_RIGHT -> x >>> y;
                // The lower half of the other results is that of 32 bits.
                default -> (int) ofNumbers(x, y);
            };
        }

        private long ofNumbers(long x, long y) {
            return switch (this) {
                case PLUS -> x + y;
                case MINUS -> x - y;
                case TIMES -> x * y;
                case REMAINDER -> x % y;
                case QUOTIENT -> x / y;
                case BIT_OR -> x | y;
                case BIT_XOR -> x ^ y;
                case BIT_AND -> x & y;
                case LEFT -> x << y;
                case RIGHT -> x >> y;
                case INTEGER_UNSIGNED_RIGHT -> x == (int) x ? (int) x >>> y : x >>> y;
                default -> x >>> y;
            };
        }

        private boolean ofTruths(boolean x, boolean y) {
            return switch (this) {
                case BIT_OR -> x || y;
                case BIT_XOR -> x ^ y;
                case BIT_AND -> x && y;
                default -> throw new IllegalArgumentException("a comparison is used as a number");
            };
        }

        private static int order(Object a, Object b) {
            if (a instanceof Number && b instanceof Number) {
                return Long.compare(number(a), number(b));
            }
            if (a instanceof String x && b instanceof String y) {
                return x.compareTo(y);
            }
            if (a instanceof Boolean x && b instanceof Boolean y) {
                return Boolean.compare(x, y);
            }
            throw new TwoKinds();
        }

        private boolean isOf(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case DIFFERENT -> order != 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                default -> order >= 0;
            };
        }
    }

    /**
     * Values of two kinds meet, such as a number that is compared with a text. Groovy's answer depends on the class that the
     * application passed, which the key no longer shows.
     */
    final class TwoKinds extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TwoKinds() {
            super("values of two kinds meet", null, false, false);
        }
    }

    private static long number(Object value) {
        if (value instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException("a text is used as a number");
    }
}

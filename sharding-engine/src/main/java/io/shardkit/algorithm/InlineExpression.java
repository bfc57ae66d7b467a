package io.shardkit.algorithm;

import java.util.List;
import java.util.Objects;

/**
 * An expression over one sharding value, or those of several columns, as the templates of data nodes have it between
 * braces. Immutable data: equal ones compute the same. Its value is a {@link Long} or a {@link String}.
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

    /** {@code + - * %}; a text beside a plus is joined. Numbers are of 64 bits and wrap as Java's do. */
    record Binary(char operator, InlineExpression left, InlineExpression right) implements InlineExpression {
        @Override
        public boolean hashes() {
            return left.hashes() || right.hashes();
        }

        @Override
        public InlineExpression hashingIntegers() {
            return new Binary(operator, left.hashingIntegers(), right.hashingIntegers());
        }

        @Override
        public boolean isKnown(List<?> keys) {
            return left.isKnown(keys) && right.isKnown(keys);
        }

        @Override
        public Object of(Object key) {
            Object a = left.of(key);
            Object b = right.of(key);
            if (operator == '+' && !(a instanceof Long && b instanceof Long)) {
                return a.toString() + b;
            }
            long x = number(a);
            long y = number(b);
            return switch (operator) {
                case '+' -> x + y;
                case '-' -> x - y;
                case '*' -> x * y;
                case '%' -> x % y;
                default -> x / y;
            };
        }
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
                case ABS -> Math.abs(number(value));
                case HASH_CODE -> (long) value.hashCode();
                case INTEGER_HASH_CODE ->
                    value instanceof Long number && number == number.intValue() ? number : (long) value.hashCode();
                case TO_STRING -> value.toString();
                case TO_NUMBER -> value instanceof Long ? value : Long.valueOf((String) value);
                case TO_INT ->
                    value instanceof Long number ? (long) number.intValue() : (long) Integer.parseInt((String) value);
                case LENGTH -> (long) value.toString().length();
                case LOWER -> value.toString().toLowerCase(java.util.Locale.ROOT);
                case UPPER -> value.toString().toUpperCase(java.util.Locale.ROOT);
                case SUBSTRING -> substring(value.toString(), key);
                case PAD_LEFT -> padded(value.toString(), key);
                case INT_DIV -> number(value) / argument(0, key);
            };
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
        INT_DIV(1, 1, "intdiv");

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

    private static long number(Object value) {
        if (value instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("a text is used as a number");
    }
}

package io.shardkit.algorithm;

import org.jspecify.annotations.Nullable;

/** Keys of decimals without a fraction. MySQL and MariaDB compare them with text as floating-point numbers. */
record DecimalKeys() implements ColumnKeys {
    static final DecimalKeys INSTANCE = new DecimalKeys();

    private static final ColumnKeys NUMBERS = PlainKeys.of(KeyType.INTEGER);

    @Override
    public KeyType type() {
        return KeyType.INTEGER;
    }

    @Override
    public Object canonical(@Nullable Object value) {
        Object key = NUMBERS.canonical(value);
        boolean rounded = value instanceof String
                && key instanceof Long number
                && Math.abs(number.doubleValue()) >= PlainKeys.EXACT_DOUBLES;
        return rounded ? UNKNOWN : key;
    }

    /** Converts a written value exactly. */
    @Override
    public Object written(Object value) {
        return NUMBERS.written(value);
    }
}

package io.shardkit.algorithm;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Says which class the negative whole numbers of 32 bits had when rows were placed by {@code hashCode()}: an
 * {@link Integer} and a {@link Long} of one negative number have different hashes.
 */
public enum NegativeKeys {
    /** They were of class {@link Long}. */
    AS_LONG,
    /** They were of class {@link Integer}. */
    AS_INT,
    /** They may have been of either: a statement by one is refused. */
    REFUSE;

    static @Nullable NegativeKeys of(String text) {
        for (NegativeKeys value : values()) {
            if (value.written().equals(text.toLowerCase(Locale.ROOT))) {
                return value;
            }
        }
        return null;
    }

    /** Returns true if a number may have been an {@link Integer} or a {@link Long} with another hash. */
    static boolean isEither(long key) {
        return key < 0 && key >= Integer.MIN_VALUE;
    }

    /** The expressions as they hash then. */
    List<InlineExpression> apply(List<InlineExpression> parts) {
        return this == AS_INT
                ? parts.stream().map(InlineExpression::hashingIntegers).toList()
                : parts;
    }

    /** Returns true if the expressions have no value for negative numbers of 32 bits. */
    boolean refuses(List<InlineExpression> parts) {
        return this == REFUSE && parts.stream().anyMatch(InlineExpression::hashes);
    }

    String written() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

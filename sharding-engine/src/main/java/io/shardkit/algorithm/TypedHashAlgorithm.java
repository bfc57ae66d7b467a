package io.shardkit.algorithm;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The absolute value of Java's hash of a value as an application gave it, by the number of shards. An {@link Integer} and
 * a {@link Long} of one negative number have different hashes, and a stored number does not tell which of them placed it.
 *
 * @param shardCount number of shards, at least 1
 * @param negative which class the negative numbers had that fit in both
 */
record TypedHashAlgorithm(int shardCount, Negative negative) implements ShardingAlgorithm {
    /** Below {@link #NOWHERE}: no shard at all, so that a statement by the key is refused whatever it does. */
    static final int UNDECIDED = -2;

    /** What the negative numbers of 32 bits were when they were hashed. */
    enum Negative {
        AS_LONG,
        AS_INT,
        REFUSE;

        static @Nullable Negative of(String text) {
            for (Negative value : values()) {
                if (value.written().equals(text.toLowerCase(Locale.ROOT))) {
                    return value;
                }
            }
            return null;
        }

        /** Whether a number may have been an {@link Integer} or a {@link Long} with another hash. */
        static boolean isEither(long key) {
            return key < 0 && key >= Integer.MIN_VALUE;
        }

        /** The expressions as they hash then. */
        List<InlineExpression> apply(List<InlineExpression> parts) {
            return this == AS_INT
                    ? parts.stream().map(InlineExpression::hashingIntegers).toList()
                    : parts;
        }

        /** Whether the expressions have no value for such numbers. */
        boolean refuses(List<InlineExpression> parts) {
            return this == REFUSE && parts.stream().anyMatch(InlineExpression::hashes);
        }

        String written() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Other types are left out: their canonical forms are not what an application gave. */
    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER || type == KeyType.TEXT || type == KeyType.PADDED_TEXT;
    }

    @Override
    public int shard(long key) {
        boolean either = Negative.isEither(key);
        if (either && negative == Negative.REFUSE) {
            return UNDECIDED;
        }
        return place(either && negative == Negative.AS_INT ? (int) key : Long.hashCode(key));
    }

    @Override
    public int shard(String key) {
        return place(key.hashCode());
    }

    private int place(int hash) {
        return (int) (Math.abs((long) hash) % shardCount);
    }

    /** All of them: neighbours are apart. */
    @Override
    public @Nullable BitSet shards(KeyRange range) {
        return null;
    }

    /** Stands in the message when a key is refused. */
    @Override
    public String toString() {
        return negative == Negative.REFUSE
                ? "hash-mod, whose setting negative-keys (as-long or as-int) decides the shard of a negative key,"
                : "hash-mod with negative keys " + negative.written();
    }
}

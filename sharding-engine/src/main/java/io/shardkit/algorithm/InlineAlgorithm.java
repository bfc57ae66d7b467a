package io.shardkit.algorithm;

import io.shardkit.algorithm.InlineExpression.Binary;
import io.shardkit.algorithm.InlineExpression.Constant;
import io.shardkit.algorithm.InlineExpression.Operator;
import io.shardkit.algorithm.InlineExpression.TwoKinds;
import io.shardkit.algorithm.InlineExpression.Variable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The name of a target, put together from the sharding value by a template.
 *
 * @param shardCount number of shards, at least 1
 * @param parts what makes a name, but for the constant text that all names begin with
 * @param shards by the rest of the name
 * @param refusesNegative whether a negative key of 32 bits has no shard, so that a statement by it is refused
 */
record InlineAlgorithm(
        int shardCount, List<InlineExpression> parts, Map<String, Integer> shards, boolean refusesNegative)
        implements ShardingAlgorithm {

    InlineAlgorithm {
        parts = List.copyOf(parts);
        shards = Map.copyOf(shards);
    }

    /**
     * The algorithm of a template; a remainder alone is {@link ModAlgorithm}, which is as fast as it gets and places
     * negative keys too.
     *
     * @param negative which class the negative numbers have of which the template takes a hash
     * @throws InlineParser.NotUnderstood if the template is not understood or can never name one of the targets
     */
    static ShardingAlgorithm of(String template, Targets targets, NegativeKeys negative) {
        List<InlineExpression> parts =
                new ArrayList<>(negative.apply(InlineParser.read(template).parts()));
        String beginning = "";
        if (!parts.isEmpty() && parts.get(0) instanceof Constant constant) {
            beginning = constant.value().toString();
            parts.remove(0);
        }
        Map<String, Integer> shards = new HashMap<>();
        for (int i = 0; i < targets.count(); i++) {
            String name = targets.names().get(i);
            if (!name.startsWith(beginning)) {
                throw new InlineParser.NotUnderstood(
                        "'" + template + "' never names " + name + ", which is one of the targets");
            }
            if (shards.put(name.substring(beginning.length()), i) != null) {
                throw new InlineParser.NotUnderstood("two of the targets have the name " + name);
            }
        }
        InlineAlgorithm algorithm = new InlineAlgorithm(targets.count(), parts, shards, negative.refuses(parts));
        return algorithm.isRemainder() ? new ModAlgorithm(targets.count()) : algorithm;
    }

    /** Returns true if each shard's number is the remainder of the key divided by the number of shards. */
    private boolean isRemainder() {
        Binary remainder = new Binary(Operator.REMAINDER, new Variable(), new Constant(shardCount));
        boolean inOrder = true;
        for (int i = 0; i < shardCount; i++) {
            inOrder &= Integer.valueOf(i).equals(shards.get(Integer.toString(i)));
        }
        return inOrder && parts.equals(List.of(remainder));
    }

    /** Dates are left out: their canonical form, a number of days, is not what a template means. */
    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER || type.isShownAsText();
    }

    @Override
    public int shard(long key) {
        return refusesNegative && NegativeKeys.isEither(key) ? TypedHashAlgorithm.UNDECIDED : named(key);
    }

    /** All of them if a key between may be without a shard. */
    @Override
    public @Nullable BitSet shards(KeyRange range) {
        return refusesNegative ? null : ShardingAlgorithm.enumerate(range, this);
    }

    @Override
    public int shard(String key) {
        return named(key);
    }

    /** A key from which no name can be made, such as a text that is too short, has no row: none could be written. */
    private int named(Object key) {
        try {
            if (parts.size() == 1) {
                return shards.getOrDefault(parts.get(0).of(key).toString(), NOWHERE);
            }
            StringBuilder name = new StringBuilder();
            for (InlineExpression part : parts) {
                name.append(part.of(key));
            }
            return shards.getOrDefault(name.toString(), NOWHERE);
        } catch (TwoKinds undecided) {
            return TypedHashAlgorithm.UNDECIDED;
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException noName) {
            return NOWHERE;
        }
    }

    /** Stands in the message when a key is refused. */
    @Override
    public String toString() {
        return refusesNegative
                ? "inline, whose setting negative-keys (as-long or as-int) decides the hash of a negative key,"
                : "inline " + parts;
    }
}

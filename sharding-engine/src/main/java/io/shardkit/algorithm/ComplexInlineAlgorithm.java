package io.shardkit.algorithm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a target, put together from the values of several columns by a template.
 *
 * @param shardCount number of shards, at least 1
 * @param parts what makes a name, but for the constant text that all names begin with
 * @param shards by the rest of the name
 * @param refusesNegative whether negative keys of 32 bits have no shard, so that a statement by one is refused
 */
record ComplexInlineAlgorithm(
        int shardCount, List<InlineExpression> parts, Map<String, Integer> shards, boolean refusesNegative)
        implements ComplexShardingAlgorithm {

    ComplexInlineAlgorithm {
        parts = List.copyOf(parts);
        shards = Map.copyOf(shards);
    }

    /**
     * The algorithm of a template for columns.
     *
     * @param names of the targets
     * @param negative which class the negative numbers have of which the template takes a hash
     * @throws InlineParser.NotUnderstood if the template is not understood or can never name one of the targets
     */
    static ComplexInlineAlgorithm of(String template, List<String> names, List<String> columns, NegativeKeys negative) {
        List<InlineExpression> parts = new ArrayList<>(
                negative.apply(InlineParser.read(template, columns).parts()));
        String beginning = "";
        if (!parts.isEmpty() && parts.get(0) instanceof InlineExpression.Constant constant) {
            beginning = constant.value().toString();
            parts.remove(0);
        }
        Map<String, Integer> shards = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (!name.startsWith(beginning)) {
                throw new InlineParser.NotUnderstood(
                        "'" + template + "' never names " + name + ", which is one of the targets");
            }
            if (shards.put(name.substring(beginning.length()), i) != null) {
                throw new InlineParser.NotUnderstood("two of the targets have the name " + name);
            }
        }
        return new ComplexInlineAlgorithm(names.size(), parts, shards, negative.refuses(parts));
    }

    /** Dates are left out: their canonical form, a number of days, is not what a template means. */
    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER || type == KeyType.TEXT || type == KeyType.PADDED_TEXT;
    }

    /** Keys from which no name can be made, such as a text that is too short, have no row: none could be written. */
    @Override
    public int shard(List<Object> keys) {
        if (refusesNegative && hasEither(keys)) {
            return TypedHashAlgorithm.UNDECIDED;
        }
        try {
            StringBuilder name = new StringBuilder();
            for (InlineExpression part : parts) {
                name.append(part.of(keys));
            }
            return shards.getOrDefault(name.toString(), NOWHERE);
        } catch (InlineExpression.TwoKinds undecided) {
            return TypedHashAlgorithm.UNDECIDED;
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException noName) {
            return NOWHERE;
        }
    }

    private static boolean hasEither(List<? extends @Nullable Object> keys) {
        return keys.stream().anyMatch(key -> key instanceof Long number && NegativeKeys.isEither(number));
    }

    /** Returns the shards whose names match the known parts of the name. */
    @Override
    public @Nullable BitSet shards(List<@Nullable Object> keys) {
        if (refusesNegative && hasEither(keys)) {
            return null;
        }
        StringBuilder name = new StringBuilder();
        boolean known = false;
        try {
            for (InlineExpression part : parts) {
                boolean isConstant = part instanceof InlineExpression.Constant;
                known |= !isConstant && part.isKnown(keys);
                name.append(part.isKnown(keys) ? Pattern.quote(part.of(keys).toString()) : ".*");
            }
        } catch (InlineExpression.TwoKinds undecided) {
            return null;
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException noName) {
            return new BitSet();
        }
        if (!known) {
            return null;
        }
        Pattern possible = Pattern.compile(name.toString(), Pattern.DOTALL);
        BitSet found = new BitSet(shardCount);
        shards.forEach((text, shard) -> {
            if (possible.matcher(text).matches()) {
                found.set(shard);
            }
        });
        return found;
    }

    /** Stands in the message when a key is refused. */
    @Override
    public String toString() {
        return refusesNegative
                ? "complex-inline, whose setting negative-keys (as-long or as-int) decides the hash of a negative key,"
                : "complex-inline " + parts;
    }
}

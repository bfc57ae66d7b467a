package io.shardkit.boot.autoconfigure;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypedValue;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/** Chooses the target that an expression of the sharding value names. Immutable. */
final class SpelAlgorithm implements ShardingAlgorithm {
    private final Expression expression;
    private final EvaluationContext context;
    private final Map<String, Integer> shards;

    private SpelAlgorithm(Expression expression, EvaluationContext context, Map<String, Integer> shards) {
        this.expression = expression;
        this.context = context;
        this.shards = Map.copyOf(shards);
    }

    /**
     * The algorithm of an expression, in which the column's name stands for its value. It reads the value and calls
     * methods of it, and nothing else.
     *
     * @param shards the shards by what the expression says
     * @throws org.springframework.expression.ParseException if it is no expression
     * @throws EvaluationException if it says nothing of a whole number nor of a text
     */
    static SpelAlgorithm of(String expression, String column, Map<String, Integer> shards) {
        SpelAlgorithm algorithm = new SpelAlgorithm(
                new SpelExpressionParser().parseExpression(expression),
                SimpleEvaluationContext.forPropertyAccessors(new ColumnAccessor(column))
                        .withInstanceMethods()
                        .build(),
                shards);
        try {
            algorithm.said(1L);
        } catch (EvaluationException ofNumber) {
            algorithm.said("1");
        }
        return algorithm;
    }

    @Override
    public int shardCount() {
        return shards.size();
    }

    /** Dates are left out: their canonical form, a number of days, is not what an expression means. */
    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.INTEGER || type.isShownAsText();
    }

    @Override
    public int shard(long key) {
        return named(key);
    }

    @Override
    public int shard(String key) {
        return named(key);
    }

    /** A value of which the expression says nothing, such as a text that is too short, has no row. */
    private int named(Object key) {
        try {
            return shards.getOrDefault(said(key), NOWHERE);
        } catch (EvaluationException | ArithmeticException | IndexOutOfBoundsException nothing) {
            return NOWHERE;
        }
    }

    private String said(Object key) {
        return String.valueOf(expression.getValue(context, key));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SpelAlgorithm algorithm
                && algorithm.expression.getExpressionString().equals(expression.getExpressionString())
                && algorithm.shards.equals(shards);
    }

    @Override
    public int hashCode() {
        return Objects.hash(expression.getExpressionString(), shards);
    }

    @Override
    public String toString() {
        return "#{" + expression.getExpressionString() + "}";
    }

    /** The column's name is the value itself. */
    private record ColumnAccessor(String column) implements PropertyAccessor {
        @Override
        public Class<?> @Nullable [] getSpecificTargetClasses() {
            return null;
        }

        @Override
        public boolean canRead(EvaluationContext context, @Nullable Object target, String name) {
            return name.equalsIgnoreCase(column) && (target instanceof Long || target instanceof String);
        }

        @Override
        public TypedValue read(EvaluationContext context, @Nullable Object target, String name) {
            return new TypedValue(target);
        }

        @Override
        public boolean canWrite(EvaluationContext context, @Nullable Object target, String name) {
            return false;
        }

        @Override
        public void write(EvaluationContext context, @Nullable Object target, String name, @Nullable Object newValue) {
            throw new UnsupportedOperationException();
        }
    }
}

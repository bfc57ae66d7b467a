package io.shardkit.plan;

import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.keygen.EmbeddingKeyGenerator;
import io.shardkit.keygen.KeyGenerationException;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.route.KeyBounds;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an INSERT into a table with a key generator: a row gets one if it leaves the column out, or gives NULL or
 * DEFAULT for it. Immutable.
 *
 * @param generator makes the keys
 * @param name table and column, for messages
 * @param column the column
 * @param type of the column
 * @param bounds what the column takes as it is
 * @param given for each row the value that it gives; null where a key is always generated
 */
public record GeneratedRowKeys(
        KeyGenerator generator,
        String name,
        String column,
        KeyType type,
        KeyBounds bounds,
        List<@Nullable Value> given) {

    /** The key that a row of this execution brings, or null if it is to be generated. */
    public @Nullable Object given(int row, Parameters parameters) throws SQLException {
        Value value = given.get(row);
        Object key = value == null ? null : value.of(parameters);
        if (key == null || type != KeyType.INTEGER) {
            return key;
        }
        Object number = KeyNormalizer.canonical(type, key);
        return number instanceof Long ? number : key;
    }

    /**
     * A new key.
     *
     * @param nanos how long it may take; 0 for any time
     */
    public Object next(long nanos) throws SQLException {
        return next(generator, name, bounds, nanos);
    }

    /**
     * A new key for a row of a shard, which its low bits hold if the generator puts it there.
     *
     * @param bits how many low bits hold the shard
     * @param nanos how long it may take; 0 for any time
     */
    public Object next(int shard, int bits, long nanos) throws SQLException {
        return next(holding(generator, shard, bits), name, bounds, nanos);
    }

    /** The generator, as one whose keys hold a shard in so many low bits, if it makes such keys. */
    public static KeyGenerator holding(KeyGenerator generator, int shard, int bits) {
        return generator instanceof EmbeddingKeyGenerator embedding ? () -> embedding.nextKey(shard, bits) : generator;
    }

    /**
     * @param name table and column, for messages
     * @param bounds what the column takes as it is: a database may store another key than is reported
     * @param nanos how long it may take; 0 for any time
     */
    public static Object next(KeyGenerator generator, String name, KeyBounds bounds, long nanos) throws SQLException {
        try {
            Object key = generator.nextKey(nanos);
            if (bounds.takesGenerated(key)) {
                return key;
            }
        } catch (RuntimeException failure) {
            throw refusal(failure, name);
        }
        throw ShardingExceptions.of(ErrorCode.KEY_NOT_GENERATED, name + ", which is too narrow for the key");
    }

    /** Returns the refusal of the statement for a generator's failure, with the generator's error code if there is one. */
    private static SQLException refusal(RuntimeException failure, String name) {
        SQLException refusal = failure instanceof KeyGenerationException coded
                ? ShardingExceptions.of(coded.errorCode(), name + ": " + coded.detail())
                : ShardingExceptions.of(ErrorCode.KEY_NOT_GENERATED, name);
        refusal.initCause(failure);
        return refusal;
    }

    /** From each parameter that a row gives its key by to the row. */
    public Map<Integer, Integer> parameters() {
        Map<Integer, Integer> rows = new HashMap<>();
        for (int row = 0; row < given.size(); row++) {
            if (given.get(row) instanceof Value.Parameter parameter) {
                rows.put(parameter.index(), row);
            }
        }
        return rows;
    }
}

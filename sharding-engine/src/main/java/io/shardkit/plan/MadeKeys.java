package io.shardkit.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an INSERT of which the framework may have made some.
 *
 * @param keys the key of each row, in the order of the statement
 * @param firstGenerated the first of the keys that the framework made, or null if it made none
 */
public record MadeKeys(List<Object> keys, @Nullable Object firstGenerated) {
    /** Of a statement whose rows get no keys from the framework. */
    static final MadeKeys NONE = new MadeKeys(List.of(), null);
}

package io.shardkit.algorithm;

import io.shardkit.options.TypedSettings;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm with its parameters, but without the targets that it chooses from: a rule knows these when it expands the
 * data nodes of a table. {@link Algorithms} has the built-in ones. Immutable.
 */
@FunctionalInterface
public interface AlgorithmSpec {

    /**
     * Makes the algorithm over targets.
     *
     * @throws io.shardkit.error.ShardingConfigurationException if a parameter is missing or wrong, or does not fit the
     *     targets; it names the parameter
     */
    ShardingAlgorithm over(Targets targets);

    /** Returns true if the targets are periods of time, whose tables may be created later; false by default. */
    default boolean isOfPeriods() {
        return false;
    }

    /** Returns true if the algorithm is the same one over any targets, with a number of shards of its own. */
    default boolean ignoresTargets() {
        return false;
    }

    /** Returns the type and the settings by which another process makes the same algorithm, or null if no type makes it. */
    @API(status = API.Status.INTERNAL)
    default @Nullable TypedSettings written() {
        return null;
    }

    /**
     * Returns true if all that decides where rows lie is in {@link #written()}, as it is for the types that come with the
     * engine; false by default.
     */
    @API(status = API.Status.INTERNAL)
    default boolean isWrittenWhole() {
        return false;
    }
}

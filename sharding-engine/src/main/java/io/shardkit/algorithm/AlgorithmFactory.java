package io.shardkit.algorithm;

import io.shardkit.options.Settings;
import java.util.List;

/**
 * Makes the algorithms of one type from their settings. Found by {@link java.util.ServiceLoader}, or as a bean where
 * Spring is used. Implementations are thread-safe.
 */
public interface AlgorithmFactory {

    /** The type by which a configuration names it, in lower case with dashes. */
    String type();

    /** One sentence without a full stop for the list of types. */
    String description();

    /** The settings that it knows, in lower case with dashes, each with its meaning. */
    List<Setting> settings();

    /**
     * An algorithm over these targets. Two calls with equal settings and targets of the same number give algorithms
     * that are {@code equals} if they place every key alike, so that tables can be bound.
     *
     * @throws io.shardkit.error.ShardingConfigurationException if a setting is missing or wrong; it names the setting
     */
    ShardingAlgorithm create(Settings settings, Targets targets);

    /**
     * A setting.
     *
     * @param name in lower case with dashes
     * @param description its meaning, range and default, as a sentence without a full stop
     */
    record Setting(String name, String description) {}
}

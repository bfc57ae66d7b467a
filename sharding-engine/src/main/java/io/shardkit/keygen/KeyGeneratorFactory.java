package io.shardkit.keygen;

import io.shardkit.options.Settings;
import java.util.List;

/**
 * Makes the key generators of one type from their settings. Found by {@link java.util.ServiceLoader}, or as a bean where
 * Spring is used. Implementations are thread-safe.
 */
public interface KeyGeneratorFactory {

    /** The type by which a configuration names it, in lower case with dashes. */
    String type();

    /** One sentence without a full stop for the list of types. */
    String description();

    /** The settings that it knows, in lower case with dashes, each with its meaning. */
    List<Setting> settings();

    /**
     * A generator, which is closed before the data sources are.
     *
     * @param name the name under which it is configured
     * @throws io.shardkit.error.ShardingConfigurationException if a setting is missing or wrong; it names the setting
     */
    KeyGenerator create(String name, Settings settings, KeyDatabases databases);

    /**
     * A setting.
     *
     * @param name in lower case with dashes
     * @param description its meaning, range and default, as a sentence without a full stop
     */
    record Setting(String name, String description) {}
}

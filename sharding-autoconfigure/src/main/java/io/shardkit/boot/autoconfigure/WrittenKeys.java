package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The keys of a map property as the user wrote them. Spring Boot compares names without regard to case, underscores and
 * dashes, takes sources in order of precedence, and reads an environment variable's part as a lower case key. So a
 * variable that overrides one setting of {@code t_order} also makes a second key {@code torder}, and it moves its key to
 * the front. Here the keys get the order of the files, and a variable's key becomes the key that it overrides.
 */
final class WrittenKeys {
    private final Set<String> ordered = new LinkedHashSet<>();
    private final Set<String> unordered = new TreeSet<>();

    private WrittenKeys() {}

    /**
     * The bound map with its keys as written, in written order.
     *
     * @throws ShardingConfigurationException if two keys are one property name to Spring Boot, so that the settings of
     *     one would be read for the other
     */
    static <T> Map<String, T> arrange(Environment environment, String property, Map<String, T> bound) {
        WrittenKeys keys = new WrittenKeys();
        keys.read(environment, ConfigurationPropertyName.of(property));
        Map<String, String> writtenByUniform = new HashMap<>();
        Map<String, T> arranged = new LinkedHashMap<>();
        keys.ordered.forEach(key -> put(key, property, bound, writtenByUniform, arranged));
        // Keys that only variables, arguments or system properties name have no order of their own; each key stands for
        // itself unless a file wrote the same name.
        for (String key : keys.unordered) {
            if (!writtenByUniform.containsKey(uniform(key))) {
                put(key, property, bound, writtenByUniform, arranged);
            }
        }
        return arranged;
    }

    private static <T> void put(
            String key, String property, Map<String, T> bound, Map<String, String> byUniform, Map<String, T> arranged) {
        T value = bound.get(key);
        if (value == null) {
            return;
        }
        String other = byUniform.putIfAbsent(uniform(key), key);
        if (other != null && !other.equals(key)) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    property,
                    "'" + other + "' and '" + key + "' are the same name to Spring Boot, which ignores case, dashes and"
                            + " underscores; rename one of them");
        }
        arranged.put(key, value);
    }

    private void read(Environment environment, ConfigurationPropertyName root) {
        Deque<IterableConfigurationPropertySource> lowestFirst = new ArrayDeque<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                lowestFirst.push(iterable);
            }
        }
        for (IterableConfigurationPropertySource source : lowestFirst) {
            Collection<String> keys = hasOrder(source) ? ordered : unordered;
            for (ConfigurationPropertyName name : source) {
                if (root.isAncestorOf(name)) {
                    keys.add(name.getElement(root.getNumberOfElements(), Form.ORIGINAL));
                }
            }
        }
    }

    /** Files are read in the order of their lines; variables, arguments and hash tables have none that would last. */
    private static boolean hasOrder(ConfigurationPropertySource source) {
        if (!(source.getUnderlyingSource() instanceof PropertySource<?> propertySource)) {
            return true;
        }
        Object content = propertySource.getSource();
        return !(propertySource instanceof SystemEnvironmentPropertySource
                || propertySource instanceof CommandLinePropertySource
                || propertySource.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)
                || content instanceof Hashtable
                || (content instanceof HashMap && !(content instanceof LinkedHashMap)));
    }

    private static String uniform(String key) {
        return key.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}

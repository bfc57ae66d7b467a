package io.shardkit.boot.autoconfigure;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The names of the properties that are set; no value is read. */
final class SetProperties {
    private static final ConfigurationPropertyName SHARDING = ConfigurationPropertyName.of("sharding");
    private static final ConfigurationPropertyName PLAIN = ConfigurationPropertyName.of("spring.datasource");

    /** Others, such as a group for a second DataSource, are the application's own. */
    private static final Set<String> PLAIN_SETTINGS =
            Set.of("url", "jndiname", "username", "password", "driverclassname", "hikari");

    private SetProperties() {}

    /**
     * A property that is set under {@code sharding}, or that name itself; null if there is none. Of variables and system
     * properties only those count that are close to a property of Shardkit: others may be there for something else.
     */
    static @Nullable String anyUnderSharding(Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                for (ConfigurationPropertyName name : iterable) {
                    if (isOurs(name) && (!isOfTheMachine(source) || isClose(name))) {
                        return name.toString();
                    }
                }
            } else if (source.containsDescendantOf(SHARDING) == ConfigurationPropertyState.PRESENT) {
                return SHARDING.toString();
            }
        }
        return null;
    }

    /** Returns a property that Spring Boot makes a DataSource by, where it makes one; null if none is set. */
    static @Nullable String ofPlainDataSource(Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                for (ConfigurationPropertyName name : iterable) {
                    if (PLAIN.isAncestorOf(name) && PLAIN_SETTINGS.contains(name.getElement(2, Form.UNIFORM))) {
                        return name.toString();
                    }
                }
            }
        }
        return null;
    }

    private static boolean isOurs(ConfigurationPropertyName name) {
        return SHARDING.isAncestorOf(name) || SHARDING.equals(name);
    }

    private static boolean isClose(ConfigurationPropertyName name) {
        return name.getNumberOfElements() > 1 && KnownProperties.nearestGroup(name.getElement(1, Form.UNIFORM)) != null;
    }

    /** Returns true for variables and system properties, which all programs of the machine share. */
    static boolean isOfTheMachine(ConfigurationPropertySource source) {
        if (!(source.getUnderlyingSource() instanceof PropertySource<?> underlying)) {
            return false;
        }
        String name = underlying.getName();
        return name.equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)
                || name.equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    }
}

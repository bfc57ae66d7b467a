package io.shardkit.boot.imports;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;
import org.springframework.util.ClassUtils;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads the configuration of Apache ShardingSphere 5 or 4 that {@code sharding.import} names, and adds the {@code sharding.*}
 * properties that say the same to the environment, below everything that the application sets itself.
 */
public final class ShardingImport {
    /** Names the file, as {@code classpath:sharding.yaml}, or is {@code spring.shardingsphere}. */
    static final String PROPERTY = "sharding.import";

    private static final Logger LOGGER = LoggerFactory.getLogger(ShardingImport.class);
    private static final String SOURCE = "imported sharding configuration";
    private static final String OLDER_FRAMEWORK =
            "org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource";
    private static final ConfigurationPropertyName SHARDING = ConfigurationPropertyName.of("sharding");

    private ShardingImport() {}

    /**
     * Adds the properties, unless that was done before or there is nothing to import. Properties of
     * {@code spring.shardingsphere} are also read without being named, if nothing is set under {@code sharding} and
     * ShardingSphere itself is not there.
     *
     * @throws ShardingConfigurationException if something cannot be taken; the message has every line
     */
    public static void apply(ConfigurableEnvironment environment) {
        apply(environment, LOGGER::warn);
    }

    /** As {@link #apply(ConfigurableEnvironment)}; {@code warnings} gets what is taken with a difference. */
    static void apply(ConfigurableEnvironment environment, Consumer<String> warnings) {
        if (environment.getPropertySources().contains(SOURCE) || !isEnabled(environment)) {
            return;
        }
        String location = environment.getProperty(PROPERTY);
        boolean named = location != null && !location.isBlank();
        if (!named && !isForStarter(environment)) {
            return;
        }
        String source = location == null || !named ? StarterParts.PREFIX : location.strip();
        Translation translation = source.equals(StarterParts.PREFIX)
                ? starter(ConfigurationPropertySources.get(environment), false, source, isSet(environment), warnings)
                : read(resource(source), source, isSet(environment), warnings);
        environment
                .getPropertySources()
                .addLast(new OriginTrackedMapPropertySource(SOURCE, translation.properties(), true));
    }

    /**
     * Returns the translation of a file.
     *
     * @throws ShardingConfigurationException if something cannot be taken; the message has every line
     */
    static Translation read(String location) {
        return read(resource(location), location, property -> false, LOGGER::warn);
    }

    private static boolean isEnabled(Environment environment) {
        try {
            return Binder.get(environment)
                    .bind("sharding.enabled", Boolean.class)
                    .orElse(true);
        } catch (BindException unreadable) {
            return true;
        }
    }

    private static boolean isForStarter(Environment environment) {
        Iterable<ConfigurationPropertySource> sources = ConfigurationPropertySources.get(environment);
        for (ConfigurationPropertySource source : sources) {
            if (source.containsDescendantOf(SHARDING) == ConfigurationPropertyState.PRESENT) {
                return false;
            }
        }
        return StarterParts.areSet(sources)
                && !"false".equalsIgnoreCase(environment.getProperty(StarterParts.PREFIX + ".enabled"))
                && !ClassUtils.isPresent(OLDER_FRAMEWORK, null);
    }

    private static Predicate<String> isSet(Environment environment) {
        return property -> {
            ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                if (source.getConfigurationProperty(name) != null) {
                    return true;
                }
            }
            return false;
        };
    }

    private static Resource resource(String location) {
        Resource resource = ApplicationResourceLoader.get().getResource(location);
        if (!location.contains(":")) {
            resource = ApplicationResourceLoader.get().getResource("file:" + location);
        }
        if (!resource.exists()) {
            throw invalid(
                    "'" + location + "' is not there; it is classpath:name, file:path, or spring.shardingsphere", null);
        }
        return resource;
    }

    private static Translation starter(
            Iterable<ConfigurationPropertySource> sources,
            boolean ofFile,
            String source,
            Predicate<String> isSet,
            Consumer<String> warnings) {
        Problems problems = new Problems(source);
        Translation translation = ConfigurationImport.read(StarterParts.read(sources, ofFile), problems, isSet);
        problems.check();
        problems.notes().forEach(warnings);
        return translation;
    }

    /** Reads the older framework's own YAML, or the file of an application with the properties of its starter. */
    private static Translation read(
            Resource resource, String location, Predicate<String> isSet, Consumer<String> warnings) {
        try {
            String text = resource.getContentAsString(StandardCharsets.UTF_8);
            if (location.endsWith(".properties")) {
                return starter(load(new PropertiesPropertySourceLoader(), resource), true, location, isSet, warnings);
            }
            Problems problems = new Problems(location);
            Part root = YamlParts.read(text, resource, problems);
            if (root instanceof Part.Block block
                    && block.parts().keySet().stream()
                            .anyMatch(name -> name.startsWith("spring") || name.equals("sharding"))) {
                return starter(load(new YamlPropertySourceLoader(), resource), true, location, isSet, warnings);
            }
            Translation translation = ConfigurationImport.read(root, problems, isSet);
            problems.check();
            problems.notes().forEach(warnings);
            return translation;
        } catch (IOException e) {
            throw invalid("'" + location + "' cannot be read: " + e, e);
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
            throw invalid("'" + location + "' is not YAML, line " + line + ": " + e.getProblem(), e);
        } catch (YAMLException e) {
            throw invalid("'" + location + "' is not YAML that can be read: " + reason(e), e);
        }
    }

    /** Returns the reason in the words of the cause, such as of a character that is no UTF-8. */
    private static String reason(YAMLException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return cause instanceof CharacterCodingException
                ? "a character of it is not in UTF-8; convert the file"
                : String.valueOf(cause.getMessage());
    }

    private static Iterable<ConfigurationPropertySource> load(PropertySourceLoader loader, Resource resource)
            throws IOException {
        List<PropertySource<?>> sources = loader.load(resource.getDescription(), resource);
        return ConfigurationPropertySources.from(sources);
    }

    private static ShardingConfigurationException invalid(String detail, @Nullable Throwable cause) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, PROPERTY, detail, cause);
    }
}

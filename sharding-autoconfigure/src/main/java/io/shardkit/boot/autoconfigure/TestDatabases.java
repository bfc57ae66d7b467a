package io.shardkit.boot.autoconfigure;

import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Does the work of {@code @AutoConfigureTestDatabase} shard by shard: where it would replace the DataSource with one
 * embedded database, each pool is replaced by an embedded database of its own, and the tables stay sharded. Works before
 * Boot's own replacement, which would leave the shards as they are, or one plain database.
 */
final class TestDatabases implements BeanDefinitionRegistryPostProcessor, Ordered {
    static final String PROPERTY = "spring.test.database.replace";

    private static final Logger LOGGER = LoggerFactory.getLogger(TestDatabases.class);
    private static final String BOOTS =
            "org.springframework.boot.jdbc.test.autoconfigure.TestDatabaseAutoConfiguration";
    private static final String[] BOOTS_REPLACEMENTS = {
        "nonTestEmbeddedDataSourceBeanFactoryPostProcessor", "embeddedDataSourceBeanFactoryPostProcessor"
    };
    private static final String DYNAMIC = "org.springframework.test.context.support.DynamicValuesPropertySource";

    private final Environment environment;

    TestDatabases(Environment environment) {
        this.environment = environment;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        String replace = environment.getProperty(PROPERTY, "NON_TEST");
        if (AotDetector.useGeneratedArtifacts()
                || !registry.containsBeanDefinition(BOOTS)
                || replace.equalsIgnoreCase("NONE")) {
            return;
        }
        for (String name : BOOTS_REPLACEMENTS) {
            if (registry.containsBeanDefinition(name)) {
                registry.removeBeanDefinition(name);
            }
        }
        Map<String, ServerPools.Settings> pools = ServerPools.of(environment).byName();
        ConnectionDetails details = new ConnectionDetails((ConfigurableListableBeanFactory) registry, pools.keySet());
        pools.forEach((name, pool) -> {
            if (registry.containsBeanDefinition(name)
                    && isReplaced(replace, registry.getBeanDefinition(name), () -> isTest(name, pool, details))) {
                LOGGER.info("Replacing '{}' DataSource bean with embedded version", name);
                registry.removeBeanDefinition(name);
                if (!pool.replica()) {
                    // Nothing would keep an embedded copy of it up to date.
                    registry.registerBeanDefinition(name, EmbeddedShard.definition(name));
                }
            }
        });
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {}

    private static boolean isReplaced(String replace, BeanDefinition pool, BooleanSupplier test) {
        boolean ours = ShardPoolRegistrar.isRegistered(pool);
        return switch (replace.toUpperCase(Locale.ROOT)) {
            case "ANY" -> true;
            case "AUTO_CONFIGURED" -> ours;
            default -> !ours || !test.getAsBoolean();
        };
    }

    /** Returns true if a pool goes to a database that was started for a test, or that lies in the memory of this process. */
    private boolean isTest(String name, ServerPools.Settings pool, ConnectionDetails details) {
        String url = pool.url();
        if (details.nameFor(name) != null) {
            return details.isOfContainer(name);
        }
        return url != null && (url.startsWith("jdbc:tc:") || isEmbedded(url) || isDynamic(pool.property()));
    }

    private static boolean isEmbedded(String url) {
        return url.startsWith("jdbc:")
                && EmbeddedDatabaseConnection.isEmbedded(
                        DatabaseDriver.fromJdbcUrl(url).getDriverClassName(), url);
    }

    /** Returns true if {@code @DynamicPropertySource} set the URL. */
    private boolean isDynamic(String path) {
        ConfigurationPropertyName url =
                ConfigurationPropertyName.adapt(path, '.').append("url");
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty property = source.getConfigurationProperty(url);
            if (property != null) {
                return property.getOrigin() instanceof PropertySourceOrigin origin
                        && origin.getPropertySource().getClass().getName().equals(DYNAMIC);
            }
        }
        return false;
    }
}

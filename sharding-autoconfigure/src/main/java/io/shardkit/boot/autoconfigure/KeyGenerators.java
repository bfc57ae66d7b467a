package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.KeyDatabases;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.keygen.KeyGeneratorFactory;
import io.shardkit.keygen.KeyGeneratorRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * From a key generator's name to the generator: one of {@code sharding.key-generators}, or a bean. A bean itself, which
 * closes the generators before the pools that they use.
 */
final class KeyGenerators implements AutoCloseable {
    static final String PROPERTY = "sharding.key-generators";
    static final String BEAN = "shardingKeyGenerators";
    private static final Logger LOGGER = LoggerFactory.getLogger(KeyGenerators.class);

    // One generator for each name: two with one worker id could make one key twice.
    private final Map<String, KeyGenerator> generators = new LinkedHashMap<>();
    private final ListableBeanFactory beans;

    /** Returns the key generators of the properties, which may be an application's or a file's. */
    static KeyGenerators of(
            ShardingProperties properties, Environment environment, ConfigurableListableBeanFactory beans) {
        List<String> names =
                List.copyOf(WrittenKeys.arrange(environment, OnShardingDataSources.PROPERTY, properties.dataSources())
                        .keySet());
        return new KeyGenerators(
                WrittenKeys.arrange(environment, PROPERTY, properties.keyGenerators()),
                beans,
                KeyPools.of(names, properties.defaultDataSource(), ServerPools.of(properties.dataSources()), beans));
    }

    KeyGenerators(
            Map<String, ShardingProperties.Generator> declared, ListableBeanFactory beans, KeyDatabases databases) {
        this.beans = beans;
        KeyGeneratorRegistry types = new KeyGeneratorRegistry(
                beans.getBeanProvider(KeyGeneratorFactory.class).orderedStream().toList());
        try {
            declared.forEach((name, generator) -> generators.put(
                    name, types.create(PROPERTY + "." + name, name, generator.type(), generator.props(), databases)));
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    private KeyGenerators(Map<String, KeyGenerator> generators, ListableBeanFactory beans) {
        this.generators.putAll(generators);
        this.beans = beans;
    }

    /** Returns generators for planning, whose keys are not used and which touch no database. */
    static KeyGenerators forPlanning(
            ShardingProperties properties, Environment environment, ConfigurableListableBeanFactory beans) {
        Map<String, KeyGenerator> generators = new LinkedHashMap<>();
        for (String name : beans.getBeanNamesForType(KeyGenerator.class, true, false)) {
            generators.put(name, PlanningKeys.like(null));
        }
        WrittenKeys.arrange(environment, PROPERTY, properties.keyGenerators())
                .forEach((name, generator) -> generators.put(name, PlanningKeys.like(generator)));
        return new KeyGenerators(generators, beans);
    }

    /** The generator of that name; {@code property} is the one that names it. */
    KeyGenerator named(String name, String property) {
        KeyGenerator generator = generators.get(name);
        if (generator != null) {
            return generator;
        }
        if (NamedBeans.has(beans, name, KeyGenerator.class)) {
            return beans.getBean(name, KeyGenerator.class);
        }
        throw new ShardingConfigurationException(
                ErrorCode.UNKNOWN_KEY_GENERATOR,
                property,
                "'" + name + "' is neither a key generator nor a bean of type KeyGenerator; there are "
                        + NamedBeans.with(generators.keySet(), beans, KeyGenerator.class));
    }

    /** Gives back what the generators hold in the databases. */
    @Override
    public void close() {
        generators.forEach((name, generator) -> {
            try {
                generator.close();
            } catch (RuntimeException e) {
                LOGGER.warn("{}.{} was not closed", PROPERTY, name, e);
            }
        });
        generators.clear();
    }
}

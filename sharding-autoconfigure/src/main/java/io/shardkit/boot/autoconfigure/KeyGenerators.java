package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.keygen.SnowflakeKeyGenerator;
import io.shardkit.keygen.UuidKeyGenerator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;

/** From a key generator's name to the generator: one of {@code sharding.key-generators}, or a bean. */
final class KeyGenerators {
    static final String PROPERTY = "sharding.key-generators";
    static final List<String> TYPES = List.of("snowflake", "uuid");

    private static final Logger LOGGER = LoggerFactory.getLogger(KeyGenerators.class);
    private static final String WORKER_ID = "worker-id";
    private static final String TOLERANCE = "max-tolerate-time-difference-milliseconds";
    private static final long DEFAULT_TOLERANCE_MILLIS = 10;

    // One generator for each name: two with one worker id could make one key twice.
    private final Map<String, KeyGenerator> generators = new LinkedHashMap<>();
    private final ListableBeanFactory beans;

    KeyGenerators(Map<String, ShardingProperties.Generator> declared, ListableBeanFactory beans) {
        this.beans = beans;
        declared.forEach((name, generator) -> generators.put(name, create(name, generator)));
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

    private static KeyGenerator create(String name, ShardingProperties.Generator generator) {
        String path = PROPERTY + "." + name;
        String type = Types.of(path, generator.type(), TYPES);
        Props props = new Props(path + ".props", generator.props());
        if (type.equals("uuid")) {
            props.allowOnly(type, List.of());
            return new UuidKeyGenerator();
        }
        props.allowOnly(type, List.of(WORKER_ID, TOLERANCE));
        OptionalLong worker = props.number(WORKER_ID);
        long tolerance = props.number(TOLERANCE).orElse(DEFAULT_TOLERANCE_MILLIS);
        if (tolerance < 0) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, props.property() + "." + TOLERANCE, tolerance + " is less than 0");
        }
        String workerPath = props.property() + "." + WORKER_ID;
        if (worker.isEmpty()) {
            LOGGER.warn(
                    "{} is not set, 0 is used. Two running processes with one worker id can make one key twice:"
                            + " give each its own, 0 to 1023.",
                    workerPath);
        }
        try {
            return new SnowflakeKeyGenerator(worker.orElse(0), tolerance);
        } catch (ShardingConfigurationException e) {
            throw new ShardingConfigurationException(e.errorCode(), workerPath, e.detail(), e);
        }
    }
}

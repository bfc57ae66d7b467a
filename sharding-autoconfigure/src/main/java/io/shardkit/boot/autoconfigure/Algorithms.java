package io.shardkit.boot.autoconfigure;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;

/** From an algorithm's name to the algorithm: one of {@code sharding.algorithms}, or a bean. */
final class Algorithms {
    static final String PROPERTY = "sharding.algorithms";
    static final List<String> TYPES = List.of("mod", "hash-mod");

    private static final String SHARDING_COUNT = "sharding-count";

    private final Map<String, ShardingProperties.Algorithm> declared;
    private final ListableBeanFactory beans;

    Algorithms(Map<String, ShardingProperties.Algorithm> declared, ListableBeanFactory beans) {
        this.declared = declared;
        this.beans = beans;
    }

    /** Checks those that no strategy uses as well. */
    void checkAll() {
        declared.forEach((name, algorithm) -> create(name, algorithm, 1));
    }

    /**
     * The algorithm of that name.
     *
     * @param property the property that names it
     * @param targets the number of shards if the algorithm does not say
     */
    ShardingAlgorithm named(String name, String property, int targets) {
        ShardingProperties.Algorithm algorithm = declared.get(name);
        if (algorithm != null) {
            return create(name, algorithm, targets);
        }
        if (NamedBeans.has(beans, name, ShardingAlgorithm.class)) {
            return beans.getBean(name, ShardingAlgorithm.class);
        }
        throw new ShardingConfigurationException(
                ErrorCode.UNKNOWN_ALGORITHM,
                property,
                "'" + name + "' is neither an algorithm nor a bean of type ShardingAlgorithm; there are "
                        + NamedBeans.with(declared.keySet(), beans, ShardingAlgorithm.class));
    }

    private static ShardingAlgorithm create(String name, ShardingProperties.Algorithm algorithm, int targets) {
        String path = PROPERTY + "." + name;
        String type = Types.of(path, algorithm.type(), TYPES);
        Props props = new Props(path + ".props", algorithm.props());
        props.allowOnly(type, List.of(SHARDING_COUNT));
        long count = props.number(SHARDING_COUNT).orElse(targets);
        String countPath = props.property() + "." + SHARDING_COUNT;
        if (count != (int) count) {
            throw new ShardingConfigurationException(ErrorCode.INVALID_SETTING, countPath, count + " is too large");
        }
        try {
            return type.equals("mod") ? new ModAlgorithm((int) count) : new HashModAlgorithm((int) count);
        } catch (ShardingConfigurationException e) {
            throw new ShardingConfigurationException(e.errorCode(), countPath, e.detail(), e);
        }
    }
}

package io.shardkit.boot.autoconfigure;

import io.shardkit.algorithm.AlgorithmFactory;
import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;

/** From an algorithm's name to the algorithm: one of {@code sharding.algorithms}, or a bean. */
final class NamedAlgorithms {
    static final String PROPERTY = "sharding.algorithms";
    private final Map<String, ShardingProperties.Algorithm> declared;
    private final ListableBeanFactory beans;
    private final AlgorithmRegistry types;

    NamedAlgorithms(Map<String, ShardingProperties.Algorithm> declared, ListableBeanFactory beans) {
        this.declared = declared;
        this.beans = beans;
        this.types = types(beans);
    }

    /** Returns all types: the built-in ones, and those of beans. */
    static AlgorithmRegistry types(ListableBeanFactory beans) {
        return new AlgorithmRegistry(Stream.concat(
                        Stream.of(new SpelInline()),
                        beans.getBeanProvider(AlgorithmFactory.class).orderedStream())
                .toList());
    }

    /** Checks those that no strategy uses as well, as far as that is possible without their targets. */
    void checkAll() {
        declared.forEach((name, algorithm) -> {
            try {
                types.create(PROPERTY + "." + name, algorithm.type(), algorithm.props(), new UnknownTargets());
            } catch (NamesUnknown notUsed) {
                // Its settings were read up to the names of targets, which it has only where a strategy uses it.
            }
        });
    }

    private static final class NamesUnknown extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class UnknownTargets implements Targets {
        @Override
        public int count() {
            return 1;
        }

        @Override
        public List<String> names() {
            throw new NamesUnknown();
        }

        @Override
        public List<String> columns() {
            throw new NamesUnknown();
        }
    }

    /**
     * The algorithm of that name.
     *
     * @param property the property that names it
     */
    AlgorithmSpec named(String name, String property) {
        ShardingProperties.Algorithm algorithm = declared.get(name);
        if (algorithm != null) {
            return types.spec(PROPERTY + "." + name, algorithm.type(), algorithm.props());
        }
        if (NamedBeans.has(beans, name, ShardingAlgorithm.class)) {
            return Algorithms.of(beans.getBean(name, ShardingAlgorithm.class));
        }
        throw new ShardingConfigurationException(
                ErrorCode.UNKNOWN_ALGORITHM,
                property,
                "'" + name + "' is neither an algorithm nor a bean of type ShardingAlgorithm; there are "
                        + NamedBeans.with(declared.keySet(), beans, ShardingAlgorithm.class));
    }
}

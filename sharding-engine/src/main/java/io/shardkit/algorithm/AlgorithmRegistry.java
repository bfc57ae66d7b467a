package io.shardkit.algorithm;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Settings;
import io.shardkit.options.TypedSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The types of algorithms that there are: the built-ins and those that an application adds. Immutable. */
@API(status = API.Status.INTERNAL)
public final class AlgorithmRegistry {
    private final Map<String, AlgorithmFactory> factories = new LinkedHashMap<>();

    /**
     * The built-ins, the factories that {@link ServiceLoader} finds, and more.
     *
     * @param more further ones, which replace those of the same type
     */
    public AlgorithmRegistry(Collection<? extends AlgorithmFactory> more) {
        List<AlgorithmFactory> all = new ArrayList<>(BuiltInTypes.all());
        ServiceLoader.load(AlgorithmFactory.class, AlgorithmFactory.class.getClassLoader())
                .forEach(all::add);
        all.addAll(more);
        all.forEach(factory -> factories.put(factory.type(), factory));
    }

    /** The built-ins alone. */
    public static AlgorithmRegistry builtIn() {
        return new AlgorithmRegistry(List.of());
    }

    /** The factories, the built-ins first. */
    public List<AlgorithmFactory> factories() {
        return List.copyOf(factories.values());
    }

    /** The types, the built-ins first. */
    public List<String> types() {
        return List.copyOf(factories.keySet());
    }

    /**
     * Makes an algorithm.
     *
     * @param property the property of the algorithm, such as {@code sharding.algorithms.by-user}
     * @param type its type; case and underscores for dashes make no difference
     * @param settings its settings, as written under {@code props} of the property
     */
    public ShardingAlgorithm create(
            String property, @Nullable String type, Map<String, String> settings, Targets targets) {
        return spec(property, type, settings).over(targets);
    }

    /** As {@link #create}, for targets that are to be known later. */
    public AlgorithmSpec spec(String property, @Nullable String type, Map<String, String> settings) {
        return new FactorySpec(checked(property, type, settings), new Settings(property + ".props", settings));
    }

    /** A type with its settings. */
    record FactorySpec(AlgorithmFactory factory, Settings settings) implements AlgorithmSpec {
        private static final Set<String> PERIODS = Set.of("interval", "auto-interval");

        @Override
        public ShardingAlgorithm over(Targets targets) {
            return factory.create(settings, targets);
        }

        @Override
        public boolean isOfPeriods() {
            return PERIODS.contains(factory.type());
        }

        @Override
        public TypedSettings written() {
            Map<String, String> written = new LinkedHashMap<>();
            for (AlgorithmFactory.Setting each : factory.settings()) {
                settings.text(each.name()).ifPresent(text -> written.put(each.name(), text));
            }
            // Another process need not have the file, and the file may change.
            if (factory.type().equals(RangeFile.TYPE) && written.remove(RangeFile.FILE) != null) {
                written.put(RangeFile.RANGES, RangeFile.text(settings));
            }
            return new TypedSettings(factory.type(), written);
        }

        /** A type of the application's own may know more than its settings. */
        @Override
        public boolean isWrittenWhole() {
            return BuiltInTypes.isOne(factory);
        }
    }

    private AlgorithmFactory checked(String property, @Nullable String type, Map<String, String> settings) {
        if (type == null || type.isBlank()) {
            throw wrongType(property, "it is missing; the types are " + types());
        }
        AlgorithmFactory factory =
                factories.get(type.strip().toLowerCase(Locale.ROOT).replace('_', '-'));
        if (factory == null) {
            throw wrongType(property, "'" + type + "' is not one of the types " + types());
        }
        new Settings(property + ".props", settings)
                .allowOnly(
                        factory.type(),
                        factory.settings().stream()
                                .map(AlgorithmFactory.Setting::name)
                                .toList());
        return factory;
    }

    private static ShardingConfigurationException wrongType(String property, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, property + ".type", why);
    }
}

package io.shardkit.keygen;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The types of key generators that there are: the built-ins and those that an application adds. Immutable. */
@API(status = API.Status.INTERNAL)
public final class KeyGeneratorRegistry {
    private final Map<String, KeyGeneratorFactory> factories = new LinkedHashMap<>();

    /**
     * The built-ins, the factories that {@link ServiceLoader} finds, and more.
     *
     * @param more further ones, which replace those of the same type
     */
    public KeyGeneratorRegistry(Collection<? extends KeyGeneratorFactory> more) {
        List<KeyGeneratorFactory> all = new ArrayList<>(BuiltInGenerators.all());
        ServiceLoader.load(KeyGeneratorFactory.class, KeyGeneratorFactory.class.getClassLoader())
                .forEach(all::add);
        all.addAll(more);
        all.forEach(factory -> factories.put(factory.type(), factory));
    }

    /** The built-ins alone. */
    public static KeyGeneratorRegistry builtIn() {
        return new KeyGeneratorRegistry(List.of());
    }

    /** The factories, the built-ins first. */
    public List<KeyGeneratorFactory> factories() {
        return List.copyOf(factories.values());
    }

    /**
     * Makes a generator. Two with one name and one worker id could make a key twice: make each once.
     *
     * @param property the property of the generator, such as {@code sharding.key-generators.order-keys}
     * @param name the name under which it is configured
     * @param type its type; case and underscores for dashes make no difference
     * @param settings its settings, as written under {@code props} of the property
     */
    public KeyGenerator create(
            String property, String name, @Nullable String type, Map<String, String> settings, KeyDatabases databases) {
        Settings written = new Settings(property + ".props", settings);
        return checked(property, type, written).create(name, written, databases);
    }

    private KeyGeneratorFactory checked(String property, @Nullable String type, Settings settings) {
        List<String> types = List.copyOf(factories.keySet());
        if (type == null || type.isBlank()) {
            throw wrongType(property, "it is missing; the types are " + types);
        }
        KeyGeneratorFactory factory =
                factories.get(type.strip().toLowerCase(Locale.ROOT).replace('_', '-'));
        if (factory == null) {
            throw wrongType(property, "'" + type + "' is not one of the types " + types);
        }
        settings.allowOnly(
                factory.type(),
                factory.settings().stream()
                        .map(KeyGeneratorFactory.Setting::name)
                        .toList());
        return factory;
    }

    private static ShardingConfigurationException wrongType(String property, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, property + ".type", why);
    }
}

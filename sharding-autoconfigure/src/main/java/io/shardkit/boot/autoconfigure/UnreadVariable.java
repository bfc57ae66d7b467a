package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds environment variables that were to set a property and are not read: Spring Boot takes a part of a name either
 * without its dashes and underscores, or with an underscore for each, and leaves any other variable alone. No value is read.
 */
final class UnreadVariable {
    private static final Logger LOGGER = LoggerFactory.getLogger(UnreadVariable.class);
    private static final String BEGINNING = "SHARDING_";

    /** Kubernetes sets these for a service, such as one of the name sharding-proxy. */
    private static final Pattern OF_A_SERVICE = Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_\\d+_.*)?)");

    private final Environment environment;

    private UnreadVariable(Environment environment) {
        this.environment = environment;
    }

    /**
     * Refuses a variable whose letters are those of a property, and warns of one whose first letters are those of a group.
     *
     * @throws ShardingConfigurationException with the name that is read
     */
    static void refuse(Environment environment) {
        UnreadVariable variables = new UnreadVariable(environment);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource system) {
                for (String name : system.getPropertyNames()) {
                    if (name.startsWith(BEGINNING)
                            && !OF_A_SERVICE.matcher(name).matches()) {
                        variables.check(name);
                    }
                }
            }
        }
    }

    /**
     * The property that a variable's letters are those of.
     *
     * @param parts of its name as files write them
     * @param isFree whether the last part is the key of a map, of which no file has it
     * @param rest the letters that are left over
     */
    private record Meant(List<String> parts, boolean isFree, String rest) {
        String joined(boolean withUnderscores) {
            return parts.stream()
                    .map(part -> withUnderscores ? part.replace('-', '_') : letters(part))
                    .collect(Collectors.joining("_"))
                    .toUpperCase(Locale.ROOT);
        }
    }

    private void check(String variable) {
        Meant meant = meant(
                ResolvableType.forClass(ShardingProperties.class),
                List.of("sharding"),
                letters(variable.substring(BEGINNING.length())));
        if (meant == null || meant.parts.size() < 2) {
            return;
        }
        if (!meant.rest.isEmpty()) {
            LOGGER.warn(
                    "The environment variable {} is not read: there is no such property below {}",
                    variable,
                    String.join(".", meant.parts));
            return;
        }
        String plain = meant.joined(false);
        String legacy = meant.joined(true);
        if (!variable.equals(plain) && (meant.isFree || !variable.equals(legacy))) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    variable,
                    "the environment variable is not read: that of " + String.join(".", meant.parts) + " is " + plain
                            + (meant.isFree || plain.equals(legacy) ? "" : " or " + legacy));
        }
    }

    private @Nullable Meant meant(ResolvableType type, List<String> parts, String rest) {
        if (rest.isEmpty()) {
            return new Meant(parts, false, "");
        }
        Class<?> resolved = type.resolve(Object.class);
        boolean isMap = Map.class.equals(resolved);
        String last = parts.get(parts.size() - 1);
        Set<String> names = new LinkedHashSet<>();
        if (isMap) {
            names.addAll(last.equals("hikari") ? KnownProperties.hikariNames() : keys(parts));
        } else {
            names.addAll(KnownProperties.names(type));
        }
        Meant closest = null;
        for (String name : names) {
            String letters = letters(name);
            if (rest.startsWith(letters)) {
                ResolvableType below = isMap ? type.getGeneric(1) : KnownProperties.below(type, letters);
                List<String> longer = new ArrayList<>(parts);
                longer.add(name);
                Meant found = below == null ? null : meant(below, longer, rest.substring(letters.length()));
                if (found != null && (closest == null || found.rest.length() < closest.rest.length())) {
                    closest = found;
                }
            }
        }
        if (closest != null) {
            return closest;
        }
        if (isMap && last.equals("props")) {
            List<String> longer = new ArrayList<>(parts);
            longer.add(rest);
            return new Meant(longer, true, "");
        }
        // An entry that only variables have, an index, or letters that continue a shorter name
        boolean isTold = resolved.isRecord() || last.equals("hikari");
        return isTold && parts.size() > 1 ? new Meant(parts, false, rest) : null;
    }

    /** Returns the keys of a map that files and arguments have. */
    private Set<String> keys(List<String> parts) {
        ConfigurationPropertyName map = ConfigurationPropertyName.adapt(String.join(".", parts), '.');
        Set<String> keys = new LinkedHashSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable
                    && !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)) {
                for (ConfigurationPropertyName name : iterable) {
                    if (map.isAncestorOf(name)) {
                        keys.add(name.getElement(map.getNumberOfElements(), Form.ORIGINAL));
                    }
                }
            }
        }
        return keys;
    }

    private static String letters(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}

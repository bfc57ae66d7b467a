package io.shardkit.boot.imports;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;

/**
 * Reads the properties of ShardingSphere's starter, {@code spring.shardingsphere.*}, into the parts that its YAML has. In
 * files those of version 3 are read too, {@code sharding.jdbc.*}, where the rules stand below {@code config}.
 */
final class StarterParts {
    static final String PREFIX = "spring.shardingsphere";

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(PREFIX);
    private static final ConfigurationPropertyName ROOT_3 = ConfigurationPropertyName.of("sharding.jdbc");

    private StarterParts() {}

    /** A name with what stands below it. */
    private static final class Level {
        final Map<String, Level> below = new LinkedHashMap<>();
        final Map<Integer, Level> items = new TreeMap<>();

        @Nullable String text;

        @Nullable Origin origin;

        /** The level below of a name that is equal to Spring Boot, which is created if there is none. */
        Level below(String name) {
            for (Map.Entry<String, Level> entry : below.entrySet()) {
                if (Part.uniform(entry.getKey()).equals(Part.uniform(name))) {
                    return entry.getValue();
                }
            }
            return below.computeIfAbsent(name, each -> new Level());
        }

        Part part() {
            if (!items.isEmpty()) {
                return new Part.Items(items.values().stream().map(Level::part).toList(), firstOrigin());
            }
            if (below.isEmpty()) {
                return new Part.Scalar(text == null || text.isEmpty() ? null : text, origin);
            }
            Map<String, Part> parts = new LinkedHashMap<>();
            below.forEach((name, level) -> parts.put(name, level.part()));
            return new Part.Block("", parts, firstOrigin());
        }

        private @Nullable Origin firstOrigin() {
            if (origin != null) {
                return origin;
            }
            List<Level> all = new ArrayList<>(below.values());
            all.addAll(items.values());
            return all.isEmpty() ? null : all.get(0).firstOrigin();
        }
    }

    /** Returns true if any of the properties is set. */
    static boolean areSet(Iterable<ConfigurationPropertySource> sources) {
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource iterable
                    && iterable.stream().anyMatch(ROOT::isAncestorOf)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the properties that are set, the first source winning; the values are as written.
     *
     * @param ofFile whether they are those of a file, and not of an application
     */
    static Part.Block read(Iterable<ConfigurationPropertySource> sources, boolean ofFile) {
        Deque<IterableConfigurationPropertySource> lowestFirst = new ArrayDeque<>();
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                lowestFirst.push(iterable);
            }
        }
        Level root = new Level();
        for (IterableConfigurationPropertySource source : lowestFirst) {
            for (ConfigurationPropertyName name : source) {
                boolean read = ROOT.isAncestorOf(name) || (ofFile && ROOT_3.isAncestorOf(name));
                ConfigurationProperty property = read ? source.getConfigurationProperty(name) : null;
                if (property != null) {
                    put(root, name, property);
                }
            }
        }
        return arranged(root);
    }

    private static void put(Level root, ConfigurationPropertyName name, ConfigurationProperty property) {
        Level level = root;
        boolean inside =
                ROOT_3.isAncestorOf(name) && name.getElement(2, Form.UNIFORM).equals("config");
        for (int i = inside ? 3 : 2; i < name.getNumberOfElements(); i++) {
            String element = name.getElement(i, Form.ORIGINAL);
            boolean isIndex = name.chop(i + 1).isLastElementIndexed() && element.matches("\\d{1,6}");
            level = isIndex
                    ? level.items.computeIfAbsent(Integer.valueOf(element), each -> new Level())
                    : level.below(element);
        }
        level.text = String.valueOf(property.getValue());
        Origin origin = property.getOrigin();
        level.origin = origin instanceof PropertySourceOrigin source && source.getOrigin() != null
                ? source.getOrigin()
                : origin;
    }

    /** {@code datasource.names} and what stands beside it become the data sources of the YAML. */
    private static Part.Block arranged(Level root) {
        Map<String, Part> parts = new LinkedHashMap<>();
        Level sources = root.below("datasource");
        root.below.values().remove(sources);
        Map<String, Part> dataSources = new LinkedHashMap<>();
        Level names = sources.below("names");
        sources.below.values().remove(names);
        Level common = sources.below.remove("common");
        for (String name : names(names)) {
            Level own = sources.below(name);
            sources.below.values().remove(own);
            dataSources.put(name, own.part());
        }
        sources.below.forEach((name, level) -> dataSources.putIfAbsent(name, level.part()));
        parts.put("dataSources", new Part.Block("", dataSources, names.origin));
        if (common != null) {
            parts.put("dataSourceCommon", common.part());
        }
        for (String passedOver : new String[] {"enabled", "schema", "database"}) {
            root.below.values().remove(root.below(passedOver));
        }
        root.below.forEach((name, level) -> parts.put(name, level.part()));
        return new Part.Block("", parts, null);
    }

    private static List<String> names(Level names) {
        if (!names.items.isEmpty()) {
            return names.items.values().stream()
                    .map(item -> String.valueOf(item.text).strip())
                    .toList();
        }
        return names.text == null || names.text.isBlank()
                ? List.of()
                : List.of(names.text.strip().split("\\s*,\\s*"));
    }
}

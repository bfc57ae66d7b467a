package io.shardkit.boot.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** The metadata that the build generates for the properties, with those below map keys. */
final class Metadata {
    private static final String TYPES = "/META-INF/spring/configuration-metadata/";
    private static final Pattern MAP = Pattern.compile("java\\.util\\.Map<java\\.lang\\.String,(.*)>");

    private static final Pattern LIST = Pattern.compile("java\\.util\\.List<(.*)>");

    private Metadata() {}

    /**
     * One property.
     *
     * @param name with a star for each map key
     * @param type Java type
     * @param description what it is for
     * @param defaultValue its default, if it has one
     */
    record Property(String name, String type, @Nullable String description, @Nullable Object defaultValue) {}

    /**
     * A value that a property may have.
     *
     * @param value as written
     * @param description what it means
     */
    record Value(String value, String description) {}

    /** All properties, by name. */
    static Map<String, Property> properties() {
        Map<String, Property> properties = new TreeMap<>();
        collect("", read("/META-INF/spring-configuration-metadata.json"), properties);
        return properties;
    }

    /** The values that the hints list for a property. */
    static List<Value> values(String property) {
        for (Map<String, Object> hint : list(read("/META-INF/spring-configuration-metadata.json"), "hints")) {
            if (property.equals(hint.get("name"))) {
                return list(hint, "values").stream()
                        .map(value -> new Value((String) value.get("value"), (String) value.get("description")))
                        .toList();
            }
        }
        return List.of();
    }

    private static void collect(String prefix, Map<String, Object> metadata, Map<String, Property> properties) {
        for (Map<String, Object> property : list(metadata, "properties")) {
            String name = prefix + property.get("name");
            String type = (String) property.get("type");
            properties.put(
                    name, new Property(name, type, (String) property.get("description"), property.get("defaultValue")));
            collect(name + ".*.", MAP.matcher(type), properties);
            collect(name + "[*].", LIST.matcher(type), properties);
        }
    }

    /** The properties of the elements, if those are no plain values. */
    private static void collect(String prefix, Matcher elements, Map<String, Property> properties) {
        if (elements.matches() && Metadata.class.getResource(TYPES + elements.group(1) + ".json") != null) {
            collect(prefix, read(TYPES + elements.group(1) + ".json"), properties);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> object, String name) {
        return new ArrayList<>((List<Map<String, Object>>) object.getOrDefault(name, List.of()));
    }

    // JSON is YAML
    private static Map<String, Object> read(String resource) {
        try (InputStream stream = Objects.requireNonNull(Metadata.class.getResourceAsStream(resource), resource)) {
            return new Yaml().load(stream);
        } catch (IOException e) {
            throw new IllegalStateException(resource, e);
        }
    }
}

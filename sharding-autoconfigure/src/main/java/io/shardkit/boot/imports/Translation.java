package io.shardkit.boot.imports;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginTrackedValue;

/** The properties that a configuration was translated to, in order. Not thread-safe. */
final class Translation {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]");

    private final List<Setting> settings = new ArrayList<>();

    /**
     * One property.
     *
     * @param path its parts below {@code sharding}; an index is in brackets
     */
    private record Setting(List<String> path, String value, @Nullable Origin origin) {}

    /** Sets a property. */
    void put(String value, @Nullable Origin origin, String... path) {
        settings.add(new Setting(List.of(path), value, origin));
    }

    /** Adds an element to a list. */
    void add(String list, String value, @Nullable Origin origin) {
        long size = settings.stream()
                .filter(setting -> setting.path().get(0).equals(list))
                .count();
        put(value, origin, list, "[" + size + "]");
    }

    boolean isEmpty() {
        return settings.isEmpty();
    }

    /** By the full name of the property, with the place of each value. */
    Map<String, Object> properties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Setting setting : settings) {
            StringBuilder name = new StringBuilder("sharding");
            for (String part : setting.path()) {
                if (INDEX.matcher(part).matches()) {
                    name.append(part);
                } else {
                    name.append(PLAIN.matcher(part).matches() ? "." + part : "[" + part + "]");
                }
            }
            properties.put(name.toString(), OriginTrackedValue.of(setting.value(), setting.origin()));
        }
        return properties;
    }

    /** As nested maps and lists, for YAML. */
    Map<String, Object> tree() {
        Map<String, Object> sharding = new LinkedHashMap<>();
        for (Setting setting : settings) {
            Map<String, Object> level = sharding;
            List<String> path = setting.path();
            for (int i = 0; i < path.size() - 1; i++) {
                if (INDEX.matcher(path.get(i + 1)).matches()) {
                    List<Object> list = list(level, key(path.get(i)));
                    if (i + 2 == path.size()) {
                        list.add(setting.value());
                        break;
                    }
                    level = map(list, path.get(++i));
                    continue;
                }
                level = map(level, key(path.get(i)));
            }
            String last = path.get(path.size() - 1);
            if (!INDEX.matcher(last).matches()) {
                level.put(key(last), setting.value());
            }
        }
        return Map.of("sharding", sharding);
    }

    private static String key(String part) {
        return PLAIN.matcher(part).matches() ? part : "[" + part + "]";
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> level, String key) {
        return (Map<String, Object>) level.computeIfAbsent(key, each -> new LinkedHashMap<String, Object>());
    }

    /** The element at an index, which is the next one if there is none yet. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(List<Object> list, String index) {
        int at = Integer.parseInt(index.substring(1, index.length() - 1));
        if (at == list.size()) {
            list.add(new LinkedHashMap<String, Object>());
        }
        return (Map<String, Object>) list.get(at);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Map<String, Object> level, String key) {
        return (List<Object>) level.computeIfAbsent(key, each -> new ArrayList<>());
    }

    /** A path and what stands below it. */
    static String[] below(String[] path, String... parts) {
        String[] all = Arrays.copyOf(path, path.length + parts.length);
        System.arraycopy(parts, 0, all, path.length, parts.length);
        return all;
    }
}

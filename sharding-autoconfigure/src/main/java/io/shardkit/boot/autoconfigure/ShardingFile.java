package io.shardkit.boot.autoconfigure;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;

/** A file with the properties of Shardkit, read without an application. */
final class ShardingFile {
    private static final String PREFIX = "sharding";
    /** The beginning of a line in ShardingSphere's configurations. */
    private static final Pattern OLDER = Pattern.compile("^(dataSources|rules):", Pattern.MULTILINE);

    private static final String WANTED = NextProperties.NEXT;

    /** The parts of a configuration that say what a rule is. */
    private static final List<String> PARTS = List.of(
            "tables",
            "defaults",
            "binding-tables",
            "broadcast-tables",
            "single-tables",
            "key-generate-strategies",
            "algorithms");

    private static final String PROFILE = "spring.config.activate.on-profile";

    private ShardingFile() {}

    /**
     * The properties, the source that wins first; names without the prefix get it. Documents that are for a profile are
     * left out. A configuration of ShardingSphere is one to import.
     */
    static List<PropertySource<?>> load(String location) throws IOException {
        Resource resource = ApplicationResourceLoader.get().getResource(location);
        if (!resource.exists()) {
            throw new FileNotFoundException("it is not there"
                    + (resource.isFile() ? "; looked for " + resource.getFile().getAbsolutePath() : ""));
        }
        if (OLDER.matcher(resource.getContentAsString(StandardCharsets.UTF_8)).find()) {
            return List.of(new MapPropertySource(location, Map.of("sharding.import", location)));
        }
        PropertySourceLoader loader = Stream.of(new YamlPropertySourceLoader(), new PropertiesPropertySourceLoader())
                .filter(each -> Stream.of(each.getFileExtensions()).anyMatch(end -> location.endsWith("." + end)))
                .findFirst()
                .orElseThrow(() -> new IOException("its name does not end in .yml, .yaml or .properties"));
        List<PropertySource<?>> sources = new ArrayList<>();
        for (PropertySource<?> source : loader.load(location, resource)) {
            if (source instanceof MapPropertySource map && !map.containsProperty(PROFILE)) {
                sources.add(withPrefix(map));
            }
        }
        Collections.reverse(sources);
        return sources;
    }

    /** The same, with the wanted rule of another file, which may be written there as what is to be configured. */
    static List<PropertySource<?>> load(String location, String next) throws IOException {
        List<PropertySource<?>> sources = new ArrayList<>();
        List<PropertySource<?>> wanted;
        try {
            wanted = load(next);
        } catch (IOException failure) {
            throw new IOException("the wanted rule of " + next + " cannot be read: " + failure.getMessage(), failure);
        }
        boolean isNext =
                wanted.stream().anyMatch(source -> !names(source, WANTED + ".").isEmpty());
        for (PropertySource<?> source : wanted) {
            if (isNext) {
                sources.add(renamed(source, WANTED + ".", WANTED + "."));
            } else {
                PARTS.forEach(part -> sources.add(renamed(source, PREFIX + "." + part, WANTED + "." + part)));
            }
        }
        if (sources.stream().allMatch(source -> names(source, "").isEmpty())) {
            throw new IOException(next + " has none of sharding." + String.join(", ", PARTS));
        }
        for (PropertySource<?> source : load(location)) {
            sources.add(names(source, WANTED + ".").isEmpty() ? source : without(source));
        }
        return sources;
    }

    private static List<String> names(PropertySource<?> source, String beginning) {
        return source instanceof MapPropertySource map
                ? Stream.of(map.getPropertyNames())
                        .filter(name -> name.startsWith(beginning))
                        .toList()
                : List.of();
    }

    private static PropertySource<?> renamed(PropertySource<?> source, String from, String to) {
        Map<String, Object> renamed = new LinkedHashMap<>();
        if (source instanceof MapPropertySource map) {
            map.getSource().forEach((name, value) -> {
                String rest = name.startsWith(from) ? name.substring(from.length()) : null;
                if (rest != null
                        && (from.endsWith(".") || rest.isEmpty() || rest.startsWith(".") || rest.startsWith("["))) {
                    renamed.put(to + rest, value);
                }
            });
        }
        return new OriginTrackedMapPropertySource(source.getName() + " " + to, renamed, true);
    }

    private static PropertySource<?> without(PropertySource<?> source) {
        Map<String, Object> others = new LinkedHashMap<>();
        if (source instanceof MapPropertySource map) {
            map.getSource().forEach((name, value) -> {
                if (!name.startsWith(WANTED + ".")) {
                    others.put(name, value);
                }
            });
        }
        return new OriginTrackedMapPropertySource(source.getName(), others, true);
    }

    private static PropertySource<?> withPrefix(MapPropertySource source) {
        boolean has = Stream.of(source.getPropertyNames())
                .anyMatch(name -> name.startsWith(PREFIX + ".") || name.startsWith("spring."));
        if (has) {
            return source;
        }
        Map<String, Object> prefixed = new LinkedHashMap<>();
        source.getSource().forEach((name, value) -> prefixed.put(PREFIX + "." + name, value));
        return new OriginTrackedMapPropertySource(source.getName(), prefixed, true);
    }
}

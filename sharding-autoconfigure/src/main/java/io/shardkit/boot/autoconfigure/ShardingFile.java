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

    private static final String PROFILE = "spring.config.activate.on-profile";

    private ShardingFile() {}

    /**
     * The properties, the source that wins first; names without the prefix get it. Documents that are for a profile are
     * left out. A configuration of ShardingSphere is one to import.
     */
    static List<PropertySource<?>> load(String location) throws IOException {
        Resource resource = ApplicationResourceLoader.get().getResource(location);
        if (!resource.exists()) {
            throw new FileNotFoundException("it is not there");
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

package io.shardkit.rule;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The name of an actual table: within the schema of its data source's connections, or with a schema and a dot before it. */
@API(status = API.Status.INTERNAL)
public final class ActualName {
    private static final Pattern QUOTES = Pattern.compile("[`\"]");

    private ActualName() {}

    /** The schema, on MySQL and MariaDB the database, that the name begins with; null if it has none. */
    public static @Nullable String schema(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? null : name.substring(0, dot);
    }

    /** The name within its schema. */
    public static String withinSchema(String name) {
        return name.substring(name.indexOf('.') + 1);
    }

    /** The names within their schemas where they tell the tables apart, else the names as they are. */
    static List<String> shortest(List<String> names, Collection<String> all) {
        Map<String, String> byShort = new HashMap<>();
        for (String name : all) {
            String before = byShort.putIfAbsent(withinSchema(name), name);
            if (before != null && !before.equals(name)) {
                return names;
            }
        }
        return names.stream().map(ActualName::withinSchema).toList();
    }

    /** Returns the index of the dot after the name of the table's data source. */
    static int dot(String full, String property) {
        int dot = full.indexOf('.');
        int second = full.indexOf('.', dot + 1);
        boolean hasSchema = second > dot + 1 && second < full.length() - 1 && full.indexOf('.', second + 1) < 0;
        if (dot <= 0 || dot == full.length() - 1 || (second >= 0 && !hasSchema)) {
            throw new ShardingConfigurationException(
                    ErrorCode.EMPTY_NODE_PATTERN,
                    property,
                    "'" + full + "' is not of the form data-source.table or data-source.schema.table");
        }
        if (QUOTES.matcher(full).find()) {
            throw new ShardingConfigurationException(
                    ErrorCode.EMPTY_NODE_PATTERN, property, "'" + full + "' is written without quotes");
        }
        return dot;
    }
}

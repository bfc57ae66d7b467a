package io.shardkit.rule;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The name of an actual table: within the schema of its data source's connections, or with a schema and a dot before it. */
@API(status = API.Status.INTERNAL)
public final class ActualName {
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
}

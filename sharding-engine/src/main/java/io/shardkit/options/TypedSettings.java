package io.shardkit.options;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * The type of an algorithm with its settings, by which another process makes the same one. Immutable.
 *
 * @param type as a configuration names it
 * @param settings by name, in alphabetical order
 */
@API(status = API.Status.INTERNAL)
public record TypedSettings(String type, Map<String, String> settings) {
    /** Copies the settings in alphabetical order. */
    public TypedSettings {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    }

    /** Returns the same with the setting of that name as others have it, or without it as they have none. */
    public TypedSettings withSettingOf(String name, TypedSettings other) {
        Map<String, String> changed = new TreeMap<>(settings);
        changed.remove(name);
        String its = other.settings.get(name);
        if (its != null) {
            changed.put(name, its);
        }
        return new TypedSettings(type, changed);
    }

    @Override
    public String toString() {
        return settings.isEmpty() ? type : type + " " + settings;
    }
}

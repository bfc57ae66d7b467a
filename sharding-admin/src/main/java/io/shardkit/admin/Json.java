package io.shardkit.admin;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes objects as JSON, each on a line of its own. */
final class Json {
    private Json() {}

    /** Returns the components of a record by name. */
    static Map<String, @Nullable Object> fields(Record value) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            try {
                fields.put(component.getName(), component.getAccessor().invoke(value));
            } catch (ReflectiveOperationException unread) {
                throw new IllegalStateException(unread);
            }
        }
        return fields;
    }

    /** Returns an object; its first field names its type. */
    static String object(String type, Map<String, ? extends @Nullable Object> fields) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("type", type);
        all.putAll(fields);
        return value(all);
    }

    private static String value(@Nullable Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(each -> text(String.valueOf(each.getKey())) + ":" + value(each.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(Json::value).collect(Collectors.joining(",", "[", "]"));
        }
        return text(value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : value.toString());
    }

    private static String text(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '"' || character == '\\') {
                text.append('\\').append(character);
            } else if (character == '\n') {
                text.append("\\n");
            } else if (character < ' ' || Character.isSurrogate(character)) {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) character));
            } else {
                text.append(character);
            }
        }
        return text.append('"').toString();
    }
}

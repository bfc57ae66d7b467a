package io.shardkit.boot.audit;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The report as JSON, without a library that an application may not have. */
final class AuditJson {
    private AuditJson() {}

    static String of(AuditReport report) {
        StringBuilder text = new StringBuilder();
        write(text, report);
        return text.append('\n').toString();
    }

    private static void write(StringBuilder text, @Nullable Object value) {
        if (value instanceof Record record) {
            char next = '{';
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                next = pair(text.append(next), component.getName(), read(component, record));
            }
            text.append('}');
        } else if (value instanceof Map<?, ?> map) {
            text.append('{');
            String between = "";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                pair(text.append(between), String.valueOf(entry.getKey()), entry.getValue());
                between = ",";
            }
            text.append('}');
        } else if (value instanceof Collection<?> list) {
            text.append('[');
            String between = "";
            for (Object each : list) {
                text.append(between);
                write(text, each);
                between = ",";
            }
            text.append(']');
        } else if (value instanceof Number) {
            text.append(value);
        } else {
            string(text, String.valueOf(value));
        }
    }

    private static char pair(StringBuilder text, String name, @Nullable Object value) {
        string(text, name);
        text.append(':');
        write(text, value);
        return ',';
    }

    private static @Nullable Object read(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component.getName(), e);
        }
    }

    private static void string(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each == '"' || each == '\\') {
                text.append('\\').append(each);
            } else if (each < ' ' || each == '\u2028' || each == '\u2029' || Character.isSurrogate(each)) {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}

package io.shardkit.dialect;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the databases' defaults of columns. */
final class Fillings {
    private static final Pattern CLOCK =
            Pattern.compile("(current_timestamp|now|localtimestamp|localtime|current_date|current_time|curdate|curtime"
                    + "|transaction_timestamp)(\\(\\d*\\))?");
    private static final Pattern NULL = Pattern.compile("null(::.+)?");
    private static final Pattern CONSTANT = Pattern.compile(
            "null(::[\\w\\s\"(),.\\[\\]]+)?|true|false|[-+]?[0-9.]+(e[-+]?[0-9]+)?|b'[01]*'"
                    + "|((date|time|timestamp) )?'([^']|'')*'(::[\\w\\s\"(),.\\[\\]]+)?",
            Pattern.CASE_INSENSITIVE);

    private Fillings() {}

    static Filling filling(Dialect dialect, @Nullable String defaultValue, @Nullable String extras) {
        String value = defaultValue == null ? "" : defaultValue.strip();
        String lower = value.toLowerCase(Locale.ROOT);
        String more = extras == null ? "" : extras.toLowerCase(Locale.ROOT);
        boolean onUpdate = more.contains("on update");
        if (more.contains(Filling.AUTO_INCREMENT)) {
            return new Filling(Filling.Kind.COUNTER, Filling.AUTO_INCREMENT, onUpdate);
        }
        if (more.startsWith("yes") || lower.contains("nextval(") || lower.contains("next value for")) {
            return new Filling(Filling.Kind.COUNTER, value, onUpdate);
        }
        String rest = more.replaceAll("default_generated|on update .*", "").strip();
        if (rest.contains("generated")) {
            return new Filling(Filling.Kind.CONSTANT, "generated", false);
        }
        if (!rest.isEmpty() && !rest.equals("no")) {
            return new Filling(Filling.Kind.OTHER, value, onUpdate);
        }
        // MySQL alone reports constants without quotes, and says of the others that they are generated.
        boolean plain =
                dialect == Dialect.MYSQL && !more.contains("default_generated") && !lower.startsWith("current_");
        if (value.isEmpty() || plain || CONSTANT.matcher(value).matches()) {
            boolean none =
                    defaultValue == null || (!plain && NULL.matcher(lower).matches());
            return new Filling(Filling.Kind.CONSTANT, none ? "" : value.isEmpty() ? "''" : value, onUpdate);
        }
        Filling.Kind kind = CLOCK.matcher(lower).matches() ? Filling.Kind.CLOCK : Filling.Kind.OTHER;
        return new Filling(kind, value, onUpdate);
    }
}

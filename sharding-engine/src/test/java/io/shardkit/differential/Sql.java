package io.shardkit.differential;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement and the values of its {@code ?}.
 *
 * @param text the statement
 * @param parameters one for each {@code ?}
 */
public record Sql(String text, List<@Nullable Object> parameters) {
    private static final Pattern WRITES =
            Pattern.compile("\\) (UPDATE|DELETE FROM|INSERT INTO) ", Pattern.CASE_INSENSITIVE);

    /** H2's queries of the rows that a write changes. */
    private static final Pattern DATA_CHANGES = Pattern.compile("(FINAL|NEW|OLD) TABLE \\(", Pattern.CASE_INSENSITIVE);

    public Sql {
        parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
    }

    public boolean isQuery() {
        return (text.regionMatches(true, 0, "SELECT", 0, 6)
                        && !DATA_CHANGES.matcher(text).find())
                || (text.regionMatches(true, 0, "WITH", 0, 4)
                        && !WRITES.matcher(text).find())
                || text.startsWith("(")
                || text.startsWith("/*") && text.toUpperCase(Locale.ROOT).contains("SELECT");
    }

    /** The same statement with other values for its parameters: whole numbers count one up. */
    public Sql withOtherValues() {
        List<@Nullable Object> others = new ArrayList<>();
        for (Object value : parameters) {
            if (value instanceof Integer number) {
                others.add(number + 1);
            } else {
                others.add(value instanceof Long number ? Long.valueOf(number + 1) : value);
            }
        }
        return new Sql(text, others);
    }

    /** The same statement with its Integer parameters as Long ones. */
    public Sql withWiderValues() {
        List<@Nullable Object> wider = new ArrayList<>();
        for (Object value : parameters) {
            wider.add(value instanceof Integer number ? Long.valueOf(number) : value);
        }
        return new Sql(text, wider);
    }

    /** The same statement with its parameters written as literals. */
    public Sql withLiterals() {
        if (parameters.isEmpty()) {
            return this;
        }
        StringBuilder out = new StringBuilder();
        int next = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
                out.append(c);
            } else if (c == '?') {
                out.append(literal(parameters.get(next++)));
            } else {
                quote = c == '\'' || c == '"' || c == '`' ? c : 0;
                out.append(c);
            }
        }
        return new Sql(out.toString(), List.of());
    }

    private static String literal(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Date) {
            return "DATE '" + value + "'";
        }
        if (value instanceof Timestamp) {
            return "TIMESTAMP '" + value + "'";
        }
        return "'" + value.toString().replace("'", "''") + "'";
    }

    @Override
    public String toString() {
        return parameters.isEmpty() ? text : text + " with " + parameters;
    }
}

package io.shardkit.dialect.facts;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a database fills a column that a statement leaves out or gives DEFAULT.
 *
 * @param kind what the value depends on
 * @param expression the default as the database reports it, empty for none; {@link #AUTO_INCREMENT} where the database
 *     also generates a key for 0
 * @param onUpdate whether an UPDATE that does not assign the column gives it the time
 * @param computed whether the database computes the column from others, so that no statement gives it a value
 * @param forNull whether the database also fills the column where NULL is given
 */
public record Filling(Kind kind, String expression, boolean onUpdate, boolean computed, boolean forNull) {
    private static final Pattern CLOCK =
            Pattern.compile("(current_timestamp|now|localtimestamp|localtime|current_date|current_time|curdate|curtime"
                    + "|transaction_timestamp)(\\(\\d*\\))?");

    /** The words in the extras of H2's columns that are filled where they are given NULL. */
    private static final String ON_NULL = "default on null";

    /** The word in the extras of columns that {@code *} leaves out. */
    private static final String INVISIBLE = "invisible";

    private static final Pattern NULL = Pattern.compile("null(::.+)?");

    private static final Pattern CONSTANT_TEXT = Pattern.compile(
            "null(::[\\w\\s\"(),.\\[\\]]+)?|true|false|[-+]?[0-9.]+(e[-+]?[0-9]+)?|b'[01]*'"
                    + "|((date|time|timestamp) )?'([^']|'')*'(::[\\w\\s\"(),.\\[\\]]+)?",
            Pattern.CASE_INSENSITIVE);

    /** The expression of MySQL's counters. */
    private static final String AUTO_INCREMENT = "auto_increment";

    /** No default. */
    public static final Filling CONSTANT = new Filling(Kind.CONSTANT, "", false);

    /** Of a column that statements give values to. */
    public Filling(Kind kind, String expression, boolean onUpdate) {
        this(kind, expression, onUpdate, false, false);
    }

    /** Returns true if the value is NULL. */
    public boolean isNull() {
        return kind == Kind.CONSTANT && expression.isEmpty();
    }

    /** Returns true if the database generates a key where the column is given 0. */
    public boolean countsOnZero() {
        return expression.equals(AUTO_INCREMENT);
    }

    /**
     * Returns the meaning of a default and extras, as the database reports them.
     *
     * @param bareConstants whether the database reports constants without quotes, and says of the others that they are
     *     generated
     */
    public static Filling of(@Nullable String defaultValue, @Nullable String extras, boolean bareConstants) {
        String value = defaultValue == null ? "" : defaultValue.strip();
        String lower = value.toLowerCase(Locale.ROOT);
        String more = (extras == null ? "" : extras.toLowerCase(Locale.ROOT))
                .replace(INVISIBLE, "")
                .strip();
        if (more.contains(ON_NULL)) {
            Filling filling = of(defaultValue, more.replace(ON_NULL, ""), bareConstants);
            return new Filling(filling.kind, filling.expression, filling.onUpdate, filling.computed, true);
        }
        boolean onUpdate = more.contains("on update");
        if (more.contains(AUTO_INCREMENT)) {
            return new Filling(Kind.COUNTER, AUTO_INCREMENT, onUpdate);
        }
        if (more.startsWith("yes") || lower.contains("nextval(") || lower.contains("next value for")) {
            return new Filling(Kind.COUNTER, value, onUpdate);
        }
        String rest = more.replaceAll("default_generated|on update .*", "").strip();
        if (rest.contains("generated")) {
            return new Filling(Kind.CONSTANT, "generated", false, true, false);
        }
        if (!rest.isEmpty() && !rest.equals("no")) {
            return new Filling(Kind.OTHER, value, onUpdate);
        }
        boolean plain = bareConstants && !more.contains("default_generated") && !lower.startsWith("current_");
        if (value.isEmpty() || plain || CONSTANT_TEXT.matcher(value).matches()) {
            boolean none =
                    defaultValue == null || (!plain && NULL.matcher(lower).matches());
            return new Filling(Kind.CONSTANT, none ? "" : value.isEmpty() ? "''" : value, onUpdate);
        }
        Filling.Kind kind = CLOCK.matcher(lower).matches() ? Kind.CLOCK : Kind.OTHER;
        return new Filling(kind, value, onUpdate);
    }

    /** Returns true if the extras of a column, as the database reports them, say that {@code *} leaves it out. */
    public static boolean isInvisible(@Nullable String extras) {
        return extras != null && extras.toLowerCase(Locale.ROOT).contains(INVISIBLE);
    }

    /** The inputs on which the value depends. */
    public enum Kind {
        /** On nothing, or on the other columns of the row. */
        CONSTANT,
        /** On the time. */
        CLOCK,
        /** On a counter of this database. */
        COUNTER,
        /** On something else. */
        OTHER
    }
}

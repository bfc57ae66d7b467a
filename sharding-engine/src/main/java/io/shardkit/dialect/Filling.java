package io.shardkit.dialect;

/**
 * How a database fills a column that a statement leaves out or gives DEFAULT.
 *
 * @param kind what the value depends on
 * @param expression the default as the database reports it, empty for none; {@link #AUTO_INCREMENT} where the database
 *     also counts on if it is given 0
 * @param onUpdate whether an UPDATE that does not assign the column gives it the time
 */
public record Filling(Kind kind, String expression, boolean onUpdate) {
    /** The expression of MySQL's counters. */
    static final String AUTO_INCREMENT = "auto_increment";

    /** No default. */
    public static final Filling CONSTANT = new Filling(Kind.CONSTANT, "", false);

    /** Whether the value is NULL. */
    public boolean isNull() {
        return kind == Kind.CONSTANT && expression.isEmpty();
    }

    /** Whether the database counts on where it is given 0. */
    public boolean countsOnZero() {
        return expression.equals(AUTO_INCREMENT);
    }

    /** What the value depends on. */
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

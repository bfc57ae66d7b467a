package io.shardkit.dialect;

import java.util.Locale;

/** How the sessions of a {@link Dialect} are asked and told what the time is. */
public final class Clock {
    private final Dialect dialect;

    Clock(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Whether a session can be told what the time is; else it has to stand in the statement. */
    public boolean canBeSet() {
        return dialect.grammar() == Dialect.Grammar.MYSQL;
    }

    /** Asks a session for the time, in the form that {@link #set} takes. */
    public String query() {
        return "SELECT UNIX_TIMESTAMP(NOW(6))";
    }

    /** Tells a session what the time is. */
    public String set(String time) {
        return "SET timestamp = " + time;
    }

    /** Asks a session how it shows the time, which depends on its time zone. */
    public String shownQuery() {
        return "SELECT NOW(6)";
    }

    /** Lets the time of a session go on. */
    public String reset() {
        return "SET timestamp = DEFAULT";
    }

    /**
     * A literal of a date or time.
     *
     * @param text the value as the database shows it
     * @param type the name of its type, as the driver reports it
     * @param scale how many digits its seconds have
     */
    public String literal(String text, String type, int scale) {
        String upper = type.toUpperCase(Locale.ROOT);
        boolean seconds = upper.startsWith("TIME");
        int name = upper.indexOf(' ') < 0 ? upper.length() : upper.indexOf(' ');
        String precise = seconds ? upper.substring(0, name) + "(" + scale + ")" + upper.substring(name) : upper;
        return "CAST('" + text + "' AS " + precise + ")";
    }
}

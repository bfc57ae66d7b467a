package io.shardkit.dialect.facts;

import java.util.Locale;
import java.util.Set;

/**
 * The clock of a database's sessions: how to ask for the time and how to set it; this base class cannot set it.
 * Immutable.
 */
public class Clock {
    /** Returns true if the time of a session can be set; else it has to stand in the statement. */
    public boolean canBeSet() {
        return false;
    }

    /** Words, in lower case, that a text may have for the time of the statement, as a column of times takes them. */
    public Set<String> words() {
        return Set.of();
    }

    /** Asks a session for the time, in the form that {@link #set} takes. */
    public String query() {
        throw new IllegalStateException("The clock cannot be set");
    }

    /** Tells a session what the time is. */
    public String set(String time) {
        throw new IllegalStateException("The clock cannot be set");
    }

    /** Asks a session how it shows the time, which depends on its time zone. */
    public String shownQuery() {
        throw new IllegalStateException("The clock cannot be set");
    }

    /** Lets the time of a session go on. */
    public String reset() {
        throw new IllegalStateException("The clock cannot be set");
    }

    /** The server's time as an expression: milliseconds since 1970 UTC, whatever the time zone of the session is. */
    public String epochMillis() {
        return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)";
    }

    /**
     * A literal of a date or time.
     *
     * @param text the value as the database shows it
     * @param type the name of its type, as the driver reports it
     * @param scale how many digits its seconds have
     */
    public final String literal(String text, String type, int scale) {
        String upper = type.toUpperCase(Locale.ROOT);
        boolean seconds = upper.startsWith("TIME");
        int name = upper.indexOf(' ') < 0 ? upper.length() : upper.indexOf(' ');
        String precise = seconds ? upper.substring(0, name) + "(" + scale + ")" + upper.substring(name) : upper;
        return "CAST('" + text + "' AS " + precise + ")";
    }
}

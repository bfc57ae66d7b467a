package io.shardkit.dialect.facts;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The modes of a session that change how a database reads SQL or takes values. Immutable. */
public abstract class SqlModes {
    private static final String UTC = "+00:00";
    private static final Pattern OFFSET = Pattern.compile("[+-][0-9]{2}:[0-9]{2}");
    private static final Set<String> NAMES_OF_UTC = Set.of("UTC", "ETC/UTC", "UCT", "ZULU", "GMT", "ETC/GMT");

    private final Set<String> unreadable;
    private final Set<String> checking;
    private final Set<String> storing;

    /**
     * @param unreadable those under which SQL is not what the parser reads
     * @param checking those that say what is an error, and change neither how SQL is read nor what a value that is taken
     *     means
     * @param storing those by which a value is stored as it is given, where the database would make another one
     */
    protected SqlModes(Set<String> unreadable, Set<String> checking, Set<String> storing) {
        this.unreadable = Set.copyOf(unreadable);
        this.checking = Set.copyOf(checking);
        this.storing = Set.copyOf(storing);
    }

    /**
     * Returns a query for the modes of a session that change how SQL is read or values are shown, and in a second column,
     * if a column of a table needs it, for the time zone by which the session reads strings as instants. Null if there
     * are no modes.
     */
    public abstract @Nullable String query();

    /**
     * Gives a session these modes.
     *
     * @param modes as a session of the same database told them when it was asked
     */
    public abstract String set(String modes);

    /** Returns true if the query asks for a time zone too. */
    protected boolean asksForZone() {
        return false;
    }

    /**
     * Gives a session this offset from UTC as its time zone.
     *
     * @param offset as {@link #offset} tells it
     */
    public String setOffset(String offset) {
        throw new UnsupportedOperationException(offset);
    }

    /**
     * The offset from UTC of a session's time zone, as {@code +00:00}.
     *
     * @return null if it is not the same at all times, or if the database has no column that it matters to
     */
    public @Nullable String offset(Connection connection) throws SQLException {
        String query = query();
        if (query == null || !asksForZone()) {
            return null;
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? offset(rows) : null;
        }
    }

    /** The same from the answer to {@link #query}, which stands on its row. */
    public @Nullable String offset(ResultSet row) throws SQLException {
        return asksForZone() ? offset(row.getString(2)) : null;
    }

    private static @Nullable String offset(String zone) {
        if (OFFSET.matcher(zone).matches()) {
            return zone.equals("-00:00") ? UTC : zone;
        }
        return NAMES_OF_UTC.contains(zone.toUpperCase(Locale.ROOT)) ? UTC : null;
    }

    /** The first of these modes, separated by commas, under which SQL is not what the parser reads; or null. */
    public @Nullable String unreadable(String modes) {
        for (String mode : modes.split(",", -1)) {
            if (unreadable.contains(mode.trim().toUpperCase(Locale.ROOT))) {
                return mode;
            }
        }
        return null;
    }

    /** Returns true if a session with these modes, separated by commas, means the same without them. */
    public boolean checkOnly(String modes) {
        return modes.isEmpty() || upper(modes).allMatch(checking::contains);
    }

    /**
     * Returns true if these modes only check or store what is given, and let no value be changed to fit its column: a key
     * would then be another one than the key by which its row was routed.
     */
    public boolean checkStrictly(String modes) {
        return areStrict(modes) && upper(modes).allMatch(mode -> checking.contains(mode) || storing.contains(mode));
    }

    /**
     * Returns the modes among these, separated by commas, by which a value may be stored or computed as another one.
     * Without a strict mode a date with a zero in it is not refused but changed.
     */
    public Set<String> changing(String modes) {
        Set<String> changing =
                upper(modes).filter(mode -> !mode.isEmpty()).collect(Collectors.toCollection(TreeSet::new));
        boolean changesDates = changing.contains("NO_ZERO_IN_DATE") && !areStrict(modes);
        changing.removeAll(checking);
        if (changesDates) {
            changing.add("NO_ZERO_IN_DATE");
        }
        return changing;
    }

    /** Returns true if a session with these modes stores the nearest value where a value does not fit its column. */
    public boolean storesOtherValues(String modes) {
        return false;
    }

    protected static boolean areStrict(String modes) {
        return upper(modes).anyMatch(mode -> mode.startsWith("STRICT_"));
    }

    private static Stream<String> upper(String modes) {
        return Stream.of(modes.split(",", -1)).map(mode -> mode.trim().toUpperCase(Locale.ROOT));
    }
}

package io.shardkit.dialect.facts;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The modes of a session that change how a database reads SQL or takes values. Immutable. */
public abstract class SqlModes {
    private final Set<String> unreadable;
    private final Set<String> checking;

    /**
     * @param unreadable those under which SQL is not what the parser reads
     * @param checking those that say what is an error, and change neither how SQL is read nor what a value that is taken
     *     means
     */
    protected SqlModes(Set<String> unreadable, Set<String> checking) {
        this.unreadable = Set.copyOf(unreadable);
        this.checking = Set.copyOf(checking);
    }

    /** Asks for the modes of a session that change how SQL is read or values are shown, or null if there are none. */
    public abstract @Nullable String query();

    /**
     * Gives a session these modes.
     *
     * @param modes as a session of the same database told them when it was asked
     */
    public abstract String set(String modes);

    /** The first of these modes, separated by commas, under which SQL is not what the parser reads; or null. */
    public @Nullable String unreadable(String modes) {
        for (String mode : modes.split(",", -1)) {
            if (unreadable.contains(mode.trim().toUpperCase(Locale.ROOT))) {
                return mode;
            }
        }
        return null;
    }

    /** Whether a session with these modes, separated by commas, means the same without them. */
    public boolean checkOnly(String modes) {
        return modes.isEmpty() || upper(modes).allMatch(checking::contains);
    }

    /**
     * Whether these modes only check, and let no value be changed to fit its column: a key would then be another one
     * than its row was routed by.
     */
    public boolean checkStrictly(String modes) {
        return checkOnly(modes) && areStrict(modes);
    }

    /**
     * Those of these modes, separated by commas, by which a value may be stored or computed as another one. Without a
     * strict mode a date with a zero in it is not refused but changed.
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

    /** Whether a session with these modes stores the nearest value where one does not fit its column. */
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

package io.shardkit.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The modes of a session that change how a {@link Dialect} reads SQL or takes values. */
public final class SqlModes {
    private static final Set<String> UNREADABLE = Set.of(
            "ANSI_QUOTES",
            "NO_BACKSLASH_ESCAPES",
            "PIPES_AS_CONCAT",
            "HIGH_NOT_PRECEDENCE",
            "EMPTY_STRING_IS_NULL",
            "ANSI",
            "ORACLE",
            "STRINGS_OFF");

    /**
     * They say what is an error, and change neither how SQL is read nor what a value that is taken means. MariaDB's
     * driver asks for the one about spaces, MySQL's does not.
     */
    private static final Set<String> CHECKING = Set.of(
            "STRICT_TRANS_TABLES",
            "STRICT_ALL_TABLES",
            "NO_ZERO_IN_DATE",
            "NO_ZERO_DATE",
            "ERROR_FOR_DIVISION_BY_ZERO",
            "ONLY_FULL_GROUP_BY",
            "NO_AUTO_CREATE_USER",
            "NO_ENGINE_SUBSTITUTION",
            "TRADITIONAL",
            "IGNORE_SPACE");

    /** How strings are read, and what the texts of intervals, approximate numbers and bytes are. */
    private static final Map<String, String> POSTGRESQL_SETTINGS = new TreeMap<>(Map.of(
            "STRINGS_", "standard_conforming_strings",
            "INTERVALS_", "intervalstyle",
            "FLOATS_", "extra_float_digits",
            "BYTES_", "bytea_output"));

    private static final String POSTGRESQL = "SELECT "
            + POSTGRESQL_SETTINGS.entrySet().stream()
                    .map(each -> "'" + each.getKey() + "' || current_setting('" + each.getValue() + "')")
                    .collect(Collectors.joining(" || ',' || "));

    private final Dialect dialect;

    SqlModes(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Asks for the modes of a session that change how SQL is read or values are shown, or null if there are none. */
    public @Nullable String query() {
        return switch (dialect.grammar()) {
            case MYSQL -> "SELECT @@sql_mode";
            case POSTGRESQL -> POSTGRESQL;
            case H2 -> null;
        };
    }

    /**
     * Gives a session these modes.
     *
     * @param modes as a session of the same database told them when it was asked
     */
    public String set(String modes) {
        if (dialect.grammar() == Dialect.Grammar.MYSQL) {
            return "SET SESSION sql_mode = '" + modes + "'";
        }
        List<String> calls = new ArrayList<>();
        for (String mode : modes.split(",", -1)) {
            int name = mode.indexOf('_') + 1;
            String setting = POSTGRESQL_SETTINGS.get(mode.substring(0, name));
            calls.add("set_config('" + setting + "', '" + mode.substring(name) + "', FALSE)");
        }
        return "SELECT " + String.join(", ", calls);
    }

    /** The first of these modes, separated by commas, under which SQL is not what the parser reads; or null. */
    public @Nullable String unreadable(String modes) {
        for (String mode : modes.split(",", -1)) {
            if (UNREADABLE.contains(mode.trim().toUpperCase(Locale.ROOT))) {
                return mode;
            }
        }
        return null;
    }

    /** Whether a session with these modes, separated by commas, means the same without them. */
    public boolean checkOnly(String modes) {
        return modes.isEmpty() || upper(modes).allMatch(CHECKING::contains);
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
        changing.removeAll(CHECKING);
        if (changesDates) {
            changing.add("NO_ZERO_IN_DATE");
        }
        return changing;
    }

    private static boolean areStrict(String modes) {
        return upper(modes).anyMatch(mode -> mode.startsWith("STRICT_"));
    }

    private static Stream<String> upper(String modes) {
        return Stream.of(modes.split(",", -1)).map(mode -> mode.trim().toUpperCase(Locale.ROOT));
    }
}

package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.SqlModes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The settings of PostgreSQL that change how SQL is read or values are shown. */
final class PostgresqlModes extends SqlModes {
    /** The settings for how strings are read, and how intervals, approximate numbers and bytes are shown. */
    private static final Map<String, String> SETTINGS = new TreeMap<>(Map.of(
            "STRINGS_", "standard_conforming_strings",
            "INTERVALS_", "intervalstyle",
            "FLOATS_", "extra_float_digits",
            "BYTES_", "bytea_output"));

    private static final String QUERY = "SELECT "
            + SETTINGS.entrySet().stream()
                    .map(each -> "'" + each.getKey() + "' || current_setting('" + each.getValue() + "')")
                    .collect(Collectors.joining(" || ',' || "));

    PostgresqlModes() {
        super(Set.of("STRINGS_OFF"), Set.of(), Set.of());
    }

    @Override
    public String query() {
        return QUERY;
    }

    @Override
    public String set(String modes) {
        List<String> calls = new ArrayList<>();
        for (String mode : modes.split(",", -1)) {
            int name = mode.indexOf('_') + 1;
            String setting = SETTINGS.get(mode.substring(0, name));
            calls.add("set_config('" + setting + "', '" + mode.substring(name) + "', FALSE)");
        }
        return "SELECT " + String.join(", ", calls);
    }
}

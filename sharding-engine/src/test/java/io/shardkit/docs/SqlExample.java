package io.shardkit.docs;

import io.shardkit.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/**
 * A statement of the page on SQL support.
 *
 * @param sql the statement
 * @param asks how many actual tables it asks; 0 if it gathers or is refused
 * @param gathers whether its rows are gathered
 * @param why what the page says of it
 * @param code why it is refused, where it gathers only if that is switched off; null if it is never refused
 * @param elsewhere whether it is an error on H2 itself, and so is compared with nothing
 */
record SqlExample(String sql, int asks, boolean gathers, String why, @Nullable ErrorCode code, boolean elsewhere) {
    private static final Path FILE = Path.of("src", "test", "resources", "docs", "sql-support.yaml");
    private static final Set<String> KEYS = Set.of("sql", "asks", "gathers", "why", "code", "elsewhere");

    /** All examples by the section of the page, in the order of the file. */
    static Map<String, List<SqlExample>> sections() {
        try {
            Map<String, List<Map<String, Object>>> file = new Yaml().load(Files.readString(FILE));
            Map<String, List<SqlExample>> sections = new LinkedHashMap<>();
            file.forEach((section, entries) ->
                    sections.put(section, entries.stream().map(SqlExample::of).toList()));
            return sections;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<SqlExample> all() {
        return sections().values().stream().flatMap(List::stream).toList();
    }

    private static SqlExample of(Map<String, Object> entry) {
        boolean gathers = Boolean.TRUE.equals(entry.get("gathers"));
        boolean runs = (gathers != entry.get("asks") instanceof Integer) && entry.get("why") instanceof String;
        if (!KEYS.containsAll(entry.keySet()) || (runs && !gathers) == entry.containsKey("code")) {
            throw new IllegalArgumentException("neither an example that runs nor one that is refused: " + entry);
        }
        return new SqlExample(
                String.valueOf(entry.get("sql")),
                entry.get("asks") instanceof Integer asks ? asks : 0,
                gathers,
                runs ? String.valueOf(entry.get("why")) : "",
                runs && !gathers ? null : code(String.valueOf(entry.get("code"))),
                Boolean.TRUE.equals(entry.get("elsewhere")));
    }

    private static ErrorCode code(String code) {
        return Arrays.stream(ErrorCode.values())
                .filter(each -> each.code().equals(code))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such code: " + code));
    }

    boolean runs() {
        return asks > 0 || gathers;
    }

    boolean isQuery() {
        return sql.startsWith("SELECT") || sql.startsWith("WITH");
    }

    /** The head of the page's table. */
    String head() {
        if (gathers) {
            return "| statement | because | without gathering |\n| --- | --- | --- |\n";
        }
        return (code == null ? "| statement | asks | because |" : "| statement | code | reason |")
                + "\n| --- | --- | --- |\n";
    }

    /** A row of the page's table. */
    String row() {
        String statement = "| `" + sql + "` | ";
        if (gathers) {
            return statement + why + " | " + link() + " |";
        }
        return code == null
                ? statement + asks + " | " + why + " |"
                : statement + link() + " | " + code.reason() + ". |";
    }

    private String link() {
        String name = Objects.requireNonNull(code).code();
        return "[`" + name + "`](error-codes.md#" + name.toLowerCase(Locale.ROOT) + ")";
    }
}

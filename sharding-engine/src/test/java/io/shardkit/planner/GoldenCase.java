package io.shardkit.planner;

import io.shardkit.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One case of a file of goldens.
 *
 * @param file the file's name without its ending
 * @param name unique in its file
 * @param traps numbers of the traps of sharded SQL that it shows
 * @param dialect of the databases
 * @param sql the statement
 * @param params its parameters
 * @param expect what has to come out, as {@link GoldenPrint} prints it
 */
record GoldenCase(
        String file,
        String name,
        List<Integer> traps,
        Dialect dialect,
        String sql,
        List<@Nullable Object> params,
        Map<String, Object> expect) {
    private static final Set<String> KEYS = Set.of("name", "traps", "dialect", "sql", "params", "expect");

    /** Reads a case; a key that is not known fails. */
    static GoldenCase of(String file, Map<String, Object> read) {
        for (String key : read.keySet()) {
            if (!KEYS.contains(key)) {
                throw new IllegalArgumentException("the key " + key + " in " + file + ", case " + read.get("name"));
            }
        }
        return new GoldenCase(
                file,
                text(read, "name"),
                numbers(read.get("traps")),
                Dialect.valueOf(String.valueOf(read.getOrDefault("dialect", "MARIADB"))),
                text(read, "sql"),
                list(read.get("params")),
                map(read.get("expect")));
    }

    private static String text(Map<String, Object> read, String key) {
        if (!(read.get(key) instanceof String text) || text.isBlank()) {
            throw new IllegalArgumentException(key + " is missing in " + read);
        }
        return text;
    }

    private static List<Integer> numbers(@Nullable Object read) {
        List<Integer> numbers = new ArrayList<>();
        list(read).forEach(item -> numbers.add((Integer) item));
        return numbers;
    }

    private static List<@Nullable Object> list(@Nullable Object read) {
        return read == null ? List.of() : new ArrayList<>((List<?>) read);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object read) {
        return read == null ? Map.of() : (Map<String, Object>) read;
    }

    @Override
    public String toString() {
        return file + ": " + name;
    }
}

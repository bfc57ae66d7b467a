package io.shardkit.differential.corpus;

import io.shardkit.differential.Ordering;
import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a corpus file.
 *
 * @param file the file's name
 * @param name unique in the file
 * @param sql the statement
 * @param ordering how its rows are compared
 * @param expect what is expected of every topology that {@code except} does not name
 * @param except what is expected of the others
 * @param databases where it runs
 * @param errors where the statement itself is an error
 */
public record CorpusCase(
        String file,
        String name,
        Sql sql,
        Ordering ordering,
        Expectation expect,
        Map<Topology, Expectation> except,
        Set<TestDatabase> databases,
        Set<TestDatabase> errors) {
    private static final Set<String> KEYS =
            Set.of("name", "sql", "params", "ordered", "keys", "cut", "expect", "except", "only", "errors");

    static CorpusCase parse(String file, Map<String, Object> entry) {
        Set<String> unknown = new HashSet<>(entry.keySet());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(file + ": unknown keys " + unknown + " in " + entry);
        }
        String name = text(file, entry, "name");
        List<@Nullable Object> parameters = new ArrayList<>();
        for (Object value : list(entry.get("params"))) {
            parameters.add(parameter(value));
        }
        List<Integer> keys = list(entry.get("keys")).stream()
                .map(key -> Integer.valueOf(String.valueOf(key)))
                .toList();
        Map<Topology, Expectation> except = new EnumMap<>(Topology.class);
        if (entry.get("except") instanceof Map<?, ?> map) {
            map.forEach((topology, text) -> except.put(
                    Topology.valueOf(upper(String.valueOf(topology)).replace('-', '_')),
                    Expectation.parse(String.valueOf(text))));
        }
        return new CorpusCase(
                file,
                name,
                new Sql(text(file, entry, "sql").strip(), parameters),
                new Ordering(Boolean.TRUE.equals(entry.get("ordered")), keys, Boolean.TRUE.equals(entry.get("cut"))),
                Expectation.parse(text(file, entry, "expect")),
                except,
                entry.containsKey("only") ? databases(entry.get("only")) : EnumSet.allOf(TestDatabase.class),
                databases(entry.get("errors")));
    }

    /** Returns the expectation for a topology; MySQL and other drivers take that of MariaDB, if not said otherwise. */
    public Expectation expectation(Topology topology) {
        Expectation own = except.get(topology);
        return own == null ? except.getOrDefault(topology.family(), expect) : own;
    }

    @Override
    public String toString() {
        return file + ": " + name;
    }

    private static String text(String file, Map<String, Object> entry, String key) {
        Object value = entry.get(key);
        if (value == null) {
            throw new IllegalArgumentException(file + ": no " + key + " in " + entry);
        }
        return value.toString();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /**
     * Databases by their names. {@code mariadb} is all that speak MySQL's SQL, by whichever driver, {@code mariadb-server} and
     * {@code mysql-server} those of one product, and {@code connector-j} those by MySQL's driver.
     */
    private static Set<TestDatabase> databases(@Nullable Object value) {
        Set<TestDatabase> databases = EnumSet.noneOf(TestDatabase.class);
        for (Object name : list(value)) {
            Predicate<TestDatabase> named =
                    switch (String.valueOf(name)) {
                        case "mariadb" -> TestDatabase::speaksMysql;
                        case "mariadb-server" -> TestDatabase::isMariaDb;
                        case "mysql-server" -> TestDatabase.MYSQL::equals;
                        case "connector-j" -> TestDatabase::isByConnectorJ;
                        default -> TestDatabase.valueOf(upper(String.valueOf(name)))::equals;
                    };
            Stream.of(TestDatabase.values()).filter(named).forEach(databases::add);
        }
        return databases;
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    /** Plain YAML values stand for themselves; {@code {long: 5}} and the like for those that YAML does not have. */
    private static @Nullable Object parameter(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map.Entry<?, ?> entry = map.entrySet().iterator().next();
        String text = String.valueOf(entry.getValue());
        return switch (String.valueOf(entry.getKey())) {
            case "long" -> Long.valueOf(text);
            case "decimal" -> new BigDecimal(text);
            case "date" -> Date.valueOf(text);
            case "timestamp" -> Timestamp.valueOf(text);
            default -> throw new IllegalArgumentException("unknown type of parameter: " + map);
        };
    }
}

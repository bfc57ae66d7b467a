package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.options.Limits;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Refusal;
import io.shardkit.sql.statement.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The list of statements of all kinds with the advice that each gets, or what its refusal says to do, by kind of database
 * where they differ. Written anew with {@code -Dshardkit.plans.write=true}, for review in the diff.
 */
class AdviceListTest {
    private static final Path LIST = Path.of("src/test/resources/advice.txt");
    private static final String INDENT = "    ";

    @Test
    void eachStatementGetsItsAdvice() throws IOException, SQLException {
        String list = Files.readString(LIST);
        String seen = list.lines()
                .filter(line -> !line.startsWith(INDENT))
                .map(AdviceListTest::entry)
                .collect(Collectors.joining());
        if (GoldenFiles.WRITE) {
            Files.writeString(LIST, seen);
        } else {
            assertThat(seen).isEqualTo(list);
        }
        assertThat(seen.lines().filter(line -> line.startsWith(INDENT))).hasSizeGreaterThan(100);
    }

    private static String entry(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return line + "\n";
        }
        Map<List<String>, List<String>> databases = new LinkedHashMap<>();
        for (Dialect dialect : dialects().keySet()) {
            databases
                    .computeIfAbsent(advice(line, dialect), none -> new ArrayList<>())
                    .add(dialects().get(dialect));
        }
        StringBuilder entry = new StringBuilder(line).append('\n');
        databases.forEach((advice, names) -> {
            String where = databases.size() == 1 ? "" : String.join(", ", names) + ": ";
            advice.forEach(
                    each -> entry.append(INDENT).append(where).append(each).append('\n'));
        });
        return entry.toString();
    }

    private static Map<Dialect, String> dialects() {
        Map<Dialect, String> dialects = new LinkedHashMap<>();
        dialects.put(Dialect.H2, "h2");
        dialects.put(Dialect.MARIADB, "mariadb");
        dialects.put(Dialect.MYSQL, "mysql");
        dialects.put(Dialect.POSTGRESQL, "postgresql");
        return dialects;
    }

    private static List<String> advice(String sql, Dialect dialect) {
        Explanation explanation;
        try {
            explanation = new Planner(OrderTables.rule(), OrderTables.catalog(), dialect, Limits.DEFAULTS)
                    .plan("EXPLAIN SHARDING " + sql)
                    .bind(Parameters.NONE, -1)
                    .explanation();
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
        List<String> advice = new ArrayList<>();
        Refusal refusal = explanation.refusal();
        if (refusal != null) {
            String action = refusal.action() == null ? refusal.code().action() : refusal.action();
            advice.add("refused with " + refusal.code().code() + ": " + action);
        }
        explanation.advice().forEach(each -> advice.add(each.text()));
        return advice.isEmpty() ? List.of("none") : advice;
    }
}

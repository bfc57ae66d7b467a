package io.shardkit.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.shardkit.dialect.Dialect;
import io.shardkit.differential.Seeds;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.Limits;
import io.shardkit.plan.Plan;
import io.shardkit.planner.OrderTables;
import io.shardkit.planner.Planner;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever text is sent: it is planned, or refused with a code. No other exception comes out. */
class MutationTest {
    private static final int MUTATIONS = 20_000;
    private static final List<String> INSERTED = List.of(
            "(",
            ")",
            ",",
            ".",
            "*",
            "=",
            "<",
            "-",
            "'",
            "\"",
            "`",
            "?",
            ";",
            "1",
            "1e9",
            "99999999999999999999",
            "NULL",
            "NOT",
            "AND",
            "OR",
            "IN",
            "BETWEEN",
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP BY",
            "ORDER BY",
            "LIMIT",
            "OFFSET",
            "UNION",
            "JOIN",
            "LEFT JOIN",
            "ON",
            "USING",
            "AS",
            "t_order",
            "t_order.",
            "order",
            "user_id",
            "COUNT(*)",
            "CASE",
            "END",
            "OVER ()",
            "VALUES",
            "SET",
            "DEFAULT",
            "INTERVAL",
            "::",
            ":=",
            "=>",
            "||",
            "[",
            "]",
            "{",
            "}",
            "@a",
            "$$",
            "RETURNING",
            "WITH",
            "AS (",
            "FOR UPDATE",
            "ON CONFLICT",
            "ON DUPLICATE KEY UPDATE",
            "WITHIN GROUP (",
            "ARRAY[",
            "VALUE (",
            "{fn",
            "{escape",
            "/*+ x */",
            "/*",
            "*/",
            "--",
            "\\",
            "\0",
            "\u00e4",
            "\ud83d\ude00");

    @Test
    void nothingButRefusalsComesOut() throws Exception {
        long seed = Seeds.chosen();
        System.out.println("mutations, -Dshardkit.seed=" + seed);
        Random random = new Random(seed);
        List<GoldenStatement> statements = GoldenStatement.all();
        Map<Dialect, Planner> planners = new EnumMap<>(Dialect.class);
        int planned = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            GoldenStatement statement = statements.get(random.nextInt(statements.size()));
            String sql = statement.sql();
            for (int change = random.nextInt(3); change >= 0; change--) {
                sql = mutated(sql, random);
            }
            Planner planner = planners.computeIfAbsent(
                    statement.dialect(),
                    dialect -> new Planner(OrderTables.rule(), OrderTables.catalog(), dialect, Limits.DEFAULTS));
            planned += isPlanned(planner, sql, "seed " + seed + ", number " + i + ": " + sql) ? 1 : 0;
        }
        System.out.println(planned + " of " + MUTATIONS + " mutations were planned");
        assertThat(planned).as("mutations that are still statements").isBetween(MUTATIONS / 20, MUTATIONS - 1);
    }

    private static boolean isPlanned(Planner planner, String sql, String description) {
        try {
            Plan plan = planner.plan(sql);
            Parameters parameters = new Parameters(plan.parameterCount());
            for (int i = 0; i < plan.parameterCount(); i++) {
                parameters.setLong(i, i + 1L);
            }
            return plan.bind(parameters, -1) != null;
        } catch (SQLException e) {
            assertThat((Throwable) e).as(description).isInstanceOf(ShardingException.class);
            assertThat(e.getSQLState()).as(description).isNotNull();
            if (e instanceof ShardingException refusal && refusal.errorCode() == ErrorCode.UNEXPECTED_FAILURE) {
                return fail(description, e);
            }
            return false;
        } catch (RuntimeException | Error e) {
            return fail(description, e);
        }
    }

    /** Each statement without its first and its last words, and with each of the pieces before it and alone. */
    @Test
    void piecesOfStatementsAreRefused() throws Exception {
        Map<Dialect, Planner> planners = new EnumMap<>(Dialect.class);
        List<GoldenStatement> statements = GoldenStatement.all();
        for (int i = 0; i < statements.size(); i++) {
            GoldenStatement statement = statements.get(i);
            Planner planner = planners.computeIfAbsent(
                    statement.dialect(),
                    dialect -> new Planner(OrderTables.rule(), OrderTables.catalog(), dialect, Limits.DEFAULTS));
            String[] words = statement.sql().split("(?<=[^\\w])|(?=[^\\w])");
            for (int word = i % 5; word < words.length; word += 5) {
                String end = String.join("", List.of(words).subList(word, words.length));
                isPlanned(planner, end, end);
                String start = String.join("", List.of(words).subList(0, word));
                isPlanned(planner, start, start);
            }
            for (int piece = i % 16; piece < INSERTED.size(); piece += 16) {
                String led = INSERTED.get(piece) + " " + statement.sql();
                isPlanned(planner, led, led);
                String followed = statement.sql() + " " + INSERTED.get(piece);
                isPlanned(planner, followed, followed);
            }
        }
        for (Planner planner : planners.values()) {
            for (String piece : INSERTED) {
                isPlanned(planner, piece, piece);
                for (String other : INSERTED) {
                    isPlanned(planner, piece + " " + other, piece + " " + other);
                }
            }
        }
    }

    private static String mutated(String sql, Random random) {
        String[] words = sql.split("(?<=[^\\w])|(?=[^\\w])");
        if (words.length == 0) {
            return INSERTED.get(random.nextInt(INSERTED.size()));
        }
        int at = random.nextInt(words.length);
        switch (random.nextInt(5)) {
            case 0 -> words[at] = "";
            case 1 -> words[at] = words[at] + " " + words[at];
            case 2 -> words[at] = words[at] + " " + INSERTED.get(random.nextInt(INSERTED.size())) + " ";
            case 3 -> {
                int other = random.nextInt(words.length);
                String word = words[at];
                words[at] = words[other];
                words[other] = word;
            }
            default -> words[at] = INSERTED.get(random.nextInt(INSERTED.size()));
        }
        return String.join("", words);
    }

    @Test
    void deepNestingIsRefused() {
        Planner planner = new Planner(OrderTables.rule(), OrderTables.catalog(), Dialect.MARIADB, Limits.DEFAULTS);
        for (int depth : List.of(10, 1_000, 5_000, 50_000)) {
            isPlanned(
                    planner,
                    "SELECT " + "(".repeat(depth) + "1" + ")".repeat(depth) + " FROM t_order",
                    "depth " + depth);
            isPlanned(planner, "SELECT * FROM t_log WHERE " + "NOT ".repeat(depth) + "id = 1", "NOT, depth " + depth);
            isPlanned(planner, "SELECT * FROM t_log WHERE id = 1" + " OR id = 1".repeat(depth), "OR, depth " + depth);
            isPlanned(planner, "SELECT " + "- ".repeat(depth) + "1 FROM t_order", "minus, depth " + depth);
        }
        assertThat(isPlanned(planner, "SELECT ((1)) FROM t_order", "a shallow one"))
                .isTrue();
    }
}

package io.shardkit.sql.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.planner.OrderTables;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks what is read from SQL besides what the parser sees: values of literals, nested joins, limits. */
class ParserTextTest {

    private static ParsedStatement parse(Dialect dialect, String sql) throws SQLException {
        return new SqlParser(OrderTables.rule(), OrderTables.catalog(), dialect).parse(sql);
    }

    /** The value that the login has to have, or null if that is not known. */
    private static @Nullable Value login(Dialect dialect, String literal) throws SQLException {
        ParsedStatement parsed = parse(dialect, "SELECT id FROM t_account WHERE login = " + literal);
        return parsed.blocks().get(0).where() instanceof Condition.In in
                ? in.values().get(0)
                : null;
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = ';',
            value = {
                "MARIADB; 'it''s'; it's",
                "MARIADB; 'it\\'s'; it's",
                "MARIADB; \"say \"\"a\"\"\"; say \"a\"",
                "MARIADB; 'a\\\\b'; a\\b",
                "MARIADB; 'a\\%b'; a\\%b",
                "MARIADB; 'a' 'b' \"c\"; abc",
                "H2; 'a\\'; a\\",
                "H2; $$it's$$; it's",
                "POSTGRESQL; 'a\\'; a\\",
                "POSTGRESQL; $t$a $$ b$t$; a $$ b",
                "POSTGRESQL; 'sk0'; sk0"
            })
    void valuesOfStrings(Dialect dialect, String literal, String value) throws SQLException {
        assertThat(login(dialect, literal)).isEqualTo(new Value.Literal(value));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = ';',
            value = {
                "MARIADB; N'a'",
                "MARIADB; X'41'",
                "MARIADB; 0x41",
                "MARIADB; _latin1 'a'",
                "MARIADB; 'a' COLLATE utf8mb4_general_ci",
                "MARIADB; DATE '24-1-31'",
                "MARIADB; TIMESTAMP '2024-1-31 10:11:12'",
                "MARIADB; {d '2024-01-31'}",
                "POSTGRESQL; E'a\\n'",
                "POSTGRESQL; U&'a'",
                "POSTGRESQL; B'1'",
                "H2; TIMESTAMP '2024-02-31 10:11:12'",
                "H2; TIMESTAMP '2024-01-31 10:11:12+00'"
            })
    void valuesThatAreNotKnownNarrowNothing(Dialect dialect, String literal) throws SQLException {
        assertThat(login(dialect, literal)).isNull();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void valuesOfDates(Dialect dialect) throws SQLException {
        assertThat(login(dialect, "DATE '2024-01-31'")).isEqualTo(new Value.Literal(LocalDate.of(2024, 1, 31)));
        assertThat(login(dialect, "TIMESTAMP '2024-01-31 10:11:12.5'"))
                .isEqualTo(new Value.Literal(LocalDateTime.of(2024, 1, 31, 10, 11, 12, 500_000_000)));
    }

    private static String shape(@Nullable From from) {
        if (from instanceof From.Table table) {
            return table.use().label();
        }
        if (from instanceof From.Join join) {
            return "(" + shape(join.left()) + " " + join.kind() + " " + shape(join.right()) + ")";
        }
        return "derived";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a JOIN t_log b ON a.id = b.id JOIN t_log c ON c.id = b.id; ((a INNER b) INNER c)",
                "a LEFT JOIN (t_log b JOIN t_log c ON c.id = b.id) ON a.id = b.id; (a LEFT (b INNER c))",
                "a LEFT JOIN t_log b JOIN t_log c ON c.id = b.id ON a.id = b.id; (a LEFT (b INNER c))",
                "a LEFT JOIN t_log b LEFT JOIN t_log c LEFT JOIN t_log d ON 1 = 1 ON 2 = 2 ON 3 = 3;"
                        + " (a LEFT (b LEFT (c LEFT d)))",
                "a LEFT JOIN t_log b LEFT JOIN t_log c ON 1 = 1 LEFT JOIN t_log d ON 2 = 2 ON 3 = 3;"
                        + " (a LEFT ((b LEFT c) LEFT d))",
                "a, t_log b RIGHT JOIN t_log c ON b.id = c.id; (a INNER (b RIGHT c))",
                "a RIGHT JOIN t_log b ON a.id = b.id, t_log c; ((a RIGHT b) INNER c)",
                "a JOIN ((t_log b LEFT JOIN t_log c ON b.id = c.id) JOIN t_log d ON d.id = b.id) ON a.id = b.id;"
                        + " (a INNER ((b LEFT c) INNER d))",
                "a JOIN ((SELECT 1 id) x LEFT JOIN t_log b ON b.id = x.id) ON a.id = b.id; (a INNER (derived LEFT b))"
            })
    void joins(String from, String shape) throws SQLException {
        for (Dialect dialect : Dialect.values()) {
            ParsedStatement parsed = parse(dialect, "SELECT a.id FROM t_log " + from);
            assertThat(shape(parsed.blocks().get(0).from())).as(dialect.name()).isEqualTo(shape);
        }
    }

    private static String limit(Dialect dialect, String clause) throws SQLException {
        ParsedStatement.Query query =
                (ParsedStatement.Query) parse(dialect, "SELECT id FROM t_log WHERE id > ? " + clause);
        ParsedStatement.SelectClauses clauses = query.simple();
        if (clauses == null || clauses.special() != null) {
            return clauses == null ? "none" : String.valueOf(clauses.special());
        }
        Limit limit = clauses.limit();
        return limit == null ? "none" : number(limit.count()) + " from " + number(limit.offset());
    }

    private static String number(@Nullable Value value) {
        if (value instanceof Value.Parameter parameter) {
            return "?" + parameter.index();
        }
        return value instanceof Value.Literal literal ? String.valueOf(literal.value()) : "none";
    }

    @ParameterizedTest
    @EnumSource(
            value = Dialect.class,
            names = {"MARIADB", "H2", "POSTGRESQL"})
    void limits(Dialect dialect) throws SQLException {
        assertThat(limit(dialect, "LIMIT 5")).isEqualTo("5 from none");
        assertThat(limit(dialect, "LIMIT ? OFFSET ?")).isEqualTo("?1 from ?2");
        String own = dialect == Dialect.POSTGRESQL ? "OFFSET ? LIMIT ?" : "LIMIT ?, ?";
        assertThat(limit(dialect, own)).isEqualTo("?2 from ?1");
        assertThat(limit(dialect, "OFFSET 2 ROWS")).isEqualTo("none from 2");
        assertThat(limit(dialect, "FETCH FIRST ROW ONLY")).isEqualTo("1 from none");
        assertThat(limit(dialect, "OFFSET ? ROWS FETCH NEXT ? ROWS ONLY")).isEqualTo("?2 from ?1");
        assertThat(limit(dialect, "LIMIT (5)"))
                .isEqualTo(dialect == Dialect.MARIADB ? "LIMIT of a computed number" : "5 from none");
        if (dialect == Dialect.MARIADB) {
            assertThatThrownBy(() -> limit(dialect, "OFFSET 1 FETCH NEXT ROW ONLY"))
                    .hasMessageContaining("SK-2001");
        } else {
            assertThat(limit(dialect, "OFFSET 1 FETCH NEXT ROW ONLY")).isEqualTo("1 from 1");
        }
        assertThat(limit(dialect, "LIMIT 2 + 3")).isEqualTo("LIMIT of a computed number");
        assertThat(limit(dialect, "FETCH FIRST 3 ROWS WITH TIES")).isEqualTo("WITH TIES");
        assertThat(limit(dialect, "LIMIT 5 FOR UPDATE")).isEqualTo("5 from none");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void longStatements(Dialect dialect) throws SQLException {
        String numbers = IntStream.range(0, 10_000).mapToObj(String::valueOf).collect(Collectors.joining(", "));
        ParsedStatement query = parse(dialect, "SELECT id FROM t_log WHERE id IN (" + numbers + ")");
        assertThat(query.blocks().get(0).where())
                .isInstanceOfSatisfying(
                        Condition.In.class, in -> assertThat(in.values()).hasSize(10_000));
        String rows = IntStream.range(0, 5_000)
                .mapToObj(i -> String.format(Locale.ROOT, "(%d, 'it''s %d')", i, i))
                .collect(Collectors.joining(", "));
        ParsedStatement insert = parse(dialect, "INSERT INTO t_log (id, line) VALUES " + rows);
        assertThat(((ParsedStatement.Insert) insert).rows()).hasSize(5_000);
    }

    @Test
    void deepNestingIsReadOrRefused() {
        for (String opened : List.of("SELECT id FROM t_log WHERE id = ", "SELECT id FROM ")) {
            String sql = opened + "(".repeat(20_000) + (opened.endsWith("= ") ? "1" : "t_log") + ")".repeat(20_000);
            assertThatThrownBy(() -> parse(Dialect.MARIADB, sql)).hasMessageStartingWith(ErrorCode.TOO_COMPLEX.code());
        }
    }
}

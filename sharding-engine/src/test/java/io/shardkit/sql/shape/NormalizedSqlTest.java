package io.shardkit.sql.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.statement.Parameters;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only literals whose value alone matters are taken out, and they come back where they were. */
class NormalizedSqlTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SELECT a FROM t WHERE a = 5 AND b < 'x' | SELECT a FROM t WHERE a = ? AND b < ?",
                "select a from t where t.a=5 limit 10 | select a from t where t.a=? limit 10",
                "SELECT 1, a FROM t WHERE a IN (1, 2, 'z') ORDER BY 2 | SELECT 1, a FROM t WHERE a IN (?, ?, ?) ORDER BY 2",
                "SELECT a FROM t WHERE (a = -5 OR a BETWEEN 1.5 AND -2) | SELECT a FROM t WHERE (a = ? OR a BETWEEN ? AND ?)",
                "SELECT a FROM t WHERE a BETWEEN -5 AND -2 OR a LIKE -1 | SELECT a FROM t WHERE a BETWEEN ? AND ? OR a LIKE ?",
                "SELECT a FROM t WHERE a NOT LIKE 'b%' AND c NOT IN (3) | SELECT a FROM t WHERE a NOT LIKE ? AND c NOT IN (?)",
                "SELECT a FROM t JOIN u ON t.k = 5 WHERE u.b = 1 | SELECT a FROM t JOIN u ON t.k = ? WHERE u.b = ?",
                "UPDATE t SET a = 1, b = 'x' WHERE k = 3 | UPDATE t SET a = ?, b = ? WHERE k = ?",
                "UPDATE t SET a = a + 1, b = 'x' WHERE k = 3 | UPDATE t SET a = a + 1, b = ? WHERE k = ?",
                "DELETE FROM t WHERE k = 3 | DELETE FROM t WHERE k = ?",
                "INSERT INTO t (a, b) VALUES (1, 'x'), (-2, ?) | INSERT INTO t (a, b) VALUES (?, ?), (?, ?)",
                "INSERT INTO t VALUES (1, NOW(3), 2 + 3, (4)) | INSERT INTO t VALUES (?, NOW(3), 2 + 3, (4))",
                "SELECT a FROM t WHERE b IN (SELECT b FROM u WHERE c = 7) | SELECT a FROM t WHERE b IN (SELECT b FROM u WHERE c = ?)",
            })
    void takesOutWhatIsCompared(String sql, String shape) {
        assertThat(Objects.requireNonNull(new NormalizedTexts(Dialect.MARIADB).of(sql))
                        .text())
                .isEqualTo(shape);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 5",
                "SELECT a = 5 FROM t",
                "SELECT (SELECT MAX(b) FROM u WHERE c = 5) FROM t",
                "SELECT a IS DISTINCT FROM b, (SELECT MAX(b) FROM u WHERE c = 5) FROM t",
                "SELECT a FROM t WHERE a = ?",
                "SELECT a FROM t ORDER BY 1 LIMIT 5",
                "SELECT a FROM t GROUP BY 1 HAVING COUNT(*) > 5",
                "SELECT a FROM t WHERE 1 = 1",
                "SELECT a FROM t WHERE a = 5 + 1",
                "SELECT a FROM t WHERE MOD(a, 5) = 1",
                "SELECT a FROM t WHERE a - -5 > b",
                "SELECT a FROM t WHERE d = DATE '2024-01-31'",
                "SELECT a FROM t WHERE d > NOW() - INTERVAL 5 DAY",
                "SELECT a FROM t WHERE a = 'it''s'",
                "SELECT a FROM t WHERE a = 'back\\slash'",
                "SELECT a FROM t WHERE a = 'x' COLLATE utf8mb4_bin",
                "SELECT a FROM t WHERE a = 'x' 'y'",
                "SELECT a FROM t WHERE a LIKE '50!%' ESCAPE '!'",
                "SELECT a FROM t WHERE a = 1e3 OR a = 0x1F",
                "SELECT a FROM t WHERE a = 1234567890123456789",
                "SELECT a FROM t WHERE CASE WHEN a = 5 THEN 1 ELSE 0 END",
                "INSERT INTO t SET a = 5",
                "INSERT INTO t (a) VALUES (?) ON DUPLICATE KEY UPDATE b = 5",
                "WITH x AS (SELECT a FROM t WHERE a = 5) SELECT a FROM x",
                "EXPLAIN SHARDING SELECT a FROM t WHERE a = 5",
                "SELECT /*! STRAIGHT_JOIN */ a FROM t WHERE a = 5",
                "SELECT a FROM t WHERE (a = 5"
            })
    void leavesTheRest(String sql) {
        assertThat(new NormalizedTexts(Dialect.MARIADB).of(sql)).isNull();
    }

    @Test
    void parametersOfTheUserStandBetweenLiterals() throws SQLException {
        NormalizedSql shape = Objects.requireNonNull(
                new NormalizedTexts(Dialect.H2).of("SELECT a FROM t WHERE a = ? AND b = -5 AND c = ? AND d = '?'"));
        assertThat(shape.parameterCount()).isEqualTo(2);
        Parameters user = new Parameters(2);
        user.setString(0, "first");
        user.setInt(1, 2);
        Parameters all = shape.parameters(user);
        assertThat(all.value(0)).isEqualTo("first");
        assertThat(all.value(1)).isEqualTo(-5L);
        assertThat(all.value(2)).isEqualTo(2L);
        assertThat(all.value(3)).isEqualTo("?");
    }

    @Test
    void valuesAreThoseOfTheLiterals() throws SQLException {
        String sql = "SELECT a FROM t WHERE a = - /* 3 */ 5 AND a < -1.50 AND b IN (0, 1, -2, '', ?, 5, 6, 7, 8)"
                + " AND c > -999999999999999999 AND c NOT BETWEEN 0.5 AND -\n7";
        NormalizedSql shape = Objects.requireNonNull(new NormalizedTexts(Dialect.H2).of(sql));
        Parameters user = new Parameters(1);
        user.setInt(0, 4);
        Parameters all = shape.parameters(user);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            values.add(Objects.requireNonNull(all.value(i)));
        }
        assertThat(values)
                .containsExactly(
                        -5L,
                        new BigDecimal("-1.50"),
                        0L,
                        1L,
                        -2L,
                        "",
                        4L,
                        5L,
                        6L,
                        7L,
                        8L,
                        -999999999999999999L,
                        new BigDecimal("0.5"),
                        -7L);
        assertThat(shape.fill(shape.text(), null).text()).isEqualTo(sql);
    }

    @Test
    void literalsComeBackAsTheyWereWritten() throws SQLException {
        NormalizedSql shape = Objects.requireNonNull(
                new NormalizedTexts(Dialect.H2).of("SELECT a FROM t WHERE a = ? AND b = - 5 AND d = '?' LIMIT ?"));
        NormalizedSql.Filled asTheyStand =
                shape.fill("SELECT a FROM t_1 WHERE a = ? AND b = ? AND d = ? LIMIT ?", null);
        assertThat(asTheyStand.text()).isEqualTo("SELECT a FROM t_1 WHERE a = ? AND b = - 5 AND d = '?' LIMIT ?");
        assertThat(asTheyStand.sources()).containsExactly(0, 1);
        NormalizedSql.Filled moved =
                shape.fill("SELECT a, '?' FROM t_1 WHERE d = ? AND a = ? LIMIT ? -- ?", new int[] {2, 0, -1});
        assertThat(moved.text()).isEqualTo("SELECT a, '?' FROM t_1 WHERE d = '?' AND a = ? LIMIT ? -- ?");
        assertThat(moved.sources()).containsExactly(0, -1);
    }
}

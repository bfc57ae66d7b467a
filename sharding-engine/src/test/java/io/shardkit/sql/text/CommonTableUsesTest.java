package io.shardkit.sql.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.text.CommonTableUses.Entry;
import io.shardkit.sql.text.CommonTableUses.Reference;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommonTableUsesTest {

    /** The places that read a common table are in brackets here, with its number, and an asterisk if they have an alias. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "WITH x AS (SELECT 1) SELECT x.a, x FROM x, x y JOIN x AS z ON x = z.x WHERE x IN (x, 1) |"
                        + " WITH x AS (SELECT 1) SELECT x.a, x FROM [0], [0*] y JOIN [0*] AS z ON x = z.x WHERE x IN (x, 1)",
                "WITH x AS (SELECT a FROM x), y AS (SELECT b FROM x) SELECT * FROM y, d.x, x(1) |"
                        + " WITH x AS (SELECT a FROM x), y AS (SELECT b FROM [0]) SELECT * FROM [1], d.x, x(1)",
                "WITH RECURSIVE x (a) AS (SELECT 1 UNION ALL SELECT a FROM x) SELECT * FROM x UNION SELECT a FROM (x) |"
                        + " WITH RECURSIVE x (a) AS (SELECT 1 UNION ALL SELECT a FROM [0]) SELECT * FROM [0] UNION SELECT a FROM ([0])",
                "SELECT * FROM (WITH x AS (SELECT 1) SELECT * FROM x) d, x |"
                        + " SELECT * FROM (WITH x AS (SELECT 1) SELECT * FROM [0]) d, x",
                "WITH x AS (SELECT 1) SELECT EXTRACT(YEAR FROM x), TRIM(a FROM x) FROM `x` USE INDEX (x) JOIN X GROUP BY x WITH ROLLUP |"
                        + " WITH x AS (SELECT 1) SELECT EXTRACT(YEAR FROM x), TRIM(a FROM x) FROM [0] USE INDEX (x) JOIN X GROUP BY x WITH ROLLUP",
                "WITH x AS (WITH x AS (SELECT 1) SELECT * FROM x) SELECT (SELECT 1 FROM x LIMIT 1), (x) FROM x LEFT JOIN (x b, t) USING (x) |"
                        + " WITH x AS (WITH x AS (SELECT 1) SELECT * FROM [1]) SELECT (SELECT 1 FROM [0] LIMIT 1), (x) FROM [0] LEFT JOIN ([0*] b, t) USING (x)",
                "WITH x AS (SELECT 1) UPDATE t JOIN x ON x = 1 SET x = 2, x = 3 WHERE a IN (SELECT a FROM x) |"
                        + " WITH x AS (SELECT 1) UPDATE t JOIN [0] ON x = 1 SET x = 2, x = 3 WHERE a IN (SELECT a FROM [0])",
                "WITH x AS (SELECT 1) DELETE FROM t USING t JOIN x y WHERE x = 1 |"
                        + " WITH x AS (SELECT 1) DELETE FROM t USING t JOIN [0*] y WHERE x = 1",
                "INSERT INTO t WITH x AS (SELECT 1) SELECT * FROM x STRAIGHT_JOIN x b ON DUPLICATE KEY UPDATE x = x + 1 |"
                        + " INSERT INTO t WITH x AS (SELECT 1) SELECT * FROM [0] STRAIGHT_JOIN [0*] b ON DUPLICATE KEY UPDATE x = x + 1",
                "SELECT a FROM x GROUP BY a WITH ROLLUP | SELECT a FROM x GROUP BY a WITH ROLLUP"
            })
    void findsThePlacesThatRead(String sql, String marked) throws SQLException {
        SqlText text = new SqlText(sql, Dialect.MYSQL);
        StringBuilder found = new StringBuilder(sql);
        for (int i = CommonTableUses.of(text).references().size() - 1; i >= 0; i--) {
            Reference reference = CommonTableUses.of(text).references().get(i);
            Token token = text.token(reference.token());
            String number = "[" + reference.table() + (reference.aliased() ? "*]" : "]");
            found.replace(token.start(), token.end(), number);
        }
        assertThat(found).hasToString(marked);
    }

    @Test
    void tellsWhereTablesAreDeclaredAndRead() throws SQLException {
        SqlText text = new SqlText(
                "WITH x AS (WITH y AS (SELECT 1 FROM a) SELECT * FROM y), z AS (SELECT 1 FROM x, b) SELECT * FROM z",
                Dialect.MYSQL);
        CommonTableUses uses = CommonTableUses.of(text);
        assertThat(uses.tables().stream().map(Entry::container)).containsExactly(-1, 0, -1);
        assertThat(uses.tables().stream().map(Entry::joins)).containsExactly(false, false, true);
        assertThat(uses.references().stream().map(Reference::container)).containsExactly(0, 2, -1);
    }
}

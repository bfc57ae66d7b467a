package io.shardkit.proxy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseCallsTest {
    /** The label of a column that is such a call alone stays; elsewhere a label would be an error. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "SELECT DATABASE(), 1 FROM t | SELECT 'x' AS `DATABASE()`, 1 FROM t",
                "SELECT a, schema ( ) | SELECT a, 'x' AS `schema ( )`",
                "SELECT DATABASE() IS NOT NULL, 'a' = DATABASE() | SELECT 'x' IS NOT NULL AS `DATABASE() IS NOT NULL`, 'a' = 'x' AS `'a' = DATABASE()`",
                "SELECT DISTINCT DATABASE() = 'a' FROM t | SELECT DISTINCT 'x' = 'a' AS `DATABASE() = 'a'` FROM t",
                "SELECT DATABASE() db, DATABASE() 'd' | SELECT 'x' db, 'x' 'd'",
                "SELECT DATABASE() AS db | SELECT 'x' AS db",
                "SELECT CONCAT(a, DATABASE(), b) | SELECT CONCAT(a, 'x', b) AS `CONCAT(a, DATABASE(), b)`",
                "SELECT a FROM t WHERE s = DATABASE() GROUP BY a, DATABASE() | SELECT a FROM t WHERE s = 'x' GROUP BY a, 'x'",
                "SELECT a FROM t UNION SELECT DATABASE() | SELECT a FROM t UNION SELECT 'x' AS `DATABASE()`",
                "INSERT INTO t VALUES (1, DATABASE()) | INSERT INTO t VALUES (1, 'x')",
                "SELECT `DATABASE`(), \"DATABASE()\", f.SCHEMA() | SELECT `DATABASE`(), \"DATABASE()\", f.SCHEMA()"
            })
    void areReplaced(String sql, String told) {
        assertThat(DatabaseCalls.replaced(sql, "'x'")).isEqualTo(told);
    }
}

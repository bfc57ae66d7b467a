package io.shardkit.sql.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.observe.QuerySummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Summaries of statements: operations and tables, without values. */
class QuerySummariesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    SELECT * FROM t_order WHERE id = 4711 | SELECT t_order | t_order
                    SELECT a, b FROM t_order o, t_item i WHERE o.id IN (47, 11) ORDER BY a, b | SELECT t_order t_item | t_order,t_item
                    SELECT * FROM `t_order` a JOIN shop.t_item b ON f(a.x, b.y) LEFT JOIN t_order c USING (id) | SELECT t_order shop.t_item | t_order,shop.t_item
                    SELECT EXTRACT(YEAR FROM created) FROM t_order WHERE TRIM('4' FROM name) = 'x' FOR UPDATE | SELECT t_order | t_order
                    SELECT * FROM (SELECT id FROM t_item) x, t_order WHERE id IN (SELECT id FROM t_user) | SELECT SELECT t_item t_order SELECT t_user | t_item,t_order,t_user
                    WITH RECURSIVE a AS (SELECT 1 FROM t_user), b (x) AS (SELECT 2 FROM a) SELECT * FROM a, b, t_order | SELECT t_user SELECT SELECT t_order | t_user,t_order
                    WITH a AS (SELECT 1 FROM t_user) DELETE FROM t_order WHERE id IN (SELECT * FROM a) | SELECT t_user DELETE t_order SELECT | t_user,t_order
                    INSERT INTO t_order (id, name) VALUES (4711, 'x') ON DUPLICATE KEY UPDATE name = 'y' | INSERT t_order | t_order
                    INSERT IGNORE t_order SELECT * FROM t_item | INSERT t_order SELECT t_item | t_order,t_item
                    REPLACE INTO t_order VALUES (REPLACE('a', 'b', 'c')) | REPLACE t_order | t_order
                    UPDATE t_order o, t_item i SET o.a = 1, i.b = 2 WHERE o.id = i.id | UPDATE t_order t_item | t_order,t_item
                    DELETE o FROM t_order o JOIN t_item i ON o.id = i.id | DELETE t_order t_item | t_order,t_item
                    MERGE INTO t_order USING t_item ON (1 = 1) WHEN MATCHED THEN UPDATE SET a = 1 | MERGE t_order t_item | t_order,t_item
                    CREATE TABLE IF NOT EXISTS t_order (id BIGINT, name VARCHAR(20)) | CREATE TABLE t_order | t_order
                    CREATE UNIQUE INDEX i ON t_order (a, b) | CREATE INDEX t_order | t_order
                    DROP TABLE IF EXISTS t_order, t_item | DROP TABLE t_order t_item | t_order,t_item
                    TRUNCATE t_order | TRUNCATE t_order | t_order
                    EXPLAIN SHARDING UPDATE t_order SET a = 4711 | EXPLAIN UPDATE t_order | t_order
                    SELECT 4711 | SELECT | ""
                    SET @a = 4711 | SET | ""
                    COMMIT | COMMIT | ""
                    SELECT 'never closed | "" | ""
                    """)
    void namesOperationsAndTables(String sql, String summary, String tables) {
        QuerySummary read = QuerySummaries.of(sql, Dialect.MYSQL);
        assertThat(read.summary()).isEqualTo(summary);
        assertThat(String.join(",", read.collections())).isEqualTo(tables);
        assertThat(read.operation()).isEqualTo(summary.isEmpty() ? "" : operation(summary));
        assertThat(read.system()).isEqualTo("mysql");
        assertThat(read.text() + read.summary()).doesNotContain("4711");
    }

    private static String operation(String summary) {
        String[] words = summary.split(" ");
        return words.length > 1 && words[1].matches("TABLE|INDEX") ? words[0] + " " + words[1] : words[0];
    }

    @Test
    void isBoundedHoweverManyTablesThereAre() {
        StringBuilder sql = new StringBuilder("SELECT 1 FROM t_0");
        for (int i = 1; i < 200; i++) {
            sql.append(", t_").append(i);
        }
        QuerySummary read = QuerySummaries.of(sql.toString(), Dialect.POSTGRESQL);
        assertThat(read.collections()).hasSize(200);
        assertThat(read.summary()).startsWith("SELECT t_0 t_1 t_2").hasSizeBetween(240, 255);
    }
}

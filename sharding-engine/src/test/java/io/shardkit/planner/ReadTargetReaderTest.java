package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.replica.ReadTarget;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks which servers may answer a query, by its SQL. */
class ReadTargetReaderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT a, next FROM t WHERE t.`lock` = 1 AND x LIKE 'nextval(%' | ANY_MEMBER",
                "SELECT COUNT(DISTINCT a), IFNULL(SUM(b), 0) FROM t GROUP BY YEAR(c) HAVING COUNT(*) > ? | ANY_MEMBER",
                "WITH RECURSIVE x (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT * FROM x | ANY_MEMBER",
                "SELECT REPLACE(a, 'x', 'y'), INSERT(a, 1, 2, 'z') FROM t | ANY_MEMBER",
                "SELECT /*+ MAX_EXECUTION_TIME(5) */ a FROM t USE INDEX (i) | ANY_MEMBER",
                "SELECT @@server_id, @@global.hostname, VERSION(), DATABASE() | ANY_MEMBER",
                "SELECT SQL_CALC_FOUND_ROWS a FROM t LIMIT 3 | ANY_MEMBER",
                "SELECT FOUND_ROWS() | LAST_MEMBER",
                "SHOW WARNINGS | LAST_MEMBER",
                "SELECT @@warning_count | LAST_MEMBER",
                "SHOW TABLES | PRIMARY",
                "SELECT a FROM t FOR UPDATE | PRIMARY",
                "SELECT a FROM t LOCK IN SHARE MODE | PRIMARY",
                "SELECT LAST_INSERT_ID() | PRIMARY",
                "SELECT ROW_COUNT(), CONNECTION_ID() | PRIMARY",
                "SELECT @a | PRIMARY",
                "SELECT @@last_insert_id | PRIMARY",
                "SELECT table_name FROM information_schema.tables | PRIMARY",
                "SELECT @a := 1 | PRIMARY_FROM_NOW_ON",
                "SELECT LAST_INSERT_ID(7) | PRIMARY_FROM_NOW_ON",
                "SELECT GET_LOCK('a', 1) | PRIMARY_FROM_NOW_ON",
                "SELECT shop.price(a) FROM t | PRIMARY_FROM_NOW_ON",
                "SELECT price(a) FROM t | PRIMARY_FROM_NOW_ON",
                "SELECT shop.upper(a) FROM t | PRIMARY_FROM_NOW_ON",
                "SELECT `price`(a) FROM t | PRIMARY_FROM_NOW_ON",
                "SELECT NEXT VALUE FOR s | PRIMARY_FROM_NOW_ON",
                "SELECT s.nextval | PRIMARY_FROM_NOW_ON",
                "SELECT a INTO @b FROM t | PRIMARY_FROM_NOW_ON",
                "SELECT a FROM t INTO OUTFILE 'x' | PRIMARY_FROM_NOW_ON",
                "SELECT a /*!50000 , f() */ FROM t | PRIMARY_FROM_NOW_ON",
                "SELECT SLEEP(1), BENCHMARK(5, 1) | PRIMARY_FROM_NOW_ON",
            })
    void onMariaDb(String sql, ReadTarget expected) throws SQLException {
        assertThat(ReadTargetReader.of(sql, Dialect.MARIADB)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT a, CAST(b AS numeric(10, 2)), date_trunc('day', c) FROM t WHERE d @> '{}' | ANY_MEMBER",
                "SELECT a FROM generate_series(1, 5) AS a | ANY_MEMBER",
                "SELECT current_timestamp, current_user, pg_is_in_recovery() | ANY_MEMBER",
                "SELECT a FROM t WHERE b = ANY (?) AND EXISTS (SELECT 1 FROM u) | ANY_MEMBER",
                "SELECT relname FROM pg_class | PRIMARY",
                "SELECT a FROM t FOR SHARE SKIP LOCKED | PRIMARY",
                "SELECT nextval('s') | PRIMARY_FROM_NOW_ON",
                "SELECT set_config('a.b', 'c', false) | PRIMARY_FROM_NOW_ON",
                "SELECT pg_advisory_lock(1) | PRIMARY_FROM_NOW_ON",
                "SELECT pg_notify('a', 'b') | PRIMARY_FROM_NOW_ON",
                "WITH x AS (DELETE FROM t RETURNING a) SELECT a FROM x | PRIMARY_FROM_NOW_ON",
                "SELECT a INTO u FROM t | PRIMARY_FROM_NOW_ON",
                "SELECT \"make\"(1) | PRIMARY_FROM_NOW_ON",
            })
    void onPostgresql(String sql, ReadTarget expected) throws SQLException {
        assertThat(ReadTargetReader.of(sql, Dialect.POSTGRESQL)).isEqualTo(expected);
    }
}
